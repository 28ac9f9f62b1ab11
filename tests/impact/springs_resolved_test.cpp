/// Springs from problem to result, and loads shared as by equal springs in the plane.
#include "tests/impact/simultaneous_cases.hpp"
#include "tests/impact/stated_systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using ::testing::HasSubstr;

TEST(SpringsResolved, ThreeBallsLeaveAsTheRatioOfStiffnessSays) {
  const auto leave = [](double ratio, const Eigen::Vector3d& v) {
    ImpactProblem row = balls_in_a_row({1, 1, 1}, {1, 0, 0}, 1, Simultaneous::springs);
    row.contacts[1].stiffness = ratio;
    const ImpactResult r = resolve(row, LawId::stronge);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_LE((*r.velocity_after - v).cwiseAbs().maxCoeff(), 6e-5);
    EXPECT_NEAR(r.energy.contact_work, 0, 1e-10);
  };
  leave(1, {-.1303, .1502, .9800});
  leave(10, {-.3310, .6172, .7138});
  leave(.1, {-.0118, .0120, .9999});
}

/// Balls of other masses: stiffness is that of the contact, whatever the scale of its row.
TEST(SpringsResolved, StiffnessIsTheContactsInAnyUnits) {
  ImpactProblem row = balls_in_a_row({1, 5, 300}, {1, 0, 0}, .8, Simultaneous::springs);
  row.contacts[1].stiffness = 7;
  const ImpactResult a = resolve(row, LawId::stronge);
  auto& space = std::get<GeneralizedSpace>(row.dynamics);
  space.rows[1].normal *= 64;  // v' = 64 v at this contact: K' = K/64²
  row.contacts[1].stiffness = 7.0 / 4096;
  const ImpactResult b = resolve(row, LawId::stronge);
  EXPECT_LE((*a.velocity_after - *b.velocity_after).norm(), 1e-9);
}

TEST(SpringsResolved, ABoxThatLandsFlatAndSlidingLeavesPitching) {
  ImpactProblem box;
  GeneralizedSpace space;
  space.mass = Eigen::Vector3d(2, 2, 1.25 / 6).asDiagonal();
  space.velocity = Eigen::Vector3d(1, -2, 0);
  for (const double x : {-.5, .5}) {
    CoordinateRows rows;
    rows.tangent = Eigen::Vector3d(1, 0, .25);
    rows.normal = Eigen::Vector3d(0, 1, x);
    space.rows.push_back(rows);
    box.contacts.push_back({.restitution = .5, .friction = .4});
  }
  box.dynamics = space;
  box.simultaneous = Simultaneous::springs;
  const ImpactResult r = resolve(box, LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  ASSERT_EQ(r.path.size(), 2U);
  EXPECT_EQ(r.path[0].modes[0], ContactMode::slip_positive);
  EXPECT_EQ(r.path[1].modes[0], ContactMode::open);
  const Eigen::Vector3d after(-.09482794, .96112267, .92989019);
  EXPECT_LE((*r.velocity_after - after).cwiseAbs().maxCoeff(), 1e-8);
  box.contacts[0].static_friction = .6;
  EXPECT_THAT(refusal(box, LawId::stronge), HasSubstr("static_friction: differs"));
}

TEST(SpringsResolved, OneContactAndTheRestApartIsStronge) {
  ImpactProblem one = stated(block_on_an_edge(.3).system, Simultaneous::springs);
  auto& space = std::get<ContactSpace>(one.dynamics);
  one.contacts.resize(1);
  space = {space.W.topLeftCorner(3, 3), space.u.head(3), {}};
  const ImpactResult springs = resolve(one, LawId::stronge);
  one.simultaneous = Simultaneous::refuse;
  EXPECT_EQ(springs.contacts[0].u_after.n, resolve(one, LawId::stronge).contacts[0].u_after.n);
}

/// A crate slides flat into a wall: what the floor and the wall could press against each other is nobody's.
TEST(RuleInThePlane, ACrateThatSlidesFlatIntoAWallReboundsWithNoImpulseAtTheFloor) {
  ImpactProblem crate;
  GeneralizedSpace space;
  space.mass = Eigen::Vector3d(10, 10, 10 * (1 + .64) / 12).asDiagonal();
  space.velocity = Eigen::Vector3d(2, 0, 0);
  const auto add = [&](const Eigen::Vector3d& t, const Eigen::Vector3d& n) {
    CoordinateRows rows;
    rows.tangent = t;
    rows.normal = n;
    space.rows.push_back(rows);
    crate.contacts.push_back({.restitution = .4, .friction = .5});
  };
  add({1, 0, .4}, {0, 1, -.5});
  add({1, 0, .4}, {0, 1, .5});
  add({0, 1, .5}, {-1, 0, -.4});
  add({0, 1, .5}, {-1, 0, .4});
  crate.dynamics = space;
  crate.simultaneous = Simultaneous::together;
  const ImpactResult r = resolve(crate, LawId::poisson);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_LE((*r.velocity_after - Eigen::Vector3d(-.8, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(r.contacts[0].impulse.n, 0, 1e-9);
  EXPECT_NEAR(r.contacts[1].impulse.n, 0, 1e-9);
}

}  // namespace
}  // namespace carom::testing
