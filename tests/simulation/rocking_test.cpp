#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::box;
using testing::contact_of;
using testing::floor_side;
using testing::pi;
using testing::Seen;
using testing::watch;

/// A block of half-width b and half-height h that stands on its right corner, turned by −angle.
Scene rocking_block(double b, double h, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  // The right corner stays at (b, 0).
  Scene scene = box(b, h, {b - (b * c - h * s), h * c + b * s, -angle}, {0, 0, 0}, {0, 5});
  scene.state.q[0] = b - (b * c - h * s);
  return scene;
}

/// Housner: every two-corner impact without slip and rebound leaves 1 − 1.5 sin²α of the rate.
TEST(RockingBlock, LosesHousnersShareAtEveryImpactAndComesToRest) {
  const double b = 0.2;
  const double h = 1;
  const double kept = 1 - 1.5 * b * b / (b * b + h * h);
  const Seen seen = watch(rocking_block(b, h, 0.1), {.law = LawId::stronge, .duration = 30});
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  int checked = 0;
  for (const MotionEvent& event : seen.events) {
    if (event.kind != MotionEventKind::impact || checked > 20) continue;
    ASSERT_TRUE(event.impact);
    // ω⁻ from the approach of the corner that lands: u_n = ω · 2b.
    double approach = 0;
    for (const ContactResult& c : event.impact->contacts)
      approach = std::max(approach, -c.u_before.n);
    EXPECT_NEAR(std::abs(event.state.v[2]) / (approach / (2 * b)), kept, 1e-9);
    ++checked;
  }
  EXPECT_GT(checked, 10);
  EXPECT_EQ(seen.count(MotionEventKind::rests), 1);
  EXPECT_LT(seen.end.state.v.norm(), 1e-12);
  EXPECT_LT(std::abs(seen.end.state.q[2]), 1e-9);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
}

/// A wheel of eight spokes without rim rolls down a slope; heel strikes without slip and rebound.
TEST(RimlessWheel, ReachesItsLimitCycle) {
  const double slope = 0.08;
  const double alpha = pi / 8;
  const double inertia = 1e-3;
  const double kept = (inertia + std::cos(2 * alpha)) / (inertia + 1);
  const double gained = 4 * 9.81 * std::sin(alpha) * std::sin(slope) / (inertia + 1);
  Scene scene =
      testing::free_bodies({testing::body_of("wheel", 1, inertia)}, {{0, 0, 0}}, {{0, 0, 0}});
  for (int i = 0; i < 8; ++i) {
    const double angle = -pi / 2 - slope + 2 * alpha * i + alpha;
    scene.contacts.push_back(contact_of("spoke",
                                        {0, PointFeature{{std::cos(angle), std::sin(angle)}}},
                                        floor_side(-slope), {0, 100}));
  }
  // Standing on two spokes, turning over the lower one.
  const double hub = std::cos(alpha);
  scene.state.q << hub * std::sin(slope), hub * std::cos(slope), 0;
  const double rate = -1.3;
  const double foot = -slope + alpha - pi / 2;
  scene.state.v << 0, 0, rate;
  const Eigen::Vector2d arm(-std::cos(foot), -std::sin(foot));  // from the foot to the hub
  scene.state.v.head<2>() = rate * Eigen::Vector2d(-arm.y(), arm.x());
  const Seen seen = watch(scene, {.duration = 20});
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  const MotionEvent* last = nullptr;
  for (const MotionEvent& event : seen.events)
    if (event.kind == MotionEventKind::impact) last = &event;
  ASSERT_NE(last, nullptr);
  EXPECT_GE(seen.end.impacts, 20);
  EXPECT_NEAR(-last->state.v[2], kept * std::sqrt(gained / (1 - kept * kept)), 1e-6);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
}

/// With rebounds every rock is a series of bounces on one corner that comes to rest on it.
TEST(RockingBlock, WithReboundsBalancesItsEnergyThroughHundredsOfRests) {
  const double b = 0.1;
  const double h = 0.5;
  const double tilt = 3 * pi / 180;
  Scene scene = testing::box(b, h, {0, 0, tilt}, {0, 0, 0}, {0.3, 0.6});
  scene.state.q[1] = b * std::sin(tilt) + h * std::cos(tilt);
  const Seen seen = watch(scene, {.duration = 10});
  EXPECT_EQ(seen.end.reason, StopReason::finished);
  EXPECT_GT(seen.count(MotionEventKind::rests), 100);
  EXPECT_LT(seen.end.ledger_error, 1e-10);
  EXPECT_NEAR(seen.end.state.q[2], 0, 1e-12);
}

}  // namespace
}  // namespace carom
