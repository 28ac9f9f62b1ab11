/// Ties, zeros, jams, tangential impacts and singular W: where solvers break.
#include "tests/random_problems.hpp"

#include <carom/core/planar/planar_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom {
namespace {

constexpr Sym2<double> rod{2.5, -1.5, 2.5};  ///< slender rod at 45°, unit mass and length

ContactLaw<double> law_of(double mu, double mu_s, double e, Restitution rule) {
  return {mu, mu_s, e, rule};
}

class AnyRule : public ::testing::TestWithParam<Restitution> {};

INSTANTIATE_TEST_SUITE_P(PlanarImpact, AnyRule, ::testing::ValuesIn(testing::rules),
                         [](const auto& rule) { return testing::name_of(rule.param); });

TEST_P(AnyRule, DoesNothingWhenNothingApproaches) {
  const auto apart = resolve_planar(rod, {1, 0.5}, law_of(0.3, 0.3, 0.5, GetParam()));
  EXPECT_EQ(apart.status, ImpactStatus::no_impact);
  EXPECT_EQ(apart.impulse.n, 0);
  EXPECT_EQ(apart.u_after.t, 1);
  EXPECT_EQ(apart.mode, ImpactMode::none);
  const auto rest = resolve_planar(rod, {0, 0}, law_of(0.3, 0.3, 0.5, GetParam()));
  EXPECT_EQ(rest.status, ImpactStatus::no_impact);
}

TEST_P(AnyRule, HasNoAnswerWhereSomethingIsNoFiniteNumber) {
  const std::array<double, 3> bad{std::nan(""), HUGE_VAL, -HUGE_VAL};
  for (const Sym2<double>& W : {rod, Sym2<double>{1, 1, 1}, Sym2<double>{0, 0, 1}})
    for (const double odd : bad)
      for (int k = 0; k < 7; ++k) {
        std::array<double, 7> x{W.tt, W.tn, W.nn, 0.6, -1, 0.3, 0.5};
        x[static_cast<std::size_t>(k)] = odd;
        const auto r = resolve_planar<double>({x[0], x[1], x[2]}, {x[3], x[4]},
                                              law_of(x[5], x[5], x[6], GetParam()));
        if (k == 4 && odd > 0) {
          EXPECT_EQ(r.status, ImpactStatus::no_impact);  // it separates, however fast
          continue;
        }
        EXPECT_EQ(r.status, ImpactStatus::no_solution) << "number " << k << " is " << odd;
        EXPECT_TRUE(std::isnan(r.impulse.t) && std::isnan(r.impulse.n)) << k << " " << odd;
        EXPECT_EQ(r.mode, ImpactMode::none);
      }
}

TEST_P(AnyRule, TakesAStaticFrictionThatIsNoNumberAsNone) {
  const auto with = [&](double mu_s) {
    return resolve_planar(rod, {0.3, -1}, law_of(0.65, mu_s, 0.5, GetParam()));
  };
  EXPECT_EQ(with(std::nan("")).impulse.t, with(0).impulse.t);
  EXPECT_EQ(with(std::nan("")).mode, with(0.65).mode);
}

TEST_P(AnyRule, SlipsFromRestAgainstTheCouplingWithoutEnoughFriction) {
  const auto r = resolve_planar(rod, {0, -1}, law_of(0.5, 0.5, 0.5, GetParam()));
  EXPECT_EQ(r.mode, ImpactMode::sliding);
  EXPECT_NEAR(r.impulse.t, 3.0 / 7, 1e-15);
  EXPECT_NEAR(r.impulse.n, 6.0 / 7, 1e-15);
  EXPECT_NEAR(r.u_after.t, -3.0 / 14, 1e-15);
  EXPECT_NEAR(r.u_after.n, 0.5, 1e-15);
}

TEST_P(AnyRule, SticksFromRestWithEnoughFriction) {
  const auto r = resolve_planar(rod, {0, -1}, law_of(0.7, 0.7, 0.5, GetParam()));
  EXPECT_EQ(r.mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(r.u_after.t, 0);
}

TEST_P(AnyRule, StaticFrictionAloneDecidesAboutSticking) {
  const auto stuck = resolve_planar(rod, {0, -1}, law_of(0.1, 0.7, 0.5, GetParam()));
  EXPECT_EQ(stuck.mode, ImpactMode::stick_in_compression);
  const auto slips = resolve_planar(rod, {0, -1}, law_of(0.1, 0.5, 0.5, GetParam()));
  EXPECT_EQ(slips.mode, ImpactMode::sliding);
}

TEST_P(AnyRule, KeepsItsBitsOverTheStatedRange) {
  testing::Random random{11};
  for (int i = 0; i < 2000; ++i) {
    const testing::Problem c = testing::generic_problem(random);
    ContactLaw<double> law = c.law;
    law.rule = GetParam();
    const auto plain = resolve_planar(c.W, c.u, law);
    for (const int w : {-190, 190})    // W by 2^w, about 1e±57
      for (const int v : {-95, 95}) {  // u by 2^v, about 1e±29
        const auto by = [](double x, int n) { return std::ldexp(x, n); };
        const auto r = resolve_planar({by(c.W.tt, w), by(c.W.tn, w), by(c.W.nn, w)},
                                      {by(c.u.t, v), by(c.u.n, v)}, law);
        ASSERT_EQ(r.impulse.t, by(plain.impulse.t, v - w));
        ASSERT_EQ(r.impulse.n, by(plain.impulse.n, v - w));
        ASSERT_EQ(r.u_after.n, by(plain.u_after.n, v));
        ASSERT_EQ(r.mode, plain.mode);
      }
  }
}

TEST_P(AnyRule, SticksAtExactlyTheThreshold) {
  testing::Random random{3};
  for (int i = 0; i < 10000; ++i) {
    testing::Problem c = testing::generic_problem(random);
    c.law.friction = c.law.static_friction = std::abs(c.W.tn) / c.W.tt;
    c.law.rule = GetParam();
    c.u.t = 0;
    ASSERT_EQ(resolve_planar(c.W, c.u, c.law).mode, ImpactMode::stick_in_compression);
  }
}

TEST_P(AnyRule, AllRulesAreNewtonsWithoutFriction) {
  testing::Random random{5};
  for (int i = 0; i < 10000; ++i) {
    testing::Problem c = testing::generic_problem(random);
    c.law = law_of(0, 0, c.law.restitution, GetParam());
    const auto r = resolve_planar(c.W, c.u, c.law);
    ASSERT_EQ(r.impulse.t, 0);
    ASSERT_NEAR(r.impulse.n, -(1 + c.law.restitution) * c.u.n / c.W.nn, 1e-14 * r.impulse.n);
    ASSERT_NEAR(r.u_after.n, -c.law.restitution * c.u.n, 1e-14);
  }
}

TEST_P(AnyRule, EndsACompressionThatFrictionJams) {
  // k₁ = 2.5 − 3·1.5 < 0: slip drives the rod into the floor until it sticks.
  const auto r = resolve_planar(rod, {-1, -1}, law_of(3, 3, 0.5, GetParam()));
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(r.mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(r.u_after.t, 0);
  EXPECT_GT(r.u_after.n, 0);
}

TEST_P(AnyRule, SurvivesZeroSlopeOfTheJam) {
  // k₁ = 0 exactly: uₙ does not change until slip stops.
  const auto r = resolve_planar({2.5, -1.25, 2.5}, {-1, -1}, law_of(2, 2, 0.5, GetParam()));
  EXPECT_EQ(r.mode, ImpactMode::stick_in_compression);
  EXPECT_TRUE(std::isfinite(r.impulse.n));
}

TEST_P(AnyRule, NamesTheTieOfSlipStopAndCompression) {
  // p_b = 1/(0.5·2) = 1 = p_c: slip stops exactly when uₙ = 0.
  const auto r = resolve_planar({2, 0, 1}, {1, -1}, law_of(0.5, 0.5, 0.5, GetParam()));
  EXPECT_EQ(r.mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(r.u_after.t, 0);
  EXPECT_EQ(r.compression, 1);
  EXPECT_NEAR(r.impulse.t, -0.5, 1e-15);
  EXPECT_NEAR(r.impulse.n, 1.5, 1e-15);
}

TEST_P(AnyRule, EndsAtRestWhenSlipStopsExactlyAtTheEnd) {
  // p_b = 1.5/(0.5·2) = 1.5 = (1 + e) p_c.
  const auto r = resolve_planar({2, 0, 1}, {1.5, -1}, law_of(0.5, 0.5, 0.5, GetParam()));
  EXPECT_EQ(r.u_after.t, 0);
  EXPECT_EQ(r.impulse.n, 1.5);
}

// Wang & Mason's case 4: the rod slides with uₙ = 0.
TEST(TangentialImpact, PoissonDoesNotDependOnFriction) {
  for (const double mu : {1.7, 2.0, 50.0}) {
    const double e = 0.5;
    const auto r = resolve_planar(rod, {-0.2, 0}, law_of(mu, mu, e, Restitution::poisson));
    EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
    EXPECT_EQ(r.mode, ImpactMode::stick_in_compression);
    EXPECT_NEAR(r.impulse.t, 1.0 / 8 + 9 * e / 200, 1e-15);
    EXPECT_NEAR(r.impulse.n, 3 * (1 + e) / 40, 1e-15);
    EXPECT_NEAR(r.u_after.n, 3 * e / 25, 1e-15);
  }
}

TEST(TangentialImpact, StrongeDependsOnFriction) {
  const auto r = resolve_planar(rod, {-0.2, 0}, law_of(2, 2, 0.5, Restitution::stronge));
  EXPECT_NEAR(r.impulse.t, 0.135978875821, 1e-12);
  EXPECT_NEAR(r.impulse.n, 0.0932981263678, 1e-12);
}

TEST(TangentialImpact, NewtonIsPlasticWhateverItsCoefficient) {
  const auto r = resolve_planar(rod, {-0.2, 0}, law_of(2, 2, 0.9, Restitution::newton));
  EXPECT_NEAR(r.impulse.n, 3.0 / 40, 1e-15);
  EXPECT_EQ(r.u_after.n, 0);
}

TEST_P(AnyRule, TangentialImpactNeedsAJam) {
  EXPECT_EQ(resolve_planar(rod, {-0.2, 0}, law_of(1.6, 1.6, 0.5, GetParam())).status,
            ImpactStatus::no_impact);
  EXPECT_EQ(resolve_planar(rod, {0.2, 0}, law_of(2, 2, 0.5, GetParam())).status,
            ImpactStatus::no_impact);
  EXPECT_EQ(resolve_planar(rod, {-0.2, 0}, law_of(5.0 / 3, 5.0 / 3, 0.5, GetParam())).status,
            ImpactStatus::undetermined);
}

// The single pendulum: W = d dᵀ, u = d w.
struct Pendulum {
  double a, b;
  Sym2<double> W() const { return {a * a, a * b, b * b}; }
  Vec2<double> u(double w) const { return {a * w, b * w}; }
};

TEST(RankOne, PoissonLocksAboveTheThreshold) {
  for (const Pendulum p : {Pendulum{0.9, 0.4}, Pendulum{-0.9, 0.4}, Pendulum{0.3, -0.1}}) {
    const double w = p.b > 0 ? -1 : 1;
    const double mu = std::abs(p.b / p.a) * 1.01;
    const auto r = resolve_planar(p.W(), p.u(w), law_of(mu, mu, 0.5, Restitution::poisson));
    EXPECT_EQ(r.status, ImpactStatus::solved);
    EXPECT_EQ(r.u_after.t, 0);
    EXPECT_EQ(r.u_after.n, 0);
    const double p_c = 1 / (std::abs(p.b) + mu * std::abs(p.a));
    EXPECT_NEAR(r.impulse.n, 1.5 * p_c, 1e-14);
  }
}

TEST(RankOne, NewtonAndStrongeHaveNoSolutionWhereTheContactLocks) {
  const Pendulum p{0.9, 0.4};
  for (const Restitution rule : {Restitution::newton, Restitution::stronge}) {
    EXPECT_EQ(resolve_planar(p.W(), p.u(-1), law_of(0.6, 0.6, 0.5, rule)).status,
              ImpactStatus::no_solution);
    const auto plastic = resolve_planar(p.W(), p.u(-1), law_of(0.6, 0.6, 0, rule));
    EXPECT_EQ(plastic.status, ImpactStatus::solved);
    EXPECT_EQ(plastic.u_after.n, 0);
  }
}

TEST(RankOne, ReversesBelowTheThreshold) {
  const Pendulum p{0.4, 0.9};
  const double mu = 0.5;
  const double e = 0.6;
  const double p_c = 1 / (p.b + mu * p.a);
  const double k = p.b - mu * p.a;
  const auto check = [&](Restitution rule, double p_r) {
    const auto r = resolve_planar(p.W(), p.u(-1), law_of(mu, mu, e, rule));
    EXPECT_EQ(r.status, ImpactStatus::solved);
    EXPECT_EQ(r.mode, ImpactMode::reverse_in_compression);
    EXPECT_NEAR(r.impulse.n, p_c + p_r, 1e-14);
    EXPECT_NEAR(r.u_after.n, p.b * k * p_r, 1e-14);
    EXPECT_NEAR(r.u_after.t, p.a * k * p_r, 1e-14);
  };
  check(Restitution::poisson, e * p_c);
  check(Restitution::newton, e / k);
  check(Restitution::stronge, e / std::sqrt(k * (p.b + mu * p.a)));
}

TEST(RankOne, IsTheLimitOfRegularContacts) {
  const Pendulum p{0.9, 0.4};
  const auto limit = resolve_planar(p.W(), p.u(-1), law_of(0.6, 0.6, 0.5, Restitution::poisson));
  Sym2<double> W = p.W();
  W.nn *= 1 + 1e-9;
  const auto near = resolve_planar(W, p.u(-1), law_of(0.6, 0.6, 0.5, Restitution::poisson));
  EXPECT_NEAR(near.impulse.n, limit.impulse.n, 1e-7);
  EXPECT_NEAR(near.u_after.n, limit.u_after.n, 1e-7);
}

TEST_P(AnyRule, ResolvesANormalOnlyContact) {
  const auto r = resolve_planar({0, 0, 2}, {0, -1}, law_of(0.4, 0.4, 0.5, GetParam()));
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(r.impulse.t, 0);
  EXPECT_NEAR(r.impulse.n, 0.75, 1e-15);
  EXPECT_NEAR(r.u_after.n, 0.5, 1e-15);
}

/// A pendulum on a moving belt: u leaves the range of W, and a lock cannot end compression.
TEST_P(AnyRule, SaysWhenALockedContactCannotStopApproaching) {
  const Pendulum p{0.9, 0.4};
  const auto r = resolve_planar(p.W(), {0.05, -1}, law_of(0.6, 0.6, 0.5, GetParam()));
  EXPECT_EQ(r.status, ImpactStatus::no_solution);
}

}  // namespace
}  // namespace carom
