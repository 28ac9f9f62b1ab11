/// @file
/// Linear systems with rows that may depend on each other, as those of closed loops do.
#pragma once

#include <Eigen/Core>

namespace carom {

/// Directions count as dependent below this share of the largest.
inline constexpr double rank_tolerance = 1e-10;

/// The shortest x that brings A x nearest to b, and the rank of A.
template <class B>
struct LeastSolution {
  B x{};
  Eigen::Index rank = 0;
};

LeastSolution<Eigen::VectorXd> least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// The same for each column of b; it may have none.
LeastSolution<Eigen::MatrixXd> least_solutions(const Eigen::MatrixXd& A, const Eigen::MatrixXd& b);

}  // namespace carom
