/// A rod that lands flat: two contacts along one line, so that W is singular and slip may be as small as rounding.
#include <carom/impact/resolve.hpp>

#include <gtest/gtest.h>

#include <array>

namespace carom {
namespace {

/// A uniform rod of 1 m and 1 kg with contacts at −0.5 m and `place`, `height` above their line, in units of W.
ImpactProblem flat_rod(double height, double place, const Eigen::Vector3d& velocity, double unit) {
  Eigen::Matrix<double, 4, 3> J;
  J << 1, 0, -height, 0, 1, place, 1, 0, -height, 0, 1, -0.5;
  ContactSpace space;
  space.W = unit * J * Eigen::Vector3d(1, 1, 12).asDiagonal() * J.transpose();
  space.W = (0.5 * (space.W + space.W.transpose())).eval();
  space.u = J * velocity;
  ImpactProblem problem;
  problem.contacts.assign(2, Contact{.restitution = 0.5, .friction = 0.5});
  problem.dynamics = space;
  return problem;
}

constexpr std::array tilts{0.0, 3.24e-17, -3e-16, 1e-14, 1e-12, -1e-9, 1e-6, 1e-3};
constexpr std::array slips{0.0, 1e-17, -1e-16, 1e-12, 1e-6, -0.3};

TEST(FlatRod, HasAnAnswerHoweverSmallItsTiltAndSlip) {
  for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker})
    for (const double height : tilts)
      for (const double slip : slips)
        for (const double unit : {1.0, 1e-60, 1e60}) {
          const double rate = 3;
          ImpactProblem problem =
              flat_rod(height, 0.5, {slip + height * rate, -0.5 * rate, rate}, unit);
          std::get<ContactSpace>(problem.dynamics).u[1] = 0;
          const ImpactResult r = resolve(problem, law);
          ASSERT_EQ(r.status, ImpactStatus::solved) << height << " " << slip;
          EXPECT_NEAR(r.contacts[1].u_after.n, 0.5 * rate, 1e-3 * rate);  // the greatest tilt
          EXPECT_LE(r.residual, 1e-12);
        }
}

TEST(FlatRod, LandsTogetherAndInTurnHoweverSmallItsTiltAndSlip) {
  for (const Simultaneous rule : {Simultaneous::together, Simultaneous::sequential})
    for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge})
      for (const double height : tilts)
        for (const double slip : slips)
          for (const double unit : {1.0, 1e-60, 1e60}) {
            ImpactProblem problem = flat_rod(height, 0.2, {slip, -1, 0}, unit);
            problem.simultaneous = rule;
            const ImpactResult r = resolve(problem, law);
            ASSERT_EQ(r.status, ImpactStatus::solved) << height << " " << slip;
            EXPECT_LE(r.residual, 1e-12);
          }
}

TEST(FlatRod, SticksUnderWhittakerWithTheLeastImpulse) {
  // Both contacts stick; they share p_t, and the colliding one must not be taken for a sliding one.
  ImpactProblem problem = flat_rod(0.1, 0.5, {0.3, -1.5, 3}, 1);
  std::get<ContactSpace>(problem.dynamics).u[1] = 0;
  const ImpactResult r = resolve(problem, LawId::whittaker);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(r.contacts[0].mode, ImpactMode::sticking);
  EXPECT_EQ(r.contacts[1].mode, ImpactMode::sticking);
  EXPECT_NEAR(r.contacts[0].impulse.t, r.contacts[1].impulse.t, 1e-14);
}

}  // namespace
}  // namespace carom
