/// @file
/// Surfaces in pictures: cut off at the panel, hatched on their solid side.
#pragma once

#include <carom/report/mechanism_picture.hpp>

#include <Eigen/Core>
#include <vector>

namespace carom {

/// The corners of a picture's panel, m.
struct PicturePanel {
  Eigen::Vector2d low = Eigen::Vector2d::Zero();   ///< lower left
  Eigen::Vector2d high = Eigen::Vector2d::Ones();  ///< upper right
};

/// The line through two points, cut off at the panel; both ends the same if it is outside.
Polyline clipped(const PicturePanel& panel, const Eigen::Vector2d& from, const Eigen::Vector2d& to);

/// Short oblique strokes on the solid side of a line, for a panel of this size.
std::vector<Polyline> hatching(const Polyline& line, const Eigen::Vector2d& solid, double size);

}  // namespace carom
