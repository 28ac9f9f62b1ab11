/// @file
/// Components of the contact velocity that the mechanism holds at zero.
///
/// Rows of W that depend on each other move together: if row r is a sum of the rows Z,
///
///     W_rr − W_rZ W_ZZ⁻¹ W_Zr = 0   ⇒   u_r = Σ cⱼ uⱼ over Z,                              (T8.15)
///
/// then u_r is zero wherever all of Z are, and what a computation leaves of it is rounding, whose sign must not decide
/// about friction. A support at the elbow of a pinned arm is such a contact: it moves on a circle, so that it
/// cannot slip while it is closed.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// Whether row r depends on the rows `zero` in the sense of (T8.15), to rounding; W ⪰ 0.
bool is_held(const Eigen::MatrixXd& W, const std::vector<Eigen::Index>& zero, Eigen::Index r);

/// Sets x[r] to zero where it is a small share of its terms and the rows in which x is exactly zero hold it.
/// Only a singular W has such rows.
void settle_held(const Eigen::MatrixXd& W, const Eigen::VectorXd& terms, Eigen::VectorXd& x);

}  // namespace carom
