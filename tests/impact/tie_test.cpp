// Slip that stops exactly as compression ends (case ii), and what rounding must not make of it.
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

}  // namespace
}  // namespace carom
