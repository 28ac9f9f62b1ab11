/// Bodies that drag on level ground: ground_rest.hpp.
#include <carom/io/motion_file.hpp>
#include <carom/multibody/planar/run_out.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random_problems.hpp>
#include <simulation/motion_scenes.hpp>

#include <cmath>

namespace carom {
namespace {

using testing::Seen;
using testing::watch;

Seen slid(const std::string& yaml) {
  const StatedMotion motion = read_motion(yaml, FileFormat::yaml, {});
  return watch(motion.scene, motion.options);
}

constexpr const char* alone = R"(
gravity: 0
law: stronge
bodies:
  car: {{box: {{width: 4.5, height: 1.8}}, mass: 1400, inertia: {}, position: [0, 0], angle: {}, velocity: [{}, {}], rate: {},
        drag: {{friction: {}, wheelbase: 2.7, track: 1.5}}}}
surfaces: {{wall: {{through: [200, 0], angle_deg: 90}}}}
contacts: {{hit: {{between: [car, wall], restitution: 0.1, friction: 0.4}}}}
simulation: {{duration: 10, sample: 0.1}}
)";

/// Another route: run_out.hpp has steps of its own, without events.
TEST(GroundDrag, ACarComesToRestWhereTheRunOutSays) {
  testing::Random random{.state = 5};
  for (int i = 0; i < 20; ++i) {
    const double inertia = random.uniform(1500, 3000);
    const double angle = random.uniform(-3, 3);
    const Eigen::Vector2d v(random.uniform(-15, 15), random.uniform(-15, 15));
    const double rate = random.uniform(-6, 6);
    const double f = random.uniform(0.3, 0.9);
    const Seen seen = slid(fmt::format(alone, inertia, angle, v.x(), v.y(), rate, f));
    EXPECT_EQ(seen.end.reason, StopReason::finished);
    EXPECT_LT(seen.end.ledger_error, 1e-9);
    const MotionEvent* rest = seen.find(MotionEventKind::rests);
    ASSERT_NE(rest, nullptr);
    EXPECT_NE(rest->note.find("car stands at"), std::string::npos);
    const RunOut end = run_out({v, rate, angle, 1.35, 0.75, inertia / 1400}, f);
    // run_out() steps by a thirtieth of the speed, which is coarse where the car turns about a wheel that stands.
    EXPECT_NEAR(seen.end.state.q[0], end.travel.x(), 0.02);
    EXPECT_NEAR(seen.end.state.q[1], end.travel.y(), 0.02);
    EXPECT_NEAR(seen.end.state.q[2] - angle, end.turn, 0.03);
    EXPECT_EQ(seen.end.state.v.norm(), 0);
    EXPECT_NEAR(seen.end.ledger.friction, 700 * v.squaredNorm() + inertia * rate * rate / 2,
                1e-6 * seen.end.ledger.friction);
  }
}

TEST(GroundDrag, WithoutSpinItStandsAfterVOverFG) {
  const Seen seen = slid(fmt::format(alone, 2000, 0.3, 12, 0, 0, 0.7));
  const MotionEvent* rest = seen.find(MotionEventKind::rests);
  ASSERT_NE(rest, nullptr);
  // Below the speed at which points creep, 1e-4 m/s, it takes some 2e-4 s more.
  EXPECT_NEAR(rest->state.t, 12 / (0.7 * standard_gravity), 3e-4);
  EXPECT_NEAR(rest->state.q[0], 144 / (1.4 * standard_gravity), 1e-7);
}

constexpr const char* parked = R"(
gravity: 0
law: stronge
bodies:
  bullet: {{box: {{width: 4, height: 2}}, mass: 1500, position: [0, 0], velocity: [15, 0], drag: 0.7}}
  parked: {{box: {{width: 4, height: 2}}, mass: 1000, position: [9, {}], drag: 0.7}}
contacts: {{crash: {{between: [bullet, parked], restitution: {}, friction: 0.3}}}}
simulation: {{duration: 6, sample: 0.1}}
)";

/// Head-on: v² falls by 2 f g d to the impact, and each slides v²/(2 f g) from there.
TEST(GroundDrag, AParkedCarWakesWhereItIsHit) {
  const Seen seen = slid(fmt::format(parked, 0, 0.2));
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  const double k = 2 * 0.7 * standard_gravity;
  const double v = std::sqrt(225 - k * 5);
  const double common = 0.6 * v;
  const double first = common - 0.4 * 0.2 * v;
  const double second = common + 0.6 * 0.2 * v;
  EXPECT_NEAR(seen.end.state.q[0], 5 + first * first / k, 1e-5);
  EXPECT_NEAR(seen.end.state.q[3], 9 + second * second / k, 1e-5);
  EXPECT_EQ(seen.end.state.v.norm(), 0);
}

/// Plastic and off centre: the two hold each other, turn, and come to rest.
TEST(GroundDrag, CarsThatHoldEachOtherComeToRest) {
  const Seen seen = slid(fmt::format(parked, 0.8, 0));
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  EXPECT_LT(seen.end.state.v.norm(), 1e-12);
  EXPECT_LT(seen.end.ledger.kinetic, 1e-9);
}

}  // namespace
}  // namespace carom
