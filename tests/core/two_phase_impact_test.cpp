/// The law of two phases: what it promises, where it jumps, and where it has no answer.
#include "tests/random_problems.hpp"

#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/planar/two_phase_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom {
namespace {

using testing::Random;

struct Turning {
  TurningContact<double> contact{};
  TwoPhaseLaw<double> law{};
};

/// An eccentric contact with turning, entries of order one: W = B Bᵀ with random rows t, n, m.
Turning random_turning(Random& random) {
  std::array<std::array<double, 3>, 3> B{};
  for (auto& row : B)
    for (double& entry : row) entry = random.uniform(-1, 1);
  const auto dot = [&](std::size_t a, std::size_t b) {
    return B[a][0] * B[b][0] + B[a][1] * B[b][1] + B[a][2] * B[b][2];
  };
  Turning problem;
  const Sym2<double> W{dot(0, 0), dot(0, 1), dot(1, 1)};
  const double u_t = random.uniform(-1, 1);
  problem.contact = {.at = planar_contact<double>(W, {u_t, random.uniform(-1, -0.01)}),
                     .W_tm = dot(0, 2),
                     .W_nm = dot(1, 2),
                     .W_mm = dot(2, 2),
                     .u_m = random.uniform(-1, 1)};
  problem.law = {.friction = random.uniform(0, 3),
                 .restitution = random.uniform(0, 1),
                 .tangential_restitution = random.uniform(0, 1),
                 .friction_recovery = random.uniform(0, 1)};
  return problem;
}

TurningVec3<double> total(const TwoPhaseImpact<double>& r) {
  return {r.compression.p.t + r.expansion.p.t, r.compression.p.n + r.expansion.p.n,
          r.compression.p.m + r.expansion.p.m};
}

/// ½ p·(u⁻ + u⁺), and the sum of its absolute terms.
struct Work {
  double sum = 0, terms = 0;
};

Work work_of(const TurningContact<double>& c, const TwoPhaseImpact<double>& r) {
  const TurningVec3<double> p = total(r);
  const TurningVec3<double>& u = r.expansion.u;
  Work work;
  for (const auto& [impulse, before, after] :
       {std::array{p.t, c.at.u.t, u.t}, std::array{p.n, c.at.u.n, u.n},
        std::array{p.m, c.u_m, u.m}}) {
    work.sum += 0.5 * impulse * (before + after);
    work.terms += std::abs(impulse * before) + std::abs(impulse * after);
  }
  return work;
}

TEST(TwoPhaseImpact, WithoutMomentAlwaysHasAnAnswerThatNeverGainsEnergy) {
  Random random{11};
  for (int i = 0; i < 80'000; ++i) {
    const Turning x = random_turning(random);
    const auto r = resolve_two_phases(x.contact, x.law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_GE(r.expansion.u.n, 0);
    const Work work = work_of(x.contact, r);
    EXPECT_LE(work.sum, 1e-11 * work.terms);  // W is badly conditioned now and then
    EXPECT_EQ(second_answer(x.contact, x.law, r).mode, ImpactMode::none);
  }
}

TEST(TwoPhaseImpact, WithAMomentInExpansionAloneNeverGainsEnergy) {
  Random random{12};
  int solved = 0;
  for (int i = 0; i < 80'000; ++i) {
    Turning x = random_turning(random);
    x.law.moment_restitution = random.uniform(-1, 0);
    const auto r = resolve_two_phases(x.contact, x.law);
    if (!has_answer(r.status)) {
      EXPECT_EQ(r.failure, TwoPhaseFailure::penetrating);
      continue;
    }
    ++solved;
    const Work work = work_of(x.contact, r);
    EXPECT_LE(work.sum, 1e-11 * work.terms);
  }
  EXPECT_GT(solved, 50'000);
  EXPECT_LT(solved, 80'000);  // E-CS11: a moment may leave the bodies penetrating
}

TEST(TwoPhaseImpact, AMomentInCompressionCanCreateEnergy) {
  Random random{13};
  int solved = 0;
  int gains = 0;
  int separated = 0;
  for (int i = 0; i < 40'000; ++i) {
    Turning x = random_turning(random);
    x.law.moment_compression = random.uniform(-1, 0);
    x.law.moment_restitution = random.uniform(-1, 0);
    const auto r = resolve_two_phases(x.contact, x.law);
    separated += r.failure == TwoPhaseFailure::no_compression ? 1 : 0;
    if (!has_answer(r.status)) continue;
    ++solved;
    const Work work = work_of(x.contact, r);
    gains += work.sum > 1e-6 * work.terms ? 1 : 0;
  }
  EXPECT_GT(gains, 0);  // E-CS10: rare, but there
  EXPECT_LT(gains, solved / 50);
  EXPECT_GT(separated, 1000);  // E-CS11: the moment alone parts them
}

TEST(TwoPhaseImpact, TheCompressionAloneNeverGainsEnergy) {
  Random random{14};
  for (int i = 0; i < 40'000; ++i) {
    Turning x = random_turning(random);
    x.law.moment_compression = random.uniform(-1, 0);
    x.law.restitution = 0;
    const auto r = resolve_two_phases(x.contact, x.law);
    if (!has_answer(r.status)) continue;
    const Work work = work_of(x.contact, r);
    EXPECT_LE(work.sum, 1e-11 * work.terms);
  }
}

TEST(TwoPhaseImpact, DiffersFromRouthWhereSlipReversesInsideAPhase) {
  const Sym2<double> W{.tt = 1, .tn = 1, .nn = 2};
  const Vec2<double> u{-0.2, -1};
  const auto r = resolve_two_phases(TurningContact<double>{.at = planar_contact(W, u)},
                                    TwoPhaseLaw<double>{.friction = 0.5, .restitution = 1});
  EXPECT_DOUBLE_EQ(r.expansion.u.n, 1);
  EXPECT_DOUBLE_EQ(r.expansion.u.t, 7. / 15);
  const auto routh = resolve_planar(W, u, ContactLaw<double>{.friction = 0.5, .restitution = 1});
  EXPECT_EQ(routh.mode, ImpactMode::reverse_in_compression);
  EXPECT_NEAR(routh.u_after.n, 13. / 15, 1e-15);
  EXPECT_NEAR(routh.u_after.t, 23. / 45, 1e-15);
}

TEST(TwoPhaseImpact, JumpsWhereCompressionEndsWithoutTangentialImpulse) {
  TurningContact<double> c{.at = planar_contact<double>({3, 0.2, 1}, {-0.2, -1})};
  const TwoPhaseLaw<double> law{
      .friction = 1, .restitution = 1, .tangential_restitution = 1, .friction_recovery = 1};
  EXPECT_EQ(resolve_two_phases(c, law).expansion.u.t, 0);
  c.at = planar_contact<double>({3, 0.2, 1}, {-0.2 - 6e-7, -1});
  EXPECT_NEAR(resolve_two_phases(c, law).expansion.u.t, 0.2000006, 1e-12);
  c.at =
      planar_contact<double>({3, 0.2, 1}, {-0.2 + 3e-17, -1});  // rounding does not choose the side
  EXPECT_EQ(resolve_two_phases(c, law).expansion.u.t, 0);
  c.at = planar_contact<double>({3, 0.2, 1}, {std::nextafter(std::nextafter(-0.2, -1), -1), -1});
  EXPECT_EQ(resolve_two_phases(c, law).expansion.u.t, 0);
}

TEST(TwoPhaseImpact, AsksNothingOfTheSlipWhereTheIntervalIsAPoint) {
  // Slip in compression with e_t = ν = 1: expansion must give all of it back.
  const TurningContact<double> c{.at = planar_contact<double>({3, 0, 1}, {5, -1})};
  const TwoPhaseLaw<double> law{
      .friction = 0.1, .restitution = 0.5, .tangential_restitution = 1, .friction_recovery = 1};
  const auto r = resolve_two_phases(c, law);
  EXPECT_DOUBLE_EQ(r.compression.p.t, -0.1);
  EXPECT_DOUBLE_EQ(r.expansion.p.t, -0.05);
  EXPECT_DOUBLE_EQ(r.expansion.u.t, 5 - 3 * 0.15);
}

TEST(TwoPhaseImpact, IsATangentialImpactWhereFrictionJams) {
  const TurningContact<double> c{.at = planar_contact<double>({2.5, -1.5, 2.5}, {-0.2, 0})};
  const auto r = resolve_two_phases(c, TwoPhaseLaw<double>{.friction = 2, .restitution = 0.5});
  EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_NEAR(total(r).t, 1. / 8 + 9. / 400, 1e-15);  // as poisson: (E-WM13) with e = 1/2
  EXPECT_NEAR(total(r).n, 9. / 80, 1e-15);
  const auto less = resolve_two_phases(c, TwoPhaseLaw<double>{.friction = 1.6, .restitution = 0.5});
  EXPECT_EQ(less.status, ImpactStatus::no_impact);
  const auto tie =
      resolve_two_phases(c, TwoPhaseLaw<double>{.friction = 2.5 / 1.5, .restitution = 0.5});
  EXPECT_EQ(tie.status, ImpactStatus::undetermined);
}

TEST(TwoPhaseImpact, TakesContactsThatCannotMoveAlongTheTangent) {
  const TurningContact<double> c{.at = planar_contact<double>({0, 0, 2}, {0, -1})};
  const auto r = resolve_two_phases(c, TwoPhaseLaw<double>{.friction = 0.5, .restitution = 0.5});
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(total(r).t, 0);
  EXPECT_DOUBLE_EQ(r.expansion.u.n, 0.5);
}

TEST(TwoPhaseImpact, LocksASinglePendulumWithoutSlipOrRebound) {
  // W = d dᵀ with d = (1, 1/2): slip and approach end together (§3).
  const TurningContact<double> c{.at = planar_contact<double>({1, 0.5, 0.25}, {-2, -1})};
  const TwoPhaseLaw<double> law{.friction = 1, .restitution = 0.5};
  const auto r = resolve_two_phases(c, law);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_FALSE(r.unique_impulse);
  EXPECT_EQ(r.expansion.u.t, 0);
  EXPECT_NEAR(r.expansion.u.n, 0, 1e-15);
  EXPECT_EQ(second_answer(c, law, r).mode, ImpactMode::none);
  // Tangential restitution makes the end depend on which of the impulses compression had.
  TwoPhaseLaw<double> returning = law;
  returning.tangential_restitution = 1;
  const auto first = resolve_two_phases(c, returning);
  EXPECT_NE(second_answer(c, returning, first).mode, ImpactMode::none);
}

TEST(TwoPhaseImpact, NamesWhatAMomentMakesImpossible) {
  // A pendulum's turning and approach are one motion: a moment that stops the turning stops all.
  const TurningContact<double> pendulum{
      .at = planar_contact<double>({0, 0, 1}, {0, -1}), .W_tm = 0, .W_nm = 1, .W_mm = 1, .u_m = -1};
  EXPECT_EQ(resolve_two_phases(pendulum, {.restitution = 0.5, .moment_compression = 0}).failure,
            TwoPhaseFailure::moment_singular);
  // The turning drives the contact apart faster than it approaches.
  const TurningContact<double> spun{.at = planar_contact<double>({1, 0, 1}, {0, -1}),
                                    .W_tm = 0,
                                    .W_nm = 0.5,
                                    .W_mm = 1,
                                    .u_m = -10};
  EXPECT_EQ(resolve_two_phases(spun, {.restitution = 0.5, .moment_compression = 0}).failure,
            TwoPhaseFailure::no_compression);
  EXPECT_EQ(resolve_two_phases(TurningContact<double>{spun.at, 0, 0.5, 1, 10},
                               {.restitution = 0.5, .moment_restitution = 0})
                .failure,
            TwoPhaseFailure::penetrating);
}

TEST(TwoPhaseImpact, FindsBothAnswersWhereAJamResistsTheMoment) {
  // The moment alone would part the bodies (fₙ > 0), but sticking and slipping both hold them.
  const TurningContact<double> c{.at = planar_contact<double>({1, 0.9, 1}, {1, -0.5}),
                                 .W_tm = 0,
                                 .W_nm = -0.2,
                                 .W_mm = 1,
                                 .u_m = 4};
  const TwoPhaseLaw<double> law{.friction = 3, .restitution = 0, .moment_compression = 0};
  const auto first = resolve_two_phases(c, law);
  ASSERT_EQ(first.status, ImpactStatus::solved);
  EXPECT_EQ(first.compression.u.t, 0);
  const auto second = second_answer(c, law, first);
  ASSERT_NE(second.mode, ImpactMode::none);
  EXPECT_GT(second.compression.u.t, 0);
  EXPECT_NEAR(second.compression.p.t, -3 * second.compression.p.n, 1e-14);
}

}  // namespace
}  // namespace carom
