/// @file
/// A zigzag chain of rods that strikes the floor with its free end: the mechanism of the chain benchmarks.
#pragma once

#include <carom/multibody/scene.hpp>

#include <cstdint>

namespace carom::bench {

/// n rods of 1 m and 1 kg on revolute joints, the first on the world; relative angles of ±0.3 rad and
/// seeded rates. The floor goes through the free end, which approaches it.
inline Scene chain(int n) {
  ModelParts parts;
  for (int b = 0; b < n; ++b) {
    parts.bodies.push_back({.mass = 1, .inertia = 1.0 / 12, .centre_of_mass = {0.5, 0}});
    Joint joint{.kind = JointKind::revolute, .parent = b - 1, .child = b};
    if (b > 0) joint.in_parent.position = {1, 0};
    parts.tree.push_back(joint);
  }
  Scene scene{.model = make_model(std::move(parts))};
  scene.state.q.resize(n);
  scene.state.v.resize(n);
  std::uint64_t bits = 1;
  for (int b = 0; b < n; ++b) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX generator
    scene.state.q[b] = b == 0 ? -0.5 : (b % 2 == 0 ? -0.3 : 0.3);
    scene.state.v[b] = static_cast<double>(bits >> 11) / 9007199254740992.0 - 0.5;
  }
  const Kinematics k = kinematics(scene.model, scene.state);
  if (point_velocity(k, n - 1, {1, 0}).y() > 0) scene.state.v = -scene.state.v;
  ContactPair tip;
  tip.first = {n - 1, PointFeature{{1, 0}}};
  tip.second = {world, EdgeFeature{point_position(k, n - 1, {1, 0}), 0}};
  scene.contacts.push_back({tip, {.name = "tip", .restitution = 0.5, .friction = 0.3}, {}});
  return scene;
}

}  // namespace carom::bench
