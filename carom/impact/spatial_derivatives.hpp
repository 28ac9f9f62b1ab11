/// @file
/// How the impulse of one contact in space changes with its velocity, its W, its restitution and friction.
///
/// The laws of core/ are carried through once more with dual numbers, as in derivatives.hpp. W is among the
/// variables: of a mechanism it changes with the posture.
#pragma once

#include <carom/core/impact_mode.hpp>
#include <carom/impact/contacts.hpp>
#include <carom/impact/law_id.hpp>

#include <Eigen/Core>
#include <optional>

namespace carom {

/// ∂p of one contact with two tangents, rows (t1, t2, n).
struct SpatialSlopes {
  ImpactStatus status = ImpactStatus::no_impact;
  ImpactMode mode = ImpactMode::none;
  Eigen::Vector3d p = Eigen::Vector3d::Zero();     ///< N·s
  Eigen::Matrix3d by_u = Eigen::Matrix3d::Zero();  ///< ∂p/∂(u_t1, u_t2, u_n), kg
  /// ∂p/∂(W_11, W_12, W_22, W_1n, W_2n, W_nn), each with its mirror image.
  Eigen::Matrix<double, 3, 6> by_W = Eigen::Matrix<double, 3, 6>::Zero();
  Eigen::Vector3d by_restitution = Eigen::Vector3d::Zero();
  Eigen::Vector3d by_friction = Eigen::Vector3d::Zero();  ///< static friction along, if not given
  bool finite = false;            ///< there is an answer, and all slopes are finite
  bool near_mode_change = false;  ///< see mode_change_reach; also where a slope is not finite
};

/// Of newton, poisson, stronge, whittaker, conventional and brach.
/// @throws std::invalid_argument for another law, or several contacts, and as resolve() does.
SpatialSlopes spatial_slopes(const std::vector<Contact>& contacts, const Contacts& c, LawId law);

}  // namespace carom
