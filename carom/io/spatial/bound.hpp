/// @file
/// A scene in space whose numbers change from one point of a study to the next: decoded once, bound once.
///
/// Of a number only what depends on it is worked out again: a material of a contact is set where it stands; with
/// velocities the contacts stay where they are; with a posture, surfaces or points the contacts are placed again; with a
/// body its entry is decoded again. The file of a robot is read once.
#pragma once

#include <carom/io/tree/key.hpp>
#include <carom/multibody/spatial/scene.hpp>

#include <memory>
#include <string>
#include <vector>

namespace carom {

/// Every thread has its own.
class BoundSpatialScene {
 public:
  /// @param root    a scene in space that can be read, and must not change afterwards
  /// @param keys    numbers of it, each present in the tree
  /// @param source  the file it stands in, beside which a robot's file is found
  BoundSpatialScene(TreeNode root, std::vector<TreeKey> keys, std::string source);
  ~BoundSpatialScene();
  BoundSpatialScene(BoundSpatialScene&&) noexcept;
  BoundSpatialScene& operator=(BoundSpatialScene&&) noexcept;

  /// Sets the number of the key with this index, SI.
  void set(std::size_t key, double x);

  /// The scene with the numbers last set: the same as read_spatial_scene() gives.
  /// @throws TreeError or std::invalid_argument as read_spatial_scene()
  const spatial::Scene& scene();

 private:
  struct Bound;
  std::unique_ptr<Bound> bound_;
};

}  // namespace carom
