#include "small_steps.hpp"
#include "tests/random_problems.hpp"
#include "wang_mason.hpp"

#include <carom/core/planar/planar_impact.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace carom {
namespace {

using testing::Problem;
using testing::Random;

std::string rule_name(const ::testing::TestParamInfo<Restitution>& rule) {
  return testing::name_of(rule.param);
}

class EveryRule : public ::testing::TestWithParam<Restitution> {};
class DissipativeRule : public ::testing::TestWithParam<Restitution> {};
class TabulatedRule : public ::testing::TestWithParam<Restitution> {};  ///< of [WangMason1992]

/// Calls `claim` for seeded random problems of order one.
template <class Claim>
void for_random_problems(Restitution rule, double count, Claim claim) {
  Random random{2024};
  for (std::int64_t i = 0; i < testing::scaled_count(count); ++i) {
    Problem c = testing::generic_problem(random);
    c.law.rule = rule;
    claim(c, resolve_planar(c.W, c.u, c.law));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST_P(EveryRule, KeepsTheImpulseInsideTheFrictionCone) {
  for_random_problems(GetParam(), 1e5, [](const Problem& c, const PlanarImpact<double>& r) {
    EXPECT_LE(std::abs(r.impulse.t), c.law.static_friction * r.impulse.n * (1 + 1e-12));
  });
}

TEST_P(EveryRule, BalancesMomentum) {
  for_random_problems(GetParam(), 1e5, [](const Problem& c, const PlanarImpact<double>& r) {
    const Vec2<double> u = c.u + c.W * r.impulse;
    const double scale =
        std::abs(c.u.t) + std::abs(c.u.n) + 3 * (std::abs(r.impulse.t) + r.impulse.n);
    EXPECT_NEAR(u.t, r.u_after.t, 1e-14 * scale);  // a few roundings of terms of that size
    EXPECT_NEAR(u.n, r.u_after.n, 1e-14 * scale);
  });
}

TEST_P(EveryRule, NeverLeavesTheBodiesApproaching) {
  for_random_problems(GetParam(), 1e5, [](const Problem&, const PlanarImpact<double>& r) {
    EXPECT_EQ(r.status, ImpactStatus::solved);
    EXPECT_GT(r.impulse.n, 0);
    EXPECT_GE(r.u_after.n, 0);
  });
}

TEST_P(EveryRule, LedgerAddsUpToTheContactWork) {
  for_random_problems(GetParam(), 1e5, [](const Problem& c, const PlanarImpact<double>& r) {
    const WorkLedger<double> work = ledger(path_of(planar_contact(c.W, c.u), c.law), r);
    const double sum = work.normal_compression + work.normal_restitution + work.friction;
    EXPECT_NEAR(sum, testing::contact_work(r.impulse, c.u, r.u_after),
                1e-13 * testing::work_scale(r.impulse, c.u, r.u_after));
    EXPECT_LE(work.normal_compression, 0);
    EXPECT_GE(work.normal_restitution, 0);
    EXPECT_LE(work.friction, 1e-14 * testing::work_scale(r.impulse, c.u, r.u_after));
  });
}

TEST_P(EveryRule, AgreesWithSmallStepsInAllModes) {
  std::map<ImpactMode, int> seen;
  constexpr int steps = 20000;
  for_random_problems(GetParam(), 4000, [&](const Problem& c, const PlanarImpact<double>& r) {
    ++seen[r.mode];
    const auto small = testing::integrate(c.W, c.u, c.law, r.impulse.n / steps, 2 * steps);
    ASSERT_TRUE(small.ended);
    // First-order route: the stop is missed by a step, which friction amplifies until uₙ recovers.
    const double k_s = c.W.nn - c.W.tn * c.W.tn / c.W.tt;
    const double amplified = 1 + (c.W.nn + c.law.friction * std::abs(c.W.tn)) / k_s;
    const double p = 4 * amplified * (1 + c.law.friction) * r.impulse.n / steps;
    EXPECT_NEAR(small.p.n, r.impulse.n, p);
    EXPECT_NEAR(small.p.t, r.impulse.t, p);
    EXPECT_NEAR(small.u.t, r.u_after.t, 8 * p);
    EXPECT_NEAR(small.u.n, r.u_after.n, 8 * p);
  });
  if (testing::scaled_count(4000) > 1000) {
    EXPECT_EQ(seen.size(), 5u);  // sliding, and stick or reverse in either phase
  }
}

TEST_P(TabulatedRule, AgreesWithWangAndMasonsTable) {
  for_random_problems(GetParam(), 1e5, [](const Problem& c, const PlanarImpact<double>& r) {
    const auto paper = testing::wang_mason(c.W, c.u, c.law);
    // Their closed forms divide by det W and by B3 + s mu B1, which loses digits near zero.
    const double tolerance = 1e-9 * (std::abs(r.impulse.t) + r.impulse.n);
    EXPECT_EQ(paper.mode, r.mode);
    EXPECT_NEAR(paper.Px, r.impulse.t, tolerance);
    EXPECT_NEAR(paper.Py, r.impulse.n, tolerance);
  });
}

TEST_P(EveryRule, MirrorsWithTheTangent) {
  for_random_problems(GetParam(), 1e4, [](const Problem& c, const PlanarImpact<double>& r) {
    const auto m = resolve_planar({c.W.tt, -c.W.tn, c.W.nn}, {-c.u.t, c.u.n}, c.law);
    EXPECT_EQ(m.impulse.t, -r.impulse.t);
    EXPECT_EQ(m.impulse.n, r.impulse.n);
    EXPECT_EQ(m.mode, r.mode);
  });
}

TEST_P(EveryRule, ScalesWithTheVelocity) {
  for_random_problems(GetParam(), 1e4, [](const Problem& c, const PlanarImpact<double>& r) {
    const auto m = resolve_planar(c.W, {4 * c.u.t, 4 * c.u.n}, c.law);
    EXPECT_EQ(m.impulse.t, 4 * r.impulse.t);
    EXPECT_EQ(m.u_after.n, 4 * r.u_after.n);
  });
}

TEST_P(EveryRule, GivesTheSameModeAsPoisson) {
  for_random_problems(GetParam(), 1e5, [](const Problem& c, const PlanarImpact<double>& r) {
    ContactLaw<double> poisson = c.law;
    poisson.rule = Restitution::poisson;
    EXPECT_EQ(r.mode, resolve_planar(c.W, c.u, poisson).mode);
  });
}

TEST_P(EveryRule, EndsWhereCompressionEndsIfPlastic) {
  for_random_problems(GetParam(), 1e4, [](Problem c, const PlanarImpact<double>&) {
    c.law.restitution = 0;
    const auto r = resolve_planar(c.W, c.u, c.law);
    EXPECT_EQ(r.u_after.n, 0);
    EXPECT_NEAR(r.impulse.n, r.compression, 1e-15 * r.impulse.n);
  });
}

TEST_P(EveryRule, WorksInSinglePrecision) {
  for_random_problems(GetParam(), 1e4, [](const Problem& c, const PlanarImpact<double>&) {
    const Sym2<float> W{static_cast<float>(c.W.tt), static_cast<float>(c.W.tn),
                        static_cast<float>(c.W.nn)};
    const Vec2<float> u{static_cast<float>(c.u.t), static_cast<float>(c.u.n)};
    const ContactLaw<float> law{static_cast<float>(c.law.friction),
                                static_cast<float>(c.law.static_friction),
                                static_cast<float>(c.law.restitution), c.law.rule};
    const auto r = resolve_planar(W, u, law);
    const Vec2<float> after = u + W * r.impulse;
    const float scale = std::abs(u.t) + std::abs(u.n) + 3 * (std::abs(r.impulse.t) + r.impulse.n);
    EXPECT_NEAR(after.t, r.u_after.t, 1e-5f * scale);
    EXPECT_NEAR(after.n, r.u_after.n, 1e-5f * scale);
  });
}

TEST_P(DissipativeRule, NeverCreatesEnergy) {
  for_random_problems(GetParam(), 1e6, [](const Problem& c, const PlanarImpact<double>& r) {
    EXPECT_LE(testing::contact_work(r.impulse, c.u, r.u_after),
              1e-12 * testing::work_scale(r.impulse, c.u, r.u_after));
  });
}

INSTANTIATE_TEST_SUITE_P(PlanarImpact, EveryRule, ::testing::ValuesIn(testing::rules), rule_name);
INSTANTIATE_TEST_SUITE_P(PlanarImpact, TabulatedRule,
                         ::testing::Values(Restitution::newton, Restitution::poisson), rule_name);
INSTANTIATE_TEST_SUITE_P(PlanarImpact, DissipativeRule,
                         ::testing::Values(Restitution::poisson, Restitution::stronge), rule_name);

/// The classical objection to Newton's rule [KaneLevinson1985]: a counterexample must stay one.
TEST(PlanarImpact, NewtonRuleCreatesEnergyWhenSlipReverses) {
  const Sym2<double> W{.tt = 2, .tn = -1.25, .nn = 1};
  const Vec2<double> u{.t = 1, .n = -1};
  const auto r = resolve_planar(
      W, u, ContactLaw<double>{.friction = 0.6, .restitution = 0.9, .rule = Restitution::newton});
  EXPECT_EQ(r.mode, ImpactMode::reverse_in_compression);
  EXPECT_GT(testing::contact_work(r.impulse, u, r.u_after), 0);
}

/// A loss that grows with e near e = 0: the paper's remark on plasticity is not right (E-WM8).
TEST(PlanarImpact, PoissonCanLoseMoreAtHigherRestitution) {
  const Sym2<double> W{2.5, -1.5, 2.5};
  const Vec2<double> u{-1, -1};
  const auto loss = [&](double e) {
    const auto r = resolve_planar(W, u, ContactLaw<double>{.friction = 0.5, .restitution = e});
    return -testing::contact_work(r.impulse, u, r.u_after);
  };
  EXPECT_NEAR(loss(0), 0.591837, 1e-6);
  EXPECT_NEAR(loss(0.1), 0.621837, 1e-6);
}

/// A rebound faster than e times the approach is right under Poisson (E-WM17).
TEST(PlanarImpact, PoissonMayReboundFasterThanNewton) {
  Random random{7};
  int faster = 0;
  for (int i = 0; i < 20000; ++i) {
    const Problem c = testing::generic_problem(random);
    const auto r = resolve_planar(c.W, c.u, c.law);
    faster += r.u_after.n > -c.law.restitution * c.u.n * (1 + 1e-9) ? 1 : 0;
  }
  EXPECT_GT(faster, 1000);
}

}  // namespace
}  // namespace carom
