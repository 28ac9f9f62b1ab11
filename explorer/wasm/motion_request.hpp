/// @file
/// A motion for the page: simulated, as JSON.
#pragma once

#include <carom/io/tree/decode.hpp>

#include <string>

namespace carom::page {

/// The answer to `simulate` {problem, law?, duration?, sample?}: the motion as read_motion() takes it from the
/// scene, with texts such as "5 s" instead of the scene's own, as a MotionFilm, which says what was in force. A
/// scene that does not say how long it moves is followed for 2 s; one that wishes few samples gets more.
/// @throws std::invalid_argument as simulate() does.
std::string simulate_call(const Place& request);

}  // namespace carom::page
