/// @file
/// Dry friction on level ground, for bodies that are seen from above: a car whose wheels are locked.
///
/// Four points rᵢ of the body carry a quarter of its weight each and are rubbed against their own velocities vᵢ:
///
///     Fᵢ = −(f m g/4) vᵢ/|vᵢ|                                                                 (T19.9)
///
/// No tyre rolls and none steers.
#pragma once

#include <Eigen/Core>
#include <array>

namespace carom {

/// Of the weight on the ground, m/s².
inline constexpr double standard_gravity = 9.80665;

struct GroundDrag {
  double friction = 0;  ///< f ≥ 0
  std::array<Eigen::Vector2d, 4> points{
      {{0, 0}, {0, 0}, {0, 0}, {0, 0}}};  ///< in the body's frame, m
};

/// The corners of a rectangle about a centre, its length along x.
inline std::array<Eigen::Vector2d, 4> rectangle_about(const Eigen::Vector2d& centre, double length,
                                                      double width) {
  const Eigen::Vector2d a(length / 2, width / 2);
  const Eigen::Vector2d b(length / 2, -width / 2);
  return {centre - a, centre + b, centre + a, centre - b};
}

}  // namespace carom
