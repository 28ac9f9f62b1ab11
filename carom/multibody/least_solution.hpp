/// @file
/// Linear systems with rows that may depend on each other, as those of closed loops do.
#pragma once

#include <Eigen/Core>

namespace carom {

/// Directions count as dependent below this share of the largest.
inline constexpr double rank_tolerance = 1e-10;

/// The shortest x that brings A x nearest to b, column by column.
struct LeastSolution {
  Eigen::MatrixXd x{};
  Eigen::Index rank = 0;  ///< of A
};

LeastSolution least_solution(const Eigen::MatrixXd& A, const Eigen::MatrixXd& b);

}  // namespace carom
