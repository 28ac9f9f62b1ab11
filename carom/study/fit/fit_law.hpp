/// @file
/// One law of a fit: its parameters, their intervals, its errors on held-out impacts.
#pragma once

#include <carom/study/fit/fit.hpp>

namespace carom {

/// @param measured  the problem's impacts
FittedLaw fit_law(const FitProblem& problem, const MeasuredImpacts& measured, LawId law,
                  const Workers& workers);

}  // namespace carom
