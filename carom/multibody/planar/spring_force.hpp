/// @file
/// What a spring between two points pulls with, its damper included.
#pragma once

#include <carom/multibody/planar/kinematics.hpp>

namespace carom {

/// Tension and direction of a spring with its damper.
struct SpringForce {
  Eigen::Vector2d a, b;                            ///< end points in the world, m
  Eigen::Vector2d on_a = Eigen::Vector2d::Zero();  ///< N
};

SpringForce spring_force(const Spring& spring, const Kinematics& k);

}  // namespace carom
