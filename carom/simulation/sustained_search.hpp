/// @file
/// Events of closed contacts within a step: slip ends, an edge ends, the forces of (T10.2) do not suffice.
#pragma once

#include <carom/simulation/flight.hpp>

namespace carom {

/// `first`, or an earlier event of a closed contact.
StepEvent search_sustained(MotionRun& run, Flight& flight, StepEvent first);

}  // namespace carom
