/// @file
/// The contacts of a scene in space: which parts meet, where, along which axes, of what material.
#pragma once

#include <carom/io/spatial/mechanism.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <vector>

namespace carom {

/// The contacts in the order of the file.
///
/// What the file gives (`at`, `normal`, `tangent`, restitution and friction on the contact) wins over
/// geometry and over the table of pairs. With `at`, gaps are not tested. Where a shape lies along a plane it
/// meets it at several points, each of which is a contact: "landing: 1".
///
/// @throws TreeError naming parts that do not exist or cannot meet, and shapes that do not touch.
std::vector<spatial::SceneContact> spatial_contacts(const Place& root, const SpatialMechanism& m);

}  // namespace carom
