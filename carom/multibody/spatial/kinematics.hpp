/// @file
/// Where the bodies of a mechanism in space are, how fast they move, and along which unit motions.
///
/// A spatial motion is (ω, v): turning, and velocity of the body's point at a reference; a spatial
/// impulse is (moment about that reference, impulse). All are along the world's axes. Each body has a
/// reference of its own, close to it: the last axis that carries it, or its centre of mass if it is free
/// or only slides. About one common origin, W of a chain of 1,000 links would lose seven digits.
#pragma once

#include <carom/multibody/spatial/state.hpp>

#include <Eigen/Geometry>

namespace carom::spatial {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// Velocity of a frame, along the world's axes.
struct Twist {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of its origin, m/s
  Eigen::Vector3d turning = Eigen::Vector3d::Zero();   ///< angular velocity, rad/s
};

/// Poses, twists and unit motions at one state; vectors are indexed as Model::bodies, or by entries of v.
struct Kinematics {
  std::vector<Pose> pose{};                  ///< of the body frames in the world
  std::vector<Twist> twist{};                ///< of the body frames
  std::vector<Eigen::Vector3d> reference{};  ///< of each body, world, m
  std::vector<Vector6> motion{};  ///< per entry of v: its unit motion, about its body's reference
  std::vector<Vector6> drift{};   ///< per body: Σ Ṡ v of its joints, about its reference
  std::vector<Eigen::Vector3d> anchor{};  ///< per entry of v: a point on its axis, world, m
};

/// One sweep from the world outwards, O(n).
/// @throws std::invalid_argument if q or v has the wrong length or a quaternion is zero.
Kinematics kinematics(const Model& model, const State& state);

/// The same into memory that is there already.
void kinematics(const Model& model, const State& state, Kinematics& k);

/// The pose of a body; the identity for the world.
Pose pose_of(const Kinematics& k, int body);

/// A point fixed in a body (or the world), in world coordinates, m.
Eigen::Vector3d point_position(const Kinematics& k, int body, const Eigen::Vector3d& point);

/// The velocity of the body's point that is at x in the world, m/s; zero for the world.
Eigen::Vector3d velocity_at(const Kinematics& k, int body, const Eigen::Vector3d& x);

/// The angular velocity of a body, rad/s; zero for the world.
Eigen::Vector3d turning_of(const Kinematics& k, int body);

/// ∂(velocity_at(x))/∂v: 3 × nv.
Eigen::MatrixXd point_jacobian(const Model& model, const Kinematics& k, int body,
                               const Eigen::Vector3d& x);

/// ∂(turning_of)/∂v: 3 × nv.
Eigen::MatrixXd turning_jacobian(const Model& model, const Kinematics& k, int body);

/// Spatial accelerations of all bodies about their references, for the joint accelerations a (nv).
std::vector<Vector6> accelerations(const Model& model, const Kinematics& k,
                                   const Eigen::VectorXd& a);

/// The acceleration of the body's point at x, m/s².
Eigen::Vector3d acceleration_at(const Kinematics& k, const std::vector<Vector6>& accelerations,
                                int body, const Eigen::Vector3d& x);

/// A motion about another reference: the body's point there moves along with the turning.
inline Vector6 motion_at(const Vector6& motion, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to) {
  Vector6 m = motion;
  m.tail<3>() += motion.head<3>().cross(to - from);
  return m;
}

/// An impulse about another reference.
inline Vector6 impulse_about(const Vector6& impulse, const Eigen::Vector3d& from,
                             const Eigen::Vector3d& to) {
  Vector6 f = impulse;
  f.head<3>() += (from - to).cross(impulse.tail<3>());
  return f;
}

}  // namespace carom::spatial
