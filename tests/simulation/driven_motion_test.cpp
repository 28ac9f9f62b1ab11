/// Torques and prescribed motions that change over time as tables say.
#include <carom/io/motion_file.hpp>

#include <gtest/gtest.h>
#include <simulation/motion_scenes.hpp>

#include <cmath>

namespace carom {
namespace {

using testing::Seen;
using testing::watch;

Seen driven(const std::string& yaml) {
  const StatedMotion motion = read_motion(yaml, FileFormat::yaml, {});
  return watch(motion.scene, motion.options);
}

TEST(TimeTable, IsStraightBetweenKnotsAndIntegratesExactly) {
  const TimeTable table{{0, 1, 1, 3}, {2, 4, -1, 5}};
  EXPECT_DOUBLE_EQ(table.at(-1), 2);
  EXPECT_DOUBLE_EQ(table.at(0.5), 3);
  EXPECT_DOUBLE_EQ(table.at(1), -1);
  EXPECT_DOUBLE_EQ(table.at(2), 2);
  EXPECT_DOUBLE_EQ(table.at(9), 5);
  EXPECT_DOUBLE_EQ(table.integral(4), 3 + 4 + 5);
  EXPECT_DOUBLE_EQ(table.next_knot(1), 3);
}

/// A rotor under a triangle of torque: ω = ∫ T dt/I, and the work is in the ledger.
TEST(DrivenMotion, ATorqueOverTimeTurnsARotor) {
  const Seen seen = driven(R"(
gravity: 0
bodies: {arm: {rod: {length: 1}, mass: 3}}
joints: {motor: {revolute: [world, arm.start], torque: [[0 s, 0 N m], [100 ms, 4], [0.3, 0]]}}
contacts: {stop: {stop: motor, upper: 3, restitution: 0.5}}
simulation: {duration: 0.5, sample: 0.05}
)");
  EXPECT_EQ(seen.end.reason, StopReason::finished);
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  EXPECT_NEAR(seen.end.state.v[0], 0.6, 1e-9);  // ∫ T dt = 0.6, I = 1
  EXPECT_NEAR(seen.end.ledger.efforts, 0.18, 1e-9);
}

constexpr const char* belt = R"(
bodies: {box: {box: {width: 0.2, height: 0.1}, mass: 1, position: [0, 0.05]}}
surfaces: {belt: {velocity: [[0, 0, 0], [0.5, 1, 0], [0.7, 1, 0], [0.8, 0, 0]]}}
contacts: {hold: {between: [box, belt], restitution: 0, friction: 0.3}}
gravity: 10
simulation: {duration: 2, sample: 0.1}
)";

/// The belt gains 2 m/s² < μ g and takes the box along, then brakes by 10 m/s² > μ g: it slides to rest.
TEST(DrivenMotion, ABeltTakesABoxAlongAndBrakesTooHard) {
  const Seen seen = driven(belt);
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  EXPECT_LT(seen.end.ledger_error, 1e-9);
  const MotionEvent* slips = seen.find(MotionEventKind::slip_starts);
  ASSERT_NE(slips, nullptr);
  EXPECT_NEAR(slips->state.t, 0.7, 1e-9);
  EXPECT_NEAR(slips->state.v[0], 1, 1e-9);
  const MotionEvent* stops = seen.find(MotionEventKind::slip_stops);
  ASSERT_NE(stops, nullptr);
  EXPECT_NEAR(stops->state.t, 0.7 + 1.0 / 3, 1e-8);
  EXPECT_NEAR(seen.end.state.q[0], 0.25 + 0.2 + 1.0 / 6, 1e-8);
}

/// A wall that starts from rest meets a ball at rest after √(2 d/a), with the speed a t.
TEST(DrivenMotion, AWallThatGainsSpeedHitsWhereItsIntegralSays) {
  const Seen seen = driven(R"(
gravity: 0
bodies: {ball: {disc: {radius: 0.1}, mass: 1, position: [1.1, 0]}}
surfaces: {wall: {angle_deg: -90, velocity: [[0, 0, 0], [10, 40, 0]]}}
contacts: {hit: {between: [ball, wall], restitution: 1, friction: 0}}
simulation: {duration: 1}
)");
  const MotionEvent* hit = seen.find(MotionEventKind::impact);
  ASSERT_NE(hit, nullptr) << seen.end.message;
  EXPECT_NEAR(hit->state.t, std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(hit->state.v[0], 8 * std::sqrt(0.5), 1e-8);
}

/// A floor that falls faster than g leaves the ball behind at that instant.
TEST(DrivenMotion, AFloorThatFallsFasterThanGravityLetsGo) {
  const Seen seen = driven(R"(
gravity: 10
bodies:
  ball: {disc: {radius: 0.1}, mass: 1, position: [0, 0.1]}
  table: {box: {width: 2, height: 0.2}, prescribed: true, position: [0, -0.1], velocity: [[0, 0, 0], [0.2, 0, -1], [0.4, 0, -4]]}
contacts: {rest: {between: [ball, table.top], restitution: 0, friction: 0.3}}
simulation: {duration: 0.4, sample: 0.01}
)");
  const MotionEvent* leaves = seen.find(MotionEventKind::lifts_off);
  ASSERT_NE(leaves, nullptr) << seen.end.message;
  EXPECT_NEAR(leaves->state.t, 0.2, 1e-9);
  EXPECT_NEAR(leaves->state.v[1], -1, 1e-9);
  EXPECT_NEAR(seen.end.state.v[1], -3, 1e-9);
}

}  // namespace
}  // namespace carom
