/// @file
/// Few contacts in every set of modes: open, stick, or slip to one of some directions.
#pragma once

#include <carom/impact/cone/alart_curnier.hpp>

namespace carom::cone {

/// Sets of modes up to which all are tried.
inline constexpr int most_sets = 1024;

/// Starts Newton's method from the impulses of every set of modes, if there are at most most_sets of
/// them. Directions of slip are two in the plane and up to eight in space.
///
/// @return the error of the first start that ends with an answer, in p; infinite if none does.
double try_every_mode(const Problem& problem, const Eigen::MatrixXd& W, StepRule rule,
                      Eigen::VectorXd& p, NewtonMemory& memory);

}  // namespace carom::cone
