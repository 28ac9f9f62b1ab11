/// @file
/// What three views of a scene in space contain: lines of bodies, joints, contacts, as plain data in world
/// coordinates (m).
#pragma once

#include <carom/multibody/spatial/scene.hpp>

#include <string>
#include <vector>

namespace carom {

using Polyline3 = std::vector<Eigen::Vector3d>;

/// A body as it is drawn: edges of its shapes, lines from its joints to its points and children.
struct BodyLines {
  std::string name{};
  std::vector<Polyline3> lines{};
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of mass
};

/// An arrow from a point.
struct Arrow3 {
  Eigen::Vector3d from = Eigen::Vector3d::Zero();
  Eigen::Vector3d along = Eigen::Vector3d::Zero();  ///< to its head
};

struct ThreeViews {
  std::string title{};
  std::vector<BodyLines> bodies{};
  std::vector<Eigen::Vector3d> joints{};
  std::vector<Arrow3> normals{};                   ///< of the contacts
  std::vector<Arrow3> velocities{};                ///< of the centres of mass
  Eigen::Vector3d low = Eigen::Vector3d::Zero();   ///< of everything
  Eigen::Vector3d high = Eigen::Vector3d::Ones();  ///< likewise
};

ThreeViews three_views(const spatial::Scene& scene);

}  // namespace carom
