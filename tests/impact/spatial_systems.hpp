/// @file
/// Systems of contacts in space for the tests: feet, a block on an edge, planar ones embedded, random ones.
#pragma once

#include "tests/random_problems.hpp"

#include <carom/impact/several_spatial/spatial_answer.hpp>

#include <Eigen/Dense>

#include <cmath>
#include <vector>

namespace carom::testing {

/// Contacts of one free body: W, u and J, so that velocities of the body can be looked at.
struct BodySystem {
  several_spatial::System system{};
  Eigen::MatrixXd J{};
  Eigen::VectorXd inverse_mass{};  ///< diagonal of M⁻¹
  Eigen::VectorXd v{};             ///< before

  Eigen::VectorXd velocity(const Eigen::VectorXd& p) const {
    return v + inverse_mass.cwiseProduct(J.transpose() * p);
  }
};

inline std::vector<ConeContact> contacts_of(std::size_t count, int tangents, double friction) {
  std::vector<ConeContact> contacts;
  for (std::size_t i = 0; i < count; ++i)
    contacts.push_back({static_cast<int>(i) * (tangents + 1), tangents, friction});
  return contacts;
}

/// Contacts at `places` (from the centre of mass), with t1 = x, t2 = y, n = z.
inline BodySystem body_on_points(const std::vector<Eigen::Vector3d>& places,
                                 const Eigen::VectorXd& inverse_mass, const Eigen::VectorXd& v,
                                 double friction, double restitution) {
  BodySystem body;
  const auto count = static_cast<Eigen::Index>(places.size());
  body.J.setZero(3 * count, 6);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Vector3d& r = places[static_cast<std::size_t>(i)];
    body.J.block<3, 3>(3 * i, 0).setIdentity();
    body.J.block<3, 3>(3 * i, 3) << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  }
  body.inverse_mass = inverse_mass;
  body.v = v;
  body.system.W = body.J * inverse_mass.asDiagonal() * body.J.transpose();
  body.system.u = body.J * v;
  body.system.contacts = contacts_of(places.size(), 2, friction);
  body.system.restitution.assign(places.size(), restitution);
  return body;
}

/// The foot of docs/theory.md §18: 0.2 × 0.1 × 0.1 m, 1 kg, its centre 0.05 m above the sole.
inline BodySystem flat_foot(const Eigen::VectorXd& v, double friction, double restitution) {
  const std::vector<Eigen::Vector3d> corners{
      {.1, .05, -.05}, {.1, -.05, -.05}, {-.1, .05, -.05}, {-.1, -.05, -.05}};
  Eigen::VectorXd inverse(6);
  inverse << 1, 1, 1, 12 / .02, 12 / .05, 12 / .05;
  BodySystem foot = body_on_points(corners, inverse, v, friction, restitution);
  for (int n = 2; n < 12; n += 3) foot.system.u[n] = v[2] + 0.0;  // it lands flat
  return foot;
}

}  // namespace carom::testing
