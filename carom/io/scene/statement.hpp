/// @file
/// A scene as its file states it: names, values in SI, and where each stands; nothing is worked out yet.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/io/problem/decoder.hpp>
#include <carom/io/tree/shape.hpp>
#include <carom/multibody/planar/model.hpp>
#include <carom/multibody/scene.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace carom {

/// A place of the file, for messages.
struct Where {
  ObjectionPath path{};  ///< bodies, upper, angle_deg
  int line = 0;
};

/// @throws TreeError at the place.
[[noreturn]] void refuse(const Where& where, const std::string& message);

/// A number that was given, in SI.
struct Given {
  double value = 0;
  Where where{};
};

/// "upper.end": a part of a body or of the world; "upper": the thing as a whole.
struct PartName {
  std::string owner{};
  std::string part{};  ///< "" for the whole
  Where where{};
};

/// The name as the file writes it.
std::string written(const PartName& name);

/// A point given by coordinates in the frame of whoever it belongs to, or by the name of a part.
using PointOrPart = std::variant<Eigen::Vector2d, PartName>;

/// Position or velocity of a body, by one of its points.
struct PointMotion {
  std::string point{};  ///< "": the centre of mass
  Eigen::Vector2d value = Eigen::Vector2d::Zero();
  Where where{};
};

struct StatedBody {
  Where where{};
  Body body{};  ///< name, mass, inertia, centre of mass, outline
  std::vector<NamedPoint> points{};
  std::vector<NamedDisc> discs{};
  std::vector<NamedEdge> edges{};
  std::vector<NamedPoint> corners{};           ///< of the shape, where others can touch it
  std::optional<double> rim{};                 ///< of a round shape about its origin, m
  std::optional<Eigen::Vector2d> semi_axes{};  ///< of an ellipse
  BodyWords words{};                           ///< shape, material
  std::optional<PointMotion> position{};
  std::optional<PointMotion> velocity{};
  std::optional<Given> angle{};          ///< of the body's frame in the world, rad
  std::optional<Given> guess{};          ///< where to look for the angle that closes a loop
  std::optional<Given> rate{};           ///< of turning in the world, rad/s
  std::array<TimeTable, 3> over_time{};  ///< of a prescribed one: velocity of its centre, and rate
  std::optional<Where> drag{};           ///< where the drag of `body` is stated
  bool prescribed = false;               ///< moves as stated, whatever hits it; has no mass
};

struct StatedJoint {
  std::string name{};
  Where where{};
  JointKind kind = JointKind::revolute;
  PartName first{};
  PartName second{};
  double axis = 0;               ///< of a prismatic joint in the first one's frame, rad
  std::optional<Given> angle{};  ///< of the second against the first, rad
  std::optional<Given> rate{};   ///< revolute, rad/s
  std::optional<Given>
      distance{};                ///< prismatic: second's point from the first's along the axis, m
  std::optional<Given> speed{};  ///< prismatic, m/s
  std::optional<Given> guess{};  ///< where to look for the angle or distance that closes a loop
  double armature = 0;           ///< kg·m² or kg
  std::optional<Given> stiffness{};  ///< of a spring on the coordinate, N·m/rad or N/m
  std::optional<Given> rest{};       ///< angle or distance at which the spring is relaxed
  std::optional<Given> damping{};    ///< N·m·s/rad or N·s/m
  std::optional<Given> effort{};     ///< torque or force on the coordinate, N·m or N
  TimeTable effort_over_time{};      ///< instead of `effort`
  std::optional<Where> effort_at{};  ///< where one of them is given
};

/// A spring and damper between two points.
struct StatedSpring {
  std::string name{};
  Where where{};
  PartName first{};
  PartName second{};
  double stiffness = 0;  ///< N/m
  double length = 0;     ///< relaxed, m
  double damping = 0;    ///< N·s/m
};

struct StatedSurface {
  std::string name{};
  Where where{};
  std::optional<PartName> on{};  ///< the body that carries it; absent: the world
  PointOrPart through = Eigen::Vector2d(0, 0);
  double angle = 0;                   ///< of its tangent in the carrier's frame, rad
  std::optional<PointOrPart> from{};  ///< of a piece of a line: where it starts; `to` is there, too
  std::optional<PointOrPart> to{};    ///< where it ends
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  ///< prescribed, of its point, m/s
  double rate = 0;                                     ///< prescribed turning about it, rad/s
  std::array<TimeTable, 3> over_time{};                ///< instead of both
  std::string material{};
};

struct StatedContact {
  Where where{};
  std::optional<PartName> stop{};  ///< the joint; else the contact is between two features
  std::optional<Given> lower{};    ///< of a stop: the joint's coordinate may not fall below
  std::optional<Given> upper{};    ///< of a stop: it may not exceed
  PartName first{};
  PartName second{};
  std::optional<PointOrPart> at{};
  std::optional<double> normal{};  ///< direction from the second to the first, rad
  Contact material{};  ///< with the contact's name; what the file gives on the contact itself
};

/// What two materials do when they meet.
struct StatedPair {
  Where where{};
  std::string first{};
  std::string second{};
  Contact material{};
};

/// What a scene is read for.
enum class SceneUse : std::uint8_t {
  impact,  ///< of whole bodies that meet, the ways in which they touch now are its contacts
  motion,  ///< all the ways in which they may come to touch
};

/// What the file says about the motion that follows; what is absent has a default.
struct StatedSimulation {
  std::optional<double> duration{};      ///< s
  std::optional<double> sample{};        ///< s
  std::optional<double> tolerance{};     ///< relative
  std::optional<std::int64_t> events{};  ///< the most
  std::optional<double> contact_time{};  ///< s
};

struct SceneStatement {
  std::string name{};
  std::optional<LawChoice> law{};
  StatedSimulation simulation{};
  Simultaneous simultaneous = Simultaneous::refuse;
  bool required_friction = false;  ///< asked for
  Eigen::Vector2d gravity = Eigen::Vector2d(0, -9.81);
  bool gravity_given = false;
  std::vector<NamedPoint> points{};  ///< of the world
  std::vector<StatedBody> bodies{};  ///< those that an impact can move
  std::unordered_map<std::string, int> body_of_name{};
  std::vector<StatedBody> prescribed{};
  std::vector<StatedJoint> joints{};
  std::vector<StatedSpring> springs{};
  std::vector<StatedSurface> surfaces{};
  std::vector<StatedContact> contacts{};
  std::vector<StatedPair> pairs{};
};

}  // namespace carom
