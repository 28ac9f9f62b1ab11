/// @file
/// How one contact's answer changes with its velocity, its restitution and its friction.
///
/// The laws are carried through once more with dual numbers (core/dual.hpp): derivatives of the mode that
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

/// What the columns of the derivatives stand for.
inline constexpr std::array<std::string_view, 4> derivative_variables{"u_t", "u_n", "restitution",
                                                                      "friction"};

/// Of (t, n) with respect to derivative_variables.
using ContactJacobian = Eigen::Matrix<double, 2, 4>;

/// How far a mode change must be away not to be near: changing one variable by this share of its scale
/// keeps the mode. The scale is the larger velocity component, 1 for the restitution, and for the
/// friction the larger of itself and √(W_nn/W_tt). Well above rounding, well below what is known of a
/// contact.
inline constexpr double mode_change_reach = 1e-6;

/// The derivatives of one answer. Friction moves static friction along where that is not given by
/// itself.
struct ImpactDerivatives {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;
  std::optional<ContactJacobian> p{};  ///< absent where there is no answer, or no finite slope
  std::optional<ContactJacobian> u_after{};  ///< likewise
  bool near_mode_change = false;             ///< within mode_change_reach, or no finite slope
};

/// The derivatives of the law's answer to a problem with one contact.
/// @throws std::invalid_argument if the problem has several contacts, and as resolve() does.
ImpactDerivatives derivatives(const ImpactProblem& problem, LawId law);

/// The same for a contact that is already in contact space, as a mechanism gives it.
ImpactDerivatives derivatives(const std::vector<Contact>& contacts, const Contacts& c, LawId law);

}  // namespace carom
