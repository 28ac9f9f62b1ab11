#include "spatial_problems.hpp"

#include <carom/core/spatial/algebraic_impact.hpp>
#include <carom/core/spatial/thresholds.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using testing::Random;
using testing::SpatialProblem;
using Answer = SpatialAlgebraicImpact<double>;

double work(const SpatialProblem& p, const Answer& r) {
  return 0.5 * (dot(r.impulse.t, p.u.t + r.u_after.t) + r.impulse.n * (p.u.n + r.u_after.n));
}

/// Momentum, Newton's coefficient, and the cone with friction against the final slip.
void expect_whittaker(const SpatialProblem& p, const Answer& r) {
  const double p_t = length(r.impulse.t);
  const double k_s = spatial_contact(p.W, p.u).k_s;
  const double scale = 4 + length(p.u.t) + 4 * (p_t + r.impulse.n);
  EXPECT_LE(testing::distance(p.u + p.W * r.impulse, r.u_after), 1e-13 * scale);
  EXPECT_EQ(r.u_after.n, -(p.law.restitution * p.u.n));
  EXPECT_GT(r.impulse.n, 0);
  if (r.mode == ImpactMode::sticking) {
    EXPECT_LE(p_t, p.law.static_friction * r.impulse.n * (1 + 1e-12 * (1 + p.W.nn / k_s)));
    EXPECT_EQ(length(r.u_after.t), 0);
    return;
  }
  EXPECT_NEAR(p_t, p.law.friction * r.impulse.n, 1e-12 * scale);
  EXPECT_LE(std::abs(cross(r.impulse.t, r.u_after.t)), 1e-12 * scale * scale);
  EXPECT_LE(dot(r.impulse.t, r.u_after.t), 0);
}

TEST(SpatialAlgebraic, WhittakerOpposesTheFinalSlipInAllItsAnswers) {
  Random random{41};
  int several = 0;
  for (int i = 0; i < testing::scaled_count(1e5); ++i) {
    const auto p = testing::spatial_problem(random, Restitution::newton);
    const auto r = resolve_whittaker(p.W, p.u, p.law);
    expect_whittaker(p, r.impact);
    for (int k = 0; k < r.alternative_count; ++k) expect_whittaker(p, r.alternatives[k]);
    several += r.alternative_count > 0 ? 1 : 0;
    EXPECT_EQ(r.impact.status == ImpactStatus::undetermined, r.alternative_count > 0);
    if (r.impact.mode == ImpactMode::sliding && r.alternative_count > 0) {
      EXPECT_LE(work(p, r.impact), work(p, r.alternatives[0]));
    }
    if (HasFailure()) return;
  }
  if (static_cast<double>(testing::scaled_count(1e5)) >= 1e5) {
    EXPECT_GT(several, 20);
  }
}

/// Every direction of final slip that a scan finds is among the answers.
TEST(SpatialAlgebraic, WhittakerMissesNoAnswer) {
  Random random{42};
  for (int i = 0; i < 1500; ++i) {
    const auto p = testing::spatial_problem(random, Restitution::newton);
    const double K = -(1 + p.law.restitution) * p.u.n;
    const auto slip = [&](double angle, double& along) {
      const Tangent2<double> w{std::cos(angle), std::sin(angle)};
      const double p_n = K / (p.W.nn - p.law.friction * dot(p.W.tn, w));
      const Vec3<double> impulse{-(p.law.friction * p_n) * w, p_n};
      const Vec3<double> u = p.u + p.W * impulse;
      along = p_n > 0 ? dot(w, u.t) : -1;
      return cross(w, u.t);
    };
    int found = 0;
    constexpr int count = 20000;
    for (int k = 0; k < count; ++k) {
      double along = 0;
      double next = 0;
      const double here = slip(6.283185307179586 * k / count, along);
      const double there = slip(6.283185307179586 * (k + 1) / count, next);
      found += here * there < 0 && along > 0 && next > 0 ? 1 : 0;
    }
    const auto r = resolve_whittaker(
        p.W, p.u, ContactLaw<double>{p.law.friction, p.law.friction, p.law.restitution});
    const int slides = r.alternative_count + (r.impact.mode == ImpactMode::sliding ? 1 : 0);
    EXPECT_EQ(slides, found) << i;
  }
}

