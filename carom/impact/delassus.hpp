/// @file
/// From generalized coordinates to contact space.
#pragma once

#include <Eigen/Core>

namespace carom {

/// The factors L D Lᵀ of M scaled to a unit diagonal, S M S with S = diag(M)^-1/2 rounded to powers of two: the scaling is
/// exact, and units of the coordinates do not decide whether M is definite.
struct MassFactors {
  Eigen::VectorXd scale{};  ///< S
  Eigen::MatrixXd L{};      ///< D on the diagonal, below it L without its ones
};

/// @param M  symmetric positive definite; lower triangle read.
/// @throws std::invalid_argument if M is not positive definite.
void factorise(const Eigen::Ref<const Eigen::MatrixXd>& M, MassFactors& factors);

/// M⁻¹ B into B. Every column by itself, and what M does not couple changes no bit.
void solve_in_place(const MassFactors& factors, Eigen::MatrixXd& B);

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
