/// @file
/// Which gap closes first within a step of the integration.
#pragma once

#include <carom/simulation/flight.hpp>

namespace carom {

/// Gap samples of all contacts that may close, at an instant.
void sample_gaps(const MotionRun& run, const Instant& now, std::vector<GapSample>& out);

/// A contact that starts at zero by rounding must come clear before it can close; so must one that other
/// contacts have left overlapping by a little, which carries this gap until it is clear.
void hold_back(MotionRun& run, const std::vector<GapSample>& samples);

/// Bounds of the last step, and samples at the ends of its pieces; those at its start are there already.
void sample_pieces(MotionRun& run, Flight& flight);

/// The first gap that closes in the last step. Where the run is stopped meanwhile it means nothing.
StepEvent search_gaps(MotionRun& run, Flight& flight);

}  // namespace carom
