/// @file
/// What lies between the points of a sweep over one variable: where the outcome changes, and the peaks that a grid blunts.
#pragma once

#include <carom/study/sweep/summary.hpp>

#include <atomic>

namespace carom {

/// Looks between the points of a sweep over one variable that takes numbers, law by law.
///
/// Where the status, a mode, an outcome or whether energy is created changes, the place is bisected to 1e-6 of the stretch
/// between two points, and a point is added on either side. Around the least and the largest of three neighbouring values of a
/// column, a golden section narrows the peak to 1e-4 of the stretch; every point that it tries is added.
///
/// @param columns  columns of numbers whose peaks are looked for
/// @param stop     set from elsewhere: end soon
void refine_curves(const std::vector<std::size_t>& columns, SweepCollection& sweep,
                   const std::atomic<bool>* stop = nullptr);

}  // namespace carom
