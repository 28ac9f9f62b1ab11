#include "motion_scenes.hpp"

#include "random_problems.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace carom {
namespace {

using testing::ball;
using testing::body_of;
using testing::contact_of;
using testing::floor_side;
using testing::free_bodies;
using testing::pi;
using testing::Random;
using testing::Seen;
using testing::watch;
using testing::with_gravity;

/// A thin rod that spins a thousand times a second past a floor that only its ends reach.
TEST(FastRod, DoesNotTunnel) {
  Scene scene = free_bodies({body_of("rod", 1, 0.1)}, {{0, 2, 0}}, {{0, -1, 6000}});
  for (const double x : {-1.0, 1.0})
    scene.contacts.push_back(contact_of("end", {0, PointFeature{{x, 0}}}, floor_side(), {1, 0}));
  const Seen seen = watch(with_gravity(scene, {0, 0}), {.duration = 1.5});
  const MotionEvent* hit = seen.find(MotionEventKind::impact);
  ASSERT_NE(hit, nullptr);
  // Within one half turn of the height at which an end first reaches down to the floor.
  EXPECT_GT(hit->state.q[1], 1 - pi / 6000);
  EXPECT_LT(hit->state.q[1], 1.0000001);
}

/// A small fast ball against a thin plate given by its two faces.
TEST(FastBall, DoesNotTunnelThroughAPlate) {
  for (const double speed : {1.0, 1e3, 1e6}) {
    Scene scene = free_bodies({body_of("ball", 1, 1)}, {{0, 1, 0}}, {{0, -speed, 0}});
    for (const bool top : {true, false})
      scene.contacts.push_back(
          contact_of(top ? "top" : "bottom", {0, DiscFeature{{0, 0}, 1e-6}},
                     {world, EdgeFeature{{0, top ? 1e-7 : -1e-7}, top ? 0 : pi, 1, 1}}, {1, 0}));
    const Seen seen = watch(with_gravity(scene, {0, 0}), {.duration = 1.5 / speed});
    EXPECT_EQ(seen.end.impacts, 1) << speed;
    EXPECT_NEAR(seen.end.state.v[1], speed, 1e-9 * speed);
  }
}

/// A disc thrown up reaches a ceiling that it just does not touch, just touches, or hits.
TEST(ThrownDisc, TouchesACeilingOnlyWhereItReaches) {
  const double top = 1 * 1 / (2 * 9.81);
  for (const double miss : {1e-9, -1e-9}) {
    Scene scene = free_bodies({body_of("disc", 1, 1)}, {{0, 0, 0}}, {{2, 1, 3}});
    scene.contacts.push_back(contact_of("ceiling", {0, DiscFeature{{0, 0}, 0.1}},
                                        {world, EdgeFeature{{0, top + 0.1 + miss}, pi}}, {0.5, 0}));
    const Seen seen = watch(scene, {.duration = 0.2});
    EXPECT_EQ(seen.end.impacts, miss > 0 ? 0 : 1) << miss;
    EXPECT_LT(seen.end.ledger_error, 1e-12);
  }
}

TEST(ThrownDisc, MeetsAWallWhereTheClosedFormSays) {
  Scene scene = free_bodies({body_of("disc", 1, 1)}, {{0, 0, 0}}, {{3, 2, 1}});
  scene.contacts.push_back(contact_of("wall", {0, DiscFeature{{0, 0}, 0.25}},
                                      {world, EdgeFeature{{1, 0}, pi / 2}}, {0.5, 0.1}));
  const Seen seen = watch(scene, {.duration = 1});
  const double t = 0.75 / 3;
  ASSERT_EQ(seen.end.impacts, 1);
  EXPECT_NEAR(seen.events[1].state.t, t, 1e-14);
  EXPECT_NEAR(seen.events[1].state.q[1], 2 * t - 9.81 * t * t / 2, 1e-14);
}

TEST(TwoDiscs, MeetInTheMiddle) {
  Scene scene = free_bodies({body_of("a", 1, 1), body_of("b", 2, 1)}, {{0, 0, 0}, {2, 0.1, 0}},
                            {{1, 3, 0}, {-1, 3, 0}});
  scene.contacts.push_back(
      contact_of("pair", {0, DiscFeature{{0, 0}, 0.3}}, {1, DiscFeature{{0, 0}, 0.2}}, {1, 0}));
  const Seen seen = watch(scene, {.duration = 2});
  ASSERT_EQ(seen.end.impacts, 1);
  const double apart = std::sqrt(0.5 * 0.5 - 0.1 * 0.1);
  EXPECT_NEAR(seen.events[1].state.t, (2 - apart) / 2, 1e-14);
  EXPECT_LT(seen.end.ledger_error, 1e-13);
}

/// A paddle that turns hits a ball at rest: the surface has moved and turned when they meet.
TEST(TurningSurface, HitsWhereItHasTurnedTo) {
  Scene scene = free_bodies({body_of("ball", 1, 1)}, {{1, 1, 0}}, {{0, 0, 0}});
  scene.contacts.push_back(contact_of("paddle", {0, DiscFeature{{0, 0}, 0.1}},
                                      {world, EdgeFeature{{0, 0}, 0, 0, 3}}, {1, 0}));
  scene.contacts[0].surface_motion.twist.rate = 0.5;
  const Seen seen = watch(with_gravity(scene, {0, 0}), {.duration = 2});
  ASSERT_GE(seen.end.impacts, 1);
  const double angle = pi / 4 - std::asin(0.1 / std::sqrt(2.0));
  EXPECT_NEAR(seen.events[1].state.t, angle / 0.5, 1e-12);
  EXPECT_GT(seen.end.ledger.surfaces, 0);
  EXPECT_LT(seen.end.ledger_error, 1e-12);
}

TEST(MovingWall, PushesTheBallAlong) {
  Scene scene = ball(0, {0, 0});
  scene.contacts[0].surface_motion.twist.velocity = {0, 1};
  const Seen seen = watch(with_gravity(scene, {0, 0}), {.duration = 1});
  EXPECT_EQ(seen.end.impacts, 1);
  EXPECT_NEAR(seen.end.state.v[1], 1, 1e-13);
  EXPECT_NEAR(seen.end.state.q[1], 1.1, 1e-12);
  EXPECT_LT(seen.end.ledger_error, 1e-12);
}

TEST(Simulation, SaysWhatIsWrongWithItsInput) {
  const auto message = [](const Scene& scene, const SimulationOptions& options) -> std::string {
    try {
      simulate(scene, options, {});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(ball(1, {}), {.duration = 0}), "duration: is 0 s; want a positive time");
  EXPECT_EQ(message(ball(1, {}), {.tolerance = 0}).rfind("tolerance: ", 0), 0u);
  EXPECT_EQ(message(ball(-0.05, {}), {}).rfind("contact 'floor': starts 0.05 m inside", 0), 0u);
  Scene rough = ball(1, {});
  rough.contacts[0].material.friction.reset();
  EXPECT_EQ(message(rough, {}).rfind("contact 'floor': friction: missing", 0), 0u)
      << message(rough, {});
  Scene lost = ball(1, {});
  lost.state.v[1] = std::nan("");
  EXPECT_EQ(message(lost, {}), "state: holds numbers that are not finite");
  Scene fixed = ball(1, {});
  std::get<ContactPair>(fixed.contacts[0].geometry).tangent_angle = 0;
  EXPECT_EQ(message(fixed, {}).rfind("contact 'floor': its place or normal is fixed", 0), 0u);
}

TEST(Simulation, StopsAtItsLimits) {
  const Seen few = watch(ball(1, {0.9, 0}), {.duration = 10, .most_events = 5});
  EXPECT_EQ(few.end.reason, StopReason::event_limit);
  EXPECT_EQ(few.end.impacts, 4);
  int events = 0;
  const SimulationEnd interrupted =
      simulate(ball(1, {0.9, 0}), {.duration = 10},
               {.event = [&](const MotionEvent&) { return ++events < 3; }});
  EXPECT_EQ(interrupted.reason, StopReason::interrupted);
}

/// Nobody is told of anything here: the wish is seen within the flight and the event.
TEST(Simulation, StopsWhenAskedFromElsewhere) {
  const std::atomic<bool> wish{true};
  for (const bool spinning : {false, true}) {
    Scene scene = testing::box(0.2, 0.1, {0, 1, 0}, {0, 0, spinning ? 3.0 : 0.0}, {0.5, 0.3});
    const SimulationEnd end = simulate(scene, {.duration = 1e6}, {.stop = &wish});
    EXPECT_EQ(end.reason, StopReason::interrupted) << end.message;
    EXPECT_LE(end.impacts, 1);
  }
}

/// The same elastic motion backwards leads back to where it came from, through the same impacts.
TEST(Simulation, RunsBackToItsStart) {
  const auto reversed = [](const Seen& seen, Scene scene) {
    scene.state.q = seen.end.state.q;
    scene.state.v = -seen.end.state.v;
    return scene;
  };
  Scene scene = free_bodies({body_of("box", 1, 0.02)}, {{0, 1, 0.4}}, {{0.5, 0, 3}});
  for (const double x : {-0.2, 0.2})
    for (const double y : {-0.1, 0.1})
      scene.contacts.push_back(
          contact_of("corner", {0, PointFeature{{x, y}}}, floor_side(), {1, 0}));
  const Seen there = watch(scene, {.duration = 1.2});
  const Seen back = watch(reversed(there, scene), {.duration = 1.2});
  EXPECT_GE(there.end.impacts, 1);
  EXPECT_EQ(there.end.impacts, back.end.impacts);
  EXPECT_LT((back.end.state.q - scene.state.q).norm(), 1e-11);
}

TEST(Samples, ComeAtMultiplesOfTheInterval) {
  const Seen seen = watch(ball(1, {0.5, 0}), {.duration = 1, .sample_interval = 0.1});
  ASSERT_EQ(seen.samples.size(), 11u);
  for (std::size_t i = 0; i < seen.samples.size(); ++i) {
    EXPECT_EQ(seen.samples[i].state.t, i == 10 ? 1.0 : static_cast<double>(i) * 0.1);
    const double t = 0.1 * static_cast<double>(i);
    if (i >= 4) continue;
    EXPECT_NEAR(seen.samples[i].state.q[1], 1.1 - 9.81 / 2 * t * t, 1e-13);
  }
}

}  // namespace
}  // namespace carom
