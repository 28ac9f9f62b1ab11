/// @file
/// The contacts of a scene: which features meet, of what material, and how surfaces move.
#pragma once

#include <carom/io/scene/placement.hpp>
#include <carom/multibody/scene.hpp>

#include <vector>

namespace carom {

/// The contacts in the order of the file.
///
/// What the user gives (`at`, `normal`, friction and restitution on the contact) wins over geometry and
/// over the table of pairs; nothing is combined from two materials.
///
/// Two whole bodies, or a whole body and a surface, meet in several ways (a corner on a side, ...), each
/// of which is a contact: "landing: bottom_left". For an impact only those that touch.
///
/// @throws TreeError naming features that do not exist or cannot meet, pairs that are missing, and whole
///         bodies that do not touch where an impact wants them to.
std::vector<SceneContact> scene_contacts(const SceneStatement& scene, const SceneTree& tree,
                                         const PlacedScene& placed, SceneUse use);

/// The surfaces in the order of the file, those without contact as well.
/// @throws TreeError naming points and carriers that do not exist.
std::vector<SurfaceWords> scene_surfaces(const SceneStatement& scene, const SceneTree& tree,
                                         const PlacedScene& placed);

/// Completes what the contact itself gives from the pair of its materials.
Contact with_pair(const SceneStatement& scene, const StatedContact& contact,
                  const std::string& first_material, const std::string& second_material);

/// What a report says of the contact: who meets, and where friction and restitution come from.
ContactWords contact_words(const StatedContact& contact, const std::string& first_material,
                           const std::string& second_material, const Contact& completed);

}  // namespace carom
