/// @file
/// Where the kind of an answer changes along a line: found by bisection.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace carom {

/// Most boundaries that are looked for between two neighbouring points: an answer that is decided by
/// rounding changes everywhere.
inline constexpr std::size_t max_boundaries_between = 32;

/// What an answer is like, in as many words as there are things to watch.
using Kinds = std::vector<std::string>;

/// A change of kind between a and b.
struct Boundary {
  double a = 0;  ///< on the line, still as before
  double b = 0;  ///< already as after
  Kinds before{};
  Kinds after{};
};

/// The changes between two points of different kinds, in order from a to b.
///
/// Every bracket is halved until it is not wider than `tolerance` times the larger of |a| and |b| of
/// where it started (or a and b are neighbouring doubles); it halves at most 1100 times. A kind that
/// appears and vanishes again between two points of the same kind is not seen.
///
/// @param kinds_at  the kind at a point of the line
/// @param tolerance relative, > 0
std::vector<Boundary> boundaries_between(const Boundary& ends,
                                         const std::function<Kinds(double)>& kinds_at,
                                         double tolerance);

}  // namespace carom
