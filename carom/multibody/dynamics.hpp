/// @file
/// Inertia, energy and forces of a mechanism.
///
///     M(q) v̇ + bias(q, v) = applied(q, v) + Gᵀ λ + Jᵀ f
#pragma once

#include <carom/multibody/kinematics.hpp>

namespace carom {

/// The joint-space inertia M(q), nv × nv, by composite bodies; armature on the diagonal.
Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& k);

/// ½ vᵀ M v, summed over bodies and rotors, J.
double kinetic_energy(const Model& model, const State& state, const Kinematics& k);

/// Energy of gravity and springs, J; zero height is the world's origin.
double potential_energy(const Model& model, const State& state, const Kinematics& k);

/// Coriolis and centrifugal terms: what M v̇ lacks to the rate of momentum.
Eigen::VectorXd bias_forces(const Model& model, const State& state, const Kinematics& k);

/// Gravity, springs, dampers and constant efforts as generalized forces.
Eigen::VectorXd applied_forces(const Model& model, const State& state, const Kinematics& k);

/// Linear momentum and angular momentum about the world's origin.
struct Momentum {
  Eigen::Vector2d linear = Eigen::Vector2d::Zero();  ///< kg·m/s
  double angular = 0;                                ///< kg·m²/s
};
Momentum momentum(const Model& model, const Kinematics& k, int body);

}  // namespace carom
