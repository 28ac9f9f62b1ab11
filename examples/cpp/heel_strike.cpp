// A compass walker's leading foot meets the slope: M and J from point masses, as a robotics library gives them.
#include <Eigen/Dense>
#include <array>
#include <carom/impact/resolve.hpp>
#include <cmath>
#include <cstdio>

namespace {

constexpr double leg = 1, mass = 5, hip = 10;  // m, kg at the middle of each leg, kg at the hip
constexpr std::array<double, 2> angle{-0.2525, 0.1475}, rate{-2, 1};  // trailing, leading
constexpr double slope = -0.0525;

/// Velocity of the point so far down leg k: 2 rows over (hip's vx, vy, rates of both legs).
Eigen::MatrixXd rows(std::size_t k, double distance) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(2, 4);
  J.leftCols(2).setIdentity();
  J.col(2 + static_cast<Eigen::Index>(k)) << distance * std::cos(angle[k]),
      distance * std::sin(angle[k]);
  return J;
}

}  // namespace

int main() {
  Eigen::MatrixXd M = Eigen::Vector4d(hip, hip, 0, 0).asDiagonal();
  for (const std::size_t k : {0U, 1U}) M += mass * rows(k, leg / 2).transpose() * rows(k, leg / 2);
  Eigen::VectorXd velocity(4);  // the trailing foot is at rest
  velocity << -rows(0, leg).col(2) * rate[0], rate[0], rate[1];

  const Eigen::MatrixXd foot = rows(1, leg);
  const Eigen::Vector2d t(std::cos(slope), std::sin(slope));
  const Eigen::Vector2d n(-std::sin(slope), std::cos(slope));
  for (const double friction : {0.5, 0.4}) {
    const carom::ImpactProblem walker{
        .contacts = {{.restitution = 0.0, .friction = friction}},
        .dynamics = carom::GeneralizedSpace{
            .mass = M,
            .velocity = velocity,
            .rows = {{.tangent = foot.transpose() * t, .normal = foot.transpose() * n}}}};
    const carom::ImpactResult r = carom::resolve(walker, carom::LawId::stronge);
    const carom::ContactResult& contact = r.contacts[0];
    const Eigen::VectorXd after = r.velocity_after.value_or(velocity);
    std::printf("friction %.1f: the foot %s\n", friction, carom::to_string(contact.outcome));
    std::printf("  impulse   %.6f along, %.6f N s across the slope\n", contact.impulse.t,
                contact.impulse.n);
    std::printf("  rates     %.6f trailing, %.6f rad/s leading\n", after[2], after[3]);
    std::printf("  energy    %.5f -> %.5f J\n", r.energy.before.value_or(0),
                r.energy.after.value_or(0));
  }
}
