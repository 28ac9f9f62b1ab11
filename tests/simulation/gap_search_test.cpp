/// Roots of gaps: found where they are, at any speed.
#include "motion_scenes.hpp"

#include <carom/simulation/contact_motion.hpp>
#include <carom/simulation/gap_search.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::contact_of;
using testing::floor_side;
using testing::Seen;
using testing::watch;

/// f = (1 − t²)/2 is exactly zero where the first safe advance from t = 0 ends.
TEST(GapSearch, TakesAZeroThatItMeetsExactlyForTheRoot) {
  const auto at = [](double t) { return CurvePoint{0.5 * (1 - t * t), -t}; };
  const Curve curve{
      .a = 0, .b = 2, .at_a = at(0), .at_b = at(2), .curvature = 1, .resolution = 1e-6};
  EXPECT_EQ(first_crossing(curve, at), 1.0);
}

/// A bound of the curvature that is far too wide would have it followed in millions of tiny steps.
TEST(GapSearch, LooksOnlySoOftenAtACurveThatStaysNearZero) {
  int looks = 0;
  const auto at = [&](double t) {
    ++looks;
    return CurvePoint{1e-11 * (2 - t), -1e-11};
  };
  const Curve curve{
      .a = 0, .b = 1, .at_a = at(0), .at_b = at(1), .curvature = 100, .resolution = 1e-13};
  EXPECT_FALSE(first_crossing(curve, at));
  EXPECT_LE(looks, 2 * curve.patience + 2);
}

/// A pendulum that swings through its lowest place onto a floor which it reaches with this speed.
Scene slow_pendulum(double speed) {
  ModelParts parts;
  Body bob = testing::body_of("bob", 1, 0.01);
  bob.centre_of_mass = {0, -1};
  parts.bodies.push_back(bob);
  parts.tree = {{.kind = JointKind::revolute, .parent = world, .child = 0}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::VectorXd::Constant(1, 1.0);
  scene.state.v = Eigen::VectorXd::Constant(1, 0.0);
  // Swung by a from the lowest place the bob falls at rate · sin a; near it, a² ≈ what falls to the floor.
  const double a = speed / std::sqrt(2 * 9.81 * (1 - std::cos(1.0)) / 1.01);
  scene.contacts.push_back(contact_of("floor", {0, PointFeature{{0, -1}}},
                                      {world, EdgeFeature{{0, -std::cos(a)}, 0}}, {0.5, 0}));
  return scene;
}

TEST(IntegratedFlight, LocatesSlowImpactsToRounding) {
  for (const double speed : {1.0, 1e-2, 1e-3, 1e-4})
    for (const double tolerance : {1e-10, 1e-5, 1e-3}) {
      const Scene scene = slow_pendulum(speed);
      const Seen seen = watch(scene, {.duration = 2, .tolerance = tolerance});
      const MotionEvent* hit = seen.find(MotionEventKind::impact);
      ASSERT_NE(hit, nullptr) << speed;
      Instant now;
      now.x = hit->state;
      kinematics(scene.model, now.x, now.k);
      EXPECT_NEAR(contact_motion(scene.contacts[0], scene.model, now).gap, 0, 1e-15)
          << speed << " " << tolerance;
    }
}

}  // namespace
}  // namespace carom
