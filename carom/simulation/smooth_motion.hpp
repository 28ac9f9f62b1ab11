/// @file
/// Accelerations and forces between events: the closed contacts and the loops are constraints.
///
///     M v̇ = h + Gᵀλ + Jᵀ f,   G v̇ + Ġ v = 0,   u̇ₙ = 0 where closed,   u̇ₜ = 0 where it sticks,
///     fₜ = −s μ fₙ where it slips to s                                                            (T10.5)
///
/// Which contacts are closed and how is decided elsewhere (contact_forces.hpp) and kept until an event.
#pragma once

#include <carom/simulation/contact_motion.hpp>

#include <vector>

namespace carom {

/// A contact that is closed, and how it holds.
struct ClosedContact {
  int contact = 0;  ///< of the scene
  ContactMode mode = ContactMode::stick;
  bool saturated = false;  ///< gives all its friction while others keep it from slipping
};

/// What forces do per unit time, W.
struct Powers {
  double friction = 0;  ///< lost in sliding, and to the ground
  double dampers = 0;   ///< lost
  double surfaces = 0;  ///< put in by prescribed sides
  double efforts = 0;   ///< put in by torques and forces that change over time
};

/// A mechanism between two events, and the memory that its evaluation needs.
struct SmoothMotion {
  const Scene* scene = nullptr;
  std::vector<ClosedContact> closed{};
  const std::vector<int>* asleep = nullptr;  ///< by body, not 0: at rest; null or empty: none

  Instant now{};                          ///< as last evaluated
  std::vector<ContactMotion> contacts{};  ///< of `closed`; `du` as it would be without their forces
  Eigen::VectorXd force{};                ///< (t, n) of `closed`, N
  Eigen::VectorXd loop_force{};           ///< multipliers of the loops, N and N·m
  Powers powers{};

  DynamicsWorkspace dynamics{};
  Eigen::MatrixXd M{};                ///< its lower triangle holds L with M = L Lᵀ
  std::vector<Eigen::Index> first{};  ///< by row of M and of L: the first entry that is not zero
  Eigen::VectorXd h{};                ///< applied − bias
  Eigen::MatrixXd J{};                ///< rows (t, n) of the closed contacts
  Eigen::MatrixXd rows{};             ///< constrained rates: loops, closed normals, stuck tangents
  Eigen::MatrixXd pulls{};  ///< directions of the forces that hold them, as columns; M⁻¹ of them
  Eigen::VectorXd drift{};  ///< of the constrained rates without these forces
};

/// Evaluates everything at the state and time of `x`.
void evaluate(const State& x, SmoothMotion& motion);

/// Moves x onto the closed gaps and loops, and its velocities onto their rates and the stuck tangents, by
/// the least change in the metric of M; at most a few rounding errors are left.
void project(State& x, SmoothMotion& motion);

/// The velocities alone.
void project_velocity(State& x, SmoothMotion& motion);

}  // namespace carom
