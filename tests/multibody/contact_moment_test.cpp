/// The moment impulse of the law cataldo_sampaio in mechanisms: bodies, joints and loops feel it.
#include "random_mechanisms.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/multibody/planar/momentum_balance.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using testing::has_armature;
using testing::Random;
using testing::random_scene;

const Contact braked{.restitution = 0.6,
                     .friction = 0.4,
                     .tangential_restitution = 0.5,
                     .friction_recovery = 0.3,
                     .moment_restitution = -0.7};

/// A solid sphere of 1 kg and radius 0.1 m on a floor that drives and turns as given.
Scene ball_on_floor(const PrescribedMotion& floor) {
  ModelParts parts;
  parts.bodies = {{.name = "ball", .mass = 1, .inertia = 0.004}};
  parts.tree = {{.kind = JointKind::free, .parent = world, .child = 0}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector3d(0, 0.1, 0);
  scene.state.v = Eigen::Vector3d(1, -1, 3);
  ContactPair pair;
  pair.first = {0, DiscFeature{{0, 0}, 0.1}};
  pair.second = {world, EdgeFeature{}};
  scene.contacts.push_back({pair, braked, floor});
  return scene;
}

SceneResult resolved(const Scene& scene) {
  return resolve(scene, {LawId::cataldo_sampaio}).front();
}

TEST(ContactMoment, OfABallIsThatOfItsCoordinates) {
  const SceneResult r = resolved(ball_on_floor({}));
  ImpactProblem problem;
  problem.contacts = {braked};
  problem.dynamics = GeneralizedSpace{.mass = Eigen::Vector3d(1, 1, 0.004).asDiagonal(),
                                      .velocity = Eigen::Vector3d(1, -1, 3),
                                      .rows = {{.tangent = Eigen::Vector3d(1, 0, 0.1),
                                                .normal = Eigen::Vector3d(0, 1, 0),
                                                .spin = Eigen::Vector3d(0, 0, 1)}}};
  const ImpactResult same = resolve(problem, LawId::cataldo_sampaio);
  ASSERT_TRUE(r.impact.contacts[0].moment);
  EXPECT_NEAR(r.impact.contacts[0].moment->impulse, same.contacts[0].moment->impulse, 1e-16);
  EXPECT_NEAR(r.bodies[0].after.rate, (*same.velocity_after)[2], 1e-12);
  EXPECT_LT(momentum_balance(ball_on_floor({}), r)[0].relative(), 1e-14);
}

TEST(ContactMoment, CountsTheTurningOfTheSurfaceAndItsDrive) {
  const Scene scene = ball_on_floor({.twist = {{0.5, 0}, -2}, .about = {0, 0}});
  const SceneResult r = resolved(scene);
  const ContactMoment& moment = *r.impact.contacts[0].moment;
  EXPECT_DOUBLE_EQ(moment.u_before, 5);
  EXPECT_DOUBLE_EQ(moment.u_after, r.bodies[0].after.rate + 2);
  const Energy& energy = r.impact.energy;
  EXPECT_NEAR(*energy.after - *energy.before, energy.contact_work + *energy.drive, 1e-14);
  EXPECT_NEAR(*energy.drive, 0.5 * r.impact.contacts[0].impulse.t - 2 * moment.impulse, 1e-16);
}

TEST(ContactMoment, IsBalancedByEveryBodyOfRandomTrees) {
  Random random{81};
  int bodies = 0;
  double largest = 0;
  for (int i = 0; i < 600; ++i) {
    const Scene scene = random_scene(random, 6, braked);
    const SceneResult r = resolved(scene);
    if (r.impact.status != ImpactStatus::solved) continue;
    largest = std::max(largest, std::abs(r.impact.contacts[0].moment->impulse));
    const Energy& energy = r.impact.energy;
    EXPECT_NEAR(*energy.after - *energy.before, energy.change,
                1e-11 * (*energy.after + *energy.before));
    for (const MomentumBalance& balance : momentum_balance(scene, r)) {
      ASSERT_LT(balance.relative(), 1e-11) << "scene " << i;
      ++bodies;
    }
  }
  EXPECT_GT(bodies, 300);
  EXPECT_GT(largest, 0.1);
}

TEST(ContactMoment, IsTheSameInTheNewtonianForm) {
  Random random{82};
  int compared = 0;
  for (int i = 0; i < 900; ++i) {
    const Scene scene = random_scene(random, 6, braked);
    if (has_armature(scene.model)) continue;
    const SceneResult r = resolved(scene);
    const SceneResult form = resolved(newtonian_form(scene));
    if (r.impact.status != ImpactStatus::solved) continue;
    ASSERT_EQ(form.impact.status, ImpactStatus::solved);
    const double size = 1 + std::abs(r.impact.contacts[0].impulse.n);
    EXPECT_NEAR(r.impact.contacts[0].moment->impulse, form.impact.contacts[0].moment->impulse,
                1e-8 * size);  // the newtonian form is solved with constraints
    for (const MomentumBalance& balance : momentum_balance(newtonian_form(scene), form))
      ASSERT_LT(balance.relative(), 1e-9) << "scene " << i;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

TEST(ContactMoment, HasTheSameResponseByBothRoutes) {
  Random random{83};
  for (int i = 0; i < 200; ++i) {
    const Scene scene = random_scene(random, 6, braked);
    const Kinematics k = kinematics(scene.model, scene.state);
    const auto& pair = std::get<ContactPair>(scene.contacts[0].geometry);
    const std::vector<ImpulsePort> ports{
        {.frame = contact_frame(pair, k)},
        {.turning = RelativeTurning{pair.first.body, pair.second.body}}};
    const ImpulseResponse tree = tree_response(scene.model, k, ports);
    const ImpulseResponse dense = dense_response(scene.model, k, ports);
    const double size = 1 + dense.W.cwiseAbs().maxCoeff();
    ASSERT_LT((tree.W - dense.W).cwiseAbs().maxCoeff(), 1e-10 * size);
    const double u_m = port_velocity(scene.state, k, ports)[3];
    EXPECT_NEAR(u_m, turning_jacobian(scene.model, *ports[1].turning).dot(scene.state.v), 1e-12);
  }
}

TEST(ContactMoment, IsWorkedOutOnlyWhereItIsAskedFor) {
  Scene scene = ball_on_floor({});
  EXPECT_TRUE(contact_problem(scene).spin);
  scene.contacts[0].material.moment_restitution.reset();
  EXPECT_FALSE(contact_problem(scene).spin);
  EXPECT_FALSE(resolved(scene).impact.contacts[0].moment);
}

/// A slider cannot turn: its moment finds nothing to act on and is nothing.
TEST(ContactMoment, IsZeroForABodyThatCannotTurn) {
  ModelParts parts;
  parts.bodies = {{.name = "slider", .mass = 2, .inertia = 1}};
  parts.tree = {{.name = "rail", .kind = JointKind::prismatic, .parent = world, .child = 0}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::VectorXd::Zero(1);
  scene.state.v = Eigen::VectorXd::Constant(1, -1);
  ContactPair pair;
  pair.first = {0, PointFeature{}};
  pair.second = {world, EdgeFeature{}};
  pair.position = Eigen::Vector2d(0, 0);
  pair.tangent_angle = -std::acos(-1.0) / 2;  // the normal along +x
  scene.contacts.push_back({pair, braked, {}});
  const SceneResult r = resolved(scene);
  EXPECT_EQ(r.impact.status, ImpactStatus::solved);
  EXPECT_EQ(r.impact.contacts[0].moment->impulse, 0);
  EXPECT_NEAR(r.impact.contacts[0].u_after.n, 0.6, 1e-15);
  // Against a wall that turns, u_m cannot be changed.
  scene.contacts[0].surface_motion.twist.rate = 1;
  EXPECT_EQ(resolved(scene).impact.reason, NoSolution::moment_singular);
}

}  // namespace
}  // namespace carom
