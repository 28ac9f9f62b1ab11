#include "tests/random_problems.hpp"

#include <carom/core/spatial/chatterjee_ruina.hpp>
#include <carom/core/spatial/cone_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace carom {
namespace {

using testing::Random;

struct Problem {
  Sym3<double> W{};
  Vec3<double> u{};
  ConeLaw<double> law{};
};

/// W = G Gᵀ with entries of order one.
Problem random_problem(Random& random, double most_friction) {
  std::array<std::array<double, 4>, 3> G{};
  for (auto& row : G)
    for (double& x : row) x = random.uniform(-1, 1);
  const auto W = [&](std::size_t i, std::size_t k) {
    double sum = i == k ? 0.02 : 0;
    for (std::size_t j = 0; j < 4; ++j) sum += G[i][j] * G[k][j];
    return sum;
  };
  Problem p;
  p.W = {{W(0, 0), W(0, 1), W(1, 1)}, {W(0, 2), W(1, 2)}, W(2, 2)};
  p.u = {{random.uniform(-2, 2), random.uniform(-2, 2)}, random.uniform(-2, -0.05)};
  p.law = {random.uniform(0, most_friction), random.uniform(0, 1), random.uniform(0, 1)};
  return p;
}

template <class Claim>
void for_random_problems(Claim claim) {
  Random random{404};
  for (std::int64_t i = 0; i < testing::deep_count(1e5); ++i) {
    claim(random_problem(random, random.chance(0.5) ? 1.0 : 4.0));
    if (::testing::Test::HasFailure()) return;
  }
}

double scale(const Problem& p, const Vec3<double>& impulse) {
  return (std::abs(impulse.t.x) + std::abs(impulse.t.y) + impulse.n) * 10 *
         (std::abs(p.u.t.x) + std::abs(p.u.t.y) - p.u.n);
}

template <class Impact>
SpatialOutcome<double> taken(const Impact& r) {
  return {r.impulse, r.u_after, r.mode == ImpactMode::sticking};
}

TEST(SpatialConeImpact,
     EveryAnswerOfMoreauSatisfiesItsLawAndNeverGainsForTangentialRestitutionOfAtLeastE) {
  int gains = 0;
  int several = 0;
  for_random_problems([&](const Problem& p) {
    const auto r = resolve_moreau(p.W, p.u, p.law);
    ASSERT_TRUE(r.status == ImpactStatus::solved || r.status == ImpactStatus::undetermined);
    several += r.alternative_count > 0 ? 1 : 0;
    EXPECT_EQ(r.alternative_count % 2, 0);
    const auto check = [&](const SpatialOutcome<double>& a) {
      EXPECT_LE(moreau_violation(p.W, p.u, p.law, a), 1e-10);
      const bool gained = contact_work(p.u, a.impulse, a.u_after) > 1e-12 * scale(p, a.impulse);
      gains += gained ? 1 : 0;
      EXPECT_FALSE(gained && p.law.tangential_restitution >= p.law.restitution);
    };
    check(taken(r));
    const double work = contact_work(p.u, r.impulse, r.u_after);
    for (int i = 0; i < r.alternative_count; ++i) {
      const SpatialOutcome<double>& other = r.alternatives[i];
      check(other);
      EXPECT_FALSE(other.sticks);
      if (r.mode == ImpactMode::sliding) {
        EXPECT_LE(work, contact_work(p.u, other.impulse, other.u_after));
      }
    }
  });
  EXPECT_GT(gains, 0);
  EXPECT_GT(several, 0);
  RecordProperty("several", several);
}

/// An impulse turned about n by 1e-6, with the velocity that it gives, breaks the law by about as much.
TEST(SpatialConeImpact, ItsJudgeSeesATurnedImpulse) {
  int seen = 0;
  int slips = 0;
  for_random_problems([&](const Problem& p) {
    auto r = resolve_moreau(p.W, p.u, p.law);
    if (r.mode != ImpactMode::sliding || p.law.friction < 0.01) return;
    const Tangent2<double> t = r.impulse.t;
    r.impulse.t = {t.x - 1e-6 * t.y, t.y + 1e-6 * t.x};
    r.u_after = p.u + p.W * r.impulse;
    seen += moreau_violation(p.W, p.u, p.law, taken(r)) > 1e-9 ? 1 : 0;
    ++slips;
  });
  EXPECT_GT(slips, 1000);
  EXPECT_GT(seen, 0.99 * slips);
}

TEST(SpatialConeImpact, FremondAndAnitescuPotraNeverGain) {
  int longer = 0;
  for_random_problems([&](const Problem& p) {
    const auto f = resolve_fremond(p.W, p.u, p.law);
    EXPECT_LE(fremond_violation(p.W, p.u, p.law, taken(f)), 1e-10);
    EXPECT_LE(contact_work(p.u, f.impulse, f.u_after), 1e-12 * scale(p, f.impulse));
    const auto a = resolve_anitescu_potra(p.W, p.u, p.law);
    ASSERT_NE(a.whole.status, ImpactStatus::no_solution);
    EXPECT_LE(anitescu_potra_violation(p.W, p.u, p.law, a.compression, taken(a.whole)), 1e-10);
    EXPECT_LE(contact_work(p.u, a.whole.impulse, a.whole.u_after),
              1e-12 * scale(p, a.whole.impulse));
    const double e = p.law.restitution;
    longer += a.whole.impulse.n > (1 + e) * a.compression.impulse.n * (1 + 1e-9) ? 1 : 0;
  });
  RecordProperty("expansions_that_need_more", longer);
}

TEST(SpatialConeImpact, ChatterjeeRuinaSatisfiesItsLawAndNeverGains) {
  for_random_problems([](const Problem& p) {
    const ChatterjeeRuinaLaw<double> law{p.law.friction, p.law.restitution,
                                         2 * p.law.tangential_restitution - 1};
    const auto r = resolve_chatterjee_ruina(p.W, p.u, law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_LE(chatterjee_ruina_violation(p.W, p.u, law, r), 1e-10);
    EXPECT_LE(contact_work(p.u, r.impulse, r.u_after), 1e-12 * scale(p, r.impulse));
  });
}

/// [PreclikEiblRuede2018] know such problems.
TEST(SpatialConeImpact, OneContactCanHaveThreeAnswersAndSticksThen) {
  const Sym3<double> W{{.62, -.55, 4.35}, {-.74, .63}, 1};
  const Vec3<double> u{{-.08, 24.78}, -1};
  const auto r = resolve_moreau(W, u, ConeLaw<double>{.friction = 1.05});
  EXPECT_EQ(r.status, ImpactStatus::undetermined);
  EXPECT_EQ(r.mode, ImpactMode::sticking);
  EXPECT_NEAR(r.impulse.t.x, 3.983723879, 1e-9);
  EXPECT_NEAR(r.impulse.n, 7.944308731, 1e-9);
  EXPECT_NEAR(contact_work(u, r.impulse, r.u_after), -82.726446834, 1e-8);
  ASSERT_EQ(r.alternative_count, 2);
  EXPECT_NEAR(r.alternatives[0].impulse.t.y, -6.218284374, 1e-9);
  EXPECT_NEAR(r.alternatives[1].impulse.t.y, -3.440626426, 1e-9);
}

struct Corner {
  double friction;
  std::array<double, 4> potra;  ///< u⁺ and work
  std::array<double, 4> ruina;
};

TEST(SpatialConeImpact, TheCornerOfACuboidLeavesAsTheIndependentProgramSays) {
  const Sym3<double> W{
      {2.223076923076923, -1.3846153846153846, 3.6769230769230767}, {.9, 1.2}, 6.1};
  const Vec3<double> u{{.5, .2}, -1};
  const std::array<Corner, 2> corners{{{.2,
                                        {.686425837, .483546753, .599377256, -.0926304271},
                                        {.686137905, .484165502, .6, -.0926019119}},
                                       {1,
                                        {.435932178, .310251602, .596631895, -.2495147156},
                                        {.426538696, .325119910, .6, -.2494396410}}}};
  for (const Corner& corner : corners) {
    const auto near = [&](const auto& r, const std::array<double, 4>& want) {
      EXPECT_NEAR(r.u_after.t.x, want[0], 1e-9);
      EXPECT_NEAR(r.u_after.t.y, want[1], 1e-9);
      EXPECT_NEAR(r.u_after.n, want[2], 1e-9);
      EXPECT_NEAR(contact_work(u, r.impulse, r.u_after), want[3], 1e-10);
    };
    near(resolve_anitescu_potra(W, u, ConeLaw<double>{corner.friction, .6, 0}).whole, corner.potra);
    near(resolve_chatterjee_ruina(W, u, ChatterjeeRuinaLaw<double>{corner.friction, .6, 0}),
         corner.ruina);
  }
}

/// A problem that is planar in space, in turned axes.
TEST(SpatialConeImpact, APlanarProblemGivesThePlanarNumbers) {
  Random random{21};
  for (int i = 0; i < 20000; ++i) {
    const testing::Problem q = testing::generic_problem(random);
    const double a = random.uniform(0, 6.28);
    const Tangent2<double> d{std::cos(a), std::sin(a)};
    const double other = random.uniform(0.1, 3);
    const double more = q.W.tt - other;
    const Sym3<double> W{
        {other + more * d.x * d.x, more * d.x * d.y, other + more * d.y * d.y}, q.W.tn * d, q.W.nn};
    const Vec3<double> u{q.u.t * d, q.u.n};
    const ConeLaw<double> law{q.law.friction, q.law.restitution, random.uniform(0, 1)};
    const ChatterjeeRuinaLaw<double> line{law.friction, law.restitution,
                                          law.tangential_restitution};
    const auto c = planar_contact(q.W, q.u);
    const auto near = [&](const auto& space, const auto& plane) {
      if (space.alternative_count > 0) return;
      EXPECT_NEAR(dot(space.u_after.t, d), plane.u_after.t, 1e-13);
      EXPECT_NEAR(cross(space.u_after.t, d), 0, 1e-13);
      EXPECT_NEAR(space.u_after.n, plane.u_after.n, 1e-13);
    };
    near(resolve_moreau(W, u, law), resolve_moreau(c, law));
    near(resolve_anitescu_potra(W, u, law).whole, resolve_anitescu_potra(c, law).whole);
    near(resolve_chatterjee_ruina(W, u, line), resolve_chatterjee_ruina(c, line));
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(SpatialConeImpact, WithoutFrictionThereIsNoTangentialImpulse) {
  Random random{3};
  Problem p = random_problem(random, 1);
  p.law.friction = 0;
  EXPECT_EQ(resolve_moreau(p.W, p.u, p.law).impulse.t.x, 0);
  EXPECT_EQ(resolve_anitescu_potra(p.W, p.u, p.law).whole.impulse.t.y, 0);
  EXPECT_EQ(resolve_chatterjee_ruina(p.W, p.u, {0, .5, .5}).impulse.t.x, 0);
}

/// W = d dᵀ: velocities in its range lock, and any impulse along the line will do: the least is given.
TEST(SpatialConeImpact, ASingularContactTakesTheLeastImpulse) {
  const Sym3<double> W{{.16, 0, 0}, {.36, 0}, .81};
  const Vec3<double> u{{-.4, 0}, -.9};
  const auto r = resolve_moreau(W, u, ConeLaw<double>{.friction = 3});
  EXPECT_EQ(r.mode, ImpactMode::sticking);
  EXPECT_FALSE(r.unique_impulse);
  EXPECT_NEAR(r.impulse.t.x, 0.4 / 0.97, 1e-14);
  EXPECT_NEAR(r.impulse.n, 0.9 / 0.97, 1e-14);
  const auto line = resolve_chatterjee_ruina(W, u, ChatterjeeRuinaLaw<double>{.friction = 3});
  EXPECT_NEAR(line.impulse.t.x, 0.4 / 0.97, 1e-14);
  EXPECT_EQ(resolve_moreau(W, u, ConeLaw<double>{.friction = 3, .restitution = .6}).status,
            ImpactStatus::no_solution);
}

}  // namespace
}  // namespace carom
