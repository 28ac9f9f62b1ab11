/// @file
/// Where the bodies of a mechanism are and how fast they move.
#pragma once

#include <array>
#include <carom/multibody/planar/model.hpp>
#include <cstddef>

namespace carom {

/// Poses and twists of all bodies, in the world; index as in Model::bodies.
struct Kinematics {
  std::vector<Pose> pose{};                ///< of the body frames
  std::vector<Twist> twist{};              ///< of the body frames
  std::vector<Eigen::Vector2d> heading{};  ///< x axes of the body frames
  std::vector<Eigen::Vector2d>
      joint_origin{};  ///< the child's joint frame of the joint that carries a body
  std::vector<Eigen::Vector2d> joint_axis{};  ///< x axis of that joint's frame on the parent
};

/// A vector turned by +90°.
inline Eigen::Vector2d perp(const Eigen::Vector2d& x) { return {-x.y(), x.x()}; }

/// a × b, along the axis out of the plane.
inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

/// The unit vector at an angle from the x axis.
Eigen::Vector2d direction(double angle);

/// What one coordinate of a joint does to points that move with it: turning about an anchor, or
/// translation along a direction.
struct UnitMotion {
  bool turns = false;
  Eigen::Vector2d anchor = Eigen::Vector2d::Zero();     ///< turning: the fixed point, world, m
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();  ///< translation: unit vector, world

  /// Velocity of the point at x, m/s per unit rate.
  Eigen::Vector2d at(const Eigen::Vector2d& x) const {
    return turns ? perp(x - anchor) : direction;
  }
};

/// The unit motions of one joint, one per coordinate, in order; at most three, no heap.
struct UnitMotions {
  std::array<UnitMotion, 3> motions{};
  std::size_t count = 0;

  const UnitMotion* begin() const { return motions.data(); }
  const UnitMotion* end() const { return motions.data() + count; }
  std::size_t size() const { return count; }
  const UnitMotion& operator[](std::size_t i) const { return motions[i]; }
};

/// The unit motions of the joint that carries `body`.
UnitMotions unit_motions(const Model& model, const Kinematics& k, int body);

/// One sweep from the world outwards, O(n).
/// @throws std::invalid_argument if q or v has the wrong size.
Kinematics kinematics(const Model& model, const State& state);

/// The same into memory that is there already.
void kinematics(const Model& model, const State& state, Kinematics& k);

/// The same for some bodies alone, parents before children; what `k` says of others stays as it is.
void kinematics(const Model& model, const State& state, const std::vector<int>& bodies,
                Kinematics& k);

/// A point fixed in a body (or the world), in world coordinates, m.
Eigen::Vector2d point_position(const Kinematics& k, int body, const Eigen::Vector2d& point);

/// Its velocity, m/s.
Eigen::Vector2d point_velocity(const Kinematics& k, int body, const Eigen::Vector2d& point);

/// ∂(position)/∂q of a point that is at `position` in the world and moves with the body: 2 × nv.
Eigen::MatrixXd point_jacobian(const Model& model, const Kinematics& k, int body,
                               const Eigen::Vector2d& position);

/// ∂(angle)/∂q of a body: nv.
Eigen::VectorXd rotation_jacobian(const Model& model, int body);

/// Violation of the loop constraints, m and rad; zero where the loops close.
Eigen::VectorXd constraint_error(const Model& model, const Kinematics& k);

/// How the body frames' motion changes; index as in Model::bodies.
struct FrameAcceleration {
  Eigen::Vector2d linear = Eigen::Vector2d::Zero();  ///< of the frame's origin, m/s²
  double angular = 0;                                ///< rad/s²
};

/// Accelerations of all body frames while the coordinates have the rates of the state and the
/// accelerations `a`, nv; with a = 0 they are the centrifugal and Coriolis terms.
void frame_accelerations(const Model& model, const State& state, const Kinematics& k,
                         const Eigen::VectorXd& a, std::vector<FrameAcceleration>& out);

/// Second time derivative of constraint_error while the frames accelerate so.
Eigen::VectorXd constraint_acceleration(const Model& model, const Kinematics& k,
                                        const std::vector<FrameAcceleration>& frames);

/// ∂(constraint_error)/∂q, constraint_rows × nv; G v = 0 for velocities that keep the loops closed.
Eigen::MatrixXd constraint_jacobian(const Model& model, const Kinematics& k);

}  // namespace carom
