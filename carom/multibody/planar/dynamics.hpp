/// @file
/// Inertia, energy and forces of a mechanism.
///
///     M(q) v̇ + bias(q, v) = applied(q, v) + Gᵀ λ + Jᵀ f
#pragma once

#include <carom/multibody/planar/kinematics.hpp>

namespace carom {

/// Force and moment about a reference point.
struct Wrench {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();  ///< N
  double moment = 0;                                ///< N·m

  void add(const Wrench& other) {
    force += other.force;
    moment += other.moment;
  }
};

/// Inertia of a body or of a whole branch about a reference point.
struct BranchInertia {
  double mass = 0;                                   ///< kg
  Eigen::Vector2d moment = Eigen::Vector2d::Zero();  ///< m c, kg·m
  double inertia = 0;                                ///< about the reference, kg·m²

  void add(const BranchInertia& other) {
    mass += other.mass;
    moment += other.moment;
    inertia += other.inertia;
  }
};

/// Memory for one evaluation after another: after the first, nothing is allocated.
struct DynamicsWorkspace {
  std::vector<BranchInertia> branches{};
  std::vector<Wrench> wrenches{};
  std::vector<FrameAcceleration> frames{};
  Eigen::VectorXd zero{};
};

/// The joint-space inertia M(q), nv × nv, by composite bodies; armature on the diagonal.
Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& k);

/// The same into memory that is there already.
void mass_matrix(const Model& model, const Kinematics& k, DynamicsWorkspace& work,
                 Eigen::MatrixXd& M);

/// applied − bias, the generalized forces that accelerate: M v̇ where nothing constrains.
void net_forces(const Model& model, const State& state, const Kinematics& k,
                DynamicsWorkspace& work, Eigen::VectorXd& f);

/// ½ vᵀ M v, summed over bodies and rotors, J.
double kinetic_energy(const Model& model, const State& state, const Kinematics& k);

/// Energy of gravity and springs, J; zero height is the world's origin.
double potential_energy(const Model& model, const State& state, const Kinematics& k);

/// Coriolis and centrifugal terms: what M v̇ lacks to the rate of momentum.
Eigen::VectorXd bias_forces(const Model& model, const State& state, const Kinematics& k);

/// Gravity, springs, dampers, efforts and the ground's drag as generalized forces.
Eigen::VectorXd applied_forces(const Model& model, const State& state, const Kinematics& k);

/// What the dampers take, W.
double damper_power(const Model& model, const State& state, const Kinematics& k);

/// What the ground takes from bodies that drag on it, W.
double drag_power(const Model& model, const Kinematics& k);

/// The same of one body.
double drag_power(const Model& model, const Kinematics& k, int body);

/// The first knot of an effort's table after `time`, s; infinity where there is none.
double next_knot(const Model& model, double time);

/// What efforts that change over time put in, W.
double effort_power(const Model& model, const State& state);

/// Linear momentum and angular momentum about the world's origin.
struct Momentum {
  Eigen::Vector2d linear = Eigen::Vector2d::Zero();  ///< kg·m/s
  double angular = 0;                                ///< kg·m²/s
};
Momentum momentum(const Model& model, const Kinematics& k, int body);

}  // namespace carom
