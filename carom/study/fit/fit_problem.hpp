/// @file
/// From what a file states to what is fitted.
#pragma once

#include <carom/io/fit/fit_statement.hpp>
#include <carom/study/fit/fit.hpp>

namespace carom {

/// @throws std::invalid_argument where a law cannot be fitted to these impacts
FitProblem fit_problem(const StatedFit& stated);

}  // namespace carom
