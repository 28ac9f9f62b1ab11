/// @file
/// Seeded random mechanisms in space for the tests of multibody/spatial/.
#pragma once

#include "random_problems.hpp"

#include <carom/multibody/spatial/response.hpp>

#include <Eigen/Geometry>

namespace carom::testing {

struct SpatialMechanism {
  spatial::Model model;
  spatial::State state;
};

inline Eigen::Vector3d random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

inline Eigen::Matrix3d random_rotation(Random& random) {
  return Eigen::Quaterniond(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                            random.uniform(0.1, 1))
      .normalized()
      .toRotationMatrix();
}

inline spatial::Pose random_spatial_pose(Random& random) {
  return {random_vector(random, 0.5), random_rotation(random)};
}

inline spatial::Body random_rigid_body(Random& random) {
  spatial::Body body;
  body.mass = random.uniform(0.2, 3);
  body.centre_of_mass = random_vector(random, 0.3);
  const Eigen::Matrix3d R = random_rotation(random);
  const Eigen::Vector3d points =
      random_vector(random, 1).cwiseAbs() + Eigen::Vector3d::Constant(0.1);
  const Eigen::Vector3d principal(points.y() + points.z(), points.z() + points.x(),
                                  points.x() + points.y());
  body.inertia = R * (0.1 * principal).asDiagonal() * R.transpose();
  return body;
}

inline spatial::Joint random_spatial_joint(Random& random, spatial::JointKind kind) {
  spatial::Joint joint;
  joint.kind = kind;
  joint.position = random_vector(random, 0.2);
  joint.axis = random_vector(random, 1);
  joint.along = random_vector(random, 1);
  joint.reference = random.uniform(-1, 1);
  joint.armature = random.chance(0.3) ? random.uniform(0, 1) : 0;
  return joint;
}

/// Up to three joints that together move some inertia: two balls or four slides on one body need not.
inline std::vector<spatial::Joint> random_joints(Random& random, int count) {
  using enum spatial::JointKind;
  std::vector<spatial::Joint> joints;
  for (int j = 0; j < count; ++j) {
    const bool large = j == 0 && random.chance(0.5);
    const spatial::JointKind small = !joints.empty() && joints[0].kind == planar ? hinge : slide;
    joints.push_back(random_spatial_joint(random, large ? (random.chance(0.5) ? ball : planar)
                                                        : (random.chance(0.6) ? hinge : small)));
  }
  return joints;
}

/// A state away from special values.
inline spatial::State random_spatial_state(Random& random, const spatial::Model& model) {
  spatial::State state = drawn_state(model);
  Eigen::VectorXd jump(model.nv());
  state.v.resize(model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    jump[i] = random.uniform(-1.5, 1.5);
    state.v[i] = random.uniform(-2, 2);
  }
  state.q = moved(model, state.q, jump, 1);
  return state;
}

/// n bodies on ball, hinge, slide and planar joints, up to three on each; the first is free where `floating`.
inline SpatialMechanism random_spatial_tree(Random& random, int n, bool floating) {
  spatial::ModelParts parts;
  parts.gravity = random_vector(random, 10);
  for (int b = 0; b < n; ++b) {
    spatial::Body body = random_rigid_body(random);
    body.name = "body " + std::to_string(b);
    body.in_parent = random_spatial_pose(random);
    body.parent = b == 0 ? spatial::world : random.below(b);
    if (b == 0 && floating) {
      body.joints = {{.name = "float", .kind = spatial::JointKind::free}};
    } else {
      body.joints = random_joints(random, b == 0 ? 1 : random.below(4));
    }
    parts.bodies.push_back(body);
  }
  SpatialMechanism m{make_model(parts), {}};
  m.state = random_spatial_state(random, m.model);
  return m;
}

/// Calls test(mechanism) with trees of all sizes.
template <class Test>
void for_random_spatial_trees(int count, const Test& test) {
  Random random{20};
  for (int i = 0; i < count; ++i)
    test(random, random_spatial_tree(random, 1 + random.below(12), random.chance(0.5)));
}

/// A contact of a random point of one body with another body, or with the world.
inline spatial::ImpulsePort random_port(Random& random, const SpatialMechanism& m) {
  const int n = static_cast<int>(m.model.bodies().size());
  spatial::ContactFrame frame;
  frame.first = random.below(n);
  frame.second = random.chance(0.5) ? spatial::world : random.below(n);
  if (frame.second == frame.first) frame.second = spatial::world;
  frame.position = random_vector(random, 1);
  frame.axes = random_rotation(random);
  return {.frame = frame};
}

}  // namespace carom::testing
