/// Several collisions at one instant as springs.
#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/several_spatial/springs.hpp>
#include <carom/impact/several_spatial/stages.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using several_spatial::collide_as_springs;
using several_spatial::contact_work;

/// Equal balls in a row that touch; the first one strikes with 1 m/s.
Eigen::VectorXd row_of_balls(const std::vector<double>& stiffness, double e) {
  const auto k = static_cast<Eigen::Index>(stiffness.size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(k, k + 1);
  for (Eigen::Index i = 0; i < k; ++i) {
    J(i, i) = -1;
    J(i, i + 1) = 1;
  }
  const Eigen::VectorXd v = Eigen::VectorXd::Unit(k + 1, 0);
  several_spatial::System row{J * J.transpose(), J * v, contacts_of(stiffness.size(), 0, 0),
                              std::vector<double>(stiffness.size(), e), stiffness};
  const several_spatial::Answer a = collide_as_springs(row);
  EXPECT_EQ(a.status, ImpactStatus::solved);
  EXPECT_LE(contact_work(row, a), 1e-11);  // to which steps are accurate
  return v + J.transpose() * a.p;
}

void expect_near(const Eigen::VectorXd& v, const std::vector<double>& expected, double tolerance) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(v[static_cast<Eigen::Index>(i)], expected[i], tolerance);
}

TEST(Springs, BallsInARowLeaveAsTheRatioOfStiffnessSays) {
  expect_near(row_of_balls({1, 1}, 1), {-.13026170, .15022957, .98003213}, 6e-9);
  expect_near(row_of_balls({1, 10}, 1), {-.3310, .6172, .7138}, 6e-5);
  expect_near(row_of_balls({1, .1}, 1), {-.0118, .0120, .9999}, 6e-5);
  expect_near(row_of_balls({1, 1e4}, 1), {-.33333333, .66663284, .66670049}, 6e-9);
  expect_near(row_of_balls({1e4, 1}, 1), {-.00001169, .00001169, 1}, 6e-9);
  expect_near(row_of_balls({1, 1, 1, 1}, 1),
              {-.13227948, -.07532917, -.03101083, .29621775, .94240173}, 6e-9);
}

TEST(Springs, OnlyTheRatiosOfStiffnessMatter) {
  const Eigen::VectorXd v = row_of_balls({1, 3}, .7);
  EXPECT_LE((row_of_balls({100, 300}, .7) - v).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Springs, WithoutRestitutionBallsEndTogetherAndNearlySoWithLittle) {
  expect_near(row_of_balls({1, 1}, 0), {1. / 3, 1. / 3, 1. / 3}, 1e-12);
  expect_near(row_of_balls({1, 1}, .02), {1. / 3, 1. / 3, 1. / 3}, .02);
}

/// The box of 2 kg, 1 m × 0.5 m, that lands flat and sliding, pitches: friction loads the front corner.
TEST(Springs, ABoxThatLandsFlatAndSlidingLeavesPitching) {
  Eigen::MatrixXd J(4, 3);
  J << 1, 0, .25, 0, 1, -.5, 1, 0, .25, 0, 1, .5;
  const Eigen::Vector3d inverse(.5, .5, 6 / 1.25);
  const Eigen::Vector3d v(1, -2, 0);
  const several_spatial::System plane{
      J * inverse.asDiagonal() * J.transpose(), J * v, contacts_of(2, 1, .4), {.5, .5}, {}};
  const several_spatial::Answer a = collide_as_springs(plane);
  ASSERT_EQ(a.status, ImpactStatus::solved);
  const Eigen::Vector3d after = v + inverse.asDiagonal() * J.transpose() * a.p;
  EXPECT_LE((after - Eigen::Vector3d(-.09482794, .96112267, .92989019)).cwiseAbs().maxCoeff(),
            6e-9);
}

TEST(Springs, AFootThatLandsFlatAndSlidingLeavesPitching) {
  Eigen::VectorXd v(6);
  v << .6, .2, -1, 0, 0, 0;
  const BodySystem foot = flat_foot(v, .3, .5);
  const several_spatial::Answer a = collide_as_springs(foot.system);
  ASSERT_EQ(a.status, ImpactStatus::solved);
  Eigen::VectorXd expected(6);
  expected << .16635, .08322, .49785, .373, -1.764, -.085;
  EXPECT_LE((foot.velocity(a.p) - expected).cwiseAbs().maxCoeff(), 6e-4);
}

TEST(Springs, OneContactIsStrongeExactly) {
  Random random{4};
  for (int k = 0; k < 60; ++k) {
    const Eigen::Matrix3d B = Eigen::Matrix3d::NullaryExpr([&]() { return random.uniform(-1, 1); });
    const several_spatial::System s{
        B * B.transpose() + .1 * Eigen::Matrix3d::Identity(),
        Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, -.1)),
        contacts_of(1, 2, random.uniform(0, 1)),
        {random.uniform(.1, 1)},
        {}};
    const several_spatial::Answer a = collide_as_springs(s);
    const several_spatial::Answer b = follow_stages(s, 0, Restitution::stronge);
    ASSERT_EQ(a.status, ImpactStatus::solved);
    EXPECT_LE((a.u_after - b.u_after).cwiseAbs().maxCoeff(), 1e-8) << k;
  }
}

