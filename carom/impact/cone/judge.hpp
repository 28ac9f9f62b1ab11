/// @file
/// Judges an answer to the cone problem by its conditions alone: knows nothing of the solver.
#pragma once

#include <carom/impact/cone/cone_problem.hpp>

namespace carom::cone {

/// The largest relative violation of (T18.1)–(T18.3) by p: signs, complementarity, the cone and
/// friction against wₜ, each against the impulses of the problem or the terms of its velocity.
///
/// @param largest  an impulse that counts as one of the problem, such as that of a phase before; ≥ 0.
double residual(const Problem& problem, const Eigen::VectorXd& p, double largest = 0);

}  // namespace carom::cone
