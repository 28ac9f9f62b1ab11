/// @file
/// Problems of one contact whose bodies turn against each other.
#pragma once

#include "tests/random_problems.hpp"

#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>

#include <Eigen/Core>

namespace carom::testing {

inline constexpr LawId cataldo_sampaio = LawId::cataldo_sampaio;

inline ImpactProblem contact_space(const Sym2<double>& W, const Vec2<double>& u,
                                   const Contact& contact) {
  ImpactProblem problem;
  problem.contacts = {contact};
  problem.dynamics = ContactSpace{.W = Eigen::Matrix2d{{W.tt, W.tn}, {W.tn, W.nn}},
                                  .u = Eigen::Vector2d(u.t, u.n)};
  return problem;
}

/// A random mechanism of three coordinates with rows t, n, m of order one.
inline ImpactProblem random_mechanism(Random& random) {
  const auto vector = [&] {
    return Eigen::VectorXd(
        Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)));
  };
  Eigen::Matrix3d B;
  B << vector(), vector(), vector();
  ImpactProblem problem;
  GeneralizedSpace space{.mass = B * B.transpose() + Eigen::Matrix3d::Identity(),
                         .velocity = vector(),
                         .rows = {{.tangent = vector(), .normal = vector(), .spin = vector()}}};
  if (space.rows[0].normal.dot(space.velocity) > 0) space.velocity = -space.velocity;
  problem.dynamics = space;
  problem.contacts = {{.restitution = random.uniform(0, 1),
                       .friction = random.uniform(0, 2),
                       .tangential_restitution = random.uniform(0, 1),
                       .friction_recovery = random.uniform(0, 1),
                       .moment_restitution = random.uniform(-1, 0)}};
  return problem;
}

}  // namespace carom::testing
