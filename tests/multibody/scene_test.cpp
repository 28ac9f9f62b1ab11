#include "random_mechanisms.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using testing::Random;

const double degree = std::acos(-1.0) / 180;

/// Kane & Levinson's double pendulum, hanging along −y: rods of 2 m and 3 kg, 20° and 30°, absolute
/// rates −0.1 and −0.2 rad/s, the free end on a floor.
Scene double_pendulum() {
  Scene scene;
  scene.model = testing::two_rods();
  scene.state.q = Eigen::Vector2d(20 * degree, 10 * degree);
  scene.state.v = Eigen::Vector2d(-0.1, -0.1);
  ContactPair tip;
  tip.first = {1, PointFeature{{0, -2}}};
  const double floor = -2 * std::cos(20 * degree) - 2 * std::cos(30 * degree);
  tip.second = {world, EdgeFeature{{0, floor}, 0}};
  scene.contacts.push_back(
      {tip, {.name = "tip", .restitution = 0.7, .friction = 0.5, .static_friction = 0.51}, {}});
  return scene;
}

/// A random tree whose random body hits the world.
Scene random_scene(Random& random) {
  Scene scene;
  const testing::Mechanism m = testing::random_tree(random, 2 + random.below(5));
  scene.model = m.model;
  scene.state = m.state;
  ContactPair pair;
  pair.first = {random.below(static_cast<int>(m.model.bodies().size())), PointFeature{}};
  pair.second = {world, EdgeFeature{}};
  pair.position = testing::random_point(random, 2);
  pair.tangent_angle = random.uniform(-3, 3);
  scene.contacts.push_back({pair, {.restitution = 0.6, .friction = 0.4}, {}});
  return scene;
}

TEST(Scene, KanesPendulumGivesTheTable) {
  const SceneResult r = resolve(double_pendulum(), {LawId::poisson}).front();
  EXPECT_NEAR(r.impact.energy.change, -0.11915066, 1e-8);
  EXPECT_NEAR(*r.impact.energy.after - *r.impact.energy.before, r.impact.energy.change, 1e-14);
  EXPECT_EQ(r.impact.contacts[0].mode, ImpactMode::reverse_in_restitution);
  EXPECT_EQ(r.bodies[1].name, "B");
}

TEST(Scene, TheWholePendulumGetsTheImpulsesOfFloorAndHip) {
  const SceneResult r = resolve(double_pendulum(), {LawId::stronge}).front();
  Eigen::Vector2d change = Eigen::Vector2d::Zero();
  for (const BodyMotion& body : r.bodies)
    change += 3 * (body.after.velocity - body.before.velocity);
  const ContactVector& p = r.impact.contacts[0].impulse;
  EXPECT_LT((change - r.joints[0].impulse - Eigen::Vector2d(p.t, p.n)).norm(), 1e-14);
  EXPECT_NEAR(r.joints[0].moment, 0, 1e-14);
  EXPECT_NEAR(r.joints[1].moment, 0, 1e-14);
}

/// Newton's equations with constraints and minimal coordinates are two routes to one answer, joint
/// impulses included.
TEST(Scene, NewtonianFormAgreesWithMinimalCoordinates) {
  Random random{51};
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    Scene scene = random_scene(random);
    for (int b = 0; b < static_cast<int>(scene.model.bodies().size()); ++b)
      if (scene.model.joint(b).armature > 0) goto next;
    {
      const Scene form = newtonian_form(scene);
      const auto a = resolve(scene, {LawId::poisson}).front();
      const auto b = resolve(form, {LawId::poisson}).front();
      if (a.impact.status != ImpactStatus::solved) continue;
      ++compared;
      ASSERT_EQ(b.impact.status, ImpactStatus::solved);
      const ContactVector& p = a.impact.contacts[0].impulse;
      const double scale = std::abs(p.t) + p.n;
      // Constraints are solved through M⁻¹ and a QR of G: digits go with their conditioning.
      ASSERT_NEAR(p.n, b.impact.contacts[0].impulse.n, 1e-9 * scale);
      ASSERT_NEAR(p.t, b.impact.contacts[0].impulse.t, 1e-9 * scale);
      for (std::size_t k = 0; k < a.bodies.size(); ++k)
        ASSERT_LT((a.bodies[k].after.velocity - b.bodies[k].after.velocity).norm(),
                  1e-8 * (1 + scale));
      std::size_t loop = 0;
      for (std::size_t k = 0; k < a.joints.size(); ++k) {
        if (scene.model.joint(static_cast<int>(k)).kind == JointKind::free) continue;
        ASSERT_LT((a.joints[k].impulse - b.loops[loop].impulse).norm(), 1e-8 * (1 + scale));
        ++loop;
      }
    }
  next:;
  }
  EXPECT_GT(compared, 20);
}

