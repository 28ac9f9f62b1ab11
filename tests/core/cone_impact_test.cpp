#include "tests/random_problems.hpp"

#include <carom/core/planar/algebraic_impact.hpp>
#include <carom/core/planar/chatterjee_ruina.hpp>
#include <carom/core/planar/cone_impact.hpp>
#include <carom/core/planar/two_phase_impact.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

using testing::Problem;
using testing::Random;

template <class Claim>
void for_random_problems(Claim claim) {
  Random random{98};
  for (std::int64_t i = 0; i < testing::deep_count(1e5); ++i) {
    Problem p = testing::generic_problem(random);
    const double e_t = random.uniform(0, 1);
    claim(planar_contact(p.W, p.u), ConeLaw<double>{p.law.friction, p.law.restitution, e_t});
    if (::testing::Test::HasFailure()) return;
  }
}

double scale(const PlanarContact<double>& c, const ConeImpact<double>& r) {
  return testing::work_scale(r.impulse, c.u, r.u_after);
}

TEST(ConeImpact, MoreauSatisfiesItsLawAndNeverGainsWithTangentialRestitutionOfAtLeastE) {
  int gains = 0;
  for_random_problems([&](const auto& c, ConeLaw<double> law) {
    const auto r = resolve_moreau(c, law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_LE(moreau_violation(c, law, r), 1e-10);
    const bool gained = contact_work(c, r.impulse, r.u_after) > 1e-12 * scale(c, r);
    EXPECT_FALSE(gained && law.tangential_restitution >= law.restitution);
    gains += gained ? 1 : 0;
  });
  EXPECT_GT(gains, 0);  // e_t < e can
}

TEST(ConeImpact, MoreauWithoutTangentialRestitutionIsWhittaker) {
  for_random_problems([](const auto& c, ConeLaw<double> law) {
    law.tangential_restitution = 0;
    const auto r = resolve_moreau(c, law);
    const auto w = resolve_whittaker(
        c, ContactLaw<double>{.friction = law.friction, .restitution = law.restitution});
    EXPECT_EQ(r.mode, w.mode);
    EXPECT_NEAR(r.impulse.t, w.impulse.t, 1e-14 * w.impulse.n * (1 + law.friction));
    EXPECT_NEAR(r.u_after.t, w.u_after.t, 1e-12);
    EXPECT_EQ(r.u_after.n, w.u_after.n);
  });
}

TEST(ConeImpact, FremondOpposesTheMeanSlipAndNeverGains) {
  for_random_problems([](const auto& c, const ConeLaw<double>& law) {
    const auto r = resolve_fremond(c, law);
    EXPECT_LE(fremond_violation(c, law, r), 1e-10);
    EXPECT_LE(contact_work(c, r.impulse, r.u_after), 1e-12 * scale(c, r));
    EXPECT_LE(r.impulse.t * (c.u.t + r.u_after.t), 1e-12 * scale(c, r));
    if (r.mode == ImpactMode::sticking) {
      EXPECT_EQ(r.u_after.t, -c.u.t);
    }
  });
}

TEST(ConeImpact, AnitescuPotraIsCataldoSampaioWithItsDefaultsAndNeverGains) {
  for_random_problems([](const auto& c, const ConeLaw<double>& law) {
    const auto r = resolve_anitescu_potra(c, law);
    EXPECT_LE(anitescu_potra_violation(c, law, r), 1e-10);
    EXPECT_LE(contact_work(c, r.whole.impulse, r.whole.u_after), 1e-12 * scale(c, r.whole));
    const auto t = resolve_two_phases(
        TurningContact<double>{.at = c},
        TwoPhaseLaw<double>{.friction = law.friction, .restitution = law.restitution});
    EXPECT_EQ(r.whole.mode, t.mode);
    EXPECT_NEAR(r.whole.u_after.t, t.expansion.u.t, 1e-12);
    EXPECT_NEAR(r.whole.u_after.n, t.expansion.u.n, 1e-12);
  });
}

TEST(ConeImpact, TheElasticRodGainsOnlyWithoutTangentialRestitution) {
  const auto c = planar_contact(Sym2<double>{2.5, -1.5, 2.5}, Vec2<double>{.6, -1});
  const ConeLaw<double> law{.friction = .8, .restitution = 1};
  const auto m = resolve_moreau(c, law);
  EXPECT_NEAR(m.impulse.t, .375, 1e-15);
  EXPECT_NEAR(m.impulse.n, 1.025, 1e-15);
  EXPECT_NEAR(contact_work(c, m.impulse, m.u_after), .1125, 1e-15);
  const auto f = resolve_fremond(c, law);
  EXPECT_NEAR(f.impulse.t, 0, 1e-15);
  EXPECT_NEAR(f.impulse.n, .8, 1e-15);
  const auto a = resolve_anitescu_potra(c, law).whole;
  EXPECT_NEAR(contact_work(c, a.impulse, a.u_after), -.072, 1e-15);
}

/// Siconos' example ImpactingStick: a rod, 1 m and 1 kg, g = 10, that turns as it falls; it hits twice in 0.2 s.
struct FallingRod {
  double x = 0.5 * std::sin(std::numbers::pi / 4);
  double y = 0.5 * std::cos(std::numbers::pi / 4) + 0.01;
  double angle = std::numbers::pi / 4;
  double vx = -0.5, vy = 0.1, rate = 0.1;
};

double tip_height(const FallingRod& rod, double t) {
  return rod.y + rod.vy * t - 5 * t * t - 0.5 * std::cos(rod.angle + rod.rate * t);
}

/// Flies until the tip meets the floor, found in steps of a millisecond and by bisection.
void fly(FallingRod& rod) {
  double lo = 1e-3;
  while (tip_height(rod, lo + 1e-3) > 0) lo += 1e-3;
  double hi = lo + 1e-3;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (lo + hi);
    (tip_height(rod, middle) > 0 ? lo : hi) = middle;
  }
  rod.y += rod.vy * hi - 5 * hi * hi;
  rod.vy -= 10 * hi;
  rod.x += rod.vx * hi;
  rod.angle += rod.rate * hi;
}

