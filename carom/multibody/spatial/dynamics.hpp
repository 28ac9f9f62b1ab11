/// @file
/// Inertia, momentum and energy of a mechanism in space.
///
///     M(q) v̇ + bias(q, v) = gravity(q) + applied + Gᵀ λ + Jᵀ f
///
/// The sum of bias and −gravity is what MuJoCo calls qfrc_bias.
#pragma once

#include <carom/multibody/spatial/kinematics.hpp>

namespace carom::spatial {

/// Inertia of a body or of a whole branch about a reference, along the world's axes.
struct BranchInertia {
  double mass = 0;                                    ///< kg
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();   ///< m (c − reference), kg·m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the reference, kg·m²

  /// Momentum (about the reference, linear) of a motion about the reference.
  Vector6 operator*(const Vector6& motion) const;
  BranchInertia& operator+=(const BranchInertia& other);
  /// The same inertia about reference + d.
  BranchInertia about(const Eigen::Vector3d& d) const;
};

/// Of one body about its reference.
BranchInertia body_inertia(const Model& model, const Kinematics& k, int body);

/// The joint-space inertia M(q), nv × nv, by composite bodies; armature on the diagonal.
Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& k);

/// Coriolis and centrifugal terms, nv.
Eigen::VectorXd bias_forces(const Model& model, const Kinematics& k);

/// Generalized forces of gravity, nv.
Eigen::VectorXd gravity_forces(const Model& model, const Kinematics& k);

/// ½ vᵀ M v, summed over bodies and rotors, J.
double kinetic_energy(const Model& model, const State& state, const Kinematics& k);

/// Of gravity, J; zero height is the world's origin.
double potential_energy(const Model& model, const Kinematics& k);

/// Linear momentum, and angular momentum about a point of the world.
struct Momentum {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();   ///< kg·m/s
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();  ///< kg·m²/s
};

/// Of one body, about its centre of mass.
Momentum momentum(const Model& model, const Kinematics& k, int body);

/// Of all bodies together, about x.
Momentum total_momentum(const Model& model, const Kinematics& k, const Eigen::Vector3d& x);

/// Of all bodies, kg.
double total_mass(const Model& model);

}  // namespace carom::spatial
