/// @file
/// Islands: contacts that feel each other. Those of other islands are other problems, so that what happens
/// far away changes nothing here.
#pragma once

#include <carom/multibody/scene.hpp>

#include <vector>

namespace carom {

/// Which bodies joints connect: the number of the group, by body. The world belongs to none.
std::vector<int> connected_groups(const Model& model);

/// Splits contacts, of the scene, so that two in different lists share no group of bodies; in their order.
std::vector<std::vector<int>> islands(const Scene& scene, const std::vector<int>& groups,
                                      const std::vector<int>& contacts);

/// The groups that a contact joins, −1 where a side is the world's.
struct ContactGroups {
  int first = -1;
  int second = -1;
};
ContactGroups groups_of(const SceneContact& contact, const std::vector<int>& groups);

}  // namespace carom