/// Applies the law at the tip; the work of friction.
double hit(FallingRod& rod, double tangential_restitution) {
  const double a = 0.5 * std::cos(rod.angle);
  const double b = 0.5 * std::sin(rod.angle);
  const auto c = planar_contact(Sym2<double>{1 + 12 * a * a, 12 * a * b, 1 + 12 * b * b},
                                Vec2<double>{rod.vx + a * rod.rate, rod.vy + b * rod.rate});
  const ConeLaw<double> law{0.01, 1, tangential_restitution};
  const auto r = resolve_moreau(c, law);
  EXPECT_LE(moreau_violation(c, law, r), 1e-14);
  rod.vx += r.impulse.t;
  rod.vy += r.impulse.n;
  rod.rate += 12 * (a * r.impulse.t + b * r.impulse.n);
  return .5 * r.impulse.t * (c.u.t + r.u_after.t);
}

/// Its reference file, with steps of 1e-4 s, has −6.777e-4 and −6.237e-4 J, in sum −1.3014e-3 J.
TEST(ConeImpact, FremondTakesTheEnergyThatSiconosFindsOnItsImpactingStick) {
  FallingRod rod;
  fly(rod);
  EXPECT_NEAR(hit(rod, 1), -6.777e-4, 1e-6);
  fly(rod);
  EXPECT_NEAR(hit(rod, 1), -6.237e-4, 2e-6);
}

/// There Moreau's law without e_t creates energy by friction: +7.07e-4 J in the first impact.
TEST(ConeImpact, MoreauCreatesTheEnergyThatSiconosFindsOnItsImpactingStick) {
  FallingRod rod;
  fly(rod);
  EXPECT_NEAR(hit(rod, 0), 7.07e-4, 1e-6);
  fly(rod);
  EXPECT_LT(hit(rod, 0), 0);
}

