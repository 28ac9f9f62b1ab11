/// @file
/// The front door for scenes: a tree in, a mechanism about to collide out.
///
/// docs/scenes.md explains the format, docs/scene.schema.json describes it to editors.
#pragma once

#include <carom/io/problem/decoder.hpp>
#include <carom/io/scene/statement.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/multibody/scene.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace carom {

/// A scene as its file states it.
struct StatedScene {
  Scene scene{};
  std::optional<LawChoice> law{};  ///< absent if the file names none
  StatedSimulation simulation{};
};

/// True if a problem is a scene: it has bodies.
bool is_scene(const TreeNode& root);

/// @throws TreeError in the words of the scene.
StatedScene read_scene(const TreeNode& root, SceneUse use = SceneUse::impact);

/// What multibody/, impact/ or simulation/ objects to, at its place in the file.
TreeError scene_objection(const TreeNode& root, const Scene& scene,
                          const std::invalid_argument& objection);

/// A contact of a scene and the contact of the file that it comes from.
struct StatedName {
  std::string name{};       ///< "landing: bottom_left"
  std::string statement{};  ///< "landing"
};

/// The same of any scene: objections name its contacts, or count them.
TreeError contact_objection(const TreeNode& root, const std::vector<StatedName>& contacts,
                            const std::invalid_argument& objection);

}  // namespace carom
