/// A planar mechanism lifted into space: (x, y) is (x, 0, y) and its angle turns from x to z. Both trees must
/// agree, also where chains are long.
#include "multibody/random_mechanisms.hpp"
#include "multibody/random_spatial.hpp"

#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/multibody/spatial/dynamics.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

Eigen::Vector3d lifted(const Eigen::Vector2d& x) { return {x.x(), 0, x.y()}; }

Eigen::Matrix3d lifted(double angle) {
  Eigen::Matrix3d R;
  R << std::cos(angle), 0, -std::sin(angle), 0, 1, 0, std::sin(angle), 0, std::cos(angle);
  return R;
}

spatial::Pose lifted(const Pose& pose) { return {lifted(pose.position), lifted(pose.angle)}; }

spatial::Pose inverse(const spatial::Pose& pose) {
  const Eigen::Matrix3d R = pose.rotation.transpose();
  return {-(R * pose.position), R};
}

spatial::Joint lifted(const Joint& joint) {
  spatial::Joint other{.name = joint.name, .kind = spatial::JointKind::hinge};
  other.position = lifted(joint.in_child.position);
  other.axis = -Eigen::Vector3d::UnitY();
  other.along = lifted(joint.in_child.angle).col(0);
  other.armature = joint.armature;
  if (joint.kind == JointKind::free) other.kind = spatial::JointKind::planar;
  if (joint.kind == JointKind::prismatic) {
    other.kind = spatial::JointKind::slide;
    other.axis = other.along;
  }
  return other;
}

/// The same mechanism without springs, with the same coordinates.
SpatialMechanism lifted(const Model& model, const State& state) {
  spatial::ModelParts parts;
  parts.gravity = lifted(model.gravity());
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    const Joint& joint = model.joint(static_cast<int>(b));
    spatial::Body other{.name = body.name, .parent = joint.parent};
    other.in_parent = lifted(joint.in_parent) * inverse(lifted(joint.in_child));
    if (joint.kind != JointKind::weld) other.joints = {lifted(joint)};
    other.mass = body.mass;
    other.centre_of_mass = lifted(body.centre_of_mass);
    other.inertia = Eigen::Vector3d(1, body.inertia, 1).asDiagonal();
    parts.bodies.push_back(other);
  }
  SpatialMechanism m{make_model(parts), {}};
  m.state = drawn_state(m.model);
  // The planar tree orders coordinates along its own order of bodies.
  for (int b = 0; b < static_cast<int>(model.bodies().size()); ++b)
    for (int i = 0; i < m.model.freedoms_of(b); ++i) {
      m.state.q[m.model.first_position(b) + i] = state.q[model.first_coordinate(b) + i];
      m.state.v[m.model.first_freedom(b) + i] = state.v[model.first_coordinate(b) + i];
    }
  return m;
}

/// Entry i of the spatial v is entry permutation[i] of the planar one.
Eigen::VectorXi permutation(const Model& model, const spatial::Model& other) {
  Eigen::VectorXi p(model.size());
  for (int b = 0; b < static_cast<int>(model.bodies().size()); ++b)
    for (int i = 0; i < other.freedoms_of(b); ++i)
      p[other.first_freedom(b) + i] = model.first_coordinate(b) + i;
  return p;
}

spatial::ImpulsePort lifted(const ContactFrame& frame) {
  spatial::ContactFrame other{frame.first, frame.second, lifted(frame.position)};
  other.axes = spatial::contact_axes(lifted(frame.normal()), lifted(frame.tangent));
  return {.frame = other};
}

/// W of the contact without the row across the plane.
Eigen::Matrix2d in_plane(const Eigen::MatrixXd& W) {
  Eigen::Matrix2d part;
  part << W(0, 0), W(0, 2), W(2, 0), W(2, 2);
  return part;
}

