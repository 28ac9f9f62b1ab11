// A law of a user's own in a motion (carom/impact/own_law.hpp).
#include "motion_scenes.hpp"

#include <carom/impact/own_law.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// e = 1/(1 + v) with v in m/s: the ball comes back with v/(1 + v).
TEST(OwnLawInMotion, MakesABallBounceByItsSpeed) {
  const LawId own = add_law({.name = "own", .impulse = [](const Contacts& c, const auto&) {
                               Eigen::VectorXd p = Eigen::VectorXd::Zero(2);
                               p[1] = -(1 + 1 / (1 - c.u[1])) * c.u[1] / c.W(1, 1);
                               return p;
                             }});
  const testing::Seen seen =
      testing::watch(testing::ball(1, {0.5, 0}), {.law = own, .duration = 1.5});
  double v = std::sqrt(2 * 9.81);
  double t = v / 9.81;
  for (std::size_t i = 1; i < 4; ++i) {
    ASSERT_EQ(seen.events[i].kind, MotionEventKind::impact);
    v = v / (1 + v);
    EXPECT_NEAR(seen.events[i].state.t, t, 1e-12);
    EXPECT_NEAR(seen.events[i].state.v[1], v, 1e-12);
    t += 2 * v / 9.81;
  }
  forget_law(own);
}

}  // namespace
}  // namespace carom
