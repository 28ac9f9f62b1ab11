/// @file
/// What the words of a scene show of a result: a normal the wrong way round, points that should meet.
#pragma once

#include <carom/impact/impact_result.hpp>
#include <carom/multibody/scene.hpp>

namespace carom {

/// Adds the notes that need the scene's geometry and names.
///
/// - Nothing approaches, and the file gives the normal: the bodies separate along it with uₙ > 0, so it is
///   probably the wrong way round.
/// - The two points that are meant to meet at the contact are apart.
void add_scene_notes(const Scene& scene, ImpactResult& impact);

}  // namespace carom
