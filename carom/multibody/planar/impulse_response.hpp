/// @file
/// What an impulse at a contact does to a mechanism: the bridge from multibody/ to contact space.
///
///     M Δv = Jᵀ p + Gᵀ λ,   G Δv = 0,   W = J (∂v/∂p)                      (T7.1)
///
/// Three routes. A body on a free joint has a closed form. A tree needs no matrix: one sweep of articulated inertias from
/// the leaves to the world and, for each unit impulse, one sweep in and one out, O(n) each ([Featherstone2008], planar).
/// With loops, M and G are factorised densely. The dense route takes trees as well, as the check.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/multibody/planar/contact_frame.hpp>

#include <vector>

namespace carom {

/// The turning of one body relative to another, or to the world.
struct RelativeTurning {
  int first = world;
  int second = world;
};

/// A place where an impulse can act: a contact (two rows, t and n), a joint stop (one row), or the turning
/// of two bodies (one row, in the place of n).
struct ImpulsePort {
  std::optional<ContactFrame> frame{};  ///< absent: a joint stop or a turning
  int coordinate = 0;                   ///< of the stopped joint
  double sign = 1;  ///< uₙ = sign · v[coordinate]: +1 at a lower stop, −1 at an upper
  std::optional<RelativeTurning> turning{};  ///< present: a turning; its impulse is a moment, N·m·s
};

/// The row of the relative rate of turning: nv.
Eigen::VectorXd turning_jacobian(const Model& model, const RelativeTurning& turning);

/// Change of velocities per unit impulse. Columns in the order (t, n), port by port; the t column of a
/// joint stop and of a turning is zero.
struct ImpulseResponse {
  Eigen::MatrixXd W{};            ///< 2k × 2k, exactly symmetric, kg⁻¹
  Eigen::MatrixXd velocity{};     ///< ∂v/∂p, nv × 2k
  Eigen::MatrixXd constraint{};   ///< ∂λ/∂p, constraint rows × 2k; least norm where redundant
  int redundant_constraints = 0;  ///< dependent rows of G
};

/// Memory of the sweeps through trees.
struct TreeMemory {
  using Vector3 =
      Eigen::Vector3d;  ///< motion (rate, velocity) or impulse (moment, impulse) at a point

  /// One body in the recursion; its reference point is the origin of the joint that carries it.
  struct Link {
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();    ///< articulated
    Eigen::Matrix3d S = Eigen::Matrix3d::Zero();          ///< unit motions, `count` columns
    Eigen::Matrix3d U = Eigen::Matrix3d::Zero();          ///< inertia · S
    Eigen::Matrix3d D_inverse = Eigen::Matrix3d::Zero();  ///< (Sᵀ U + armature)⁻¹
    int count = 0;
    Eigen::Vector2d to_parent = Eigen::Vector2d::Zero();  ///< own reference − parent's reference
  };

  /// Velocity changes of all coordinates and bodies under one unit impulse.
  struct Reaction {
    Eigen::VectorXd velocity{};
    std::vector<Vector3> motion{};  ///< of the bodies, at their reference points
    std::vector<Vector3> bias{};    ///< what reaches the bodies, on the way in
    std::vector<Vector3> effort{};  ///< on the coordinates, likewise
  };

  std::vector<int> bodies{};  ///< those that take part, parents first
  std::vector<Link> links{};  ///< by the index of the body in the model
  Reaction reaction{};
};

/// Makes it the response of ports that move nothing: all zero, of the right size.
void clear(const Model& model, const std::vector<ImpulsePort>& ports, ImpulseResponse& response);

/// u of all ports, 2k.
Eigen::VectorXd port_velocity(const State& state, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

/// The turning behind the first port, whose moment is the second one: `u` and `surface_rate` in rad/s.
ContactSpin contact_spin(const ImpulseResponse& response, double u, double surface_rate);

/// By articulated inertias, O(n k); the model must have no loops.
/// @throws std::invalid_argument naming the body whose joint feels no inertia.
ImpulseResponse tree_response(const Model& model, const Kinematics& k,
                              const std::vector<ImpulsePort>& ports);

/// By dense factors of M and G of the whole model.
/// @throws std::invalid_argument if M is not positive definite.
ImpulseResponse dense_response(const Model& model, const Kinematics& k,
                               const std::vector<ImpulsePort>& ports);

/// Group by group: bodies that move alone in closed form, trees by articulated inertias, loops by dense factors of the
/// group's own part of M and G. So what moves by itself changes no bit of what it does not touch.
ImpulseResponse impulse_response(const Model& model, const Kinematics& k,
                                 const std::vector<ImpulsePort>& ports);

/// The same into memory that is kept.
void impulse_response(const Model& model, const Kinematics& k,
                      const std::vector<ImpulsePort>& ports, TreeMemory& tree,
                      ImpulseResponse& response);

}  // namespace carom