/// The free joint passes nothing on, and no joint passes on what its coordinate is free to take.
TEST(Scene, JointsPassNothingAlongTheirFreedom) {
  Random random{53};
  for (int i = 0; i < 300; ++i) {
    const Scene scene = random_scene(random);
    const SceneResult r = resolve(scene, {LawId::newton}).front();
    if (r.impact.status != ImpactStatus::solved) continue;
    const ContactVector& p = r.impact.contacts[0].impulse;
    const double scale = 1e-9 * (1 + std::abs(p.t) + p.n);
    const Kinematics k = kinematics(scene.model, scene.state);
    for (std::size_t b = 0; b < r.joints.size(); ++b) {
      const Joint& joint = scene.model.joint(static_cast<int>(b));
      if (joint.armature > 0) continue;
      if (joint.kind == JointKind::free) {
        ASSERT_LT(r.joints[b].impulse.norm(), scale);
      }
      if (joint.kind == JointKind::free || joint.kind == JointKind::revolute) {
        ASSERT_NEAR(r.joints[b].moment, 0, scale);
      }
      if (joint.kind == JointKind::prismatic) {
        ASSERT_NEAR(r.joints[b].impulse.dot(k.joint_axis[b]), 0, scale);
      }
    }
  }
}

TEST(Scene, AJointStopIsANormalOnlyContact) {
  Scene scene = double_pendulum();
  scene.state.v = Eigen::Vector2d(0, 1);
  scene.contacts = {
      {JointStop{1, 10 * degree, true}, {.name = "knee stop", .restitution = 0.5}, {}}};
  const SceneResult r = resolve(scene, {LawId::stronge}).front();
  EXPECT_EQ(r.impact.status, ImpactStatus::solved);
  EXPECT_NEAR((*r.impact.velocity_after)[1], -0.5, 1e-14);
  EXPECT_NEAR(r.impact.contacts[0].u_before.n, -1, 1e-15);
}

/// A slider on an oblique rail hits a wall across it: along the wall it cannot move, not even by
/// rounding, so friction has nothing to do.
TEST(Scene, AGuidedSliderDoesNotSlipAlongTheWall) {
  for (const double angle : {0.1, 0.5, 1.0, std::acos(-1.0) / 2, 2.0, 3.0}) {
    ModelParts parts;
    parts.bodies.push_back({"slider", 2, 1, {0, 0}, {}});
    parts.tree = {{.name = "rail", .kind = JointKind::prismatic, .in_parent = {{0, 0}, angle}}};
    parts.tree[0].in_child.angle = angle;
    Scene scene;
    scene.model = make_model(parts);
    scene.state.q = Eigen::VectorXd::Zero(1);
    scene.state.v = Eigen::VectorXd::Constant(1, 3.0);
    ContactPair hit;
    hit.first = {0, PointFeature{}};
    hit.second = {world, EdgeFeature{{0, 0}, angle + std::acos(-1.0) / 2}};
    scene.contacts.push_back({hit, {.name = "wall", .restitution = 0.5, .friction = 0.3}, {}});
    for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker}) {
      const ContactResult contact = resolve(scene, {law}).front().impact.contacts[0];
      EXPECT_EQ(contact.u_before.t, 0) << angle;
      EXPECT_EQ(contact.impulse.t, 0) << angle;
      EXPECT_NEAR(contact.impulse.n, 9, 1e-14) << angle;
    }
  }
}

TEST(Scene, SaysWhatDoesNotTouch) {
  Scene scene = double_pendulum();
  scene.state.q[0] += 0.1;
  try {
    resolve(scene, {LawId::poisson});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()).rfind("contact 'tip': the features are ", 0), 0u);
  }
}

TEST(Scene, AWallThatMovesDrivesTheMechanism) {
  Scene scene = double_pendulum();
  scene.state.v.setZero();
  scene.contacts[0].surface_motion.twist.velocity = {0, 1};
  const SceneResult r = resolve(scene, {LawId::stronge}).front();
  EXPECT_GT(*r.impact.energy.after, 0);
  EXPECT_LT(r.impact.energy.contact_work, 0);
  EXPECT_NEAR(*r.impact.energy.after, r.impact.energy.change, 1e-13);
}

}  // namespace
}  // namespace carom