TEST(SpatialAlgebraic, BrachNeverGains) {
  Random random{43};
  int capped = 0;
  for (int i = 0; i < testing::scaled_count(1e5); ++i) {
    const auto p = testing::spatial_problem(random, Restitution::newton);
    const auto r = resolve_brach(p.W, p.u, p.law);
    const double p_all = length(r.impulse.t) + r.impulse.n;
    ASSERT_LE(work(p, r), 1e-13 * (4 + 4 * p_all) * p_all);
    ASSERT_LE(testing::distance(p.u + p.W * r.impulse, r.u_after), 1e-13 * (4 + 4 * p_all));
    if (r.mode != ImpactMode::capped) continue;
    ++capped;
    ASSERT_GE(work(p, r), -1e-12 * (4 + 4 * p_all) * p_all);  // as much as loses nothing
    const auto whittaker = resolve_whittaker(p.W, p.u, p.law).impact;
    ASSERT_LT(length(r.impulse.t), length(whittaker.impulse.t));
    ASSERT_NEAR(cross(r.impulse.t, whittaker.impulse.t), 0, 1e-13 * p_all * p_all);
  }
  EXPECT_GT(capped, 10);
}

TEST(SpatialAlgebraic, ConventionalOpposesTheInitialSlip) {
  Random random{44};
  for (int i = 0; i < 50000; ++i) {
    const auto p = testing::spatial_problem(random, Restitution::newton);
    const auto r = resolve_conventional(p.W, p.u, p.law);
    const double push = p.W.nn - p.law.friction * dot(p.W.tn, p.u.t) / length(p.u.t);
    if (r.status == ImpactStatus::no_solution) {
      ASSERT_LE(push, 1e-12);
      continue;
    }
    if (r.mode != ImpactMode::sliding) continue;
    const double p_t = p.law.friction * r.impulse.n;
    ASSERT_NEAR(dot(r.impulse.t, p.u.t), -p_t * length(p.u.t), 1e-12 * (1 + p_t));
    ASSERT_LE(testing::distance(p.u + p.W * r.impulse, r.u_after),
              1e-13 * (4 + 8 * p_t + r.impulse.n * 4));
  }
}

TEST(SpatialAlgebraic, HaveThePlanarBitsAlongEitherTangent) {
  Random random{45};
  for (int i = 0; i < 20000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    const Sym3<double> W{{random.uniform(0, 3), 0, p.W.tt}, {0, p.W.tn}, p.W.nn};
    const Vec3<double> u{{0, p.u.t}, p.u.n};
    ASSERT_EQ(resolve_whittaker(W, u, p.law).impact.impulse.t.y,
              resolve_whittaker(p.W, p.u, p.law).impulse.t);
    ASSERT_EQ(resolve_conventional(W, u, p.law).impulse.n,
              resolve_conventional(p.W, p.u, p.law).impulse.n);
    ASSERT_EQ(resolve_brach(W, u, p.law).impulse.t.y, resolve_brach(p.W, p.u, p.law).impulse.t);
  }
}

TEST(SpatialThresholds, SeparateSlidingFromSticking) {
  Random random{46};
  int exist = 0;
  for (int i = 0; i < 200; ++i) {
    const auto p = testing::spatial_problem(random, testing::rules[i % 3]);
    const SpatialContact<double> c = spatial_contact(p.W, p.u);
    const auto least = to_stick(c, p.law.rule, p.law.restitution);
    const auto sticks = [&](double mu) {
      const auto r = resolve_spatial(c, ContactLaw<double>{mu, mu, p.law.restitution, p.law.rule});
      return r.mode == ImpactMode::stick_in_compression ||
             r.mode == ImpactMode::stick_in_restitution;
    };
    if (!least.exists) {
      EXPECT_GT(c.u_s, 0);
      for (double mu = 0.01; mu < 1e6; mu *= 1.3) ASSERT_FALSE(sticks(mu));
      continue;
    }
    ++exist;
    ASSERT_GE(least.value, to_hold_stick(c));
    ASSERT_TRUE(sticks(least.value));
    ASSERT_FALSE(sticks(least.value * (1 - 1e-6)));
    const auto end = to_end_without_slip(c, p.law.restitution);
    if (!end.exists) continue;
    const auto at = [&](double mu) {
      return resolve_whittaker(c, ContactLaw<double>{mu, mu, p.law.restitution}).impact.mode;
    };
    ASSERT_EQ(at(end.value * (1 + 1e-9)), ImpactMode::sticking);
    ASSERT_EQ(at(end.value * (1 - 1e-9)), ImpactMode::sliding);
  }
  EXPECT_GT(exist, 100);
}

}  // namespace
}  // namespace carom
