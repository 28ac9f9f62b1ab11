#include "motion_scenes.hpp"

#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/simulation/contact_forces.hpp>
#include <carom/simulation/frozen_series.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::contact_of;
using testing::floor_side;
using testing::Material;
using testing::pi;
using testing::Seen;
using testing::watch;

constexpr double half_width = 0.125;
constexpr double half_height = 0.025;

/// Where and how fast the foot is.
struct FootStart {
  double height = 0.05;  ///< of its centre, m
  double v_x = 3;
  double v_y = -1;
  double angle = 1e-3;
};

/// A foot of 0.5 kg on the ankle of a leg of 40 kg; heel and toe may touch the floor.
Scene foot(const FootStart& start, const Material& material) {
  ModelParts parts;
  parts.bodies = {testing::body_of("foot", 0.5, 0.5 * (0.25 * 0.25 + 0.05 * 0.05) / 12),
                  testing::body_of("leg", 40, 40.0 / 12)};
  parts.bodies[1].centre_of_mass = {0.5, 0};
  parts.tree = {{.kind = JointKind::free, .parent = world, .child = 0},
                {.kind = JointKind::revolute, .parent = 0, .child = 1}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector4d(0, start.height, start.angle, 80 * pi / 180 - start.angle);
  scene.state.v = Eigen::Vector4d(start.v_x, start.v_y, 0, 0);
  const PointFeature heel{{-half_width, -half_height}};
  const PointFeature toe{{half_width, -half_height}};
  scene.contacts = {contact_of("heel", {0, heel}, floor_side(), material),
                    contact_of("toe", {0, toe}, floor_side(), material)};
  return scene;
}

/// What the foot and the leg do in the end.
struct FootEnd {
  FrozenSeries series{};
  double v_x = 0, v_y = 0, foot_rate = 0, leg_rate = 0;
};

/// The series in the flat posture, with the velocities of the first contact: the heel touches, the toe is
/// above the floor by what 1e-3 rad make of the foot's length.
FootEnd frozen_foot(double v_x, const Material& material, LawId law,
                    FrozenLimits limits = {.horizon = 1}) {
  const Scene scene =
      foot({.height = half_height, .v_x = v_x, .v_y = -1.219856, .angle = 0}, material);
  Instant now;
  now.x = scene.state;
  kinematics(scene.model, now.x, now.k);
  FrozenPosture posture;
  std::vector<ImpulsePort> ports;
  posture.problem.u.resize(4);
  for (std::size_t i = 0; i < 2; ++i) {
    const ContactMotion m = contact_motion(scene.contacts[i], scene.model, now);
    posture.problem.u.segment<2>(static_cast<Eigen::Index>(2 * i)) = m.u;
    posture.gap.push_back(i == 0 ? 0 : 2 * half_width * 1e-3);
    posture.materials.push_back(scene.contacts[i].material);
    ports.push_back(port_of(m));
  }
  const ImpulseResponse response = impulse_response(scene.model, now.k, ports);
  posture.problem.W = response.W;
  posture.problem.surface_velocity.setZero(4);
  posture.problem.rows = {ContactRows{0, 1}, ContactRows{2, 1}};
  FootEnd end{.series = follow_frozen_series(posture, law, limits)};
  const Eigen::VectorXd v = scene.state.v + response.velocity * end.series.p;
  end.v_x = v[0];
  end.v_y = v[1];
  end.foot_rate = v[2];
  end.leg_rate = v[2] + v[3];
  return end;
}

struct FootRow {
  double v_x, restitution, friction;
  LawId law;
  double v_x_after, leg_rate_after;
};

/// The theory's table. Where no slip changes its sign, or all stop, it holds to its six digits. Elsewhere the
/// limit depends on every impact: 1e-3 rad or 0.1 mm in the place of a contact move it by 2e-5 to 3e-4, and the
/// table does not say in which posture it was frozen; it is met to 5e-5 here. The laws are 3e-4 and more apart.
TEST(FrozenSeries, BringsTheFootToTheLimitOfEveryLaw) {
  constexpr FootRow rows[] = {{3, 0.3, 0.2, LawId::stronge, 1.719429, -2.209413},
                              {3, 0.3, 0.2, LawId::newton, 1.719429, -2.209413},
                              {0.3, 0.3, 0.2, LawId::stronge, -0.017459, -0.786693},
                              {0.3, 0.3, 0.2, LawId::poisson, -0.017124, -0.786198},
                              {0.3, 0.3, 0.2, LawId::newton, -0.018257, -0.787871},
                              {0.1, 0.3, 0.2, LawId::stronge, -0.023166, -0.499681},
                              {1.0, 0.3, 0.5, LawId::stronge, 0, -1.794950},
                              {1.0, 0.3, 0.5, LawId::newton, 0, -1.794950},
                              {0.3, 0.6, 0.2, LawId::stronge, -0.077505, -0.875394},
                              {0.3, 0.6, 0.2, LawId::newton, -0.081194, -0.880842}};
  for (const FootRow& row : rows) {
    const FootEnd end = frozen_foot(row.v_x, {row.restitution, row.friction}, row.law);
    EXPECT_EQ(end.series.end, FrozenEnd::rests) << row.v_x;
    const double tolerance = row.v_x >= 1 ? 2e-6 : 1e-4;
    EXPECT_NEAR(end.v_x, row.v_x_after, tolerance) << row.v_x << " " << row.restitution;
    EXPECT_NEAR(end.leg_rate, row.leg_rate_after, tolerance) << row.v_x << " " << row.restitution;
    EXPECT_GT(end.series.impacts, 500);
  }
}

/// r² (1 + e)² < 4 e: both leave after a few impacts.
TEST(FrozenSeries, EndsByItselfWhereTheFootReboundsWell) {
  const FootEnd end = frozen_foot(3, {0.9, 0.2}, LawId::stronge);
  EXPECT_EQ(end.series.end, FrozenEnd::leaves);
  EXPECT_EQ(end.series.impacts, 24);
  EXPECT_NEAR(end.v_x, 1.353533, 1e-4);
  EXPECT_NEAR(end.leg_rate, -2.840706, 1e-4);
  EXPECT_NEAR(end.v_y, 0.34855, 1e-4);
  EXPECT_NEAR(end.foot_rate, -1.27585, 2e-2);  // what is left of two large impulses
}

TEST(FrozenSeries, DoesNotDependOnItsLimit) {
  for (const double v_x : {3.0, 0.3}) {
    const FootEnd end = frozen_foot(v_x, {0.3, 0.2}, LawId::stronge);
    for (const double rest : {1e-7, 1e-9}) {
      const FootEnd other =
          frozen_foot(v_x, {0.3, 0.2}, LawId::stronge, {.rest = rest, .horizon = 1});
      EXPECT_NEAR(other.v_x, end.v_x, 1e-5);
      EXPECT_NEAR(other.leg_rate, end.leg_rate, 1e-5);
    }
  }
}

TEST(FrozenSeries, SaysThatItDoesNotEnd) {
  const FootEnd end = frozen_foot(3, {0.3, 0.2}, LawId::stronge, {.horizon = 1, .most_impacts = 9});
  EXPECT_EQ(end.series.end, FrozenEnd::endless);
  EXPECT_EQ(end.series.impacts, 9);
}

/// Without gravity nothing but the turn by 1e-3 rad between first contact and limit tells the motion from the
/// frozen series; with gravity 0.1 ms of falling do as well.
TEST(Clatter, OfAFootEndsInTheMotionAsInTheFrozenPosture) {
  const Material material{0.3, 0.2};
  const double touching = half_height * std::cos(1e-3) + half_width * std::sin(1e-3);
  const Scene weightless = testing::with_gravity(
      foot({.height = touching, .v_y = -1.219856}, material), Eigen::Vector2d::Zero());
  const Scene falling = foot({}, material);
  for (const bool gravity : {false, true}) {
    const Seen seen = watch(gravity ? falling : weightless, {.duration = 0.03});
    EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
    EXPECT_LT(seen.end.ledger_error, ledger_limit);
    const MotionEvent* rests = seen.find(MotionEventKind::rests);
    ASSERT_NE(rests, nullptr);
    EXPECT_EQ(rests->contacts, (std::vector<int>{0, 1}));
    EXPECT_NE(rests->note.find("a series of "), std::string::npos) << rests->note;
    const Eigen::VectorXd& v = rests->state.v;
    EXPECT_NEAR(v[0], 1.719429, gravity ? 2e-3 : 1e-5);
    EXPECT_NEAR(v[2] + v[3], -2.209413, gravity ? 2e-3 : 1e-5);
    EXPECT_NEAR(v[1], 0, 1e-12);
  }
}

/// Closing by height alone stopped heel and toe at 0.79 m/s.
TEST(Clatter, ClosesNothingThatIsStillFast) {
  for (const double v_x : {0.1, 0.3, 1.0, 3.0})
    for (const double e : {0.1, 0.3, 0.6}) {
      const Seen seen = watch(foot({.v_x = v_x}, {e, 0.2}), {.duration = 0.0235});
      EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
      EXPECT_LT(seen.end.ledger_error, ledger_limit);
      double kinetic = 0;
      for (const MotionEvent& event : seen.events) {
        const bool closes = event.kind == MotionEventKind::rests;
        if (closes && event.note.empty()) {
          EXPECT_NEAR(event.ledger.kinetic, kinetic, 1e-3);
        }
        kinetic = event.ledger.kinetic;
      }
    }
}

}  // namespace
}  // namespace carom
