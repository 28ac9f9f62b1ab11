/// @file
/// Least squares with nonnegative unknowns, and the shortest vector under inequalities.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace carom {

/// min ‖A x − b‖ over x ≥ 0, by the active sets of [LawsonHanson1974], chapter 23.
Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// The shortest y with H y ≥ h, by the dual of [LawsonHanson1974], chapter 23; absent if there is
/// none.
std::optional<Eigen::VectorXd> shortest_vector(const Eigen::MatrixXd& H, const Eigen::VectorXd& h);

}  // namespace carom
