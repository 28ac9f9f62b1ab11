/// @file
/// How an answer changes with the velocities of the contacts, their restitution and friction and the mobilities W, and so
/// with the mass matrix, the rows of J and the velocities of a mechanism.
///
/// Of one contact the laws are carried through once more with dual numbers (core/dual.hpp): derivatives of the mode that
/// the contact takes, exact to rounding. Between modes an answer has kinks, for some laws jumps; a
/// derivative says nothing beyond them, so it comes with a warning where one is near.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace carom {

/// What the columns of the derivatives of a planar contact stand for.
inline constexpr std::array<std::string_view, 4> derivative_variables{"u_t", "u_n", "restitution",
                                                                      "friction"};
/// The same in space.
inline constexpr std::array<std::string_view, 5> spatial_derivative_variables{
    "u_t1", "u_t2", "u_n", "restitution", "friction"};

/// Of (t, n), or (t1, t2, n), with respect to derivative_variables.
using ContactJacobian = Eigen::MatrixXd;

/// How far a mode change must be away not to be near: changing one variable by this share of its scale
/// keeps the mode. The scale is the larger velocity component, 1 for the restitution, and for the
/// friction the larger of itself and √(W_nn/W_tt). Well above rounding, well below what is known of a
/// contact. With several contacts every impulse and velocity that a mode rests on is further than this share of the
/// largest from where the mode ends.
inline constexpr double mode_change_reach = 1e-6;

/// The derivatives of one answer. Friction moves static friction along where that is not given by
/// itself.
///
/// With several contacts the columns are u, row by row, then the restitution of each contact, then the friction of each.
///
/// With r rows, column i·r + j of `p_W` and `u_after_W` belongs to W_ij. W stays symmetric: the change of an answer is
/// Σ_ij p_W(·, i·r + j) dW_ij for a symmetric dW.
struct ImpactDerivatives {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;  ///< of one contact
  int tangents = 1;                    ///< 1 in the plane, 2 in space
  std::optional<ContactJacobian> p{};  ///< absent where there is no answer, or no finite slope
  std::optional<ContactJacobian> u_after{};    ///< likewise
  std::optional<Eigen::MatrixXd> p_W{};        ///< likewise; also where W has no inverse
  std::optional<Eigen::MatrixXd> u_after_W{};  ///< likewise
  bool near_mode_change = false;               ///< within mode_change_reach, or no finite slope
};

/// The derivatives of the law's answer: of one contact, or of several that feel each other, of which one collides under
/// newton, poisson or stronge, or which collide `together`.
/// @throws std::invalid_argument with several contacts under another rule, if the law has no derivatives there
///         (compliant in space), and as resolve() does.
ImpactDerivatives derivatives(const ImpactProblem& problem, LawId law);

/// The same for a contact that is already in contact space, as a mechanism gives it.
ImpactDerivatives derivatives(const std::vector<Contact>& contacts, const Contacts& c, LawId law);

/// How impulse and velocity of a mechanism change with its generalized coordinates' numbers, r rows and n velocities.
/// M stays symmetric; column a·n + b belongs to M_ab, and column i·n + a to J_ia.
struct CoordinateDerivatives {
  Eigen::MatrixXd p_v{};                ///< r × n
  Eigen::MatrixXd p_M{};                ///< r × n²
  Eigen::MatrixXd p_J{};                ///< r × r·n
  Eigen::MatrixXd velocity_material{};  ///< of q̇⁺ by restitution and friction, n × 2 per contact
  Eigen::MatrixXd velocity_v{};         ///< of q̇⁺, n × n
  Eigen::MatrixXd velocity_M{};         ///< n × n²
  Eigen::MatrixXd velocity_J{};         ///< n × r·n
};

/// The chain rule through u = J q̇ − w and W = J M⁻¹ Jᵀ, and through q̇⁺ = q̇ + M⁻¹ Jᵀ p:
///
///     dW = dJ M⁻¹Jᵀ + (dJ M⁻¹Jᵀ)ᵀ − J M⁻¹ dM M⁻¹Jᵀ                                     (T5.9)
///
/// @param d        derivatives of the answer in contact space, with those by W.
/// @param mass     M, n × n.
/// @param J        r × n.
/// @param velocity q̇⁻, n.
/// @param impulse  p, r.
/// @throws std::invalid_argument if d holds no slopes or the shapes disagree.
CoordinateDerivatives coordinate_derivatives(const ImpactDerivatives& d,
                                             const Eigen::MatrixXd& mass, const Eigen::MatrixXd& J,
                                             const Eigen::VectorXd& velocity,
                                             const Eigen::VectorXd& impulse);

}  // namespace carom
