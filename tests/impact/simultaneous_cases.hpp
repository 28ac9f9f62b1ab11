/// Problems in which several contacts collide at one instant.
#pragma once

#include "tests/impact/random_chains.hpp"

#include <carom/impact/resolve.hpp>

#include <vector>

namespace carom::testing {

/// Balls in a row along x that touch: contact i is between ball i and ball i + 1, normal only.
inline ImpactProblem balls_in_a_row(const std::vector<double>& masses,
                                    const std::vector<double>& velocities, double restitution,
                                    Simultaneous rule) {
  const auto n = static_cast<Eigen::Index>(masses.size());
  GeneralizedSpace space;
  space.mass = Eigen::Map<const Eigen::VectorXd>(masses.data(), n).asDiagonal();
  space.velocity = Eigen::Map<const Eigen::VectorXd>(velocities.data(), n);
  ImpactProblem problem;
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    CoordinateRows rows;
    rows.normal = Eigen::VectorXd::Unit(n, i + 1) - Eigen::VectorXd::Unit(n, i);
    space.rows.push_back(rows);
    problem.contacts.push_back({.restitution = restitution});
  }
  problem.dynamics = space;
  problem.simultaneous = rule;
  return problem;
}

/// A box of 1 m × 0.6 m that falls flat onto its lower side with contacts at these places along it.
inline ImpactProblem flat_box(const std::vector<double>& places, const Contact& material,
                              double slip) {
  GeneralizedSpace space;
  const double inertia = 2 * (1 + 0.36) / 12;
  space.mass = Eigen::Vector3d(2, 2, inertia).asDiagonal();
  space.velocity = Eigen::Vector3d(slip, -1, 0);
  ImpactProblem problem;
  for (const double x : places) {
    CoordinateRows rows;
    rows.tangent = Eigen::Vector3d(1, 0, 0.3);
    rows.normal = Eigen::Vector3d(0, 1, x);
    space.rows.push_back(rows);
    problem.contacts.push_back(material);
  }
  problem.dynamics = space;
  problem.simultaneous = Simultaneous::together;
  return problem;
}

/// A random chain of which at least two contacts collide; all have restitution and friction.
inline ImpactProblem random_collisions(Random& random, int contacts, double most_friction,
                                       Simultaneous rule) {
  for (;;) {
    ChainKind kind;
    kind.contacts = contacts;
    kind.links = std::max(contacts - 1, 2) + random.below(3);
    kind.most_friction = most_friction;
    kind.one_surface = random.chance(0.3);
    Chain chain = random_chain(kind, random);
    for (Contact& contact : chain.contacts) contact.restitution = random.uniform(0, 1);
    if (random.chance(0.5))
      for (Eigen::Index i = 0; i < chain.dynamics.velocity.size(); ++i)
        chain.dynamics.velocity[i] = random.uniform(-1, 1);
    int colliding = 0;
    for (const CoordinateRows& rows : chain.dynamics.rows)
      colliding += rows.normal.dot(chain.dynamics.velocity) < -1e-3 ? 1 : 0;
    if (colliding < 2) continue;
    ImpactProblem problem = problem_of(chain);
    problem.simultaneous = rule;
    return problem;
  }
}

/// The sum of all works of the contacts.
inline double work_of(const ImpactResult& result) {
  double sum = 0;
  for (const ContactResult& contact : result.contacts)
    sum += contact.work.normal + contact.work.friction;
  return sum;
}

}  // namespace carom::testing
