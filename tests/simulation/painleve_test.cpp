#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::contact_of;
using testing::floor_side;
using testing::pi;
using testing::Seen;
using testing::watch;

/// A uniform rod of 1 m and 1 kg at the angle from the ground, its lower end sliding on it: x is the end's
/// speed.
Scene rod(double angle, double x, double friction) {
  const Eigen::Vector2d to_centre(0.5 * std::cos(angle), 0.5 * std::sin(angle));
  Scene scene = testing::free_bodies({testing::body_of("rod", 1, 1.0 / 12)},
                                     {{to_centre.x(), to_centre.y(), angle}}, {{x, 0, 0}});
  scene.contacts.push_back(
      contact_of("end", {0, PointFeature{{-0.5, 0}}}, floor_side(), {0.5, friction}));
  return scene;
}

/// μ = 1.5 at 60° is above (4 + tan²θ)/(3 tan θ) = 1.347: sliding into the lean there are no finite forces.
TEST(PainleveRod, JamsAndLeavesTheGroundByATangentialImpact) {
  for (const double angle : {60 * pi / 180, 120 * pi / 180}) {
    // The end is pushed ahead of the rod that leans after it: away from the side on which the centre is.
    const double x = angle < pi / 2 ? -1 : 1;
    const Seen seen = watch(rod(angle, x, 1.5), {.law = LawId::stronge, .duration = 0.05});
    ASSERT_EQ(seen.count(MotionEventKind::tangential_impact), 1);
    const MotionEvent* jam = seen.find(MotionEventKind::tangential_impact);
    EXPECT_EQ(jam->state.t, 0);
    ASSERT_TRUE(jam->impact);
    EXPECT_NEAR(jam->impact->contacts[0].u_after.n, 0.07448788, 1e-8);
    EXPECT_EQ(jam->modes[0], ContactMode::open);
    EXPECT_FALSE(jam->note.empty());
    EXPECT_LT(seen.end.ledger_error, 1e-12);
  }
}

/// Swinging so fast that the end would rise by itself, the jamming rod may also be pressed down by its own
/// friction: both are consistent, and what was before, sliding, is kept.
TEST(PainleveRod, KeepsSlidingWhereItCouldAlsoLeave) {
  const double angle = 60 * pi / 180;
  int undecided = 0;
  for (const double x : {1.0, -1.0}) {
    Scene scene = rod(angle, x, 1.5);
    const double rate = 6;
    scene.state.v << x - rate * 0.5 * std::sin(angle), rate * 0.5 * std::cos(angle), rate;
    const Seen seen = watch(scene, {.duration = 1e-3});
    if (seen.events[0].note.empty()) continue;
    ++undecided;
    EXPECT_NE(seen.events[0].modes[0], ContactMode::open);
    EXPECT_NE(seen.events[0].note.find("is kept"), std::string::npos);
  }
  EXPECT_EQ(undecided, 1);
}

/// Below the critical friction the same rod slides on.
TEST(PainleveRod, SlidesBelowTheCriticalFriction) {
  for (const double x : {1.0, -1.0}) {
    const Seen seen = watch(rod(60 * pi / 180, x, 1.3), {.duration = 0.01});
    EXPECT_EQ(seen.count(MotionEventKind::tangential_impact), 0);
    EXPECT_NE(seen.events[0].modes[0], ContactMode::open);
  }
}

/// After the jam it falls over: both ends meet the floor along one line, with slips that are rounding.
TEST(PainleveRod, FallsFlatAfterItsJam) {
  for (const double friction : {2.0, 4.0})
    for (const double angle : {60 * pi / 180, 75 * pi / 180}) {
      Scene scene = rod(angle, -3, friction);
      scene.contacts.push_back(
          contact_of("other end", {0, PointFeature{{0.5, 0}}}, floor_side(), {0.5, friction}));
      const Seen seen = watch(scene, {.law = LawId::stronge, .duration = 3});
      EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
      EXPECT_EQ(seen.count(MotionEventKind::tangential_impact), 1);
      EXPECT_LT(seen.end.ledger_error, 1e-9);
      EXPECT_NEAR(seen.end.state.q[1], 0, 1e-12);
    }
}

}  // namespace
}  // namespace carom
