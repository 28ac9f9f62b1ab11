/// @file
/// Gaps of free bodies that are quadratic in time, without any kinematics: a round feature at a centre of mass
/// above a straight side of the world that does not turn.
#pragma once

#include <carom/multibody/scene.hpp>

#include <optional>

namespace carom {

/// The gap n·c − level − rate t of a centre of mass c, t since the scene's own time.
struct PlaneGap {
  int coordinate = 0;  ///< of the body's free joint, the first of three
  Eigen::Vector2d offset = Eigen::Vector2d::Zero();  ///< centre of mass − coordinates, m
  Eigen::Vector2d normal = Eigen::Vector2d::UnitY();
  double level = 0;       ///< n·(point of the side) + radius, m
  double level_rate = 0;  ///< of a side that moves, m/s
  double curvature = 0;   ///< n·gravity, m/s²

  double gap(const State& x, double elapsed) const {
    return normal.x() * (x.q[coordinate] + offset.x()) +
           normal.y() * (x.q[coordinate + 1] + offset.y()) - (level + level_rate * elapsed);
  }
  double rate(const State& x) const {
    return normal.x() * x.v[coordinate] + normal.y() * x.v[coordinate + 1] - level_rate;
  }
};

/// The contact's gap in this form; absent where it has another. For models whose bodies are all free.
std::optional<PlaneGap> plane_gap(const Scene& scene, const SceneContact& contact);

}  // namespace carom
