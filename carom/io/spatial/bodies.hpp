/// @file
/// One body of a scene in space as its file states it.
#pragma once

#include <carom/io/spatial/mechanism.hpp>

#include <optional>
#include <vector>

namespace carom {

struct DecodedBody {
  Where where{};
  spatial::Body body{};                       ///< name, mass, centre, inertia
  std::optional<spatial::Shape> shape{};      ///< its own, at its frame
  std::vector<spatial::Shape> shapes{};       ///< its own and others on it
  std::vector<spatial::NamedPoint> points{};  ///< in its frame
  std::string material{};
  std::vector<Where> placed_by{};             ///< the keys of a free body that are given
  std::optional<Eigen::Vector3d> position{};  ///< of the frame's origin, m
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  std::optional<Eigen::Vector3d> velocity{};  ///< of the frame's origin, world, m/s
  std::optional<Eigen::Vector3d> rate{};      ///< world axes, rad/s
};

/// One entry of `bodies`.
DecodedBody decode_spatial_body(const Place& place);

/// All entries of `bodies`.
std::vector<DecodedBody> decode_spatial_bodies(const Place& root);

/// The mechanism that a scene without robot makes of its bodies: with gravity, points of the world and joints.
/// @throws TreeError in the words of the scene.
SpatialMechanism mechanism_of_bodies(const Place& root, const std::vector<DecodedBody>& bodies);

}  // namespace carom
