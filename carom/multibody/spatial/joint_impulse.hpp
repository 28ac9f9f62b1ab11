/// @file
/// What the joints of a mechanism in space pass on during an impact, and the balance of every body.
///
/// From the leaves to the world, one unknown is left at each body, see (T7.2); here F_b is an impulse and a
/// moment. Along a freedom of the joint it is minus the rotor's inertia times the change of its rate:
///
///     s · F_b = −armature Δv                                                              (T15.4)
#pragma once

#include <carom/multibody/spatial/response.hpp>

namespace carom::spatial {

/// What acts on a body through the joints that carry it, or on the first body of a loop.
struct JointImpulse {
  std::string name{};  ///< of the joint; of a body with several, its last; of a loop
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< where the impulse acts, world, m
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();   ///< on the body, world axes, N·s
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();    ///< about `position`, N·m·s
};

/// Of the loops between bodies, on their first bodies, from the multipliers λ; a coupling's acts within the
/// joints that it couples and is zero here.
std::vector<JointImpulse> loop_impulses(const Model& model, const Kinematics& k,
                                        const Eigen::VectorXd& multipliers);

/// Of the tree's joints on the bodies that they carry, one per body, about the body's reference.
/// @param change   Δv, nv
/// @param impulse  p of the ports
std::vector<JointImpulse> joint_impulses(const Model& model, const Kinematics& k,
                                         const Eigen::VectorXd& change,
                                         const std::vector<ImpulsePort>& ports,
                                         const Eigen::VectorXd& impulse,
                                         const std::vector<JointImpulse>& loops);

/// The same joint by joint, in the model's order: several joints of one body pass on the same impulse, each
/// with the moment about its own axis. A body without joints passes it on itself, under its name; an
/// entry of a free body has no name: there is nothing to pass on.
/// @param joints  one per body, as from joint_impulses()
std::vector<JointImpulse> by_joint(const Model& model, const Kinematics& k,
                                   const std::vector<JointImpulse>& joints);

/// The names of those entries: a joint without a name has its body's.
std::vector<std::string> joint_impulse_names(const Model& model);

/// What is left of a body's balance, and how large its terms are.
struct MomentumBalance {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();  ///< Δ(m v) − Σ impulses, N·s
  Eigen::Vector3d angular =
      Eigen::Vector3d::Zero();  ///< Δ(I ω) − Σ moments about the centre, N·m·s
  double linear_scale = 0;      ///< Σ of the terms' sizes, of the body where it is largest, N·s
  double angular_scale = 0;     ///< likewise, N·m·s

  /// The larger of the two rests, each relative to its terms; 0 where there are none.
  double relative() const;
};

/// Every body's balance with the impulses as a result reports them. A check: it uses the bodies' own
/// momenta before and after, and does not count what a joint is said to pass on along a freedom without
/// rotor, stop or coupling.
std::vector<MomentumBalance> momentum_balance(const Model& model, const Kinematics& before,
                                              const Kinematics& after,
                                              const std::vector<ImpulsePort>& ports,
                                              const Eigen::VectorXd& impulse,
                                              const std::vector<JointImpulse>& joints,
                                              const std::vector<JointImpulse>& loops);

}  // namespace carom::spatial
