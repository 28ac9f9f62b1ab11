/// @file
/// What the joints of a mechanism pass on: forces during a motion, impulses at an impact.
///
/// Every body's momentum changes by what acts on it, so (T7.2) holds of forces as of impulses, with gravity
/// and springs among what acts. A joint's own torque, spring, damper and stop are part of what it passes on.
#pragma once

#include <carom/multibody/planar/joint_impulse.hpp>
#include <carom/simulation/smooth_motion.hpp>

#include <vector>

namespace carom {

/// One joint, and what it passes on to the body that it carries (of a loop: to its child).
struct JointLoad {
  std::string name{};
  int body = 0;                ///< the child
  bool moves = false;          ///< a hinge or a slide of the tree: it has a value and a rate
  double value = 0;            ///< how far the child has gone against what carries it, rad or m
  double rate = 0;             ///< rad/s or m/s
  Eigen::Vector2d load{0, 0};  ///< on the child, N; at an impact N·s
  double moment = 0;           ///< on the child about the joint, N·m; at an impact N·m·s
};

/// Whether a scene has joints that pass on anything: not the free ones.
bool has_joints(const Model& model);

/// The joints at a state, with nothing passed on yet.
std::vector<JointLoad> joints_at(const Model& model, const State& x);

/// Adds the forces of a motion that was evaluated at the state, with these forces at the closed contacts.
void add_forces(const SmoothMotion& motion, std::vector<JointLoad>& joints);

/// Adds the impulses that change the velocities at x from v_before to x.v, with the contacts' impulse p.
void add_impulses(const Model& model, const State& x, const Eigen::VectorXd& v_before,
                  const std::vector<ImpulsePort>& ports, const Eigen::VectorXd& p,
                  std::vector<JointLoad>& joints);

}  // namespace carom
