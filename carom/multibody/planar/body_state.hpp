/// @file
/// Where the bodies of a mechanism are and how they move, each by itself, as people read it.
#pragma once

#include <carom/multibody/planar/kinematics.hpp>

#include <vector>

namespace carom {

/// A body at an instant.
struct BodyState {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();  ///< of mass, world, m
  double angle = 0;                                  ///< of the body's frame, rad
  Twist twist{};                                     ///< of the centre of mass
};

/// In the model's order.
std::vector<BodyState> body_states(const Model& model, const Kinematics& k);

}  // namespace carom
