#include "spatial_problems.hpp"

#include <carom/core/dual.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom {
namespace {

/// Independent variables: uₜ (2), uₙ, e, μ = μ_s, and the six entries of W.
constexpr int count = 11;
using D = Dual<double, count>;
using Point = std::array<double, count>;

Point point_of(const testing::SpatialProblem& p) {
  return {p.u.t.x,   p.u.t.y,   p.u.n,    p.law.restitution, p.law.friction, p.W.tt.xx,
          p.W.tt.xy, p.W.tt.yy, p.W.tn.x, p.W.tn.y,          p.W.nn};
}

template <class S>
SpatialImpact<S> resolve_at(const std::array<S, count>& x, Restitution rule) {
  return resolve_spatial(Sym3<S>{{x[5], x[6], x[7]}, {x[8], x[9]}, x[10]},
                         Vec3<S>{{x[0], x[1]}, x[2]}, ContactLaw<S>{x[4], x[4], x[3], rule});
}

SpatialImpact<D> derivatives_at(const Point& x, Restitution rule) {
  std::array<D, count> d;
  for (int j = 0; j < count; ++j)
    d[static_cast<std::size_t>(j)] = variable<double, count>(x[static_cast<std::size_t>(j)], j);
  return resolve_at<D>(d, rule);
}

template <class S>
std::array<S, 6> numbers(const SpatialImpact<S>& r) {
  return {r.impulse.t.x, r.impulse.t.y, r.impulse.n, r.u_after.t.x, r.u_after.t.y, r.u_after.n};
}

TEST(SpatialDual, DerivativesAgreeWithFiniteDifferencesAwayFromModeChanges) {
  testing::Random random{11};
  int compared = 0;
  for (int i = 0; i < 1000; ++i) {
    const Restitution rule = testing::rules[static_cast<std::size_t>(i % 3)];
    const Point x = point_of(testing::spatial_problem(random, rule));
    const auto plain = resolve_at<double>(x, rule);
    const auto r = derivatives_at(x, rule);
    ASSERT_EQ(r.mode, plain.mode);
    const auto values = numbers(r);
    for (std::size_t j = 0; j < count; ++j) {
      const auto shifted = [&](double h) {
        Point y = x;
        y[j] += h;
        return resolve_at<double>(y, rule);
      };
      const double h = 1e-5;
      const auto a = shifted(-h), b = shifted(h), c = shifted(-2 * h), d = shifted(2 * h);
      const bool same = a.mode == r.mode && b.mode == r.mode && c.mode == r.mode &&
                        d.mode == r.mode && a.compresses_again == d.compresses_again;
      if (!same) continue;
      const auto na = numbers(a), nb = numbers(b), nc = numbers(c), nd = numbers(d);
      for (std::size_t k = 0; k < 6; ++k) {
        const double near = (nb[k] - na[k]) / (2 * h);
        const double far = (nd[k] - nc[k]) / (4 * h);
        const double size = 1 + std::abs(near) + std::abs(values[2].value);
        // The two differences tell how far each is off: far - near is three times the error of near.
        if (std::abs(far - near) > 1e-5 * size) continue;
        ASSERT_NEAR(values[k].grad[j], near, 1e-5 * size) << "problem " << i << " by " << j;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 55000);
}

TEST(SpatialDual, ValueIsThatOfPlainNumbers) {
  testing::Random random{12};
  for (int i = 0; i < 5000; ++i) {
    const auto p =
        testing::spatial_problem(random, testing::rules[static_cast<std::size_t>(i % 3)]);
    const Point x = point_of(p);
    const auto r = resolve_at<double>(x, p.law.rule);
    const auto d = derivatives_at(x, p.law.rule);
    const double k_s = spatial_contact(p.W, p.u).k_s;
    EXPECT_EQ(d.mode, r.mode);
    EXPECT_NEAR(d.impulse.n.value, r.impulse.n, 1e-14 * (1 + p.W.nn / k_s) * r.impulse.n);
  }
}

/// A planar problem in space has derivatives out of its plane as well.
TEST(SpatialDual, SeesTheNeighboursOfAPlanarProblem) {
  const Point x{1, 0, -1, 0.6, 0.3, 2, 0, 1.3, 0.4, 0, 1};
  for (const Restitution rule : testing::rules) {
    const auto r = derivatives_at(x, rule);
    for (const std::size_t j : {1U, 6U, 9U}) {
      Point lo = x;
      Point hi = x;
      lo[j] -= 1e-5;
      hi[j] += 1e-5;
      const double y =
          (resolve_at<double>(hi, rule).u_after.t.y - resolve_at<double>(lo, rule).u_after.t.y);
      EXPECT_NEAR(r.u_after.t.y.grad[j], y / 2e-5, 1e-8);
      EXPECT_GT(std::abs(y), 1e-6);
    }
  }
}

}  // namespace
}  // namespace carom
