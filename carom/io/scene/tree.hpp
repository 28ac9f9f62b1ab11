/// @file
/// Which joints carry the bodies of a scene, and which close loops.
///
/// Joints are taken in the order of the file: one whose two sides are already connected, through earlier
/// joints, closes a loop; all others carry. So the last joint listed of a loop closes it. What is not
/// connected to the world floats: the first body listed is free, the others hang on it.
#pragma once

#include <carom/io/scene/statement.hpp>

#include <cstddef>
#include <vector>

namespace carom {

/// The body of that name. @throws TreeError suggesting the nearest.
int body_named(const SceneStatement& scene, const PartName& name);

/// A point of a body in its frame. @throws TreeError suggesting the nearest.
Eigen::Vector2d point_of(const StatedBody& body, const std::string& point, const Where& where);

/// A point of a body in its frame, or of the world (which has `origin` and the scene's `points`).
/// @throws TreeError suggesting the nearest.
Eigen::Vector2d point_named(const SceneStatement& scene, int body, const std::string& point,
                            const Where& where);

/// Where a joint or a spring holds a body.
struct JointEnd {
  int body = world;
  Eigen::Vector2d point = Eigen::Vector2d::Zero();  ///< in the body's frame, m
};

struct JointEnds {
  JointEnd first{};
  JointEnd second{};
};

/// What a body hangs on.
struct Carrier {
  int joint = -1;  ///< of the statement; −1: nothing, the body is free
  int parent = world;
  bool reversed = false;  ///< the body is the joint's first, so its coordinate counts backwards
  bool in_loop = false;   ///< the joint is part of a loop
};

struct SceneTree {
  std::vector<JointEnds> ends{};    ///< of the statement's joints
  std::vector<Carrier> carriers{};  ///< of the bodies
  std::vector<int> order{};         ///< bodies, parents first
  std::vector<int> loops{};         ///< joints of the statement that close loops
};

/// The end that a name such as upper.end stands for; `world` is its origin.
/// @throws TreeError if there is no such point, or the body's motion is prescribed.
JointEnd end_named(const SceneStatement& scene, const PartName& name);

/// @throws TreeError naming joints that join nothing, a body to itself, or points that do not exist.
SceneTree scene_tree(const SceneStatement& scene);

}  // namespace carom
