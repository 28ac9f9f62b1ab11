/// @file
/// The sides of a contact in space: what a name such as fore.tip, floor or foot stands for.
#pragma once

#include <carom/io/spatial/mechanism.hpp>

#include <optional>

namespace carom {

/// One side of a contact as the file names it.
struct SpatialSide {
  std::string name{};  ///< as written
  int body = spatial::world;
  std::optional<spatial::Shape> shape{};  ///< a point's is of kind point; absent: a body as a whole
  bool is_point = false;                  ///< a named point
  bool has_tangent = false;               ///< a surface whose tangent the file gives
  std::string material{};
  spatial::Twist motion{};  ///< of a surface, of its frame's origin
};

/// "world", a surface, a point, a body (with its shape where it has one), a geom or a site.
/// @throws TreeError suggesting the nearest name.
SpatialSide side_named(const SpatialMechanism& m, const PartName& name);

}  // namespace carom
