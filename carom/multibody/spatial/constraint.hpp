/// @file
/// The loop constraints of a mechanism in space: what they forbid, and along which impulses they act.
#pragma once

#include <carom/multibody/spatial/kinematics.hpp>

namespace carom::spatial {

/// One row of a loop constraint between bodies: an impulse along `direction` at a point of the first body
/// and at a point of the second, against each other; or a moment along it.
struct LoopRow {
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();  ///< world, unit
  bool turns = false;                                    ///< a moment
};

/// A loop constraint at the present positions. A coupling has no rows between bodies: see coupling_slope.
struct LoopFrame {
  Eigen::Vector3d on_first =
      Eigen::Vector3d::Zero();  ///< where it acts on the first body, world, m
  Eigen::Vector3d on_second = Eigen::Vector3d::Zero();  ///< on the second body, world, m
  std::vector<LoopRow> rows{};
};

LoopFrame loop_frame(const Kinematics& k, const Loop& loop);

/// dq_a/dq_b of a coupling; 0 if nothing leads.
double coupling_slope(const Model& model, const Loop& loop, const Eigen::VectorXd& q);

/// How far the loops are from closed, m and rad, loop by loop.
Eigen::VectorXd constraint_error(const Model& model, const State& state, const Kinematics& k);

/// G, constraint rows × nv: G v = 0 for velocities that keep the loops closed; ∂(constraint_error)/∂q
/// along moved() where they are closed.
Eigen::MatrixXd constraint_jacobian(const Model& model, const State& state, const Kinematics& k);

}  // namespace carom::spatial
