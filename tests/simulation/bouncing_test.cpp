#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::ball;
using testing::Seen;
using testing::watch;

/// √(2h/g) (1 + e)/(1 − e).
double rest_time_of(double height, double e) {
  return std::sqrt(2 * height / 9.81) * (1 + e) / (1 - e);
}

TEST(BouncingBall, RestsAtTheLimitOfItsBounces) {
  for (const double e : {0.1, 0.5, 0.9}) {
    const Seen seen = watch(ball(1, {e, 0.2}), {.duration = 10, .sample_interval = 0.1});
    ASSERT_EQ(seen.count(MotionEventKind::rests), 1) << e;
    EXPECT_NEAR(seen.find(MotionEventKind::rests)->state.t, rest_time_of(1, e), 1e-9) << e;
    EXPECT_EQ(seen.events.back().kind, MotionEventKind::end);
    EXPECT_EQ(seen.events[seen.events.size() - 2].kind, MotionEventKind::rests);
    EXPECT_EQ(seen.end.reason, StopReason::finished);
    EXPECT_LT(seen.end.ledger_error, 1e-12) << e;
    EXPECT_NEAR(seen.samples.back().force[1], 9.81, 1e-12);
    EXPECT_EQ(seen.samples.size(), 101u);
    EXPECT_NEAR(seen.samples.back().gap[0], 0, 1e-15);
  }
}

TEST(BouncingBall, BouncesAtTheTimesOfTheClosedForm) {
  const double e = 0.8;
  const Seen seen = watch(ball(1, {e, 0}), {.duration = 4});
  double t = std::sqrt(2 / 9.81);
  double v = std::sqrt(2 * 9.81);
  for (std::size_t i = 1; i < 8; ++i) {
    ASSERT_EQ(seen.events[i].kind, MotionEventKind::impact);
    EXPECT_NEAR(seen.events[i].state.t, t, 1e-13);
    v *= e;
    EXPECT_NEAR(seen.events[i].state.v[1], v, 1e-13);
    t += 2 * v / 9.81;
  }
}

/// The same ball a thousandth of a millimetre or a thousand kilometres high, near the origin or far from it.
TEST(BouncingBall, RestsAtEveryScale) {
  const double e = 0.5;
  for (const double height : {1e-6, 1e-3, 1e6})
    for (const double x : {0.0, 1e3}) {
      Scene scene = ball(height, {e, 0.2}, height / 10);
      scene.state.q[0] = x * height;
      const double t = rest_time_of(height, e);
      const Seen seen = watch(scene, {.duration = 2 * t});
      ASSERT_EQ(seen.count(MotionEventKind::rests), 1) << height;
      EXPECT_NEAR(seen.find(MotionEventKind::rests)->state.t, t, 1e-9 * t) << height;
      EXPECT_LT(seen.end.ledger_error, 1e-12) << height;
    }
}

TEST(BouncingBall, WithoutRestitutionItLandsOnce) {
  const Seen seen = watch(ball(1, {0, 0}), {.duration = 1});
  EXPECT_EQ(seen.count(MotionEventKind::impact), 1);
  EXPECT_EQ(seen.events.size(), 3u);
  EXPECT_TRUE(seen.events[1].modes[0] != ContactMode::open);
}

}  // namespace
}  // namespace carom
