/// @file
/// How spatial vectors change while they are carried along by a motion; all about one point of the world.
#pragma once

#include <carom/multibody/spatial/kinematics.hpp>

namespace carom::spatial {

/// a × b: of a motion b, such as an axis, that moves along with a.
inline Vector6 crossed(const Vector6& a, const Vector6& b) {
  Vector6 c;
  c << a.head<3>().cross(b.head<3>()),
      a.head<3>().cross(b.tail<3>()) + a.tail<3>().cross(b.head<3>());
  return c;
}

/// a ×* h: of an impulse h that moves along with a.
inline Vector6 crossed_dual(const Vector6& a, const Vector6& h) {
  Vector6 c;
  c << a.head<3>().cross(h.head<3>()) + a.tail<3>().cross(h.tail<3>()),
      a.head<3>().cross(h.tail<3>());
  return c;
}

}  // namespace carom::spatial
