/// @file
/// A robot read from a file: a mechanism in space, its pose, the names of its parts, and what was lost.
#pragma once

#include <carom/multibody/spatial/model.hpp>
#include <carom/multibody/spatial/state.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace carom::robots {

enum class GeomKind : std::uint8_t {
  plane,      ///< z = 0 of its frame, free above
  sphere,     ///< size: radius
  capsule,    ///< size: radius, half length along z
  ellipsoid,  ///< size: half axes
  cylinder,   ///< size: radius, half length along z
  box,        ///< size: half edges
  mesh,       ///< a file's; only its name is kept
};

const char* to_string(GeomKind kind);

/// A shape of a body. Shapes without a name are kept: they may still be found by their body.
struct Geom {
  std::string name{};
  GeomKind kind = GeomKind::sphere;
  int body = spatial::world;
  spatial::Pose in_body{};
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< m, by kind
  std::string mesh{};                              ///< the mesh's name or file
};

/// A named frame on a body.
struct Site {
  std::string name{};
  int body = spatial::world;
  spatial::Pose in_body{};
};

/// Entries of q and v follow the file: MJCF's qpos and qvel; for URDF the free base (as MJCF's free joint),
/// then the moving joints as they stand in the file. Bodies and joints keep the file's names.
struct RobotModel {
  std::string name{};
  spatial::Model model{};
  spatial::State state{};  ///< the file's initial pose, at rest
  std::vector<Geom> geoms{};
  std::vector<Site> sites{};
  double stated_mass = 0;            ///< sum of the masses that the file states, kg
  std::vector<std::string> notes{};  ///< what was dropped, altered or is missing, in sentences
};

/// A joint by name.
/// @throws std::invalid_argument if there is none.
spatial::JointPlace joint_named(const spatial::Model& model, const std::string& name);

}  // namespace carom::robots
