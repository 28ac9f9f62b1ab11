/// @file
/// One contact of the cone problem, solved exactly: the block of Gauss-Seidel.
///
/// With A = W_tt, b = w_tn and S = A − b bᵀ/W_nn the answer is the first of
///
///     pₙ = l,  pₜ the least of ½ x·A x + x·(q_t + b l) in the disc |x| ≤ μ l,  if then wₙ ≥ 0
///     wₙ = 0 and wₜ = 0,  if pₙ ≥ l and |pₜ| ≤ μ pₙ
///     wₙ = 0 and x(λ) = −(S + λ)⁻¹(q_t − b qₙ/W_nn) with |x| = μ pₙ, λ > 0              (T18.13)
///
/// The disc and the slip are secular equations in the eigenvectors of A and S.
#pragma once

#include <carom/impact/cone/cone_problem.hpp>

namespace carom::cone {

/// A symmetric 2 × 2 matrix by its eigenvalues: V diag(values) Vᵀ.
struct Spectrum {
  Eigen::Matrix2d V{};
  Tangent values{};
};

/// A contact alone. A contact with one tangent has a second one that nothing drives.
struct Block {
  Eigen::Matrix2d A{};  ///< W_tt
  Tangent b{};          ///< w_tn
  double W_nn = 0;
  double friction = 0;  ///< μ; 0 also without tangents
  Spectrum of_A{};
  Spectrum of_S{};
};

/// An impulse of one contact.
struct BlockImpulse {
  Tangent t = Tangent::Zero();
  double n = 0;
};

/// The rows of one contact; W positive definite there.
Block block_of(const Eigen::MatrixXd& W, const ConeContact& contact);

/// The answer of the block when its velocity without its own impulse is (q_t, q_n).
BlockImpulse solve_block(const Block& block, const Condition& condition, const Tangent& q_t,
                         double q_n);

}  // namespace carom::cone
