#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::contact_of;
using testing::floor_side;
using testing::pi;
using testing::Seen;
using testing::watch;

/// Rods of 1 m and 1 kg that hang at (0, 1.6) above a floor that the lower one's end can reach.
Scene double_pendulum(double restitution) {
  ModelParts parts;
  for (const char* name : {"upper", "lower"}) {
    Body rod = testing::body_of(name, 1, 1.0 / 12);
    rod.centre_of_mass = {0, -0.5};
    parts.bodies.push_back(rod);
  }
  parts.tree = {
      {.kind = JointKind::revolute, .parent = world, .child = 0, .in_parent = {{0, 1.6}, 0}},
      {.kind = JointKind::revolute, .parent = 0, .child = 1, .in_parent = {{0, -1}, 0}}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector2d(1.2, 0.9);
  scene.state.v = Eigen::Vector2d(0, 0);
  scene.contacts.push_back(
      contact_of("tip", {1, PointFeature{{0, -1}}}, floor_side(), {restitution, 0.1}));
  return scene;
}

TEST(DoublePendulum, KeepsItsEnergyAgainstASmoothElasticFloor) {
  Scene scene = double_pendulum(1);
  scene.contacts[0].material.friction = 0;
  const Seen seen = watch(scene, {.duration = 20});
  EXPECT_GT(seen.end.impacts, 10);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  EXPECT_NEAR(seen.end.ledger.impacts, 0, 1e-10);
  EXPECT_EQ(seen.end.reason, StopReason::finished);
}

TEST(DoublePendulum, RunsTwiceToTheSameBits) {
  const Seen a = watch(double_pendulum(0.9), {.duration = 5, .sample_interval = 0.01});
  const Seen b = watch(double_pendulum(0.9), {.duration = 5, .sample_interval = 0.01});
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    ASSERT_EQ(a.events[i].state.t, b.events[i].state.t);
    ASSERT_EQ(a.events[i].state.q, b.events[i].state.q);
    ASSERT_EQ(a.events[i].state.v, b.events[i].state.v);
  }
  for (std::size_t i = 0; i < a.samples.size(); ++i)
    ASSERT_EQ(a.samples[i].state.q, b.samples[i].state.q);
  EXPECT_LT(a.end.ledger_error, 1e-9);
}

/// Samples are looks at the motion: they do not change it.
TEST(DoublePendulum, MovesTheSameWithAndWithoutSamples) {
  const Seen a = watch(double_pendulum(0.5), {.duration = 3, .sample_interval = 0.001});
  const Seen b = watch(double_pendulum(0.5), {.duration = 3});
  ASSERT_EQ(a.events.size(), b.events.size());
  EXPECT_EQ(a.end.state.q, b.end.state.q);
  EXPECT_EQ(a.end.state.v, b.end.state.v);
}

TEST(DoublePendulum, ConvergesWithTheTolerance) {
  const auto end = [](double tolerance) {
    return watch(double_pendulum(0.5), {.duration = 1.5, .tolerance = tolerance}).end.state.q;
  };
  const Eigen::VectorXd exact = end(1e-13);
  const double coarse = (end(1e-6) - exact).norm();
  const double fine = (end(1e-9) - exact).norm();
  EXPECT_LT(fine, 1e-7);
  EXPECT_LT(fine, coarse / 30);
}

TEST(SpringPendulum, KeepsItsEnergy) {
  Scene scene = testing::free_bodies({testing::body_of("bob", 1, 0.1)}, {{1, 0, 0}}, {{0, 0, 0}});
  ModelParts parts;
  parts.bodies = scene.model.bodies();
  parts.tree = {scene.model.joint(0)};
  Spring spring;
  spring.body_b = 0;
  spring.stiffness = 50;
  spring.length = 0.8;
  parts.springs = {spring};
  scene.model = make_model(parts);
  const Seen seen = watch(scene, {.duration = 20});
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  EXPECT_EQ(seen.end.events, 2);
}

TEST(Damper, TakesWhatTheLedgerSays) {
  Scene scene = double_pendulum(0.5);
  ModelParts parts;
  parts.bodies = scene.model.bodies();
  for (int b = 0; b < 2; ++b) {
    parts.tree.push_back(scene.model.joint(b));
    parts.tree.back().damping = 0.3;
    parts.tree.back().effort = 0.7;
    parts.tree.back().stiffness = 2;
  }
  scene.model = make_model(parts);
  const Seen seen = watch(scene, {.duration = 5});
  EXPECT_GT(seen.end.ledger.dampers, 1);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
}

/// A crank of 0.2 m, a rod of 0.6 m, a slider: the last hinge closes the loop.
Scene slider_crank() {
  ModelParts parts;
  Body crank = testing::body_of("crank", 1, 0.01);
  Body rod = testing::body_of("rod", 0.5, 0.02);
  rod.centre_of_mass = {0.3, 0};
  Body slider = testing::body_of("slider", 0.8, 0.01);
  parts.bodies = {crank, rod, slider};
  parts.tree = {{.kind = JointKind::revolute, .parent = world, .child = 0},
                {.kind = JointKind::revolute, .parent = 0, .child = 1, .in_parent = {{0.2, 0}, 0}},
                {.kind = JointKind::prismatic, .parent = world, .child = 2}};
  parts.loops = {{.name = "pin",
                  .kind = JointKind::revolute,
                  .parent = 1,
                  .child = 2,
                  .in_parent = {{0.6, 0}, 0}}};
  Scene scene;
  scene.model = make_model(parts);
  const double angle = 1;
  const double lean = -std::asin(0.2 * std::sin(angle) / 0.6);
  const double rate = 6;
  const double lean_rate = -0.2 * std::cos(angle) * rate / (0.6 * std::cos(lean));
  const int hinge = scene.model.first_coordinate(1);
  const int slide = scene.model.first_coordinate(2);
  scene.state.q.setConstant(3, angle);
  scene.state.v.setConstant(3, rate);
  scene.state.q[hinge] = lean - angle;
  scene.state.v[hinge] = lean_rate - rate;
  scene.state.q[slide] = 0.2 * std::cos(angle) + 0.6 * std::cos(lean);
  scene.state.v[slide] = -0.2 * std::sin(angle) * rate - 0.6 * std::sin(lean) * lean_rate;
  return scene;
}

TEST(SliderCrank, KeepsItsLoopClosedAndItsEnergy) {
  Scene scene = slider_crank();
  const Seen seen = watch(scene, {.duration = 5, .sample_interval = 0.05});
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  for (const MotionSample& s : seen.samples) {
    const Kinematics k = kinematics(scene.model, s.state);
    ASSERT_LT(constraint_error(scene.model, k).norm(), 1e-14);
    ASSERT_LT((constraint_jacobian(scene.model, k) * s.state.v).norm(), 1e-12);
  }
}

TEST(SliderCrank, HitsItsStop) {
  Scene scene = slider_crank();
  scene.contacts.push_back({JointStop{2, 0.75, true}, {.name = "stop", .restitution = 0.6}, {}});
  const Seen seen = watch(scene, {.duration = 6});
  EXPECT_GT(seen.end.impacts, 1);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  const int slide = scene.model.first_coordinate(2);
  for (const MotionEvent& e : seen.events) EXPECT_LT(e.state.q[slide], 0.75 + 1e-12);
}

}  // namespace
}  // namespace carom
