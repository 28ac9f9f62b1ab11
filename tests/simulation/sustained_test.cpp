#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::box;
using testing::contact_of;
using testing::floor_side;
using testing::free_bodies;
using testing::pi;
using testing::Seen;
using testing::watch;

TEST(SlidingBox, StopsWhereAndWhenTheClosedFormSays) {
  const double mu = 0.3;
  const double v = 2;
  const Seen seen = watch(box(0.2, 0.1, {0, 0.1, 0}, {v, 0, 0}, {0.5, mu}),
                          {.duration = 2, .sample_interval = 0.05});
  const MotionEvent* stop = seen.find(MotionEventKind::slip_stops);
  ASSERT_NE(stop, nullptr);
  EXPECT_NEAR(stop->state.t, v / (mu * 9.81), 1e-11);
  EXPECT_NEAR(stop->state.q[0], v * v / (2 * mu * 9.81), 1e-11);
  EXPECT_EQ(stop->contacts.size(), 2u);
  EXPECT_EQ(seen.end.events, 3);
  EXPECT_NEAR(seen.end.ledger.friction, 2, 1e-10);
  EXPECT_LT(seen.end.ledger_error, 1e-11);
  for (const MotionSample& s : seen.samples) {
    EXPECT_LT(s.gap.cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_NEAR(s.force[1] + s.force[3], 9.81, 1e-10);
  }
  EXPECT_LT(seen.samples.back().state.v.norm(), 1e-15);
}

/// tan α = μ divides sticking from sliding.
TEST(BlockOnIncline, SticksBelowTheAngleOfFrictionAndSlidesAbove) {
  const double alpha = 0.3;
  for (const double share : {0.99, 1.01}) {
    testing::Material rough{0, std::tan(alpha) * share};
    Scene scene =
        free_bodies({testing::body_of("block", 2, 0.1)},
                    {{-0.05 * std::sin(alpha), 0.05 * std::cos(alpha), alpha}}, {{0, 0, 0}});
    for (const double x : {-0.1, 0.1})
      scene.contacts.push_back(contact_of(x < 0 ? "left" : "right", {0, PointFeature{{x, -0.05}}},
                                          floor_side(alpha), rough));
    const Seen seen = watch(scene, {.duration = 1});
    const double a = share > 1 ? 0 : 9.81 * (std::sin(alpha) - rough.friction * std::cos(alpha));
    EXPECT_NEAR(seen.end.state.v.head<2>().norm(), a, 1e-10) << share;
    EXPECT_LT(seen.end.ledger_error, 1e-11);
  }
}

/// A sliding disc slips until v = v₀/(1 + m r²/I⁻¹...) and rolls from there: v₀·2/3 for a solid disc.
TEST(SlidingDisc, RollsAfterTheTimeOfTheClosedForm) {
  const double r = 0.1;
  const double mu = 0.2;
  const double v = 3;
  Scene scene = testing::ball(0, {0.5, mu}, r);
  scene.state.v << v, 0, 0;
  const Seen seen = watch(scene, {.duration = 2});
  const MotionEvent* stop = seen.find(MotionEventKind::slip_stops);
  ASSERT_NE(stop, nullptr);
  // I = m r²/2: slip v + r ω falls at 3 μ g.
  EXPECT_NEAR(stop->state.t, v / (3 * mu * 9.81), 1e-11);
  EXPECT_NEAR(seen.end.state.v[0], 2.0 / 3 * v, 1e-11);
  EXPECT_NEAR(seen.end.state.v[2], -2.0 / 3 * v / r, 1e-9);
  EXPECT_EQ(seen.end.events, 3);
  EXPECT_LT(seen.end.ledger_error, 1e-11);
}

TEST(RollingDisc, RollsDownAnInclineWithTwoThirdsOfTheAcceleration) {
  const double alpha = 0.2;
  const double r = 0.1;
  Scene scene = testing::ball(0, {0, 0.5}, r);
  std::get<ContactPair>(scene.contacts[0].geometry).second = floor_side(-alpha);
  scene.state.q << r * std::sin(alpha), r * std::cos(alpha), 0;
  const Seen seen = watch(scene, {.duration = 2});
  EXPECT_NEAR(seen.end.state.v.head<2>().norm(), 2 * 2.0 / 3 * 9.81 * std::sin(alpha), 1e-9);
  EXPECT_EQ(seen.end.events, 2);
  EXPECT_LT(seen.end.ledger_error, 1e-11);
}

TEST(Belt, DragsABoxToItsSpeed) {
  Scene scene = box(0.2, 0.1, {0, 0.1, 0}, {0, 0, 0}, {0, 0.25});
  for (SceneContact& contact : scene.contacts) contact.surface_motion.twist.velocity = {1.5, 0};
  const Seen seen = watch(scene, {.duration = 1});
  const MotionEvent* stop = seen.find(MotionEventKind::slip_stops);
  ASSERT_NE(stop, nullptr);
  EXPECT_NEAR(stop->state.t, 1.5 / (0.25 * 9.81), 1e-11);
  EXPECT_NEAR(seen.end.state.v[0], 1.5, 1e-12);
  EXPECT_NEAR(seen.end.ledger.surfaces, 2 * 0.5 * 1.5 * 1.5, 1e-10);
  EXPECT_NEAR(seen.end.ledger.friction, 0.5 * 1.5 * 1.5, 1e-10);
  EXPECT_LT(seen.end.ledger_error, 1e-11);
}

TEST(SlidingOff, ABoxFallsWhenItsCornerLeavesTheTable) {
  Scene scene = box(0.2, 0.1, {-0.5, 0.1, 0}, {2, 0, 0}, {0, 0.1});
  for (SceneContact& contact : scene.contacts)
    std::get<ContactPair>(contact.geometry).second = {world, EdgeFeature{{0, 0}, 0, 5, 0}};
  // The table's own corner against the box's underside.
  EdgeFeature underside{{0, -0.1}, pi, 0.2, 0.2};
  scene.contacts.push_back(
      contact_of("table end", {world, PointFeature{{0, 0}}}, {0, underside}, {0, 0.1}));
  const Seen seen = watch(scene, {.duration = 0.6, .sample_interval = 0.01});
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  EXPECT_GE(seen.count(MotionEventKind::slides_off), 1);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  EXPECT_LT(seen.end.state.v[2], 0);
  EXPECT_LT(seen.end.state.q[1], 0.1);
}

/// A point that slides from one segment to the next in a straight line goes on sliding.
TEST(SlidingPoint, GoesOnAlongTheNextSegment) {
  for (const double angle : {0.0, -0.3}) {
    const Eigen::Vector2d along(std::cos(angle), std::sin(angle));
    Scene scene = testing::free_bodies(
        {testing::body_of("block", 1, 1e3)},
        {{-0.3 * along.x() - 0.01 * along.y(), -0.3 * along.y() + 0.01 * along.x(), angle}},
        {{2 * along.x(), 2 * along.y(), 0}});
    const ContactSide foot{0, PointFeature{{0, -0.01}}};
    scene.contacts = {
        contact_of("before", foot, {world, EdgeFeature{{0, 0}, angle, 1, 0}}, {0.5, 0.3}),
        contact_of("behind", foot, {world, EdgeFeature{0.5 * along, angle, 0.5, 1}}, {0.5, 0.3})};
    const Seen seen = watch(scene, {.duration = 0.3});
    EXPECT_EQ(seen.end.impacts, 0);
    EXPECT_EQ(seen.count(MotionEventKind::slides_off), 1);
    EXPECT_EQ(seen.events.back().modes[0], ContactMode::open);
    EXPECT_EQ(seen.events.back().modes[1], ContactMode::slip_positive);
    const double deceleration = 0.3 * 9.81 * along.x() + 9.81 * along.y();
    EXPECT_NEAR(seen.end.state.v.head<2>().dot(along), 2 - 0.3 * deceleration, 1e-9);
  }
}

}  // namespace
}  // namespace carom
