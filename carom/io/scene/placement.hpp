/// @file
/// From what a scene states to a model with positions and velocities.
///
/// A body's angle and rate are given absolutely (on the body) or against what it hangs on (on the
/// joint); what is not given is zero against what it hangs on. In loops, what is not given follows:
///
///     c(q) = 0   by Newton's method from the guesses,        G v = 0   linear
///
/// where it is unique; otherwise the scene is refused with a word on what to give.
#pragma once

#include <carom/io/scene/tree.hpp>
#include <carom/multibody/planar/model.hpp>

namespace carom {

struct PlacedScene {
  Model model{};
  State state{};
};

/// @throws TreeError where values contradict each other, loops do not close, or something is missing.
PlacedScene place_scene(const SceneStatement& scene, const SceneTree& tree);

}  // namespace carom
