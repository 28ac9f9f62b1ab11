#include "random_mechanisms.hpp"

#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/impulse_response.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using testing::Mechanism;
using testing::Random;

/// Contacts of random bodies with the world and with each other, and a joint stop.
std::vector<ImpulsePort> random_ports(Random& random, const Mechanism& m, const Kinematics& k) {
  const int n = static_cast<int>(m.model.bodies().size());
  std::vector<ImpulsePort> ports;
  for (int i = 0; i < 3; ++i) {
    ContactFrame frame;
    frame.first = random.below(n);
    frame.second = random.chance(0.5) ? world : random.below(n);
    if (frame.second == frame.first) frame.second = world;
    frame.position = point_position(k, frame.first, testing::random_point(random, 1));
    frame.tangent = direction(random.uniform(-3, 3));
    ports.push_back({frame});
  }
  ports.push_back({std::nullopt, random.below(m.model.size()), random.chance(0.5) ? 1.0 : -1.0});
  return ports;
}

double relative(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).norm() / (a.norm() + b.norm());
}

TEST(ImpulseResponse, RecursionAndDenseFactorsAgreeOnRandomTrees) {
  Random random{41};
  for (int i = 0; i < 300; ++i) {
    const Mechanism m = testing::random_tree(random, 1 + random.below(10));
    const Kinematics k = kinematics(m.model, m.state);
    const auto ports = random_ports(random, m, k);
    const ImpulseResponse tree = tree_response(m.model, k, ports);
    const ImpulseResponse dense = dense_response(m.model, k, ports);
    ASSERT_LT(relative(tree.W, dense.W), 1e-10);  // conditioning of random mass matrices
    ASSERT_LT(relative(tree.velocity, dense.velocity), 1e-10);
  }
}

TEST(ImpulseResponse, PortVelocityIsTheJacobianTimesTheRates) {
  Random random{43};
  for (int i = 0; i < 100; ++i) {
    const Mechanism m = testing::random_tree(random, 4);
    const Kinematics k = kinematics(m.model, m.state);
    const auto ports = random_ports(random, m, k);
    const Eigen::VectorXd u = port_velocity(m.state, k, ports);
    for (std::size_t p = 0; p < 3; ++p) {
      const Eigen::Vector2d want = contact_jacobian(m.model, k, *ports[p].frame) * m.state.v;
      ASSERT_LT((u.segment<2>(static_cast<Eigen::Index>(2 * p)) - want).norm(),
                1e-11 * (1 + want.norm()));
    }
  }
}

/// A four-bar: three moving links, one loop joint.
TEST(ImpulseResponse, KeepsLoopsClosed) {
  ModelParts parts;
  parts.bodies.assign(3, Body{"", 1, 0.1, {0.5, 0}, {}});
  parts.tree = {{.kind = JointKind::revolute, .parent = world, .child = 0},
                {.kind = JointKind::revolute, .parent = 0, .child = 1, .in_parent = {{1, 0}, 0}},
                {.kind = JointKind::revolute, .parent = 1, .child = 2, .in_parent = {{1, 0}, 0}}};
  parts.loops = {{.kind = JointKind::revolute,
                  .parent = world,
                  .child = 2,
                  .in_parent = {{1, 0}, 0},
                  .in_child = {{1, 0}, 0}}};
  const Model model = make_model(parts);
  const double right = std::acos(0.0);
  const State x{Eigen::Vector3d(right, -right, -right), Eigen::Vector3d::Zero()};
  const Kinematics k = kinematics(model, x);
  ASSERT_LT(constraint_error(model, k).norm(), 1e-15);
  ContactFrame frame;
  frame.first = 1;
  frame.position = {0.5, 1};
  const ImpulseResponse r = impulse_response(model, k, {{frame}});
  EXPECT_EQ(r.redundant_constraints, 0);
  EXPECT_LT((constraint_jacobian(model, k) * r.velocity).norm(), 1e-14);
  // A square: the coupler only translates along x, so W_nn = 0 and W_tt = 1/(m + 2 I₀/l²).
  EXPECT_NEAR(r.W(1, 1), 0, 1e-15);
  EXPECT_NEAR(r.W(0, 0), 1 / (1 + 2 * (0.1 + 0.25)), 1e-14);
  // Momentum: M Δv = Jᵀ p + Gᵀ λ.
  const Eigen::MatrixXd left = mass_matrix(model, k) * r.velocity;
  const Eigen::MatrixXd rightside = contact_jacobian(model, k, frame).transpose() +
                                    constraint_jacobian(model, k).transpose() * r.constraint;
  EXPECT_LT((left - rightside).norm(), 1e-14);
}

