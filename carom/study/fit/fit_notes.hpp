/// @file
/// What a fit tells people beside its numbers: sentences with what to do.
#pragma once

#include <carom/study/fit/fit.hpp>

#include <string>
#include <vector>

namespace carom {

std::vector<std::string> fit_notes(const FitProblem& problem, const FitReport& report);

}  // namespace carom
