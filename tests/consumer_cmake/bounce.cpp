/// @file
/// Uses the library: the same disc in generalized coordinates (x, y, angle). Matrices are made here
/// and freed there and the other way round, a thousand times, to see that both sides allocate alike.

#include <Eigen/Core>
#include <carom/impact/resolve.hpp>
#include <cmath>
#include <cstdio>

namespace {

/// A disc of mass 1 kg and radius 1 m on the floor: uₜ = ẋ + φ̇, uₙ = ẏ.
carom::ImpactProblem disc() {
  carom::GeneralizedSpace space;
  space.mass = Eigen::Vector3d(1, 1, 0.5).asDiagonal();
  space.velocity = Eigen::Vector3d(1, -1, 0);
  space.rows = {{.tangent = Eigen::Vector3d(1, 0, 1), .normal = Eigen::Vector3d(0, 1, 0)}};
  carom::ImpactProblem problem;
  problem.contacts = {{.restitution = 0.8, .friction = 0.5}};
  problem.dynamics = space;
  return problem;
}

}  // namespace

int main() {
  carom::ImpactResult result;
  for (int i = 0; i < 1000; ++i) result = carom::resolve(disc(), carom::LawId::poisson);
  const Eigen::VectorXd v = result.velocity_after.value();
  std::printf("v = %g %g %g\n", v(0), v(1), v(2));
  const Eigen::Vector3d expected(2.0 / 3, 0.8, -2.0 / 3);
  return (v - expected).norm() < 1e-14 ? 0 : 1;
}
