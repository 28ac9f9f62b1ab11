/// @file
/// What happens at the end of a flight: impacts, then the modes in which the motion goes on.
#pragma once

#include <carom/simulation/flight.hpp>
#include <carom/simulation/motion_run.hpp>

namespace carom {

/// Resolves what ended a flight, changes the modes of the contacts and tells the observer.
void settle(MotionRun& run, const FlightEvent& event);

/// Where impacts clatter: follows them in the present posture to their end (frozen_series.hpp), and goes on from there.
void settle_clatter(MotionRun& run);

/// At the start: closes what touches, or lets it collide. Announces the start.
void settle_start(MotionRun& run);

}  // namespace carom
