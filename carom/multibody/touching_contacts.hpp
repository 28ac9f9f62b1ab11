/// @file
/// Which contacts of a scene touch: of two whole bodies only some of the ways in which they may meet do.
#pragma once

#include <carom/multibody/scene.hpp>

#include <vector>

namespace carom {

/// How well people state positions: features that are apart or overlap by this share of gap_scale() touch, loops that are open by
/// it close, for solve and for the start of a motion alike.
inline constexpr double position_tolerance = 1e-6;

/// What gaps of a contact are compared with: the size of the mechanism, m; 1 rad at the stop of a hinge.
double gap_scale(const SceneContact& contact, const Model& model, double size);

/// The extent of a mechanism: joints, origins and outlines of the bodies, m; 1 m for a point. How well positions are stated
/// is a share of it, before the first impact of a motion as in a problem.
double size_of(const Model& model, const Kinematics& k);

/// Those of the ways in which two whole bodies may meet that touch.
struct TouchingWays {
  std::vector<SceneContact> contacts{};
  double nearest = 0;  ///< distance of the nearest features that face each other, m; −1: none do
};

/// Where a point touches a thin rod, on whose two sides it would be at once, the side that it approaches is
/// kept.
///
/// @param tolerance  features may be apart or inside each other by this much, m
TouchingWays touching_ways(const std::vector<SceneContact>& ways, const Kinematics& k,
                           double tolerance);

}  // namespace carom