/// Each spring keeps (1 − e²) of what it stored: the judge looks at it, and energy falls, whatever the e. Slips that
/// begin under load, stop together or are held by other contacts included.
TEST(Springs, NeverGainWithRestitutionsOfTheirOwnAndHardlyEverFail) {
  Random random{6};
  int solved = 0;
  const auto count = scaled_count(60);
  for (std::int64_t k = 0; k < count; ++k) {
    several_spatial::System system = random_system(random, 2 + random.below(3), .8);
    for (double& e : system.restitution) e = random.uniform(.2, 1);
    const several_spatial::Answer a = collide_as_springs(system);
    if (a.status != ImpactStatus::solved) continue;
    ++solved;
    EXPECT_LE(contact_work(system, a), 1e-10) << k;
    EXPECT_LE(a.residual, 1e-9) << k;
  }
  EXPECT_GE(solved, static_cast<int>(.95 * static_cast<double>(count)));
}

/// A second tangent that nothing drives changes nothing.
TEST(Springs, PlanarContactsInSpaceGiveThePlanarNumbers) {
  Random random{9};
  int compared = 0;
  const auto count = scaled_count(40);
  for (std::int64_t k = 0; k < count; ++k) {
    const int contacts = 2 + static_cast<int>(random.below(2));
    const Eigen::Index rows = 2 * contacts;
    const Eigen::MatrixXd B =
        Eigen::MatrixXd::NullaryExpr(rows, rows + 1, [&]() { return random.uniform(-1, 1); });
    several_spatial::System plane{B * B.transpose(), Eigen::VectorXd(rows), {}, {}, {}};
    for (int i = 0; i < contacts; ++i) {
      plane.u.segment(2 * i, 2) << random.uniform(-1, 1), random.uniform(-1, -.1);
      plane.contacts.push_back({2 * i, 1, random.uniform(0, .8)});
      plane.restitution.push_back(random.uniform(.2, 1));
      plane.stiffness.push_back(random.uniform(.5, 2));
    }
    several_spatial::System space = embedded(plane, random);
    space.stiffness = plane.stiffness;
    const several_spatial::Answer a = collide_as_springs(plane);
    const several_spatial::Answer b = collide_as_springs(space);
    if (a.status != ImpactStatus::solved || b.status != ImpactStatus::solved) continue;
    ++compared;
    for (int i = 0; i < contacts; ++i) {
      EXPECT_NEAR(a.u_after[2 * i], b.u_after[3 * i], 1e-8) << k;
      EXPECT_NEAR(0, b.u_after[3 * i + 1], 1e-8) << k;
      EXPECT_NEAR(a.u_after[2 * i + 1], b.u_after[3 * i + 2], 1e-8) << k;
    }
  }
  EXPECT_GE(compared, static_cast<int>(.9 * static_cast<double>(count)));
}

}  // namespace
}  // namespace carom::testing
