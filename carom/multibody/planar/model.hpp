/// @file
/// A planar mechanism: bodies, the tree of joints that gives its coordinates, and loop constraints.
///
/// Every body hangs on exactly one joint of the tree (its parent is another body or the world), which
/// gives the coordinates; joints that close loops are constraints between two bodies of the tree. The
/// Newtonian form of a mechanism is the same model with every body on a free joint and every joint a
/// constraint: newtonian_form() makes it.
///
/// Frames: x to the right, y up, angles counter-clockwise, rad. A body's frame is where the user puts
/// it; its centre of mass may lie elsewhere.
#pragma once

#include <carom/multibody/planar/ground_drag.hpp>
#include <carom/multibody/planar/time_table.hpp>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// The index that stands for the world.
inline constexpr int world = -1;

/// A frame in another frame: where its origin is and how it is turned.
struct Pose {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  ///< m
  double angle = 0;                                    ///< rad
};

/// Velocity of a frame: of its origin, and its rate of turning.
struct Twist {
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  ///< m/s
  double rate = 0;                                     ///< rad/s
};

/// A rigid body.
struct Body {
  std::string name{};
  double mass = 0;     ///< kg, ≥ 0
  double inertia = 0;  ///< kg·m² about the centre of mass, ≥ 0
  Eigen::Vector2d centre_of_mass = Eigen::Vector2d::Zero();  ///< in the body's frame, m
  std::vector<Eigen::Vector2d> outline{};  ///< corners in the body's frame, for pictures
  std::vector<std::vector<Eigen::Vector2d>>
      strokes{};  ///< further lines in the body's frame, for pictures: a spoke, round parts, arms
  std::optional<GroundDrag> drag{};  ///< on level ground, seen from above
};

/// How two frames may move against each other.
enum class JointKind : std::uint8_t {
  free,       ///< three coordinates: x, y of the child's joint frame in the parent's, and its angle
  revolute,   ///< one: the angle; origins coincide
  prismatic,  ///< one: the distance along the parent frame's x axis; no turning
  weld,       ///< none
};

const char* to_string(JointKind kind);

/// Number of coordinates of a joint.
constexpr int coordinates(JointKind kind) {
  switch (kind) {
    case JointKind::free: return 3;
    case JointKind::revolute:
    case JointKind::prismatic: return 1;
    case JointKind::weld: return 0;
  }
  return 0;
}

/// A joint between a frame on the parent and a frame on the child.
struct Joint {
  std::string name{};
  JointKind kind = JointKind::free;
  int parent = world;  ///< body index
  int child = 0;       ///< body index; in loop joints it may be the world too
  Pose in_parent{};    ///< the joint frame on the parent
  Pose in_child{};     ///< the joint frame on the child
  double armature =
      0;  ///< rotor inertia reflected to the coordinate, kg·m² or kg (one-coordinate joints)
  double stiffness = 0;          ///< of a spring on the coordinate, N·m/rad or N/m
  double rest = 0;               ///< coordinate at which the spring is relaxed
  double damping = 0;            ///< N·m·s/rad or N·s/m
  double effort = 0;             ///< constant torque or force on the coordinate
  TimeTable effort_over_time{};  ///< besides, by the time of the state
};

/// A spring and damper between two points.
struct Spring {
  std::string name{};
  int body_a = world;
  int body_b = world;
  Eigen::Vector2d point_a = Eigen::Vector2d::Zero();  ///< in body a's frame, m
  Eigen::Vector2d point_b = Eigen::Vector2d::Zero();  ///< in body b's frame, m
  double stiffness = 0;                               ///< N/m
  double length = 0;                                  ///< relaxed length, m
  double damping = 0;                                 ///< N·s/m along the line
};

/// What a user states; make_model checks it.
struct ModelParts {
  std::vector<Body> bodies{};
  std::vector<Joint> tree{};   ///< any order; each body is the child of exactly one
  std::vector<Joint> loops{};  ///< revolute, prismatic or weld constraints
  std::vector<Spring> springs{};
  Eigen::Vector2d gravity = Eigen::Vector2d(0, -9.81);  ///< m/s²
};

/// How the response of a group of bodies to an impulse is found.
enum class GroupKind : std::uint8_t {
  free_body,  ///< one body on a free joint: closed form
  tree,       ///< by articulated inertias
  loops,      ///< by dense factors
};

/// Bodies that joints connect, of the tree or of loops. An impulse on one group moves no other.
struct BodyGroup {
  GroupKind kind = GroupKind::tree;
  std::vector<int> coordinates{};  ///< parents first
  std::vector<int> loop_rows{};    ///< of the loop constraints between its bodies
};

/// A checked mechanism. Bodies keep the user's order; `order` lists them so that parents come first.
/// Immutable: there is no way to change a model but to make another.
class Model {
 public:
  const std::vector<Body>& bodies() const { return parts_.bodies; }
  const std::vector<Joint>& loops() const { return parts_.loops; }
  const std::vector<Spring>& springs() const { return parts_.springs; }
  const Eigen::Vector2d& gravity() const { return parts_.gravity; }
  /// The joint that carries body b.
  const Joint& joint(int b) const {
    return parts_.tree[static_cast<std::size_t>(joint_of_[static_cast<std::size_t>(b)])];
  }
  /// First coordinate of the joint that carries body b.
  int first_coordinate(int b) const { return first_[static_cast<std::size_t>(b)]; }
  /// Bodies so that every parent comes before its children.
  const std::vector<int>& order() const { return order_; }
  /// What moves by itself: every body belongs to one group; the world connects none.
  const std::vector<BodyGroup>& groups() const { return groups_; }
  /// Index of the group of body b.
  int group(int b) const { return group_[static_cast<std::size_t>(b)]; }
  /// The body that carries body b's branch of the tree: it hangs on the world.
  int root(int b) const { return root_[static_cast<std::size_t>(b)]; }
  /// Number of coordinates, nv = nq.
  int size() const { return size_; }
  /// Rows of the loop constraints: 2 per revolute or prismatic, 3 per weld.
  int constraint_rows() const { return constraint_rows_; }

 private:
  friend Model make_model(ModelParts parts);
  void group_bodies();
  ModelParts parts_{};
  std::vector<int> joint_of_{};
  std::vector<int> first_{};
  std::vector<int> order_{};
  std::vector<int> root_{};
  std::vector<int> group_{};
  std::vector<BodyGroup> groups_{};
  int size_ = 0;
  int constraint_rows_ = 0;
};

/// Checks the parts and fixes the order.
/// @throws std::invalid_argument, e.g. "bodies[2]: 'bob' hangs on no joint", "joints[1]: closes a loop of
///         bodies; make it a loop joint", "bodies[0]: mass -1 is negative".
Model make_model(ModelParts parts);

/// Positions, velocities and time.
struct State {
  Eigen::VectorXd q{};  ///< coordinates, in the order of Model::first_coordinate
  Eigen::VectorXd v{};  ///< their rates
  double t = 0;         ///< s
};

}  // namespace carom
