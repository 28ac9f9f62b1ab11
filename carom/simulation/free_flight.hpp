/// @file
/// Flight of free bodies in closed form.
///
/// Every body hangs on its own free joint to the world and nothing but gravity acts:
///
///     c(t) = c + v t + ½ g t²,   θ(t) = θ + ω t                                                   (T10.8)
///
/// Between round features at centres of mass and straight surfaces that do not turn, and between two of them,
/// the gap of GapSample is a quadratic function of time; between other features its second derivative has the
/// bound (T10.4) with |d̈| ≤ |g₁ − g₂| + ω₁² r₁ + ω₂² r₂, rigorously.
#pragma once

#include <carom/simulation/flight.hpp>
#include <carom/simulation/motion_run.hpp>

#include <optional>

namespace carom {

/// Whether (T10.8) moves the bodies of a model while no contact is closed.
bool moves_freely(const Model& model);

/// Whether the next flight of the run has a closed form.
bool flies_freely(const MotionRun& run);

/// As fly(), by (T10.8).
FlightEvent fly_freely(MotionRun& run, double t_limit);

}  // namespace carom
