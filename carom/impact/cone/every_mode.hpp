/// @file
/// Few contacts in every set of modes: open, stick, or slip to one of some directions.
#pragma once

#include <carom/impact/cone/cone_problem.hpp>

#include <functional>

namespace carom::cone {

/// Hands the impulses of every set of modes, linear in each, to `use` until that returns true, if there are at most
/// `most_sets` sets. Directions of slip are two in the plane and up to eight in space, fewer where there are too many sets.
///
/// @return whether `use` did.
bool visit_every_mode(const Problem& problem, const Eigen::MatrixXd& W, int most_sets,
                      const std::function<bool(Eigen::VectorXd& start)>& use);

}  // namespace carom::cone
