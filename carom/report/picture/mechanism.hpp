/// @file
/// What a picture of a mechanism contains: outlines, joints, surfaces, contacts, velocities, as plain data in
/// world coordinates (m). Drawing it is somebody else's business.
#pragma once

#include <carom/multibody/scene.hpp>

#include <optional>
#include <string>
#include <vector>

namespace carom {

using Polyline = std::vector<Eigen::Vector2d>;

/// A body as it is drawn.
struct PictureBody {
  std::string name{};
  Polyline outline{};               ///< two corners: a rod; none: a body without shape
  std::vector<Polyline> strokes{};  ///< further lines: a spoke, arms to points and joints
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();  ///< of mass
};

/// A joint as it is drawn.
struct PictureJoint {
  JointKind kind = JointKind::revolute;
  Eigen::Vector2d position = Eigen::Vector2d::Zero();
  Eigen::Vector2d axis = Eigen::Vector2d::UnitX();  ///< of a prismatic one
  bool on_world = false;
  bool support_above = false;  ///< on the world: its support stands on the side without the body
  bool stopped = false;        ///< a contact of the scene is its stop
  int body = world;            ///< that it moves with
};

/// The straight line along which a contact's sides meet.
struct PictureSurface {
  Eigen::Vector2d from = Eigen::Vector2d::Zero();
  Eigen::Vector2d to = Eigen::Vector2d::Zero();
  std::optional<Eigen::Vector2d>
      solid{};           ///< unit vector into the ground; absent: between two bodies
  bool endless = false;  ///< goes on beyond `from` and `to`
  std::string name{};    ///< of a surface of the world in a motion; ""
};

/// An arrow from a point.
struct PictureArrow {
  Eigen::Vector2d from = Eigen::Vector2d::Zero();
  Eigen::Vector2d along = Eigen::Vector2d::Zero();  ///< to its head
};

/// The picture.
struct MechanismPicture {
  std::string title{};
  std::string subtitle{};
  std::vector<PictureBody> bodies{};
  std::vector<PictureBody> prescribed{};  ///< bodies whose motion nothing changes
  std::vector<PictureJoint> joints{};
  std::vector<PictureSurface> surfaces{};
  std::vector<PictureArrow> tangents{};    ///< t of each contact
  std::vector<PictureArrow> normals{};     ///< n of each contact
  std::vector<PictureArrow> velocities{};  ///< of centres of mass
  std::vector<PictureArrow> approaches{};  ///< u of each contact; the head is at the contact
  std::vector<Polyline> turnings{};        ///< arcs that end where the body turns to; not to scale
  double speed_scale = 0;  ///< length of an arrow per speed, m/(m/s); 0: all at rest
  Eigen::Vector2d low = Eigen::Vector2d::Zero();   ///< lower left corner of the panel
  Eigen::Vector2d high = Eigen::Vector2d::Ones();  ///< upper right one
};

/// Width over height of the panel that the ranges are made for: both axes have one scale.
inline constexpr double panel_shape = 1.34;

/// The picture of a scene.
/// @throws std::invalid_argument as resolve() does.
MechanismPicture mechanism_picture(const Scene& scene);

/// The picture of a scene in whatever state, for a motion: bodies, joints and the world's surfaces, without
/// contacts and velocities. Nothing need touch.
MechanismPicture motion_picture(const Scene& scene);

}  // namespace carom
