#include <carom/impact/derivatives.hpp>
#include <carom/impact/resolve.hpp>

#include "tests/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom {
namespace {

constexpr std::array smooth_laws{LawId::newton,         LawId::poisson,      LawId::stronge,
                                 LawId::whittaker,      LawId::conventional, LawId::brach,
                                 LawId::cataldo_sampaio};

ImpactProblem problem_of(const Sym2<double>& W, const std::array<double, 4>& x) {
  return {.contacts = {{.restitution = x[2], .friction = x[3]}},
          .dynamics = ContactSpace{.W = Eigen::MatrixXd{{W.tt, W.tn}, {W.tn, W.nn}},
                                   .u = Eigen::VectorXd{{x[0], x[1]}}}};
}

TEST(Derivatives, AgreeWithFiniteDifferencesUnderEveryLaw) {
  testing::Random random{7};
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const testing::Problem c = testing::generic_problem(random);
    const LawId law = smooth_laws[static_cast<std::size_t>(i) % smooth_laws.size()];
    const std::array<double, 4> x{
        c.u.t, c.u.n, std::fmin(std::fmax(c.law.restitution, 1e-3), 0.999), c.law.friction + 1e-3};
    const ImpactDerivatives d = derivatives(problem_of(c.W, x), law);
    if (d.near_mode_change || !d.p) continue;
    for (int j = 0; j < 4; ++j) {
      const double h = 1e-7;  // below mode_change_reach for velocities of order one
      auto lo = x;
      auto hi = x;
      lo[static_cast<std::size_t>(j)] -= h;
      hi[static_cast<std::size_t>(j)] += h;
      const ContactResult a = resolve(problem_of(c.W, lo), law).contacts[0];
      const ContactResult b = resolve(problem_of(c.W, hi), law).contacts[0];
      if (a.mode != d.mode || b.mode != d.mode) continue;
      // Differences lose half the digits, and curvature grows with the slope.
      const double size = 1 + d.p->cwiseAbs().maxCoeff() + d.u_after->cwiseAbs().maxCoeff();
      const double near = 1e-5 * size * size;
      EXPECT_NEAR((*d.p)(0, j), (b.impulse.t - a.impulse.t) / (2 * h), near);
      EXPECT_NEAR((*d.p)(1, j), (b.impulse.n - a.impulse.n) / (2 * h), near);
      EXPECT_NEAR((*d.u_after)(0, j), (b.u_after.t - a.u_after.t) / (2 * h), near);
      EXPECT_NEAR((*d.u_after)(1, j), (b.u_after.n - a.u_after.n) / (2 * h), near);
      ++compared;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 7000);
}

TEST(Derivatives, DoNotDependOnTheUnits) {
  const Sym2<double> W{2.5, -1.5, 2.5};
  const std::array<double, 4> x{0.6, -1.0, 0.5, 0.8};
  const ImpactDerivatives d = derivatives(problem_of(W, x), LawId::stronge);
  // Grams instead of kilograms, and millimetres: W times 2^-10, u times 2^30.
  const Sym2<double> small{W.tt * 0x1p-10, W.tn * 0x1p-10, W.nn * 0x1p-10};
  const ImpactDerivatives e =
      derivatives(problem_of(small, {x[0] * 0x1p30, x[1] * 0x1p30, x[2], x[3]}), LawId::stronge);
  EXPECT_EQ(e.p->leftCols<2>(), d.p->leftCols<2>() * 0x1p10);
  EXPECT_EQ(e.p->rightCols<2>(), d.p->rightCols<2>() * 0x1p40);
  EXPECT_EQ(e.u_after->leftCols<2>(), d.u_after->leftCols<2>());
  EXPECT_EQ(e.u_after->rightCols<2>(), d.u_after->rightCols<2>() * 0x1p30);
}

TEST(Derivatives, WarnWhereStickingAndReversalMeet) {
  const Sym2<double> W{2.5, -1.5, 2.5};  // holds with friction 0.6
  const auto at = [&](double friction) {
    return derivatives(problem_of(W, {0.6, -1.0, 0.5, friction}), LawId::poisson);
  };
  EXPECT_TRUE(at(0.6).near_mode_change);
  EXPECT_TRUE(at(0.6 + 1e-7).near_mode_change);
  EXPECT_FALSE(at(0.61).near_mode_change);
  EXPECT_FALSE(at(0.59).near_mode_change);
  EXPECT_EQ(at(0.61).mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(at(0.59).mode, ImpactMode::reverse_in_compression);
}

TEST(Derivatives, WarnWhereSlipTurnsRound) {
  const Sym2<double> W{2.5, 0, 2.5};
  EXPECT_TRUE(derivatives(problem_of(W, {1e-8, -1, 0.5, 0.3}), LawId::newton).near_mode_change);
  EXPECT_TRUE(derivatives(problem_of(W, {0, -1, 0.5, 0.3}), LawId::newton).near_mode_change);
}

TEST(Derivatives, StaticFrictionStaysWhereItIsGiven) {
  const Sym2<double> W{2.5, -1.5, 2.5};
  ImpactProblem problem = problem_of(W, {0.6, -1.0, 0.5, 0.3});
  problem.contacts[0].static_friction = 0.9;  // sticks: friction acts until slip stops
  const ImpactDerivatives d = derivatives(problem, LawId::poisson);
  EXPECT_EQ(d.mode, ImpactMode::stick_in_compression);
  EXPECT_TRUE(d.p.has_value());
  EXPECT_NE((*d.p)(1, 3), 0);
}

TEST(Derivatives, OfSeparationAreThoseOfFreeMotion) {
  const ImpactDerivatives d =
      derivatives(problem_of({2.5, -1.5, 2.5}, {0.6, 1.0, 0.5, 0.3}), LawId::poisson);
  EXPECT_EQ(d.status, ImpactStatus::no_impact);
  EXPECT_TRUE(d.p->isZero(0));
  EXPECT_EQ(d.u_after->leftCols<2>(), Eigen::Matrix2d::Identity());
}

TEST(Derivatives, AreAbsentWithoutSolution) {
  ImpactProblem problem = problem_of({2, -3, 5}, {1, -1, 0.5, 0});
  problem.contacts[0].friction.reset();
  problem.contacts[0].impulse_ratio = 2;  // W_nn + ρ W_tn < 0: pushes the wrong way
  const ImpactDerivatives d = derivatives(problem, LawId::impulse_ratio);
  EXPECT_EQ(d.status, ImpactStatus::no_solution);
  EXPECT_FALSE(d.p.has_value());
  EXPECT_FALSE(d.u_after.has_value());
}

TEST(Derivatives, OfSeveralContactsWantThemToFeelEachOther) {
  const ImpactProblem two{
      .contacts = {{.restitution = 0.5, .friction = 0.3}, {.restitution = 0.5, .friction = 0.3}},
      .dynamics = ContactSpace{.W = Eigen::MatrixXd::Identity(4, 4),
                               .u = Eigen::VectorXd{{0.1, -1, 0.1, 0}}}};
  EXPECT_THAT([&] { derivatives(two, LawId::poisson); },
              ::testing::ThrowsMessage<std::invalid_argument>(
                  ::testing::HasSubstr("some contacts do not feel each other")));
}

}  // namespace
}  // namespace carom
