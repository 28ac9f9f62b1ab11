/// @file
/// A mechanism in space: a tree of bodies, each with the joints that carry it, and loop constraints.
///
/// A body hangs on its parent by any number of joints, which act in the order listed; the axes of each
/// are carried by those before it. A body without joints is fixed to its parent. The conventions are
/// MJCF's, so that a file's positions q and velocities v can be used as they are:
///
///     free     q = (x, y, z, w, x, y, z)  frame's origin in the world, unit quaternion (scalar first)
///              v = (v, ω)   velocity of the frame's origin in world axes, turning in body axes
///     ball     q = unit quaternion of the turned frame in the one before, v = ω in the turned axes
///     hinge    q = angle, v = its rate;   slide   q = distance, v = its rate
///     planar   q = (x, y, angle), v = their rates: two slides along the plane, then a hinge
///
/// so q may be longer than v. Frames are right-handed, z is up. The planar mechanisms of
/// multibody/planar/model.hpp are other types; both kinds meet in contact space only.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace carom::spatial {

/// The index that stands for the world.
inline constexpr int world = -1;

/// A frame in another frame.
struct Pose {
  Eigen::Vector3d position = Eigen::Vector3d::Zero();      ///< of its origin, m
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< columns: its axes

  /// A point of this frame in the other one, m.
  Eigen::Vector3d operator*(const Eigen::Vector3d& x) const { return position + rotation * x; }
  Pose operator*(const Pose& inner) const {
    return {*this * inner.position, rotation * inner.rotation};
  }
};

enum class JointKind : std::uint8_t {
  free,    ///< six ways to move; the only joint of a body on the world
  ball,    ///< three: turning about a point
  hinge,   ///< one: turning about an axis
  slide,   ///< one: along an axis
  planar,  ///< three: two along a plane, one about its normal
};

const char* to_string(JointKind kind);

/// Entries of q that a joint has.
constexpr int positions(JointKind kind) {
  switch (kind) {
    case JointKind::free: return 7;
    case JointKind::ball: return 4;
    case JointKind::planar: return 3;
    case JointKind::hinge:
    case JointKind::slide: return 1;
  }
  return 0;
}

/// Entries of v that a joint has.
constexpr int freedoms(JointKind kind) {
  switch (kind) {
    case JointKind::free: return 6;
    case JointKind::ball:
    case JointKind::planar: return 3;
    case JointKind::hinge:
    case JointKind::slide: return 1;
  }
  return 0;
}

/// One joint of a body, drawn in the body's frame in the pose in which every joint is at `reference`.
struct Joint {
  std::string name{};
  JointKind kind = JointKind::hinge;
  Eigen::Vector3d position =
      Eigen::Vector3d::Zero();                       ///< a point on the axis, the ball's centre, m
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   ///< hinge, slide; planar: the normal. Unit
  Eigen::Vector3d along = Eigen::Vector3d::UnitX();  ///< planar: direction of its x, ⊥ axis. Unit
  double reference = 0;  ///< hinge, slide: the value of q in the drawn pose, rad or m
  double armature = 0;   ///< rotor inertia reflected to each of its rates, kg·m² or kg, ≥ 0
};

/// A rigid body and the joints that carry it.
struct Body {
  std::string name{};
  int parent = world;
  Pose in_parent{};                                          ///< the drawn pose of the body's frame
  std::vector<Joint> joints{};                               ///< none: fixed to the parent
  double mass = 0;                                           ///< kg, ≥ 0
  Eigen::Vector3d centre_of_mass = Eigen::Vector3d::Zero();  ///< in the body's frame, m
  Eigen::Matrix3d inertia =
      Eigen::Matrix3d::Zero();  ///< about the centre of mass, along the body's axes, kg·m²
};

/// A point of a body (or of the world) that has a name.
struct NamedPoint {
  std::string name{};
  int body = world;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< in the body's frame, m
};

/// What a loop constraint forbids between two frames.
enum class LoopKind : std::uint8_t {
  connect,   ///< 3 rows: the origins stay together (a ball joint that closes a loop)
  hinge,     ///< 5: and the z axes
  slide,     ///< 5: no turning; the origin stays on the z axis
  weld,      ///< 6: no relative motion at all
  coupling,  ///< 1: one coordinate follows another, q_a = polynomial(q_b)
};

