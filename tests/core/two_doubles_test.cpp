#include "tests/random_problems.hpp"

#include "two_doubles.hpp"
#include <carom/core/planar/planar_impact.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// |a − b| against |b|.
double difference(const TwoDoubles& a, const TwoDoubles& b) {
  return std::abs((a - b).high / b.high);
}

constexpr double digits = 0x1p-100;  // what a chain of operations may lose

TEST(TwoDoubles, KeepWhatADoubleDrops) {
  const double e = 0x1p-30;
  const TwoDoubles square = TwoDoubles(1 + e) * TwoDoubles(1 + e);
  EXPECT_EQ((square - TwoDoubles(1) - TwoDoubles(2 * e)).high, e * e);
  EXPECT_EQ((TwoDoubles(1) + TwoDoubles(0x1p-90) - TwoDoubles(1)).high, 0x1p-90);
  EXPECT_LE(difference(sqrt(TwoDoubles(2)) * sqrt(TwoDoubles(2)), TwoDoubles(2)), digits);
  const TwoDoubles third = TwoDoubles(1) / TwoDoubles(3);
  EXPECT_LE(difference(third + third + third, TwoDoubles(1)), digits);
}

TEST(TwoDoubles, ObeyTheRulesOfArithmetic) {
  testing::Random random{23};
  for (int i = 0; i < 10000; ++i) {
    const auto any = [&] {
      return TwoDoubles(random.uniform(-2, 2), 0x1p-60 * random.uniform(-1, 1));
    };
    const TwoDoubles a = any();
    const TwoDoubles b = any();
    if (std::abs(a.high) < 0.01 || std::abs(b.high) < 0.01) continue;
    EXPECT_LE(difference(a / b * b, a), digits);
    EXPECT_LE(difference(sqrt(a * a), a.high < 0 ? -a : a), digits);
    EXPECT_LE(difference((a + b) * (a - b) + b * b, a * a), digits / 1e-4);
    EXPECT_TRUE(a < a + TwoDoubles(0x1p-90));
    EXPECT_TRUE(a <= a && a == a && !(a < a) && !(a > a));
  }
}

/// Away from cancellation both find the same path.
TEST(TwoDoubles, ResolveAContactAsADoubleDoes) {
  using S = TwoDoubles;
  testing::Random random{24};
  for (int i = 0; i < 3000; ++i) {
    testing::Problem c = testing::generic_problem(random);
    c.law.rule = testing::rules[static_cast<std::size_t>(i % 3)];
    const auto impact =
        resolve_planar(Sym2<S>{S(c.W.tt), S(c.W.tn), S(c.W.nn)}, Vec2<S>{S(c.u.t), S(c.u.n)},
                       ContactLaw<S>{S(c.law.friction), S(c.law.static_friction),
                                     S(c.law.restitution), c.law.rule});
    const auto expected = resolve_planar(c.W, c.u, c.law);
    ASSERT_EQ(impact.mode, expected.mode) << i;
    const double size = std::hypot(expected.impulse.t, expected.impulse.n);
    EXPECT_NEAR(impact.impulse.t.high, expected.impulse.t, 1e-9 * size) << i;
    EXPECT_NEAR(impact.impulse.n.high, expected.impulse.n, 1e-9 * size) << i;
  }
}

/// k_s and u_s hold all that a nearly singular W loses: with them plain doubles keep their digits.
TEST(NarrowContact, AgreesWithTwoDoublesHoweverSmallItsDeterminant) {
  using S = TwoDoubles;
  testing::Random random{25};
  for (int i = 0; i < 20000; ++i) {
    testing::Problem c = testing::generic_problem(random);
    c.law.rule = testing::rules[static_cast<std::size_t>(i % 3)];
    const double share = random.log_uniform(-12, -3);  // of det W in W_tt W_nn
    c.W.nn = c.W.tn * c.W.tn / c.W.tt * (1 + share);
    if (!(c.W.nn > 1e-3) || c.u.n >= 0) continue;
    const auto impact =
        resolve_planar(Sym2<S>{S(c.W.tt), S(c.W.tn), S(c.W.nn)}, Vec2<S>{S(c.u.t), S(c.u.n)},
                       ContactLaw<S>{S(c.law.friction), S(c.law.static_friction),
                                     S(c.law.restitution), c.law.rule});
    const auto found = resolve_planar(c.W, c.u, c.law);
    ASSERT_EQ(found.mode, impact.mode) << i;
    const double size = std::hypot(impact.impulse.t.high, impact.impulse.n.high);
    EXPECT_NEAR(found.impulse.t, impact.impulse.t.high, 1e-11 * size) << i << " " << share;
    EXPECT_NEAR(found.impulse.n, impact.impulse.n.high, 1e-11 * size) << i << " " << share;
  }
}

}  // namespace
}  // namespace carom
