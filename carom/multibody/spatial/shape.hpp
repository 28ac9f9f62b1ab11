/// @file
/// Shapes of bodies in space: mass properties, and where two of them touch, in closed forms.
///
/// Every shape has its frame at its centre, but convex points, which are where the user puts them.
#pragma once

#include <carom/multibody/spatial/model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom::spatial {

enum class ShapeKind : std::uint8_t {
  point,      ///< nothing but its frame's origin
  sphere,     ///< size: radius
  box,        ///< size: half edges
  cylinder,   ///< size: radius, half length along z
  capsule,    ///< size: radius, half length along z between the centres of its ends
  ellipsoid,  ///< size: half axes
  convex,     ///< the hull of `points`
  plane,      ///< z = 0 of its frame, free above
  other,      ///< of no known form; only its name can be used
};

const char* to_string(ShapeKind kind);

/// A shape on a body or in the world.
struct Shape {
  std::string name{};
  ShapeKind kind = ShapeKind::point;
  int body = world;
  Pose in_body{};
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< m, by kind
  std::vector<Eigen::Vector3d> points{};           ///< of convex, in its frame, m
};

/// What a homogeneous shape weighs.
struct MassProperties {
  double volume = 0;                                           ///< m³
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();            ///< in the shape's frame, m
  Eigen::Matrix3d inertia_per_mass = Eigen::Matrix3d::Zero();  ///< about the centre, m²
};

/// Of a sphere, box, cylinder, capsule, ellipsoid; of points: zero.
MassProperties mass_properties(const Shape& shape);

/// Where two shapes meet: nearest points, midway between them.
struct Meeting {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< world, m
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();   ///< from the second to the first, world
  double gap = 0;                                      ///< m; < 0: inside each other
};

/// The points of a shape that lie deepest along −n: one, or several where an edge or a face lies across n.
/// @param pose  of the shape in the world
std::vector<Eigen::Vector3d> deepest_points(const Shape& shape, const Pose& pose,
                                            const Eigen::Vector3d& n);

/// Where two placed shapes meet: any shape and a plane; a sphere or a point and a sphere, capsule or box;
/// two capsules. The second list entry is there where a shape lies along a plane.
/// @throws std::invalid_argument where there is no closed form for the pair, or one is inside the other.
std::vector<Meeting> meetings(const Shape& first, const Pose& first_pose, const Shape& second,
                              const Pose& second_pose);

}  // namespace carom::spatial
