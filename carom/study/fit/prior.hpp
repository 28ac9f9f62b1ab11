/// @file
/// The prior of one unknown, normal or uniform: draws, its spread, and the same unknown as a standard normal variable.
#pragma once

#include <carom/io/sweep_variable.hpp>
#include <carom/study/fit/random_numbers.hpp>
#include <carom/study/fit/resampling.hpp>

namespace carom {

double prior_draw(const SweepVariable& unknown, RandomStream& random);

/// x = T(z): has the prior where z has mean 0 and variance 1.
double from_normal(const SweepVariable& unknown, double z);

/// z = T⁻¹(x).
double to_normal(const SweepVariable& unknown, double x);

/// Between the quantiles of 2.5 and 97.5 %.
Interval prior_interval(const SweepVariable& unknown);

double prior_deviation(const SweepVariable& unknown);

}  // namespace carom
