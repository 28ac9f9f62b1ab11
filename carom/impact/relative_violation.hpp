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

/// Terms of a velocity that are smaller than this share of what the largest impulse would make of it count as that.
inline constexpr double least_terms = 1e-3;

/// By which share of its terms a velocity is missed.
/// Where several contacts share a direction their impulses along it are found together with the largest one, and
/// are as exact as that; a row whose own terms are far smaller, such as the slip of a rod that lands
/// flat, cannot be better.
///
/// @param W_rr     what an impulse along the row changes there.
/// @param largest  impulse of any of the contacts; 0: each is as exact as itself.
inline double velocity_share(double violation, double scale, double W_rr, double largest) {
  return share(violation, std::max(scale, least_terms * W_rr * largest));
}

}  // namespace carom
