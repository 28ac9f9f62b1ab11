/// @file
/// A number that changes over time as a table says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace carom {

/// Straight between its knots, constant before the first and after the last. Two knots at one time are a jump.
struct TimeTable {
  std::vector<double> t{};  ///< s, not decreasing
  std::vector<double> x{};  ///< one per knot

  bool empty() const { return t.empty(); }

  /// The piece that follows `time`, by its second knot: 0 before the first, t.size() after the last.
  std::size_t piece(double time) const {
    return static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), time) - t.begin());
  }
  double at(double time) const {
    const std::size_t next = piece(time);
    if (next == 0) return x.front();
    if (next == t.size()) return x.back();
    return x[next - 1] + slope(time) * (time - t[next - 1]);
  }
  /// Of the piece that follows `time`.
  double slope(double time) const {
    const std::size_t next = piece(time);
    if (next == 0 || next == t.size()) return 0;
    return (x[next] - x[next - 1]) / (t[next] - t[next - 1]);
  }
  /// Over the time from 0 to `until`.
  double integral(double until) const {
    double sum = 0;
    double from = 0;
    while (from < until) {
      const double to = std::min(until, next_knot(from));
      sum += (to - from) * (at(from) + 0.5 * (to - from) * slope(from));
      from = to;
    }
    return sum;
  }
  /// The first knot after `time`; infinity where there is none.
  double next_knot(double time) const {
    const std::size_t next = piece(time);
    return next < t.size() ? t[next] : std::numeric_limits<double>::infinity();
  }
};

}  // namespace carom
