/// @file
/// By which share of its terms a condition is missed: the measure of every judge (T5.7).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

/// Below this, in units where the problem is of order one, nothing is counted: products of such
/// numbers leave the range of a double.
inline constexpr double negligible = 1e-150;

/// |violation| against the size of the terms that it is made of.
inline double share(double violation, double scale) {
  const double v = std::abs(violation) / (scale + negligible);
  return std::isnan(v) ? std::numeric_limits<double>::infinity() : v;
}

/// By which share x exceeds its limit.
inline double excess(double x, double limit, double scale) {
  return share(std::max(x - limit, 0.0), scale);
}

}  // namespace carom
