// Ties: slip that stops exactly as compression or the impact ends, an impulse exactly on the cone, and what rounding must
// not make of them.
#include <carom/impact/resolve.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random_problems.hpp"

namespace carom {
namespace {

struct Tie {
  ImpactProblem problem{};
  double p_b{};  ///< pₙ where both happen, N·s
};

/// W and μ in small whole numbers, uₜ⁻ = h g and uₙ⁻ = −k₁ g for any g: a tie but for the rounding of u.
Tie random_tie(testing::Random& random) {
  for (;;) {
    const double W_tt = 1 + random.below(40);
    const double W_tn = random.below(81) - 40;
    const double W_nn = 1 + random.below(40);
    const double mu = random.below(17) / 8.0;
    const double h = mu * W_tt - W_tn;
    const double k1 = W_nn - mu * W_tn;
    if (W_tt * W_nn <= W_tn * W_tn || h <= 0 || k1 <= 0) continue;
    Tie tie;
    tie.p_b = random.log_uniform(-3, 3);
    tie.problem.contacts.push_back({.friction = mu});
    tie.problem.dynamics = ContactSpace{Eigen::Matrix2d{{W_tt, W_tn}, {W_tn, W_nn}},
                                        Eigen::Vector2d(h * tie.p_b, -k1 * tie.p_b)};
    return tie;
  }
}

const PathEvent& event_of(const ImpactResult& r, PathEventKind kind) {
  return *std::find_if(r.path.begin(), r.path.end(),
                       [&](const PathEvent& event) { return event.kind == kind; });
}

class AnyPathLaw : public ::testing::TestWithParam<LawId> {};
INSTANTIATE_TEST_SUITE_P(Tie, AnyPathLaw,
                         ::testing::Values(LawId::newton, LawId::poisson, LawId::stronge));

TEST_P(AnyPathLaw, SlipThatStopsAsCompressionEndsDoesSoAtOnePoint) {
  testing::Random random{20};
  for (int i = 0; i < 2000; ++i) {
    Tie tie = random_tie(random);
    tie.problem.contacts[0].restitution = random.below(3) / 2.0;
    const ImpactResult r = resolve(tie.problem, GetParam());
    ASSERT_EQ(r.status, ImpactStatus::solved);
    ASSERT_EQ(r.slip_case, SlipCase::ii) << i;
    const PathEvent& stop = event_of(r, PathEventKind::slip_stops);
    const PathEvent& turn = event_of(r, PathEventKind::compression_ends);
    EXPECT_EQ(stop.u, Eigen::VectorXd::Zero(2));
    EXPECT_EQ(stop.p[1], turn.p[1]);
    EXPECT_NEAR(stop.p[1], tie.p_b, 1e-14 * tie.p_b);
  }
}

TEST_P(AnyPathLaw, WithoutRestitutionATieEndsAtRest) {
  testing::Random random{21};
  for (int i = 0; i < 2000; ++i) {
    Tie tie = random_tie(random);
    tie.problem.contacts[0].restitution = 0;
    const ContactResult contact = resolve(tie.problem, GetParam()).contacts[0];
    EXPECT_EQ(contact.u_after.t, 0) << i;
    EXPECT_EQ(contact.u_after.n, 0);
    EXPECT_EQ(contact.outcome, Outcome::sticks);
    EXPECT_NEAR(contact.impulse.n, tie.p_b, 1e-13 * tie.p_b);
  }
}

/// W of 40 bits, and p = (−μ, 1): W p is exact.
struct ExactTie {
  Eigen::Matrix2d W{};
  double mu{};
  Eigen::Vector2d p{};
};

ExactTie exact_tie(testing::Random& random) {
  const auto forty_bits = [&](double lo, double hi) {
    return std::ldexp(std::round(std::ldexp(random.uniform(lo, hi), 38)), -38);
  };
  for (;;) {
    const double W_tt = forty_bits(0.1, 3);
    const double W_nn = forty_bits(0.1, 3);
    const double reach = std::sqrt(W_tt * W_nn);
    const double W_tn = forty_bits(-reach, reach);
    const double mu = (1 + random.below(8)) / 4.0;
    if (W_tt * W_nn - W_tn * W_tn < 1e-4 * W_tt * W_nn) continue;
    if (mu * W_tt - W_tn <= 0 || W_nn - mu * W_tn <= 0) continue;
    return {Eigen::Matrix2d{{W_tt, W_tn}, {W_tn, W_nn}}, mu, {-mu, 1}};
  }
}

ImpactProblem in_contact_space(const Eigen::Matrix2d& W, const Eigen::Vector2d& u,
                               const Contact& contact) {
  return {.contacts = {contact}, .dynamics = ContactSpace{W, u}};
}

TEST_P(AnyPathLaw, SlipThatStopsAsTheImpactEndsHasNotStoppedBefore) {
  testing::Random random{22};
  for (int i = 0; i < 2000; ++i) {
    const ExactTie tie = exact_tie(random);
    const Eigen::Vector2d end = tie.W * tie.p;
    const ImpactResult r = resolve(
        in_contact_space(tie.W, {-end[0], -end[1] / 2}, {.restitution = 1, .friction = tie.mu}),
        GetParam());
    ASSERT_EQ(r.contacts[0].mode, ImpactMode::sliding) << i;
    EXPECT_EQ(r.slip_case, SlipCase::iii);
    EXPECT_EQ(r.path.size(), 3);
    EXPECT_EQ(r.contacts[0].u_after.t, 0);
    EXPECT_NEAR(r.contacts[0].impulse.n, 1, 1e-12);
  }
}

TEST_P(AnyPathLaw, ATieIsFoundInEveryDigitGiven) {
  testing::Random random{23};
  for (int i = 0; i < 2000; ++i) {
    const ExactTie tie = exact_tie(random);
    const ImpactResult r =
        resolve(in_contact_space(tie.W, -tie.W * tie.p, {.restitution = 0, .friction = tie.mu}),
                GetParam());
    ASSERT_EQ(r.slip_case, SlipCase::ii) << i;
    EXPECT_EQ(r.contacts[0].u_after.t, 0);
    EXPECT_EQ(r.contacts[0].outcome, Outcome::sticks);
  }
}

TEST(Tie, AnImpulseOnTheStaticConeSticks) {
  testing::Random random{24};
  for (int i = 0; i < 2000; ++i) {
    const ExactTie tie = exact_tie(random);
    const double e = random.below(2);
    const Eigen::Vector2d end = tie.W * tie.p;
    if (end[1] <= 0) continue;
    const ImpactProblem problem =
        in_contact_space(tie.W, {-end[0], -end[1] / (1 + e)},
                         {.restitution = e, .friction = tie.mu / 2, .static_friction = tie.mu});
    for (const LawId law : {LawId::whittaker, LawId::conventional}) {
      const ContactResult c = resolve(problem, law).contacts[0];
      ASSERT_EQ(c.mode, ImpactMode::sticking) << i;
      EXPECT_NEAR(c.impulse.t, -tie.mu, 1e-13);
      EXPECT_NEAR(c.impulse.n, 1, 1e-13);
    }
  }
}

/// D = (−2, 2) with M, J and u in whole numbers; W is no double.
TEST(Tie, IsFoundInTheNumbersOfAMechanismToo) {
  GeneralizedSpace space;
  space.mass = Eigen::Vector2d(1, 5).asDiagonal();
  space.velocity = Eigen::Vector2d(-2, 0);
  space.rows.push_back({.tangent = Eigen::Vector2d(1, -1), .normal = Eigen::Vector2d(2, -1)});
  const ImpactResult r =
      resolve(ImpactProblem{.contacts = {{.restitution = 0, .friction = 1}}, .dynamics = space},
              LawId::conventional);
  EXPECT_EQ(r.contacts[0].mode, ImpactMode::sticking);
  EXPECT_NEAR(r.contacts[0].impulse.t, -2, 1e-13);  // det W is a fifth of a percent of its terms
  EXPECT_NEAR(r.contacts[0].impulse.n, 2, 1e-13);
  EXPECT_NEAR(*r.contacts[0].friction.to_end_without_slip, 1, 1e-13);
}

/// W = 1/2 is no product of two doubles 1/√2.
TEST(Tie, NoneIsNeededForAWholeMassToGiveAWholeImpulse) {
  GeneralizedSpace space;
  space.mass = Eigen::MatrixXd::Constant(1, 1, 2);
  space.velocity = Eigen::VectorXd::Constant(1, -1);
  space.rows.push_back({.tangent = std::nullopt, .normal = Eigen::VectorXd::Ones(1)});
  const ImpactResult r =
      resolve(ImpactProblem{.contacts = {{.restitution = 0.5}}, .dynamics = space}, LawId::newton);
  EXPECT_EQ(r.contacts[0].impulse.n, 3);
  EXPECT_EQ((*r.velocity_after)[0], 0.5);
}

/// The impact is over where slip stops; nothing would hold the contact there.
TEST(Tie, APathThatEndsAtItsStopDoesNotStick) {
  const ImpactResult r = resolve(in_contact_space(Eigen::Matrix2d{{2, -1}, {-1, 1}}, {1.5, -1.25},
                                                  {.restitution = 0, .friction = 0.25}),
                                 LawId::poisson);
  EXPECT_EQ(r.contacts[0].mode, ImpactMode::reverse_in_compression);
  EXPECT_EQ(r.path[1].modes[0], ContactMode::slip_negative);
}

}  // namespace
}  // namespace carom
