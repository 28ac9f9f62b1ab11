// Units: multibody/contacts_of, impact/one/stick_line.
#include "random_mechanisms.hpp"

#include <carom/multibody/planar/dynamics.hpp>
#include <carom/multibody/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// Two uniform rods of 2 m and 3 kg hang at 0.625 rad from a pivot; the lower one is turned further by `bend`. Its end
/// falls on a rough floor.
Scene almost_straight(double bend) {
  Scene scene;
  scene.model = testing::two_rods();
  scene.state.q = Eigen::Vector2d(0.625, bend);
  scene.state.v = Eigen::Vector2d(-0.125, -0.140625);
  ContactPair tip;
  tip.first = {1, PointFeature{{0, -2}}};
  tip.second = {world, EdgeFeature{{0, -2 * (std::cos(0.625) + std::cos(0.625 + bend))}, 0}};
  scene.contacts.push_back({tip, {.restitution = 0.5, .friction = 30}, {}});
  return scene;
}

TEST(StickLine, AnAlmostStraightPendulumKeepsItsDigits) {
  struct Known {
    double bend;  ///< rad
    double t, n;  ///< p of newton, N·s: sines, cosines, M, J, W and p with 60 digits
  };
  for (const Known& known : {Known{0x1p-14, -58219767.089144841, 80681445.866916493},
                             Known{0x1p-20, -238477191341.6265, 330536015269.88745},
                             Known{0x1p-25, -244200785930992.06, 338469900228389.75},
                             Known{0x1p-30, -2.5006160933718714e+17, 3.4659321049283814e+17}}) {
    const SceneResult r = resolve(almost_straight(known.bend), {LawId::newton}).front();
    ASSERT_EQ(r.impact.status, ImpactStatus::solved);
    // What rounding does to the bend it does to the impulse, not its square.
    const double rounding = 2e-15 / known.bend;
    EXPECT_NEAR(r.impact.contacts[0].impulse.t / known.t, 1, rounding) << known.bend;
    EXPECT_NEAR(r.impact.contacts[0].impulse.n / known.n, 1, rounding) << known.bend;
    EXPECT_EQ(r.impact.contacts[0].u_after.t, 0);
  }
}

TEST(StickLine, AStraightPendulumStaysLocked) {
  const auto results = resolve(almost_straight(0), {LawId::newton, LawId::poisson});
  EXPECT_EQ(results[0].impact.status, ImpactStatus::no_solution);
  EXPECT_EQ(results[1].impact.status, ImpactStatus::solved);
  EXPECT_EQ(results[1].impact.contacts[0].u_after.t, 0);
  EXPECT_EQ(results[1].impact.contacts[0].u_after.n, 0);
}

}  // namespace
}  // namespace carom
