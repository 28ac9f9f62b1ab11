#include "tests/random_problems.hpp"

#include <carom/core/dual.hpp>
#include <carom/core/planar/planar_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom {
namespace {

/// Independent variables: uₜ, uₙ, e, μ (with μ_s = μ).
constexpr int count = 4;
using D = Dual<double, count>;

PlanarImpact<double> resolve_at(const testing::Problem& c, const std::array<double, count>& x) {
  return resolve_planar(c.W, Vec2<double>{x[0], x[1]},
                        ContactLaw<double>{x[3], x[3], x[2], c.law.rule});
}

TEST(Dual, DerivativesAgreeWithFiniteDifferencesAwayFromModeChanges) {
  testing::Random random{11};
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    testing::Problem c = testing::generic_problem(random);
    c.law.rule = testing::rules[static_cast<std::size_t>(i % 3)];
    const std::array<double, count> x{c.u.t, c.u.n, c.law.restitution, c.law.friction};
    const Sym2<D> W{D(c.W.tt), D(c.W.tn), D(c.W.nn)};
    const D mu = variable<double, count>(x[3], 3);
    const auto r = resolve_planar(
        W, Vec2<D>{variable<double, count>(x[0], 0), variable<double, count>(x[1], 1)},
        ContactLaw<D>{mu, mu, variable<double, count>(x[2], 2), c.law.rule});
    for (int j = 0; j < count; ++j) {
      const double h = 1e-6;
      auto lo = x;
      auto hi = x;
      lo[static_cast<std::size_t>(j)] -= h;
      hi[static_cast<std::size_t>(j)] += h;
      const auto a = resolve_at(c, lo);
      const auto b = resolve_at(c, hi);
      if (a.mode != r.mode || b.mode != r.mode) continue;
      const double size = 1 + std::abs(r.impulse.n.value) + std::abs(r.impulse.n.grad[j]) +
                          std::abs(r.impulse.t.grad[j]);
      // Central differences: h² times the third derivative, which grows with friction.
      EXPECT_NEAR(r.impulse.n.grad[j], (b.impulse.n - a.impulse.n) / (2 * h), 1e-4 * size * size);
      EXPECT_NEAR(r.impulse.t.grad[j], (b.impulse.t - a.impulse.t) / (2 * h), 1e-4 * size * size);
      EXPECT_NEAR(r.u_after.t.grad[j], (b.u_after.t - a.u_after.t) / (2 * h), 1e-4 * size * size);
      EXPECT_NEAR(r.u_after.n.grad[j], (b.u_after.n - a.u_after.n) / (2 * h), 1e-4 * size * size);
      ++compared;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 11000);
}

TEST(Dual, ValueIsThatOfPlainNumbers) {
  testing::Random random{12};
  for (int i = 0; i < 10000; ++i) {
    testing::Problem c = testing::generic_problem(random);
    c.law.rule = testing::rules[static_cast<std::size_t>(i % 3)];
    const auto plain = resolve_planar(c.W, c.u, c.law);
    const auto dual =
        resolve_planar(Sym2<D>{D(c.W.tt), D(c.W.tn), D(c.W.nn)}, Vec2<D>{D(c.u.t), D(c.u.n)},
                       ContactLaw<D>{D(c.law.friction), D(c.law.static_friction),
                                     D(c.law.restitution), c.law.rule});
    ASSERT_EQ(plain.impulse.t, dual.impulse.t.value);
    ASSERT_EQ(plain.impulse.n, dual.impulse.n.value);
    ASSERT_EQ(plain.mode, dual.mode);
  }
}

}  // namespace
}  // namespace carom
