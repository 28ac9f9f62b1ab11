/// @file
/// Bodies that drag on level ground come to rest in a finite time.
///
/// Towards the end a body with kinetic energy E and drag power P keeps the direction of its motion, so that
///
///     P = −E′ ~ √E,     it stands after 2 E/P                                                     (T19.12)
///
/// Steps go no further than a share of that, and what is slower than a share of the largest speed stands: its
/// remaining energy goes to the ground, and it sleeps until something hits it.
#pragma once

#include <carom/simulation/motion_run.hpp>

namespace carom {

/// The time up to which a step of the integration may go; infinity where nothing drags.
double end_of_drag_step(const MotionRun& run);

/// Whether a body that drags is slow enough to stand.
bool may_stand(const MotionRun& run);

/// Lets those that are slow enough stand, and announces it.
void stand_on_ground(MotionRun& run);

}  // namespace carom
