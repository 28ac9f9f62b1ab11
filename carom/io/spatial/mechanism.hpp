/// @file
/// The mechanism of a scene in space, and what its parts are called.
#pragma once

#include <carom/io/scene/statement.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/multibody/spatial/kinematics.hpp>
#include <carom/multibody/spatial/shape.hpp>

#include <map>
#include <string>
#include <vector>

namespace carom {

/// A surface of the world: z = 0 of its frame, tangent along x.
struct SpatialSurface {
  spatial::Shape shape{};
  bool has_tangent = false;  ///< the file gives it
  std::string material{};
  spatial::Twist motion{};  ///< of the point that it is `through`; it slides along itself
};

/// A mechanism with the names that a file may use for its parts.
struct SpatialMechanism {
  spatial::Model model{};
  spatial::State state{};
  std::vector<spatial::Shape> shapes{};       ///< of the bodies and of the robot's world
  std::vector<spatial::NamedPoint> points{};  ///< "fore.tip", of the world "peg", a robot's site
  std::vector<SpatialSurface> surfaces{};
  std::map<std::string, std::string> materials{};  ///< by body
  std::string robot{};                             ///< the file
  std::vector<std::string> notes{};
};

/// Bodies and joints of a scene that names no robot.
/// @throws TreeError in the words of the scene.
SpatialMechanism decode_spatial_mechanism(const Place& root);

/// The robot of a scene; its path is relative to `folder`, which ends in a slash or is empty.
/// @throws TreeError in the words of the robot's reader.
SpatialMechanism read_scene_robot(const Place& root, const std::string& folder);

/// `points` and `surfaces` of the scene.
void decode_spatial_points(const Place& root, SpatialMechanism& m);
void decode_spatial_surfaces(const Place& root, SpatialMechanism& m);

/// `state` of the scene, over what the mechanism has.
void decode_spatial_state(const Place& state, SpatialMechanism& m);

/// A shape from the one of a body's keys that names it; absent if there is none.
std::optional<spatial::Shape> decode_shape(const Place& map);

/// The names of the bodies.
std::vector<std::string> body_names(const spatial::Model& model);

/// The joint of that name; absent if there is none.
std::optional<spatial::JointPlace> find_joint(const spatial::Model& model, const std::string& name);

/// The names of all joints.
std::vector<std::string> joint_names(const spatial::Model& model);

}  // namespace carom
