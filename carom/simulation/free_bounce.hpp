/// @file
/// One contact between free bodies collides and both leave: the impact without its full result.
#pragma once

#include <carom/simulation/motion_run.hpp>

namespace carom {

/// Resolves the impact of a contact that has just closed, judged as resolve() judges it, to the same bits, for
/// runs that keep no impacts. False, with nothing done, where it is not that simple: other contacts touch, the
/// contact stays closed or comes to rest, the law has no answer.
bool bounce(MotionRun& run, int contact);

}  // namespace carom
