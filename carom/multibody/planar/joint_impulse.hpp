/// @file
/// What the joints of a mechanism pass on during an impact.
///
/// Every body's momentum changes by the impulses on it: those of contacts, of loop joints, of the joint
/// that carries it and of the joints that it carries. From the leaves to the world, one unknown is left
/// at each body:
///
///     F_b = Δ(m v)_b − Σ contacts − Σ loops + Σ children F_c                     (T7.2)
#pragma once

#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/multibody/scene.hpp>

namespace carom {

/// The loop joints' impulses on their children, from the multipliers λ.
std::vector<JointImpulse> loop_impulses(const Model& model, const Kinematics& k,
                                        const Eigen::VectorXd& multipliers);

/// Impulse and moment on a body about the origin of the joint that carries it.
struct JointBalance {
  Eigen::Vector2d impulse = Eigen::Vector2d::Zero();
  double moment = 0;
};

/// The tree joints' impulses on the bodies that they carry, by (T7.2).
/// @param balance  memory
void joint_impulses(const Model& model, const Kinematics& before, const Kinematics& after,
                    const std::vector<ImpulsePort>& ports, const Eigen::VectorXd& impulse,
                    const std::vector<JointImpulse>& loops, std::vector<JointBalance>& balance,
                    std::vector<JointImpulse>& joints);

}  // namespace carom
