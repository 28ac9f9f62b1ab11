/// @file
/// The ground of a picture: its panel, the lines of bodies in the world, and surfaces, cut off at the panel and hatched
/// on their solid side.
#pragma once

#include <carom/report/picture/mechanism.hpp>

#include <Eigen/Core>
#include <cmath>
#include <vector>

namespace carom {

/// The corners of a picture's panel, m; empty until something is included.
struct PicturePanel {
  Eigen::Vector2d low = Eigen::Vector2d::Constant(HUGE_VAL);    ///< lower left
  Eigen::Vector2d high = Eigen::Vector2d::Constant(-HUGE_VAL);  ///< upper right

  void include(const Eigen::Vector2d& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  void include(const Polyline& line) {
    for (const Eigen::Vector2d& x : line) include(x);
  }
};

/// A line of a body, in the world.
Polyline in_world(const Kinematics& k, int body, const Polyline& line);

/// The line through two points, cut off at the panel; both ends the same if it is outside.
Polyline clipped(const PicturePanel& panel, const Eigen::Vector2d& from, const Eigen::Vector2d& to);

/// Short oblique strokes on the solid side of a line, for a panel of this size.
std::vector<Polyline> hatching(const Polyline& line, const Eigen::Vector2d& solid, double size);

}  // namespace carom
