/// @file
/// Seeded random trees and closed loops for the tests of multibody/.
#pragma once

#include "random_problems.hpp"

#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/planar/model.hpp>
#include <carom/multibody/scene.hpp>

namespace carom::testing {

/// Two uniform rods of 2 m and 3 kg that hang along −y, one on the other: Kane & Levinson's double pendulum.
inline Model two_rods() {
  ModelParts parts;
  for (const char* name : {"A", "B"}) parts.bodies.push_back({name, 3, 1, {0, -1}, {}});
  parts.tree = {{.name = "hip", .kind = JointKind::revolute, .parent = world, .child = 0},
                {.name = "knee",
                 .kind = JointKind::revolute,
                 .parent = 0,
                 .child = 1,
                 .in_parent = {{0, -2}, 0}}};
  return make_model(parts);
}

struct Mechanism {
  Model model;
  State state;
};

inline Eigen::Vector2d random_point(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size)};
}

inline Pose random_pose(Random& random) { return {random_point(random, 1), random.uniform(-3, 3)}; }

inline Body random_body(Random& random) {
  Body body;
  body.mass = random.uniform(0.2, 3);
  body.inertia = random.uniform(0.05, 2);
  body.centre_of_mass = random_point(random, 0.5);
  return body;
}

/// A tree of `n` bodies with all kinds of joints, springs, dampers, rotors and gravity.
inline Mechanism random_tree(Random& random, int n) {
  ModelParts parts;
  parts.gravity = random_point(random, 10);
  for (int b = 0; b < n; ++b) {
    parts.bodies.push_back(random_body(random));
    Joint joint;
    joint.kind = b == 0 ? JointKind::revolute : static_cast<JointKind>(random.below(4));
    joint.child = b;
    joint.parent = b == 0 || random.chance(0.1) ? world : random.below(b);
    joint.in_parent = random_pose(random);
    joint.in_child = random_pose(random);
    if (coordinates(joint.kind) == 1) {
      joint.armature = random.chance(0.5) ? random.uniform(0, 1) : 0;
      joint.stiffness = random.uniform(0, 5);
      joint.rest = random.uniform(-1, 1);
      joint.damping = random.uniform(0, 1);
      joint.effort = random.uniform(-2, 2);
    }
    parts.tree.push_back(joint);
  }
  Spring spring;
  spring.body_a = random.below(n);
  spring.point_a = random_point(random, 1);
  spring.point_b = random_point(random, 5);
  spring.stiffness = 3;
  spring.length = 0.5;
  spring.damping = 0.4;
  parts.springs.push_back(spring);
  Mechanism m{make_model(parts), {}};
  m.state.q.resize(m.model.size());
  m.state.v.resize(m.model.size());
  for (int i = 0; i < m.model.size(); ++i) {
    m.state.q[i] = random.uniform(-2, 2);
    m.state.v[i] = random.uniform(-2, 2);
  }
  return m;
}

/// A random body of a random tree of 2 to `most` bodies hits another or the world.
inline Scene random_scene(Random& random, int most, const Contact& material) {
  const Mechanism m = random_tree(random, 2 + random.below(most - 1));
  const int bodies = static_cast<int>(m.model.bodies().size());
  Scene scene;
  scene.model = m.model;
  scene.state = m.state;
  ContactPair pair;
  pair.first = {random.below(bodies), PointFeature{}};
  pair.second = {random.chance(0.5) ? world : random.below(bodies), EdgeFeature{}};
  if (pair.second.body == pair.first.body) pair.second.body = world;
  pair.position = random_point(random, 2);
  pair.tangent_angle = random.uniform(-3, 3);
  scene.contacts.push_back({pair, material, {}});
  return scene;
}

inline bool has_armature(const Model& model) {
  for (std::size_t b = 0; b < model.bodies().size(); ++b)
    if (model.joint(static_cast<int>(b)).armature > 0) return true;
  return false;
}

}  // namespace carom::testing
