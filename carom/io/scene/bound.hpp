/// @file
/// A scene whose numbers change from one point of a study to the next: decoded once, bound once.
///
/// A key is bound to the decoded statement: an angle, a rate or a material of a contact is set where it
/// stands; of any other number the entry that it belongs to (the body, the joint) is decoded again. What
/// does not depend on the keys that are bound is kept: with materials alone, the mechanism with its
/// positions; with angles and rates, which joints carry and which close loops.
#pragma once

#include <carom/io/scene/placement.hpp>
#include <carom/io/tree/key.hpp>
#include <carom/multibody/scene.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace carom {

/// Every thread has its own.
class BoundScene {
 public:
  /// @param root  a scene that can be read, and must not change afterwards
  /// @param keys  numbers of it, each present in the tree
  /// @throws TreeError as read_scene()
  BoundScene(TreeNode root, const std::vector<TreeKey>& keys);
  ~BoundScene();
  BoundScene(BoundScene&&) noexcept;
  BoundScene& operator=(BoundScene&&) noexcept;

  /// Sets the number of the key with this index, SI.
  void set(std::size_t key, double x);

  /// The scene with the numbers last set: the same as read_scene() gives, but for words of reports that
  /// no result has.
  /// @throws TreeError or std::invalid_argument as read_scene()
  const Scene& scene();

 private:
  struct Bound;
  std::unique_ptr<Bound> bound_;
};

}  // namespace carom
