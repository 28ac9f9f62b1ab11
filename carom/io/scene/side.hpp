/// @file
/// The sides of a scene's contacts: what a name such as lower.end, floor or ball stands for.
#pragma once

#include <carom/io/scene/placement.hpp>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/scene.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

/// What can touch.
using Feature = std::variant<PointFeature, DiscFeature, EdgeFeature>;

/// One side of a contact as the file names it.
struct Side {
  ContactSide side{};
  const PartName& name;
  bool feature = true;                         ///< false: a body as a whole
  std::optional<Eigen::Vector2d> semi_axes{};  ///< an ellipse as a whole
  std::string material{};
  PrescribedMotion motion{};
  const StatedBody* body = nullptr;  ///< whose part it is; null for surfaces and the world
};

inline bool is_point(const Side& s) {
  return s.feature && std::holds_alternative<PointFeature>(s.side.feature);
}
inline bool is_edge(const Side& s) {
  return s.feature && std::holds_alternative<EdgeFeature>(s.side.feature);
}

/// The scene, and where everything is.
struct Setting {
  const SceneStatement& scene;
  const SceneTree& tree;
  const PlacedScene& placed;
  Kinematics k{};

  double angle_of(int body) const {
    return body == world ? 0 : k.pose[static_cast<std::size_t>(body)].angle;
  }
  /// A point of the world, in the frame of a body.
  Eigen::Vector2d in_frame(int body, const Eigen::Vector2d& x) const {
    if (body == world) return x;
    const Pose& pose = k.pose[static_cast<std::size_t>(body)];
    const Eigen::Vector2d d = direction(-pose.angle);
    const Eigen::Vector2d r = x - pose.position;
    return d.x() * r + d.y() * perp(r);
  }
};

/// Where a named point is in the world. @throws TreeError if there is none.
Eigen::Vector2d position_of(const Setting& s, const PartName& name);

/// A surface as a side; a name with a part is refused.
Side surface_side(const Setting& s, const StatedSurface& surface, const PartName& name);

/// Everything of a body that can touch: "start, end, left, ...".
std::vector<std::string> touching_parts(const StatedBody& body);

/// What a name of `between` stands for. @throws TreeError suggesting the nearest.
Side side_of(const Setting& s, const PartName& name);

/// A piece of a whole thing that can touch.
struct SidePart {
  std::string name{};  ///< "bottom_left", "rim", "from"; "" for a surface itself
  Feature feature{};
};

/// All pieces of a side: a body's corners, sides and round parts; a surface and its ends; or the one
/// feature that is named. Empty for a body without shape and for ellipses.
std::vector<SidePart> parts_of(const Side& side);

}  // namespace carom
