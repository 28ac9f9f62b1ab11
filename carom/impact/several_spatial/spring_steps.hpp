/// @file
/// Springs at one instant (T18.12) by implicit steps that know no modes of friction.
///
/// Slips begin under load, turn fast, stop together, are held by other contacts. An implicit step need not
/// know: with the normal forces given, friction against the slip at the end of the step is a convex problem
/// and always has an answer. Steps of first order with n = 1, 2, 3, ... parts are extrapolated; where
/// friction changes its mode inside a step, the step becomes shorter until the change does not matter.
#pragma once

#include <carom/impact/several_spatial/spring_motion.hpp>

namespace carom::several_spatial {

/// Goes on until no spring is pressed and nothing approaches; false if that needs too many steps.
bool relax_by_implicit_steps(Motion& m);

}  // namespace carom::several_spatial
