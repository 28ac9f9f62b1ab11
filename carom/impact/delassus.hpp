/// @file
/// From generalized coordinates to contact space.
#pragma once

#include <Eigen/Core>

namespace carom {

/// The Delassus matrix, the inverse inertia that the contacts feel:
///
///     W = J M⁻¹ Jᵀ                                                            (T1.4)
///
/// computed as J X with M X = Jᵀ and M = L D Lᵀ, without square roots: whole masses give whole mobilities. W is singular
/// when the rows of J are dependent.
///
/// @param M  joint-space inertia (n × n), symmetric positive definite; lower triangle read.
/// @param J  contact Jacobian (m × n), u = J q̇.
/// @throws std::invalid_argument if the shapes disagree or M is not positive definite.
Eigen::MatrixXd delassus(const Eigen::Ref<const Eigen::MatrixXd>& M,
                         const Eigen::Ref<const Eigen::MatrixXd>& J);

/// M⁻¹ B for symmetric positive definite M, as (T1.2) needs it for q̇⁺ = q̇⁻ + M⁻¹ Jᵀ p.
/// @throws std::invalid_argument if the shapes disagree or M is not positive definite.
Eigen::MatrixXd inverse_times(const Eigen::Ref<const Eigen::MatrixXd>& M,
                              const Eigen::Ref<const Eigen::MatrixXd>& B);

}  // namespace carom
