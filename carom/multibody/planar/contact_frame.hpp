/// @file
/// Contacts of a mechanism: which features meet, and the frame (t, n) in which they do.
#pragma once

#include <carom/multibody/planar/kinematics.hpp>

#include <limits>
#include <optional>
#include <string>
#include <variant>

namespace carom {

/// A point of a body.
struct PointFeature {
  Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< in the body's frame, m
};

/// A round part of a body.
struct DiscFeature {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();  ///< in the body's frame, m
  double radius = 0;                                 ///< m, > 0
};

/// A straight edge of a body, or a plane of the world. Free space is to the left of its direction.
struct EdgeFeature {
  Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< any point on it, in the body's frame, m
  double angle = 0;                                 ///< of its tangent in the body's frame, rad
  double back =
      std::numeric_limits<double>::infinity();  ///< how far it reaches behind the point, m
  double ahead = std::numeric_limits<double>::infinity();  ///< how far it reaches ahead of it, m
};

/// One side of a contact.
struct ContactSide {
  int body = world;
  std::variant<PointFeature, DiscFeature, EdgeFeature> feature{};
};

/// The point of a side that matters: its own, its centre, the edge's; in the body's frame, m.
const Eigen::Vector2d& point_of(const ContactSide& side);

/// Of a disc; 0 of a point and an edge, m.
double radius_of(const ContactSide& side);

bool is_edge(const ContactSide& side);

/// Two features that may meet. Point or disc against edge, point or disc against disc, either way round.
struct ContactPair {
  std::string name{};
  ContactSide first{};  ///< the impulse of a result acts on this one
  ContactSide second{};
  std::optional<Eigen::Vector2d> position{};  ///< given by the user, world, m; wins over geometry
  std::optional<double> tangent_angle{};      ///< given by the user, world, rad; wins over geometry
};

/// Where and how two bodies meet; n points from the second to the first and is t turned by +90°.
struct ContactFrame {
  int first = world;
  int second = world;
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  ///< world, m
  Eigen::Vector2d tangent = Eigen::Vector2d::UnitX();  ///< world, unit
  double gap = 0;  ///< distance of the features, m; < 0: overlap
  double inside =
      std::numeric_limits<double>::infinity();  ///< from the nearer end of an edge, m; < 0: beyond

  Eigen::Vector2d normal() const { return perp(tangent); }
};

/// The frame of a contact at the present positions.
/// @param moved  what a prescribed motion has done to the second side: x ↦ position + R(angle) x.
/// @throws std::invalid_argument if the features cannot meet (two edges, two points) or coincide so that
///         no normal exists.
ContactFrame contact_frame(const ContactPair& pair, const Kinematics& k, const Pose& moved = {});

/// The two rows (t, n) of J: velocity of the first body's point relative to the second's, 2 × nv.
Eigen::MatrixXd contact_jacobian(const Model& model, const Kinematics& k,
                                 const ContactFrame& frame);

/// The same into rows that are there already.
void contact_jacobian(const Model& model, const Kinematics& k, const ContactFrame& frame,
                      Eigen::Ref<Eigen::MatrixXd> J);

/// u = (uₜ, uₙ) of a contact without moving surface, m/s.
Eigen::Vector2d contact_velocity(const Kinematics& k, const ContactFrame& frame);

}  // namespace carom
