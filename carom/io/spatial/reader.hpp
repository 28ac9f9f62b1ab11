/// @file
/// The front door for scenes in space: a tree in, a mechanism about to collide out.
///
/// docs/robots.md explains the format, docs/scene.schema.json describes it to editors.
#pragma once

#include <carom/io/problem/law_choice.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carom {

/// A scene in space as its file states it.
struct StatedSpatialScene {
  spatial::Scene scene{};
  std::optional<LawChoice> law{};  ///< absent if the file names none
};

/// True if a problem is a scene in space: it says `dimension: 3`, names a robot, or gives any position,
/// velocity or point with three components.
bool is_spatial_scene(const TreeNode& root);

/// @param source  the file it stands in, beside which a robot's file is found; any other text: none
/// @throws TreeError in the words of the scene.
StatedSpatialScene read_spatial_scene(const TreeNode& root, const std::string& source);

/// What multibody/ or impact/ objects to, at its place in the file.
TreeError spatial_objection(const TreeNode& root, const spatial::Scene& scene,
                            const std::invalid_argument& objection);

}  // namespace carom