TEST(ImpulseResponse, CountsRedundantConstraints) {
  ModelParts parts;
  parts.bodies.assign(1, Body{"", 1, 0.1, {0, 0}, {}});
  parts.tree = {{.kind = JointKind::prismatic, .parent = world, .child = 0}};
  parts.loops = {{.kind = JointKind::prismatic, .parent = world, .child = 0}};
  const Model model = make_model(parts);
  const State x{Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1)};
  const ImpulseResponse r = impulse_response(model, kinematics(model, x), {});
  EXPECT_EQ(r.redundant_constraints, 2);
}

/// Two hinges at one place are one: the second must not lock the direction of its rounding.
TEST(ImpulseResponse, AHingeGivenTwiceChangesNothing) {
  ModelParts parts;
  parts.bodies.assign(2, Body{"", 1, 0.1, {0, 0}, {}});
  const Joint hinge{.kind = JointKind::revolute,
                    .parent = 0,
                    .child = 1,
                    .in_parent = {{0.5, 0}, 0},
                    .in_child = {{-0.5, 0}, 0}};
  parts.tree = {
      {.kind = JointKind::revolute, .parent = world, .child = 0, .in_child = {{-0.5, 0}, 0}},
      hinge};
  const Model model = make_model(parts);
  const State x{Eigen::Vector2d(-0.5, -0.7), Eigen::Vector2d(-1, 2)};
  const Kinematics k = kinematics(model, x);
  ContactFrame frame;
  frame.first = 1;
  frame.position = point_position(k, 1, {0.5, 0});
  const ImpulseResponse once = impulse_response(model, k, {{frame}});
  parts.loops = {hinge};
  const ImpulseResponse twice = impulse_response(make_model(parts), k, {{frame}});
  EXPECT_EQ(twice.redundant_constraints, 2);
  EXPECT_LT((once.W - twice.W).norm(), 1e-13 * once.W.norm());
}

/// A blow at the end of a zigzag fades from link to link, and where it has faded it is zero: subnormal
/// numbers would make long chains slow.
TEST(ImpulseResponse, FadesToZeroAlongALongChain) {
  constexpr int n = 3000;
  ModelParts parts;
  parts.bodies.assign(n, Body{"", 1, 1.0 / 12, {0.5, 0}, {}});
  for (int b = 0; b < n; ++b)
    parts.tree.push_back({.kind = JointKind::revolute,
                          .parent = b - 1,
                          .child = b,
                          .in_parent = {{b == 0 ? 0.0 : 1.0, 0}, 0}});
  const Model model = make_model(parts);
  State x{Eigen::VectorXd::Constant(n, 0.3), Eigen::VectorXd::Zero(n)};
  for (int b = 0; b < n; b += 2) x.q[b] = -0.3;
  const Kinematics k = kinematics(model, x);
  ContactFrame frame;
  frame.first = n - 1;
  frame.position = point_position(k, n - 1, {1, 0});
  const Eigen::VectorXd v = tree_response(model, k, {{frame}}).velocity.col(1);
  EXPECT_GT(std::abs(v[n - 1]), 1);
  EXPECT_EQ(v[0], 0);
  for (const double rate : v) EXPECT_TRUE(rate == 0 || std::isnormal(rate)) << rate;
}

TEST(ImpulseResponse, NamesTheBodyWithoutInertia) {
  ModelParts parts;
  parts.bodies.assign(1, Body{"ghost", 0, 0, {0, 0}, {}});
  parts.tree = {{.kind = JointKind::revolute, .parent = world, .child = 0}};
  const Model model = make_model(parts);
  const State x{Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1)};
  const Kinematics k = kinematics(model, x);
  EXPECT_THROW(impulse_response(model, k, {}), std::invalid_argument);
}

TEST(ContactFrame, NormalPointsFromTheSecondBodyToTheFirst) {
  const Kinematics none;
  const auto frame = [&](auto a, auto b) {
    ContactPair pair;
    pair.first = {world, a};
    pair.second = {world, b};
    return contact_frame(pair, none);
  };
  const ContactFrame on_floor = frame(DiscFeature{{0.3, 2}, 0.5}, EdgeFeature{{0, 1}, 0});
  EXPECT_NEAR(on_floor.normal().y(), 1, 1e-15);
  EXPECT_NEAR(on_floor.gap, 0.5, 1e-15);
  EXPECT_NEAR(on_floor.position.x(), 0.3, 1e-15);
  const ContactFrame turned = frame(EdgeFeature{{0, 1}, 0}, PointFeature{{0.3, 1.25}});
  EXPECT_NEAR(turned.normal().y(), -1, 1e-15);
  EXPECT_NEAR(turned.gap, 0.25, 1e-15);
  const ContactFrame discs = frame(DiscFeature{{3, 0}, 1}, DiscFeature{{0, 0}, 1});
  EXPECT_NEAR(discs.normal().x(), 1, 1e-15);
  EXPECT_NEAR(discs.gap, 1, 1e-15);
  EXPECT_THROW(frame(EdgeFeature{}, EdgeFeature{}), std::invalid_argument);
  EXPECT_THROW(frame(PointFeature{}, PointFeature{{1, 0}}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
