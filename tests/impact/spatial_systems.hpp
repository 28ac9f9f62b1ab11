/// @file
/// Systems of contacts in space for the tests: feet, a block on an edge, planar ones embedded, random ones.
#pragma once

#include "tests/random_problems.hpp"

#include <carom/impact/several_spatial/spatial_answer.hpp>

#include <Eigen/Dense>

#include <algorithm>

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

/// The block on an edge of docs/theory.md §18: 2 kg, 0.3 × 0.2 × 0.4 m, turned by 0.9 rad about y.
inline BodySystem block_on_an_edge(double friction) {
  const double c = std::cos(.9);
  const double s = std::sin(.9);
  Eigen::Matrix3d R;
  R << c, 0, s, 0, 1, 0, -s, 0, c;
  const Eigen::Vector3d inertia =
      2.0 / 12 * Eigen::Vector3d(.2, .13, .13).cwiseProduct(Eigen::Vector3d(1, 25.0 / 13, 1));
  const Eigen::Matrix3d inverse = R * inertia.cwiseInverse().asDiagonal() * R.transpose();
  BodySystem block;
  block.J.setZero(6, 6);
  for (int i = 0; i < 2; ++i) {
    const Eigen::Vector3d r = R * Eigen::Vector3d(.15, i == 0 ? .1 : -.1, -.2);
    block.J.block<3, 3>(3 * i, 0).setIdentity();
    block.J.block<3, 3>(3 * i, 3) << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  }
  Eigen::MatrixXd M_inverse = Eigen::MatrixXd::Zero(6, 6);
  M_inverse.topLeftCorner<3, 3>() = Eigen::Matrix3d::Identity() / 2;
  M_inverse.bottomRightCorner<3, 3>() = inverse;
  block.v.resize(6);
  block.v << .4, .1, -1, -8, .5, -6;
  // Less its projection in the metric of the mass, so that the second corner touches.
  const Eigen::VectorXd row = block.J.row(5).transpose();
  const Eigen::VectorXd response = M_inverse * row;
  block.v -= response * (row.dot(block.v) / row.dot(response));
  block.system.W = block.J * M_inverse * block.J.transpose();
  block.system.u = block.J * block.v;
  block.system.u[5] = 0;
  block.system.contacts = contacts_of(2, 2, friction);
  block.system.restitution = {.7, .7};
  return block;
}

/// A square matrix with the rotation of each contact's tangents: u' = T u, W' = T W Tᵀ.
inline Eigen::MatrixXd turned_tangents(const several_spatial::System& system,
                                       const std::vector<double>& angles) {
  Eigen::MatrixXd T = Eigen::MatrixXd::Identity(system.u.size(), system.u.size());
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const int t = system.contacts[i].first;
    const double c = std::cos(angles[i]);
    const double s = std::sin(angles[i]);
    T.block<2, 2>(t, t) << c, s, -s, c;
  }
  return T;
}

inline several_spatial::System transformed(several_spatial::System system,
                                           const Eigen::MatrixXd& T) {
  system.W = T * system.W * T.transpose();
  system.u = T * system.u;
  return system;
}

/// The contacts in another order: contact i of the result is contact order[i]. Contacts in space.
inline several_spatial::System reordered(const several_spatial::System& system,
                                         const std::vector<int>& order, Eigen::MatrixXd& T) {
  several_spatial::System result = system;
  T.setZero(system.u.size(), system.u.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto from = static_cast<std::size_t>(order[i]);
    for (int r = 0; r < 3; ++r) T(3 * static_cast<int>(i) + r, system.contacts[from].first + r) = 1;
    result.contacts[i].friction = system.contacts[from].friction;
    result.restitution[i] = system.restitution[from];
  }
  return transformed(result, T);
}

/// Planar contacts in space: a second tangent that nothing drives.
inline several_spatial::System embedded(const several_spatial::System& plane, Random& random) {
  several_spatial::System space;
  const auto k = static_cast<Eigen::Index>(plane.contacts.size());
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(3 * k, 2 * k);
  for (Eigen::Index i = 0; i < k; ++i) E(3 * i, 2 * i) = E(3 * i + 2, 2 * i + 1) = 1;
  const Eigen::MatrixXd B =
      Eigen::MatrixXd::NullaryExpr(k, k, [&]() { return random.uniform(-1, 1); });
  const Eigen::MatrixXd across = B * B.transpose();
  space.W = E * plane.W * E.transpose();
  for (Eigen::Index i = 0; i < k; ++i)
    for (Eigen::Index j = 0; j < k; ++j)
      space.W(3 * i + 1, 3 * j + 1) = across(i, j) + (i == j ? .3 : 0);
  space.u = E * plane.u;
  space.contacts = contacts_of(plane.contacts.size(), 2, 0);
  for (std::size_t i = 0; i < plane.contacts.size(); ++i)
    space.contacts[i].friction = plane.contacts[i].friction;
  space.restitution = plane.restitution;
  return space;
}

/// A body or a mechanism with `count` contacts in space, of which all may collide.
inline several_spatial::System random_system(Random& random, int count, double most_friction) {
  const bool foot = random.chance(0.5);
  std::vector<Eigen::Vector3d> places;
  for (int i = 0; i < count; ++i)
    places.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1),
                        foot ? -.5 : random.uniform(-1, 1));
  Eigen::VectorXd inverse(6);
  Eigen::VectorXd v(6);
  for (int i = 0; i < 6; ++i) {
    inverse[i] = i < 3 ? 1 : random.uniform(1, 6);
    v[i] = random.uniform(-1, 1);
  }
  v[2] -= 1;
  return body_on_points(places, inverse, v, random.uniform(0, most_friction), random.uniform(0, 1))
      .system;
}

}  // namespace carom::testing
