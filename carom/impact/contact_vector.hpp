/// @file
/// An impulse or a velocity of one contact, with as many tangents as the contact has.
#pragma once

#include <carom/core/scalar.hpp>

#include <cmath>

namespace carom {

/// The components along t (t1 in space), n and t2, of a contact with 0, 1 or 2 tangents; those that the contact does not
/// have are 0. Planar code speaks of t and n only.
struct ContactVector {
  double t{};        ///< along t, or t1
  double n{};        ///< along the normal
  double t2{};       ///< along t2, in space
  int tangents = 1;  ///< 0 is a stop
};

/// The contact vector of a planar pair.
constexpr ContactVector contact_vector(const Vec2<double>& x) { return {x.t, x.n}; }

/// The planar part (t, n).
constexpr Vec2<double> planar(const ContactVector& x) { return {x.t, x.n}; }

/// |xₜ|, the size of the tangential part.
inline double tangential_size(const ContactVector& x) {
  return x.t2 == 0 ? std::abs(x.t) : std::hypot(x.t, x.t2);
}

/// aₜ·bₜ
constexpr double tangential_product(const ContactVector& a, const ContactVector& b) {
  return a.t * b.t + a.t2 * b.t2;
}

/// True where the tangential part is not exactly zero.
constexpr bool has_tangential(const ContactVector& x) { return x.t != 0 || x.t2 != 0; }

}  // namespace carom