TEST(ConeImpact, ChatterjeeRuinaKeepsItsEnergyIdentity) {
  Random random{17};
  for (std::int64_t i = 0; i < testing::deep_count(1e5); ++i) {
    const Problem p = testing::generic_problem(random);
    const auto c = planar_contact(p.W, p.u);
    const ChatterjeeRuinaLaw<double> law{p.law.friction, p.law.restitution, random.uniform(-1, 1)};
    const auto r = resolve_chatterjee_ruina(c, law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_LE(chatterjee_ruina_violation(c, law, r), 1e-10);
    EXPECT_LE(contact_work(c, r.impulse, r.u_after), 1e-12 * scale(c, r));
    // T⁺ − T_II = e² E_n + (κ − 1)² E_t, T⁻ − T_II = E_n + E_t
    const double slip = c.u.t - p.W.tn * c.u.n / p.W.nn;
    const double E_n = c.u.n * c.u.n / (2 * p.W.nn);
    const double E_t = slip * slip * p.W.nn / (2 * p.W.tt * c.k_s);
    const double D_t = -slip * p.W.nn / (p.W.tt * c.k_s);
    const double kappa = r.impulse.t / D_t;
    const double change =
        (law.restitution * law.restitution - 1) * E_n + ((kappa - 1) * (kappa - 1) - 1) * E_t;
    EXPECT_NEAR(contact_work(c, r.impulse, r.u_after), change, 1e-11 * (E_n + E_t));
    EXPECT_GE(kappa, -1e-12);
    EXPECT_LE(kappa, 2 + 1e-9);
  }
}

TEST(ConeImpact, ChatterjeeRuinaIsWaltonsLawOnSpheresAndFrictionlessWithoutFriction) {
  const auto c = planar_contact(Sym2<double>{3.5, 0, 1}, Vec2<double>{.3, -1});
  const auto r = resolve_chatterjee_ruina(c, {.5, .9, .4});
  EXPECT_EQ(r.mode, ImpactMode::sticking);
  EXPECT_NEAR(r.u_after.t, -.4 * .3, 1e-16);
  EXPECT_EQ(resolve_chatterjee_ruina(c, {0, .9, .4}).impulse.t, 0);
  EXPECT_EQ(resolve_chatterjee_ruina(c, {.5, .9, -1}).impulse.t, 0);
  EXPECT_EQ(resolve_chatterjee_ruina(c, {.5, 0, 0}).u_after.t, 0);
  EXPECT_NEAR(resolve_chatterjee_ruina(c, {.01, .9, .4}).impulse.t, -.019, 1e-16);
}

TEST(ConeImpact, SingularContactsSlipOrLock) {
  const auto c = planar_contact(Sym2<double>{0.16, 0.36, 0.81}, Vec2<double>{-0.4, -0.9});
  const ConeLaw<double> smooth{.friction = .5, .restitution = .6};
  const auto r = resolve_moreau(c, smooth);
  EXPECT_NEAR(r.u_after.t, 0.24, 1e-15);
  EXPECT_NEAR(r.impulse.t, -.5 * r.impulse.n, 1e-15);
  EXPECT_EQ(resolve_moreau(c, {.friction = 3, .restitution = .6}).status,
            ImpactStatus::no_solution);
  const auto held = resolve_moreau(c, {.friction = 3});
  EXPECT_EQ(held.mode, ImpactMode::sticking);
  EXPECT_FALSE(held.unique_impulse);
  EXPECT_NEAR(held.impulse.t, 0.4 / 0.97, 1e-15);
  const auto line = resolve_chatterjee_ruina(c, {.friction = 3});
  EXPECT_NEAR(line.impulse.t, 0.4 / 0.97, 1e-15);
  EXPECT_NEAR(line.impulse.n, 0.9 / 0.97, 1e-15);
  const auto guide = planar_contact(Sym2<double>{0, 0, 2}, Vec2<double>{1, -1});
  EXPECT_NEAR(resolve_moreau(guide, smooth).impulse.t, -.4, 1e-15);
  EXPECT_NEAR(resolve_anitescu_potra(guide, smooth).whole.impulse.t, -.4, 1e-15);
  EXPECT_NEAR(resolve_chatterjee_ruina(guide, {.5, .6, 0}).impulse.t, -.4, 1e-15);
}

TEST(ConeImpact, TangentialImpactsNeedAJam) {
  const Sym2<double> rod{2.5, -1.5, 2.5};
  const auto jam = planar_contact(rod, Vec2<double>{-.2, 0});
  const ConeLaw<double> rough{.friction = 2, .restitution = .5};
  EXPECT_NEAR(resolve_moreau(jam, rough).impulse.n, 3.0 / 40, 1e-15);
  EXPECT_EQ(resolve_moreau(jam, rough).status, ImpactStatus::tangential_impact);
  EXPECT_EQ(resolve_chatterjee_ruina(jam, {2, .5, 0}).status, ImpactStatus::tangential_impact);
  EXPECT_EQ(resolve_anitescu_potra(jam, rough).whole.status, ImpactStatus::tangential_impact);
  const auto free = planar_contact(rod, Vec2<double>{.2, 0});
  EXPECT_EQ(resolve_moreau(free, rough).status, ImpactStatus::no_impact);
  EXPECT_EQ(resolve_chatterjee_ruina(free, {2, .5, 0}).status, ImpactStatus::no_impact);
}

}  // namespace
}  // namespace carom