TEST(LiftedMechanism, HasTheSameInertiaBiasAndGravity) {
  Random random{31};
  for (int i = 0; i < 100; ++i) {
    const Mechanism planar = random_tree(random, 1 + random.below(10));
    const SpatialMechanism space = lifted(planar.model, planar.state);
    const Kinematics k = kinematics(planar.model, planar.state);
    const spatial::Kinematics other = kinematics(space.model, space.state);
    const Eigen::VectorXi p = permutation(planar.model, space.model);
    const Eigen::MatrixXd M = mass_matrix(planar.model, k);
    const Eigen::VectorXd bias = bias_forces(planar.model, planar.state, k);
    EXPECT_LE((mass_matrix(space.model, other) - M(p, p)).norm(), 1e-13 * M.norm());
    EXPECT_LE((bias_forces(space.model, other) - bias(p)).norm(), 1e-12 * (1 + bias.norm()));
  }
}

TEST(LiftedMechanism, HasTheSameResponse) {
  Random random{32};
  for (int i = 0; i < 100; ++i) {
    const int n = 1 + random.below(10);
    const Mechanism planar = random_tree(random, n);
    const SpatialMechanism space = lifted(planar.model, planar.state);
    const Kinematics k = kinematics(planar.model, planar.state);
    const spatial::Kinematics other = kinematics(space.model, space.state);
    const ContactFrame frame{.first = random.below(n),
                             .position = random_point(random, 1),
                             .tangent = direction(random.uniform(-3, 3))};
    const Eigen::MatrixXd W = tree_response(planar.model, k, {{frame}}).W;
    const auto r = impulse_response(space.model, space.state, other, {lifted(frame)});
    EXPECT_LE((in_plane(r.W) - W).norm(), 1e-12 * W.norm());
    EXPECT_LE(r.W.row(1).norm(), 1e-13 * W.norm());
    const Eigen::Vector3d u = port_velocity(space.state, other, {lifted(frame)});
    const Eigen::Vector2d u0 = contact_velocity(k, frame);
    EXPECT_LE((Eigen::Vector2d(u[0], u[2]) - u0).norm(), 1e-13 * (1 + 10 * u0.norm()));
  }
}

/// A zigzag chain of rods of 1 m and 1 kg on hinges.
Mechanism zigzag(int n) {
  ModelParts parts;
  Mechanism m;
  for (int b = 0; b < n; ++b) {
    parts.bodies.push_back(
        {.name = "rod", .mass = 1, .inertia = 1.0 / 12, .centre_of_mass = {0.5, 0}});
    Joint joint{.kind = JointKind::revolute, .parent = b - 1, .child = b};
    if (b > 0) joint.in_parent.position = {1, 0};
    parts.tree.push_back(joint);
  }
  m.model = make_model(parts);
  m.state.q.resize(n);
  m.state.v = Eigen::VectorXd::Constant(n, 0.1);
  for (int b = 0; b < n; ++b) m.state.q[b] = b == 0 ? -0.5 : (b % 2 == 0 ? -0.3 : 0.3);
  return m;
}

TEST(LiftedMechanism, AThousandLinksKeepTwelveDigits) {
  for (const int n : {10, 100, 1000}) {
    const Mechanism planar = zigzag(n);
    const SpatialMechanism space = lifted(planar.model, planar.state);
    const Kinematics k = kinematics(planar.model, planar.state);
    const ContactFrame frame{.first = n - 1, .position = point_position(k, n - 1, {1, 0})};
    const Eigen::MatrixXd W = tree_response(planar.model, k, {{frame}}).W;
    const auto other = kinematics(space.model, space.state);
    const auto r = impulse_response(space.model, space.state, other, {lifted(frame)});
    EXPECT_LE((in_plane(r.W) - W).norm(), 1e-12 * W.norm()) << n;
    EXPECT_EQ(r.W(1, 1), 0) << n;  // nothing moves across the plane
  }
}

}  // namespace
}  // namespace carom::testing