const char* to_string(LoopKind kind);

/// Rows of a loop constraint.
constexpr int rows(LoopKind kind) {
  switch (kind) {
    case LoopKind::connect: return 3;
    case LoopKind::hinge:
    case LoopKind::slide: return 5;
    case LoopKind::weld: return 6;
    case LoopKind::coupling: return 1;
  }
  return 0;
}

/// The coordinate of a joint with one way to move.
struct JointPlace {
  int body = world;
  int joint = 0;  ///< index in Body::joints
};

/// A constraint between two bodies, or between two coordinates of the tree.
struct Loop {
  std::string name{};
  LoopKind kind = LoopKind::connect;
  int first = world;
  int second = world;
  Pose in_first{};                       ///< its frame on the first body
  Pose in_second{};                      ///< its frame on the second body
  JointPlace follower{};                 ///< coupling: of q_a
  JointPlace leader{};                   ///< coupling: of q_b; world: none, q_a is held
  std::array<double, 5> coefficients{};  ///< coupling: q_a − ref_a = Σ cᵢ (q_b − ref_b)ⁱ
};

/// What a user or a file states; make_model checks it.
struct ModelParts {
  std::vector<Body> bodies{};  ///< in any order
  std::vector<Loop> loops{};
  std::vector<NamedPoint> points{};
  Eigen::Vector3d gravity = Eigen::Vector3d(0, 0, -9.81);  ///< m/s²
};

/// A checked mechanism, immutable. Bodies keep the user's order; q and v list the joints body by body in
/// that order.
class Model {
 public:
  const std::vector<Body>& bodies() const { return parts_.bodies; }
  const std::vector<Loop>& loops() const { return parts_.loops; }
  const std::vector<NamedPoint>& points() const { return parts_.points; }
  const Eigen::Vector3d& gravity() const { return parts_.gravity; }
  const Body& body(int b) const { return parts_.bodies[static_cast<std::size_t>(b)]; }

  /// Length of q.
  int nq() const { return nq_; }
  /// Length of v.
  int nv() const { return nv_; }
  /// Rows of all loop constraints.
  int constraint_rows() const { return constraint_rows_; }

  /// First entry in q and in v of the joints of body b; of a joint of it.
  int first_position(int b) const { return first_position_[static_cast<std::size_t>(b)]; }
  int first_freedom(int b) const { return first_freedom_[static_cast<std::size_t>(b)]; }
  int first_position(int b, int joint) const;
  int first_freedom(int b, int joint) const;
  /// Ways to move that the joints of body b have together.
  int freedoms_of(int b) const { return freedoms_[static_cast<std::size_t>(b)]; }
  /// Of every entry of v, kg·m² or kg.
  const Eigen::VectorXd& armature() const { return armature_; }
  /// Bodies so that every parent comes before its children.
  const std::vector<int>& order() const { return order_; }
  /// Place of body b in order().
  int place(int b) const { return place_[static_cast<std::size_t>(b)]; }

 private:
  friend Model make_model(ModelParts parts);
  ModelParts parts_{};
  std::vector<int> first_position_{};
  std::vector<int> first_freedom_{};
  std::vector<int> freedoms_{};
  std::vector<int> order_{};
  std::vector<int> place_{};
  Eigen::VectorXd armature_{};
  int nq_ = 0;
  int nv_ = 0;
  int constraint_rows_ = 0;
};

/// Checks the parts, normalises axes and fixes the order. Inertias need not be those of a real body
/// (A + B ≥ C may fail, as it does in many files): an impact needs no more than M positive definite.
/// @throws std::invalid_argument, e.g. "bodies[2] 'foot': mass -1 is negative", "bodies[1] 'leg': its
///         parents form a ring", "bodies[3] 'trunk': a free joint must be the only joint of a body on the
///         world".
Model make_model(ModelParts parts);

/// The index of a body by name; `world` for "world".
/// @throws std::invalid_argument if there is none.
int body_named(const Model& model, const std::string& name);

}  // namespace carom::spatial
