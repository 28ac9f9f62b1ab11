/// @file
/// What an impact does to the bodies and joints of a mechanism in space.
#pragma once

#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/multibody/spatial/joint_impulse.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom::spatial {

/// A body before and after.
struct BodyMotion {
  std::string name{};
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of mass, world, m
  Twist before{};                                    ///< of the centre of mass, world axes
  Twist after{};                                     ///< likewise; only where there is an answer
};

/// The parts of a result that scenes in space have.
struct SceneParts {
  /// Per contact: columns t1, t2, n in the world; absent: a joint stop.
  std::vector<std::optional<Eigen::Matrix3d>> frames{};
  std::vector<BodyMotion> bodies{};    ///< in the model's order
  std::vector<JointImpulse> joints{};  ///< of the tree; see by_joint()
  std::vector<JointImpulse> loops{};   ///< in the model's order
  Momentum momentum_before{};          ///< of all bodies together, about the world's origin
  Momentum momentum_after{};           ///< likewise; only where there is an answer
};

}  // namespace carom::spatial
