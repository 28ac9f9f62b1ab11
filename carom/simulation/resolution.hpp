/// @file
/// What a motion can tell apart: gaps, speeds and times, of which only the first is free.
///
/// Gaps are known to ε_g, a few roundings of the coordinates. A rebound at uₙ rises by uₙ²/(2|a|), so that
///
///     v_g = κ √(2 |a| ε_g),     h_g = v_g/|a|                                                      (T10.14)
///
/// is the speed that cannot be told from rest and the time in which nothing can be told apart. Rounding of
/// speeds themselves is far smaller and says nothing: a contact at rest under gravity makes speeds of v_g
/// for ever.
#pragma once

#include <carom/simulation/motion_run.hpp>

namespace carom {

/// ε_g as a share of the scene's size.
inline constexpr double known_gap = 1e-14;
/// κ.
inline constexpr double resolution_margin = 1.5;

/// v_g and h_g.
struct Resolution {
  double speed = 0;  ///< m/s
  double time = 0;   ///< s
};

/// Of the run: |a| is gravity, or what the largest speed makes of the size where there is none.
Resolution resolution_of(const MotionRun& run);

/// Whether a contact that leaves at this rate rises out of the gap below zero that rounding has left it.
bool comes_clear(const MotionRun& run, double gap, double rate);

}  // namespace carom
