/// @file
/// Positions and velocities that close the loops of a scene.
#pragma once

#include <carom/io/scene/tree.hpp>
#include <carom/multibody/planar/model.hpp>

namespace carom {

/// Coordinates as far as they are given: start + free · y, where y is what the loops decide.
struct PartialCoordinates {
  Eigen::VectorXd start{};
  Eigen::MatrixXd free{};             ///< nv × number of unknowns
  std::vector<int> unknown_bodies{};  ///< whose joints' coordinates are the unknowns
};

/// Loops may be open by this share of the mechanism's size where all positions are given.
inline constexpr double loop_tolerance = 1e-6;

/// The q that closes the loops; Newton's method on y, at most 60 steps.
/// @throws TreeError naming the joint that stays open and by how much, or what is not determined.
Eigen::VectorXd closed_positions(const SceneStatement& scene, const SceneTree& tree,
                                 const Model& model, const PartialCoordinates& given);

/// The v that keeps them closed.
/// @throws TreeError naming the joint that is torn open, or what is not determined.
Eigen::VectorXd closed_velocities(const SceneStatement& scene, const SceneTree& tree,
                                  const Model& model, const Eigen::VectorXd& q,
                                  const PartialCoordinates& given);

}  // namespace carom
