/// @file
/// The bootstrap over groups: drops are drawn with replacement, their impacts stay together.
#pragma once

#include <carom/study/fit/least_squares.hpp>

#include <cstdint>
#include <vector>

namespace carom {

struct Interval {
  double lo = 0;
  double hi = 0;
};

/// How often each group was drawn, in draw number `resample`.
std::vector<double> group_draws(std::size_t groups, std::uint64_t seed, std::uint64_t resample);

/// The same as weights of the impacts.
Weights drawn_weights(const std::vector<std::size_t>& group, std::uint64_t seed,
                      std::uint64_t resample);

/// Between which quantiles the middle `share` of the values lies.
Interval percentile_interval(std::vector<double> values, double share);

/// θ of every resample. One or two numbers: the minimum of a local table of S, refined by a parabola through
/// the nodes around it (this needs no slopes, so laws that jump are no exception); more: Gauss-Newton.
std::vector<std::vector<double>> bootstrap(const FitTask& task, const PointFit& best,
                                           std::size_t resamples, std::uint64_t seed,
                                           const Workers& workers);

/// Standard errors of θ by the curvature of S: the root of the diagonal of 2 s² H⁻¹, s² = variance_left.
std::vector<double> curvature_errors(const FitTask& task, const std::vector<double>& theta);

/// The sandwich H⁻¹ (Σ_g g gᵀ) H⁻¹, with g the slope of S summed over a group: its standard errors.
std::vector<double> sandwich_errors(const FitTask& task, const std::vector<double>& theta);

}  // namespace carom
