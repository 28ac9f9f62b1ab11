#include "tests/random_problems.hpp"

#include <carom/core/planar/algebraic_impact.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using testing::Problem;
using testing::Random;

constexpr Sym2<double> rod{2.5, -1.5, 2.5};

template <class Claim>
void for_random_problems(Claim claim) {
  Random random{99};
  for (std::int64_t i = 0; i < testing::scaled_count(1e5); ++i) {
    claim(testing::generic_problem(random));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(AlgebraicImpact, WhittakerFrictionOpposesTheFinalSlip) {
  for_random_problems([](const Problem& c) {
    const auto r = resolve_whittaker(c.W, c.u, c.law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    ASSERT_GT(r.impulse.n, 0);
    if (r.mode == ImpactMode::sliding) {
      const double slip = std::abs(r.u_after.t) > 1e-12 ? r.u_after.t : 0;
      EXPECT_LE(r.impulse.t * slip, 0);
      EXPECT_NEAR(std::abs(r.impulse.t), c.law.friction * r.impulse.n,
                  1e-14 * r.impulse.n * (1 + c.law.friction));
    } else {
      EXPECT_EQ(r.u_after.t, 0);
      EXPECT_LE(std::abs(r.impulse.t), c.law.static_friction * r.impulse.n * (1 + 1e-12));
    }
  });
}

TEST(AlgebraicImpact, ConventionalIsAlwaysSolvable) {
  for_random_problems([](const Problem& c) {
    const auto r = resolve_conventional(c.W, c.u, c.law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    ASSERT_GT(r.impulse.n, 0);
    if (r.mode == ImpactMode::sliding) {
      EXPECT_LE(r.impulse.t * c.u.t, 0);
    }
  });
}

TEST(AlgebraicImpact, BrachNeverCreatesEnergyAndNeverExceedsWhittaker) {
  int capped = 0;
  for_random_problems([&](Problem c) {
    c.law.static_friction = c.law.friction;
    const auto r = resolve_brach(c.W, c.u, c.law);
    const auto w = resolve_whittaker(c.W, c.u, c.law);
    EXPECT_LE(testing::contact_work(r.impulse, c.u, r.u_after),
              1e-12 * testing::work_scale(r.impulse, c.u, r.u_after));
    EXPECT_LE(std::abs(r.impulse.t), std::abs(w.impulse.t) * (1 + 1e-9));
    EXPECT_GE(r.impulse.t * w.impulse.t, -1e-12);
    capped += r.mode == ImpactMode::capped ? 1 : 0;
  });
  EXPECT_GT(capped, 0);
}

/// Wang & Mason on Brach's rule: at e = 1 the rod of case 2 keeps no friction at all.
TEST(AlgebraicImpact, BrachRemovesFrictionFromTheElasticRod) {
  const auto r =
      resolve_brach(rod, {0.6, -1.0}, ContactLaw<double>{.friction = 0.8, .restitution = 1});
  EXPECT_EQ(r.mode, ImpactMode::capped);
  EXPECT_NEAR(r.impulse.t, 0, 1e-15);
  EXPECT_NEAR(r.impulse.n, 0.8, 1e-15);
}

TEST(AlgebraicImpact, WhittakerCreatesEnergyInTheRod) {
  const auto r =
      resolve_whittaker(rod, {0.5, -1.0}, ContactLaw<double>{.friction = 0.3, .restitution = 1});
  EXPECT_NEAR(testing::contact_work(r.impulse, {0.5, -1.0}, r.u_after), 3.9262e-2, 1e-6);
}

/// Zabuga's claim at e = 0 holds for the path, not for the algebraic law (E-Z7).
TEST(AlgebraicImpact, WhittakerDiffersFromThePathWhenPlastic) {
  const auto r =
      resolve_whittaker(rod, {0.6, -1.0}, ContactLaw<double>{.friction = 0.3, .restitution = 0});
  EXPECT_EQ(r.mode, ImpactMode::sticking);
  EXPECT_NEAR(r.impulse.t, 0, 1e-15);
  EXPECT_NEAR(r.impulse.n, 0.4, 1e-15);
}

TEST(AlgebraicImpact, TangentialImpactSticksWhereThePathJams) {
  const ContactLaw<double> rough{.friction = 2, .restitution = 0.5};
  const auto r = resolve_whittaker(rod, {-0.2, 0.0}, rough);
  EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_NEAR(r.impulse.n, 3.0 / 40, 1e-15);
  EXPECT_EQ(resolve_whittaker(rod, {-0.2, 0.0}, ContactLaw<double>{.friction = 1.5}).status,
            ImpactStatus::no_impact);
}

TEST(AlgebraicImpact, ImpulseRatioGivesTheRatioAsked) {
  const auto r = resolve_impulse_ratio(rod, {0.6, -1.0}, 0.2, -0.3);
  EXPECT_NEAR(r.impulse.t / r.impulse.n, -0.3, 1e-15);
  EXPECT_NEAR(r.u_after.n, 0.2, 1e-15);
  EXPECT_EQ(resolve_impulse_ratio(rod, {0.6, -1.0}, 0.2, 5.0 / 3).status,
            ImpactStatus::no_solution);
}

TEST(AlgebraicImpact, FullCriticalFractionEndsWithoutSlip) {
  const auto full = resolve_critical_fraction(rod, {0.6, -1.0}, 1.0, 1.0);
  EXPECT_EQ(full.mode, ImpactMode::sticking);
  EXPECT_EQ(full.u_after.t, 0);
  EXPECT_NEAR(full.impulse.t / full.impulse.n, 0.365853658536585, 1e-14);
  const auto half = resolve_critical_fraction(rod, {0.6, -1.0}, 1.0, 0.5);
  EXPECT_NEAR(half.impulse.t / half.impulse.n, 0.5 * 0.365853658536585, 1e-14);
}

TEST(AlgebraicImpact, NegativeRestitutionPassesThrough) {
  const auto r = resolve_impulse_ratio(rod, {0.6, -1.0}, -0.4, -0.1);
  EXPECT_NEAR(r.u_after.n, -0.4, 1e-15);
}

TEST(AlgebraicImpact, SingularContactsKeepNewtonsLine) {
  const Sym2<double> W{0.16, 0.36, 0.81};  // d = (0.4, 0.9)
  const Vec2<double> u{-0.4, -0.9};
  const ContactLaw<double> law{.friction = 0.5, .restitution = 0.6};
  const auto r = resolve_whittaker(W, u, law);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_NEAR(r.u_after.t, 0.24, 1e-15);
  EXPECT_NEAR(r.u_after.n, 0.54, 1e-15);
  EXPECT_NEAR(r.impulse.t, -0.5 * r.impulse.n, 1e-15);
  // Enough friction locks the pendulum, and Newton's line has no point there.
  EXPECT_EQ(resolve_whittaker(W, u, ContactLaw<double>{.friction = 3, .restitution = 0.6}).status,
            ImpactStatus::no_solution);
  // Plastic: any impulse with d·p = 1 will do; the least one is given.
  const auto plastic = resolve_whittaker(W, u, ContactLaw<double>{.friction = 3, .restitution = 0});
  EXPECT_EQ(plastic.mode, ImpactMode::sticking);
  EXPECT_NEAR(plastic.impulse.t, 0.4 / 0.97, 1e-15);
  EXPECT_NEAR(plastic.impulse.n, 0.9 / 0.97, 1e-15);
}

}  // namespace
}  // namespace carom
