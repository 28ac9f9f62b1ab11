#include "spatial_problems.hpp"

#include <carom/core/spatial/judge.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom {
namespace {

using testing::Random;

/// W = Σ d dᵀ and u = Σ d ω over the given directions.
struct LowRank {
  Sym3<double> W{};
  Vec3<double> u{};

  void add(const Vec3<double>& d, double rate) {
    W.tt = {W.tt.xx + d.t.x * d.t.x, W.tt.xy + d.t.x * d.t.y, W.tt.yy + d.t.y * d.t.y};
    W.tn = W.tn + d.n * d.t;
    W.nn += d.n * d.n;
    u = u + Vec3<double>{rate * d.t, rate * d.n};
  }
};

Vec3<double> random_direction(Random& random) {
  return {{random.uniform(-1, 1), random.uniform(-1, 1)}, random.uniform(-1, 1)};
}

/// Kane and Levinson's pendulum and the like: a joint leaves one direction.
TEST(DegenerateSpatialImpact, RankOneIsThePlanarRule) {
  Random random{31};
  for (int i = 0; i < 20000; ++i) {
    const Vec3<double> d = random_direction(random);
    LowRank c;
    c.add(d, d.n < 0 ? 1 : -1);
    const double mu = random.uniform(0, 2);
    const ContactLaw<double> law{mu, mu, random.uniform(0, 1), testing::rules[i % 3]};
    const double a = length(d.t);
    const Sym2<double> W{a * a, a * d.n, d.n * d.n};
    const double rate = d.n < 0 ? 1 : -1;
    const auto flat = resolve_planar(planar_contact(W, Vec2<double>{a * rate, d.n * rate}), law);
    const auto r = resolve_spatial(c.W, c.u, law);
    if (std::abs(a - mu * std::abs(d.n)) < 1e-9) continue;
    ASSERT_TRUE(r.singular);
    ASSERT_EQ(r.status, flat.status);
    ASSERT_EQ(r.mode, flat.mode);
    ASSERT_NEAR(r.impulse.n, flat.impulse.n, 1e-11 * (1 + flat.impulse.n));
    ASSERT_NEAR(dot(r.impulse.t, d.t), flat.impulse.t * a, 1e-11 * (1 + flat.impulse.n));
  }
}

/// b = 0: pₙ has a closed form under every law, however slip turns. Slip itself is then an exponential, whose series
/// would hold further than that of its size.
TEST(DegenerateSpatialImpact, WithoutCouplingTheNormalImpulseIsClosed) {
  Random random{33};
  for (int i = 0; i < 20000; ++i) {
    testing::SpatialProblem p = testing::spatial_problem(random, testing::rules[i % 3]);
    p.W.tn = {};
    const auto r = resolve_spatial(p.W, p.u, p.law);
    const double p_n = -(1 + p.law.restitution) * p.u.n / p.W.nn;
    ASSERT_NEAR(r.impulse.n, p_n, 1e-13 * p_n);
  }
}

/// μ = |v| to the last bits: along v slip neither grows nor stops, and rounding does not decide.
TEST(DegenerateSpatialImpact, CriticalFrictionEndsLikeItsNeighbours) {
  Random random{34};
  for (int i = 0; i < 20000; ++i) {
    testing::SpatialProblem p = testing::spatial_problem(random, testing::rules[i % 3]);
    const double a = random.log_uniform(-2, 2);
    const double b = random.log_uniform(-2, 2);
    const Tangent2<double> v{random.uniform(-1, 1), random.uniform(-1, 1)};
    const double k_s = random.uniform(0.01, 1);
    p.W = {{a, 0, b}, {a * v.x, b * v.y}, a * v.x * v.x + b * v.y * v.y + k_s};
    p.law.friction = length(spatial_contact(p.W, p.u).v) * (1 + 1e-16 * random.uniform(-4, 4));
    p.law.static_friction = p.law.friction;
    const auto r = resolve_spatial(p.W, p.u, p.law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    ASSERT_LE(judge(spatial_contact(p.W, p.u), p.law, r).largest(), 1e-13);
    p.law.friction = p.law.static_friction = p.law.friction * (1 + 1e-9);
    const auto next = resolve_spatial(p.W, p.u, p.law);
    ASSERT_LE(testing::distance(r.u_after, next.u_after), 1e-6 * testing::speed_scale(p, r));
  }
}

TEST(DegenerateSpatialImpact, TangentialNullDirectionLeavesThePlanarLaw) {
  Random random{32};
  for (int i = 0; i < 20000; ++i) {
    testing::Problem p = testing::generic_problem(random);
    p.law.rule = testing::rules[i % 3];
    const double angle = random.uniform(0, 6.3);
    const testing::Turn turn{std::cos(angle), std::sin(angle)};
    const auto r = resolve_spatial(turn(Sym3<double>{{p.W.tt, 0, 0}, {p.W.tn, 0}, p.W.nn}),
                                   turn(Vec3<double>{{p.u.t, 0}, p.u.n}), p.law);
    const auto flat = resolve_planar(p.W, p.u, p.law);
    const double k_s = planar_contact(p.W, p.u).k_s;
    ASSERT_TRUE(r.singular);
    ASSERT_LE(testing::distance(r.impulse, turn(Vec3<double>{{flat.impulse.t, 0}, flat.impulse.n})),
              1e-12 * (1 + p.W.nn / k_s) * (std::abs(flat.impulse.t) + flat.impulse.n));
  }
}

/// Two directions with a normal part: u_n = v·u_t always, so slip and approach can only stop together.
TEST(DegenerateSpatialImpact, LockedNormalRestsOrHasNoSolution) {
  Random random{33};
  int rests = 0;
  int without = 0;
  int slides = 0;
  for (int i = 0; i < 20000; ++i) {
    LowRank c;
    c.add(random_direction(random), random.uniform(-1, 1));
    c.add(random_direction(random), random.uniform(-1, 1));
    if (c.u.n > -0.05) continue;
    const SpatialContact<double> contact = spatial_contact(c.W, c.u);
    if (contact.flat) continue;
    const double mu = random.chance(0.5) ? random.uniform(0, 1) : random.uniform(0, 10);
    const ContactLaw<double> law{mu, mu, random.uniform(0.1, 1), testing::rules[i % 3]};
    const auto r = resolve_spatial(contact, law);
    ASSERT_TRUE(r.singular);
    if (r.status == ImpactStatus::no_solution) {
      ++without;
      EXPECT_LE(length(contact.v), mu);
      EXPECT_NE(law.rule, Restitution::poisson);
      continue;
    }
    ASSERT_EQ(r.status, ImpactStatus::solved);
    // |v| is large where the two directions are nearly parallel in the tangent plane.
    ASSERT_LE(judge(contact, law, r).largest(), 1e-12 * (1 + dot(contact.v, contact.v)));
    const bool rested = r.mode == ImpactMode::stick_in_compression;
    (rested ? rests : slides) += 1;
    if (rested) {
      EXPECT_EQ(r.u_after.n, 0);
      EXPECT_EQ(length(r.u_after.t), 0);
      EXPECT_EQ(law.rule, Restitution::poisson);
    }
  }
  EXPECT_GT(rests, 200);
  EXPECT_GT(without, 400);
  EXPECT_GT(slides, 1000);
}

/// Near the limit the regular path tends to the singular one.
TEST(DegenerateSpatialImpact, SingularIsTheLimitOfRegular) {
  LowRank c;
  c.add({{1, 0.3}, 0.5}, -1);
  c.add({{-0.2, 0.9}, 0.4}, -0.5);
  const ContactLaw<double> law{0.4, 0.4, 0.6, Restitution::poisson};
  const auto limit = resolve_spatial(c.W, c.u, law);
  ASSERT_TRUE(limit.singular);
  for (double more = 1e-3; more > 1e-11; more /= 10) {
    Sym3<double> W = c.W;
    W.nn += more;
    const auto r = resolve_spatial(W, c.u, law);
    EXPECT_FALSE(r.singular);
    EXPECT_LT(testing::distance(r.u_after, limit.u_after), 100 * more);
  }
}

/// The points of a path lie on it: momentum, the invariant, and equal spacing between events.
TEST(SpatialPath, PointsLieOnThePathBetweenItsEvents) {
  Random random{34};
  for (int i = 0; i < 3000; ++i) {
    const auto p = testing::spatial_problem(random, testing::rules[i % 3]);
    std::vector<SpatialPoint<double>> points;
    const auto r = resolve_spatial(
        p.W, p.u, p.law, 7, [&](const SpatialPoint<double>& point) { points.push_back(point); });
    ASSERT_EQ(points.size() % 8, 1U);
    EXPECT_EQ(points.front().event, SpatialEvent::start);
    EXPECT_EQ(points.back().event, SpatialEvent::end);
    EXPECT_EQ(points.back().p.n, r.impulse.n);
    const double scale = testing::speed_scale(p, r);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Vec3<double> u = p.u + p.W * points[k].p;
      ASSERT_LE(testing::distance(u, points[k].u), 1e-11 * scale);
      ASSERT_EQ(points[k].event == SpatialEvent::between, k % 8 != 0);
      if (k > 0) {
        ASSERT_GE(points[k].p.n, points[k - 1].p.n);
      }
    }
  }
}

/// What holds from the start sticks from the first event on, also where friction alone would not hold it.
TEST(SpatialPath, ContactWithoutSlipSticksFromTheStart) {
  const Sym3<double> W{{2, 0.3, 3}, {0.9, 0.2}, 1};
  for (const double static_friction : {0.3, 0.6}) {
    std::vector<SpatialPoint<double>> events;
    const auto r =
        resolve_spatial(W, Vec3<double>{{0, 0}, -1}, ContactLaw<double>{0.3, static_friction, 0.8},
                        [&](const SpatialPoint<double>& e) { events.push_back(e); });
    EXPECT_EQ(events.front().sticks, static_friction > 0.5);
    EXPECT_EQ(r.mode == ImpactMode::stick_in_compression, static_friction > 0.5);
  }
}

/// A planar path has the events of Routh's: the stop, the end of compression, the end.
TEST(SpatialPath, PlanarProblemHasRouthsEvents) {
  std::vector<SpatialPoint<double>> events;
  const auto r = resolve_spatial(Sym3<double>{{3, 0, 3}, {}, 1}, Vec3<double>{{1, 0}, -1},
                                 ContactLaw<double>{0.5, 0.5, 0.8, Restitution::poisson},
                                 [&](const SpatialPoint<double>& e) { events.push_back(e); });
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(events[1].event, SpatialEvent::slip_stops);
  EXPECT_NEAR(events[1].p.n, 2.0 / 3, 1e-15);
  EXPECT_NEAR(events[2].p.n, 1, 1e-15);
  EXPECT_EQ(events[3].p.n, r.impulse.n);
  EXPECT_TRUE(events[1].sticks);
}

}  // namespace
}  // namespace carom
