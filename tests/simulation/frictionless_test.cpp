#include "motion_scenes.hpp"

#include <carom/simulation/motion_run.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace carom {
namespace {

using testing::contact_of;
using testing::pi;
using testing::Seen;
using testing::watch;

/// Balls of 2 cm radius on strings of 20 cm, side by side so that they touch; the first is let go at 30°.
Scene cradle(int balls, double restitution) {
  ModelParts parts;
  Scene scene;
  for (int b = 0; b < balls; ++b) {
    Body ball = testing::body_of("ball", 0.1, 1.6e-5);
    ball.centre_of_mass = {0, -0.2};
    parts.bodies.push_back(ball);
    parts.tree.push_back({.kind = JointKind::revolute,
                          .parent = world,
                          .child = b,
                          .in_parent = {{0.04 * b, 0}, 0}});
  }
  scene.model = make_model(parts);
  scene.state.q = Eigen::VectorXd::Zero(balls);
  scene.state.v = Eigen::VectorXd::Zero(balls);
  scene.state.q[0] = -pi / 6;
  for (int b = 0; b + 1 < balls; ++b)
    scene.contacts.push_back(contact_of("pair", {b, DiscFeature{{0, -0.2}, 0.02}},
                                        {b + 1, DiscFeature{{0, -0.2}, 0.02}}, {restitution, 0}));
  return scene;
}

/// The balls in the middle touch without any force, which rounding makes now a push and now a pull.
TEST(TouchingCradle, PassesTheBallToAndFro) {
  const Seen seen = watch(cradle(5, 1), {.law = LawId::newton,
                                         .simultaneous = Simultaneous::sequential,
                                         .duration = 2,
                                         .sample_interval = 1e-3});
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  double first = 0;
  double middle = 0;
  double last = 0;
  for (const MotionSample& s : seen.samples) {
    first = std::min(first, s.state.q[0]);
    middle = std::max(middle, s.state.q.segment(1, 3).cwiseAbs().maxCoeff());
    last = std::max(last, s.state.q[4]);
  }
  EXPECT_NEAR(last, pi / 6, 1e-4);  // between two samples
  EXPECT_LT(middle, 1e-6);
  EXPECT_NEAR(first, -pi / 6, 1e-12);
}

/// Without friction a contact slips neither way: nothing happens where its slip changes sign.
TEST(FrictionlessContact, HasNoSlipEvents) {
  for (const double restitution : {0.0, 1.0}) {
    const Seen seen = watch(cradle(3, restitution), {.law = LawId::poisson, .duration = 2});
    EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
    EXPECT_GT(seen.end.impacts, 0);
    for (const MotionEventKind kind : {MotionEventKind::slip_stops, MotionEventKind::slip_starts,
                                       MotionEventKind::slip_reverses})
      EXPECT_EQ(seen.count(kind), 0) << to_string(kind);
  }
}

/// A box that slides back on a rough and a smooth corner: where it stops, only the rough one has stopped.
TEST(FrictionlessContact, TakesNoPartInAnEventOfAnother) {
  Scene scene = testing::box(0.2, 0.1, {0, 0.1, 0}, {-1, 0, 0}, {0.5, 0.3});
  scene.contacts[1].material.friction = 0;
  const Seen seen = watch(scene, {.duration = 2});
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  ASSERT_EQ(seen.events.size(), 3u);
  EXPECT_EQ(seen.events[1].kind, MotionEventKind::slip_stops);
  EXPECT_EQ(seen.events[1].contacts, std::vector<int>{0});
}

/// A search that goes on by single roundings of the time does not move on.
TEST(StalledMotion, IsRecognisedThoughTheTimeCreeps) {
  const Scene scene = cradle(2, 1);
  const SimulationOptions options;
  const MotionObserver nobody;
  MotionRun creeping{scene, options, nobody};
  creeping.x.t = 2.2e-4;
  for (int i = 0; i < 2000 && creeping.running; ++i) {
    watch_for_stall(creeping);
    creeping.x.t = std::nextafter(creeping.x.t, 1.0);
  }
  EXPECT_FALSE(creeping.running);
  EXPECT_EQ(creeping.end.reason, StopReason::stalled);

  MotionRun moving{scene, options, nobody};
  for (int i = 0; i < 2000; ++i) {
    watch_for_stall(moving);
    moving.x.t += i % 100 == 0 ? 1e-12 : 0;
  }
  EXPECT_TRUE(moving.running);
}

}  // namespace
}  // namespace carom
