#include "spatial_problems.hpp"
#include "spatial_small_steps.hpp"

#include <carom/core/spatial/judge.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace carom {
namespace {

using testing::Random;
using testing::SpatialProblem;

class EverySpatialRule : public ::testing::TestWithParam<Restitution> {};

std::string rule_name(const ::testing::TestParamInfo<Restitution>& rule) {
  return testing::name_of(rule.param);
}

template <class Claim>
void for_random_problems(Restitution rule, double count, Claim claim) {
  Random random{2026};
  for (std::int64_t i = 0; i < testing::scaled_count(count); ++i) {
    const SpatialProblem p = testing::spatial_problem(random, rule);
    claim(p, resolve_spatial(p.W, p.u, p.law));
    if (::testing::Test::HasFailure()) return;
  }
}

double total(const WorkLedger<double>& work) {
  return work.normal_compression + work.normal_restitution + work.friction;
}

/// Momentum, invariant, cone, law, ledger; poisson and stronge never gain.
TEST_P(EverySpatialRule, SatisfiesEveryConditionOfTheJudge) {
  for_random_problems(GetParam(), 1e5, [](const SpatialProblem& p, const auto& r) {
    ASSERT_EQ(r.status, ImpactStatus::solved);
    const SpatialResidual<double> residual = judge(spatial_contact(p.W, p.u), p.law, r);
    EXPECT_LE(residual.largest(), 1e-13);  // 7.6e-15 is the worst of 200 000
    EXPECT_LE(r.work.normal_compression, 0);
    EXPECT_GE(r.work.normal_restitution, 0);
    EXPECT_LE(r.work.friction, 0);
  });
}

TEST_P(EverySpatialRule, AgreesWithSmallSteps) {
  std::map<ImpactMode, int> seen;
  for_random_problems(GetParam(), 300, [&](const SpatialProblem& p, const auto& r) {
    ++seen[r.mode];
    testing::SpatialSmallSteps small(p.W, p.u, p.law);
    ASSERT_TRUE(small.run());
    const auto& x = small.state();
    const Vec3<double> impulse{{x[3], x[4]}, x[5]};
    const Vec3<double> u{{x[0], x[1]}, x[2]};
    // Fourth order: 1e-8 a unit of σ, amplified by the condition of W.
    const double k_s = spatial_contact(p.W, p.u).k_s;
    const double tolerance = 1e-8 * (1 + p.W.nn / k_s) * (length(r.impulse.t) + r.impulse.n);
    EXPECT_LE(testing::distance(impulse, r.impulse), tolerance);
    EXPECT_LE(testing::distance(u, r.u_after), 8 * tolerance);
  });
  if (testing::scaled_count(1) > 1) {
    EXPECT_GE(seen.size(), 3U);
  }
}

TEST_P(EverySpatialRule, TurnsAndMirrorsWithTheTangents) {
  for_random_problems(GetParam(), 2e3, [](const SpatialProblem& p, const auto& r) {
    const double k_s = spatial_contact(p.W, p.u).k_s;
    const double tolerance = 1e-13 * (1 + p.W.nn / k_s) * testing::speed_scale(p, r);
    const testing::Turn turn{std::cos(0.7), std::sin(0.7)};
    const auto turned = resolve_spatial(turn(p.W), turn(p.u), p.law);
    EXPECT_LE(testing::distance(turned.u_after, turn(r.u_after)), tolerance);
    const Sym3<double> W{{p.W.tt.xx, -p.W.tt.xy, p.W.tt.yy}, {p.W.tn.x, -p.W.tn.y}, p.W.nn};
    const auto mirrored = resolve_spatial(W, Vec3<double>{{p.u.t.x, -p.u.t.y}, p.u.n}, p.law);
    EXPECT_EQ(mirrored.u_after.t.x, r.u_after.t.x);
    EXPECT_EQ(mirrored.u_after.t.y, -r.u_after.t.y);
    EXPECT_EQ(mirrored.u_after.n, r.u_after.n);
  });
}

TEST_P(EverySpatialRule, ScalesWithTheUnits) {
  for_random_problems(GetParam(), 2e3, [](const SpatialProblem& p, const auto& r) {
    const double k_s = spatial_contact(p.W, p.u).k_s;
    for (const double unit : {1e-9, 1e9}) {
      const Sym3<double> W{
          {p.W.tt.xx * unit, p.W.tt.xy * unit, p.W.tt.yy * unit}, unit * p.W.tn, p.W.nn * unit};
      const auto s = resolve_spatial(W, Vec3<double>{unit * p.u.t, unit * p.u.n}, p.law);
      EXPECT_LE(testing::distance(s.impulse, r.impulse),
                1e-13 * (1 + p.W.nn / k_s) * (length(r.impulse.t) + r.impulse.n));
      EXPECT_EQ(s.mode, r.mode);
    }
  });
}

TEST_P(EverySpatialRule, HasThePlanarBitsAlongEitherTangent) {
  Random random{3};
  for (int i = 0; i < 20000; ++i) {
    testing::Problem p = testing::generic_problem(random);
    p.law.rule = GetParam();
    const auto flat = resolve_planar(planar_contact(p.W, p.u), p.law);
    const double other = random.uniform(0, 3);
    const auto r1 = resolve_spatial(Sym3<double>{{p.W.tt, 0, other}, {p.W.tn, 0}, p.W.nn},
                                    Vec3<double>{{p.u.t, 0}, p.u.n}, p.law);
    const auto r2 = resolve_spatial(Sym3<double>{{other, 0, p.W.tt}, {0, p.W.tn}, p.W.nn},
                                    Vec3<double>{{0, p.u.t}, p.u.n}, p.law);
    ASSERT_EQ(r1.impulse.t.x, flat.impulse.t);
    ASSERT_EQ(r1.impulse.n, flat.impulse.n);
    ASSERT_EQ(r2.impulse.t.y, flat.impulse.t);
    ASSERT_EQ(r2.u_after.n, flat.u_after.n);
    ASSERT_EQ(r1.mode, flat.mode);
    ASSERT_EQ(r2.mode, flat.mode);
  }
}

TEST_P(EverySpatialRule, HasThePlanarNumbersInTurnedAxes) {
  Random random{4};
  for (int i = 0; i < 20000; ++i) {
    testing::Problem p = testing::generic_problem(random);
    p.law.rule = GetParam();
    const auto flat = resolve_planar(p.W, p.u, p.law);
    const double angle = random.uniform(0, 6.3);
    const testing::Turn turn{std::cos(angle), std::sin(angle)};
    const Sym3<double> W{{p.W.tt, 0, random.uniform(0.05, 3)}, {p.W.tn, 0}, p.W.nn};
    const auto r = resolve_spatial(turn(W), turn(Vec3<double>{{p.u.t, 0}, p.u.n}), p.law);
    const double k_s = planar_contact(p.W, p.u).k_s;
    ASSERT_LE(testing::distance(r.impulse, turn(Vec3<double>{{flat.impulse.t, 0}, flat.impulse.n})),
              1e-13 * (1 + p.W.nn / k_s) * (std::abs(flat.impulse.t) + flat.impulse.n));
  }
}

/// A planar reversal with a small cross slip swerves round zero; in the limit it is the reversal.
TEST_P(EverySpatialRule, TendsToThePlanarReversal) {
  const Sym3<double> W{{2, 0, 1.3}, {-1.25, 0}, 1};
  const ContactLaw<double> law{0.5, 0.5, 0.6, GetParam()};
  const auto planar = resolve_spatial(W, Vec3<double>{{1, 0}, -1}, law);
  EXPECT_EQ(planar.mode, ImpactMode::reverse_in_compression);
  double before = 1;
  for (double cross = 1e-1; cross > 1e-10; cross /= 10) {
    const auto r = resolve_spatial(W, Vec3<double>{{1, cross}, -1}, law);
    const double apart = testing::distance(r.u_after, planar.u_after);
    EXPECT_LT(apart, 10 * cross);
    EXPECT_LT(apart, before);
    before = apart;
  }
}

TEST_P(EverySpatialRule, WorksInSinglePrecision) {
  for_random_problems(GetParam(), 1e4, [](const SpatialProblem& p, const auto& r) {
    const auto f = [](double x) { return static_cast<float>(x); };
    const Sym3<float> W{
        {f(p.W.tt.xx), f(p.W.tt.xy), f(p.W.tt.yy)}, {f(p.W.tn.x), f(p.W.tn.y)}, f(p.W.nn)};
    const Vec3<float> u{{f(p.u.t.x), f(p.u.t.y)}, f(p.u.n)};
    const auto s = resolve_spatial(W, u,
                                   ContactLaw<float>{f(p.law.friction), f(p.law.static_friction),
                                                     f(p.law.restitution), p.law.rule});
    ASSERT_TRUE(has_answer(s.status));
    const Vec3<float> off = u + W * s.impulse - s.u_after;
    EXPECT_LE(length(off.t) + std::abs(off.n), 1e-5 * testing::speed_scale(p, r));
  });
}

INSTANTIATE_TEST_SUITE_P(SpatialImpact, EverySpatialRule, ::testing::ValuesIn(testing::rules),
                         rule_name);

/// A cuboid that falls on its corner (docs/theory.md, Example 12.1).
const Sym3<double> corner{
    {2.223076923076923, -1.3846153846153846, 3.6769230769230767}, {0.9, 1.2}, 6.1};

SpatialImpact<double> corner_impact(const Vec3<double>& u, double mu, double mu_s) {
  return resolve_spatial(corner, u, ContactLaw<double>{mu, mu_s, 0.6, Restitution::stronge});
}

TEST(SpatialImpact, SwervesOnTheCornerOfACuboid) {
  const struct {
    double mu, x, y, n, work;
  } rows[]{{0.2, 0.680309360541, 0.493209511144, 0.599078226097, -0.0925300313093},
           {0.5, 0.592998276735, 0.445992684715, 0.597523100897, -0.153026508338},
           {1.0, 0.427492457805, 0.325988065001, 0.594890836436, -0.249024607895}};
  for (const auto& row : rows) {
    const auto r = corner_impact({{0.5, 0.2}, -1}, row.mu, row.mu);
    EXPECT_NEAR(r.u_after.t.x, row.x, 1e-12);
    EXPECT_NEAR(r.u_after.t.y, row.y, 1e-12);
    EXPECT_NEAR(r.u_after.n, row.n, 1e-12);
    EXPECT_NEAR(total(r.work), row.work, 1e-12);
    EXPECT_EQ(r.mode, ImpactMode::sliding);
  }
  EXPECT_NEAR(length(spatial_contact(corner, Vec3<double>{}).v), 1.01114697279, 1e-11);
}

/// With μ < |v| ≤ μ_s the outcome jumps at zero slip.
TEST(SpatialImpact, StaticFrictionHoldsOnlyWhatDoesNotSlip) {
  const auto held = corner_impact({{0, 0}, -1}, 0.5, 1.2);
  EXPECT_EQ(held.mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(length(held.u_after.t), 0);
  EXPECT_NEAR(held.u_after.n, 0.6, 1e-15);
  for (const double slip : {1e-9, -1e-9}) {
    const auto r = corner_impact({{slip, 0}, -1}, 0.5, 1.2);
    EXPECT_NEAR(r.u_after.t.x, 0.1602971, 1e-7);
    EXPECT_NEAR(r.u_after.t.y, 0.1443770, 1e-7);
    EXPECT_EQ(r.mode, ImpactMode::sliding);
  }
}

/// The textbook's (1 + e) p_c ends here with u_n = −0.0154773, inside the other body.
TEST(SpatialImpact, CompressesASecondTimeWhereTheSwerveJams) {
  const Sym3<double> W{{1, 0, 4}, {0.9, 0}, 1};
  const Vec3<double> u{{0.5, 2}, -0.05};
  std::vector<SpatialEvent> events;
  const auto poisson =
      resolve_spatial(W, u, ContactLaw<double>{2, 2, 1, Restitution::poisson},
                      [&](const SpatialPoint<double>& point) { events.push_back(point.event); });
  EXPECT_TRUE(poisson.compresses_again);
  EXPECT_EQ(length(poisson.u_after.t), 0);
  EXPECT_NEAR(poisson.u_after.n, 0.4694139, 1e-7);
  using enum SpatialEvent;
  EXPECT_EQ(events, (std::vector{start, compression_ends, compression_starts, slip_stops,
                                 compression_ends, end}));
  const auto stronge = resolve_spatial(W, u, ContactLaw<double>{2, 2, 0.8, Restitution::stronge});
  EXPECT_NEAR(stronge.u_after.n, 0.3277034, 1e-7);
}

/// A = a I makes the swerve a pursuit curve with a closed form, an independent check.
TEST(SpatialImpact, FollowsThePursuitCurve) {
  Random random{8};
  for (int i = 0; i < 2000; ++i) {
    const double a = random.uniform(0.5, 3);
    const double b = random.uniform(0.1, 0.9) * std::sqrt(a);
    const double mu = random.uniform(0.05, 0.6);
    const double theta0 = random.uniform(0.2, 2.9);
    const double s0 = random.uniform(0.1, 2);
    const Vec3<double> u{{s0 * std::cos(theta0), s0 * std::sin(theta0)}, -1};
    const auto r = resolve_spatial(Sym3<double>{{a, 0, a}, {b, 0}, 1}, u,
                                   ContactLaw<double>{mu, mu, 0.5, Restitution::newton});
    if (r.mode != ImpactMode::sliding) continue;
    const double k = mu * a / b;
    const auto speed = [&](double t) { return std::pow(t, k) * (1 + t * t) / (2 * t); };
    const auto F = [&](double t) {
      return std::pow(t, k - 1) / (k - 1) + std::pow(t, k + 1) / (k + 1);
    };
    const double t0 = std::tan(theta0 / 2);
    const double t1 = std::tan(std::atan2(r.u_after.t.y, r.u_after.t.x) / 2);
    const double C = s0 / speed(t0);
    const double digits = 1 / std::min({t1, 1.0, std::abs(k - 1)});
    EXPECT_NEAR(C * speed(t1), length(r.u_after.t), 1e-13 * digits * (s0 + C * speed(t1)));
    EXPECT_NEAR(C / (2 * b) * (F(t0) - F(t1)), r.impulse.n,
                1e-12 * digits * (1 + C * std::abs(F(t1))));
  }
}

TEST(SpatialImpact, SphereSlidesStraightUntilItRolls) {
  const double a = 3.5;
  for (const double mu : {0.05, 0.2, 0.9}) {
    const auto r = resolve_spatial(Sym3<double>{{a, 0, a}, {}, 1}, Vec3<double>{{0.6, 0.8}, -1},
                                   ContactLaw<double>{mu, mu, 0.5, Restitution::poisson});
    EXPECT_NEAR(r.impulse.n, 1.5, 1e-15);
    const double slip = std::max(0.0, 1 - mu * a * 1.5);
    EXPECT_NEAR(r.u_after.t.x, 0.6 * slip, 1e-15);
    EXPECT_NEAR(r.u_after.t.y, 0.8 * slip, 1e-15);
  }
}

TEST(SpatialImpact, NewtonGainsOnlyBeyondTwiceTheCompression) {
  int gains = 0;
  for_random_problems(Restitution::newton, 1e5, [&](const SpatialProblem& p, const auto& r) {
    const double size = testing::speed_scale(p, r) * r.impulse.n;
    if (total(r.work) <= 1e-13 * size) return;
    ++gains;
    EXPECT_GT(r.impulse.n, 2 * r.compression);
  });
  EXPECT_GT(gains, 1000 * (static_cast<double>(testing::scaled_count(1e5)) / 1e5));
}

TEST(SpatialImpact, TangentialImpactNeedsAJam) {
  const Sym3<double> W{{1, 0.1, 2}, {0.9, 0.2}, 1};
  const Vec3<double> u{{1, 0.1}, 0};
  const ContactLaw<double> weak{0.5, 0.5, 0.5, Restitution::poisson};
  const ContactLaw<double> strong{3, 3, 0.5, Restitution::poisson};
  EXPECT_EQ(resolve_spatial(W, u, weak).status, ImpactStatus::no_impact);
  const auto r = resolve_spatial(W, u, strong);
  EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_TRUE(r.jams);
  EXPECT_GT(r.impulse.n, 0);
  EXPECT_EQ(resolve_spatial(W, Vec3<double>{{1, 0}, 1}, strong).status, ImpactStatus::no_impact);
}

TEST(SpatialImpact, AnswersNaNWithNoSolution) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto r = resolve_spatial(corner, Vec3<double>{{nan, 0}, -1}, ContactLaw<double>{1, 1, 1});
  EXPECT_EQ(r.status, ImpactStatus::no_solution);
  EXPECT_TRUE(std::isnan(r.impulse.n));
}

TEST(SpatialImpact, HoldsAtTheEndsOfItsRange) {
  Random random{21};
  for (int i = 0; i < 20000; ++i) {
    SpatialProblem p = testing::spatial_problem(random, testing::rules[i % 3]);
    if (random.chance(0.3)) p.law.friction = p.law.static_friction = 1e-8;
    if (random.chance(0.3)) p.law.friction = p.law.static_friction = random.log_uniform(1.5, 4);
    if (random.chance(0.3)) p.u.t = 1e-9 * p.u.t;
    if (random.chance(0.1)) p.law.restitution = random.chance(0.5) ? 0 : 1;
    const auto r = resolve_spatial(p.W, p.u, p.law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    ASSERT_LE(judge(spatial_contact(p.W, p.u), p.law, r).largest(), 1e-12);
    ASSERT_LT(r.steps, 400);
  }
}

}  // namespace
}  // namespace carom
