#include "tests/random_problems.hpp"

#include <carom/core/planar/compliant_impact.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/spatial/compliant_impact.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace carom {
namespace {

using testing::Random;

using Law = CompliantLaw<double>;

struct Problem {
  PlanarContact<double> contact{};
  Law law{};
};

Problem random_problem(Random& random) {
  testing::Problem p = testing::generic_problem(random);
  const double eta2 = random.chance(0.7) ? random.uniform(0.3, 3) : random.log_uniform(-3, 3);
  double e = p.law.restitution;
  if (random.chance(0.05)) e = 0;
  if (random.chance(0.05)) e = 1;
  if (random.chance(0.03)) p.law.friction = 0;
  if (random.chance(0.03)) p.u.t = 0;
  if (random.chance(0.03)) p.W.tn = 0;
  return {planar_contact(p.W, p.u), {p.law.friction, e, eta2}};
}

template <class Claim>
void for_random_problems(std::int64_t count, Claim claim) {
  Random random{2016};
  for (std::int64_t i = 0; i < count; ++i) {
    claim(random_problem(random));
    if (::testing::Test::HasFailure()) return;
  }
}

/// A solid sphere of unit mass.
PlanarContact<double> sphere(double u_t, double u_n) {
  return planar_contact(Sym2<double>{3.5, 0, 1}, Vec2<double>{u_t, u_n});
}

/// [Jia2013] solves the same springs; the numbers are those of two independent programs.
TEST(CompliantImpact, TurnsTheSlipOfASolidSphereBack) {
  const double mu = 0.3;
  const std::array<std::array<double, 2>, 7> figure{{{0.2, .0314826022},
                                                     {1, -.1139387962},
                                                     {1.5, -.4698793125},
                                                     {3, -1.6594872281},
                                                     {4, -1.9159349217},
                                                     {5, -1.4733344494},
                                                     {6, -.4750000000}}};
  for (const auto& [before, after] : figure) {
    const auto r = resolve_compliant(sphere(before * mu, -1), Law{mu, 0.85, 3.5 / (1.7 * 1.7)});
    EXPECT_NEAR(r.u_after.t / mu, after, 6e-11) << before;
    EXPECT_NEAR(r.u_after.n, 0.85, 1e-14);
  }
}

struct Measured {
  double angle;  ///< of impact to the normal, degrees
  double value;
};

/// Points of the experiment, read off its figures by the authors of Kratos Multiphysics (DEM benchmark 4): vₜ⁺/vₜ⁻ of the
/// centre, spin in rad/s, angle of the contact's velocity after in degrees.
const std::vector<Measured> measured_ratios{
    {2.238, 0.79654},  {4.218, 0.74629},  {9.842, 0.67545},  {20.218, 0.59885}, {30.356, 0.69028},
    {39.545, 0.77430}, {49.604, 0.84761}, {71.069, 0.93657}, {79.228, 0.96952}, {85.168, 0.97941}};
const std::vector<Measured> measured_spins{
    {5.897, -134.86239},  {10.868, -261.16208}, {21.124, -573.70031}, {31.144, -612.23242},
    {38.955, -595.10703}, {50.237, -449.54128}, {60.099, -375.68807}, {69.961, -242.96636},
    {78.560, -142.35474}, {84.320, -70.64220}};
const std::vector<Measured> measured_angles{
    {2.100, 0.77039},   {3.943, 0.77039},   {9.718, -1.05740},  {20.310, -8.53474},
    {30.161, -2.55287}, {39.120, 9.90937},  {49.512, 30.01511}, {59.904, 49.95468},
    {70.460, 66.90332}, {78.860, 78.86707}, {84.782, 85.67976}};

/// Root mean square of the difference between the law and the points.
template <class Predict>
double rms(const std::vector<Measured>& points, Predict predict) {
  double sum = 0;
  for (const Measured& m : points) {
    const double a = m.angle * std::numbers::pi / 180;
    const auto r =
        resolve_compliant(sphere(3.9 * std::sin(a), -3.9 * std::cos(a)), Law{0.092, 0.98, 1.21});
    sum += std::pow(predict(r, 3.9 * std::sin(a)) - m.value, 2);
  }
  return std::sqrt(sum / static_cast<double>(points.size()));
}

/// 5 mm spheres of aluminium oxide on glass, 3.9 m/s [KharazGorhamSalman2001]; e and μ as published, Mindlin's η² for
/// ν = 0.3, nothing fitted.
TEST(CompliantImpact, PredictsTheMeasuredSpheresWithoutFitting) {
  const auto ratio = [](const CompliantImpact<double>& r, double v) { return 1 + r.impulse.t / v; };
  const auto spin = [](const CompliantImpact<double>& r, double) {
    return 2.5 * r.impulse.t / 0.0025;
  };
  const auto angle = [](const CompliantImpact<double>& r, double) {
    return std::atan2(r.u_after.t, r.u_after.n) * 180 / std::numbers::pi;
  };
  EXPECT_NEAR(rms(measured_ratios, ratio), 0.021, 5e-4);
  EXPECT_NEAR(rms(measured_spins, spin), 19.7, 0.05);
  EXPECT_NEAR(rms(measured_angles, angle), 1.14, 5e-3);
}

TEST(CompliantImpact, NeverCreatesEnergyAndKeepsItsLedger) {
  for_random_problems(testing::deep_count(1e5), [](const Problem& p) {
    const auto r = resolve_compliant(p.contact, p.law);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    const double scale = testing::work_scale(r.impulse, p.contact.u, r.u_after);
    EXPECT_LE(contact_work(p.contact, r.impulse, r.u_after), 1e-12 * scale);
    EXPECT_LE(r.work.friction, 1e-13 * scale);
    EXPECT_LE(compliant_violation(p.contact, p.law, r), 1e-10);
    EXPECT_LE(std::abs(r.impulse.t), p.law.friction * r.impulse.n * (1 + 1e-12) + 1e-14 * scale);
  });
}

/// A second route: springs in small steps, without any event.
struct Stepped {
  Vec2<double> u{};
  bool ended = false;
};

Stepped small_steps(const Problem& p, double dt) {
  const auto& c = p.contact;
  Vec2<double> u = c.u;
  Vec2<double> F{};
  double F_max = 0;
  for (int i = 0; i < 4'000'000; ++i) {
    const double u_n = u.n;
    const double k = F.n >= F_max && u_n < 0 ? 1 : 1 / (p.law.restitution * p.law.restitution);
    F.n -= k * u_n * dt;
    F_max = std::max(F_max, F.n);
    if (F.n <= 0) return {u, true};
    F.t -= u.t / p.law.stiffness_ratio * dt;
    F.t = std::clamp(F.t, -p.law.friction * F.n, p.law.friction * F.n);
    const Vec2<double> du = c.W * F;
    u = {u.t + du.t * dt, u.n + du.n * dt};
  }
  return {u, false};
}

TEST(CompliantImpact, AgreesWithSmallSteps) {
  Random random{7};
  for (int i = 0; i < 60; ++i) {
    Problem p = random_problem(random);
    p.law.restitution = std::max(0.3, p.law.restitution);
    p.law.stiffness_ratio = std::clamp(p.law.stiffness_ratio, 0.1, 10.0);
    const auto r = resolve_compliant(p.contact, p.law);
    const Stepped s = small_steps(p, 2e-5);
    ASSERT_TRUE(s.ended);
    const double size = std::abs(p.contact.u.t) + std::abs(p.contact.u.n);
    EXPECT_NEAR(r.u_after.t, s.u.t, 2e-3 * size) << i;
    EXPECT_NEAR(r.u_after.n, s.u.n, 2e-3 * size) << i;
  }
}

/// Of 150 contacts with μ < 1.2: the small number is about (1 + μ) η.
double worst_difference_from_stronge(double eta) {
  Random random{31};
  double worst = 0;
  for (int i = 0; i < 150; ++i) {
    testing::Problem p = testing::generic_problem(random);
    p.law.friction = std::fmod(p.law.friction, 1.2);
    const ContactLaw<double> rigid{p.law.friction, p.law.friction, p.law.restitution,
                                   Restitution::stronge};
    const auto a = resolve_planar(p.W, p.u, rigid);
    const auto b = resolve_compliant(planar_contact(p.W, p.u),
                                     Law{p.law.friction, p.law.restitution, eta * eta});
    worst =
        std::max({worst, std::abs(a.u_after.t - b.u_after.t), std::abs(a.u_after.n - b.u_after.n)});
  }
  return worst;
}

TEST(CompliantImpact, TendsToStrongeInFirstOrderAsTheTangentStiffens) {
  for (const double eta : {0.03, 0.01, 0.003, 0.001}) {
    const double slope = worst_difference_from_stronge(eta) / eta;
    EXPECT_GT(slope, 1.3) << eta;
    EXPECT_LT(slope, 1.5) << eta;
  }
}

TEST(CompliantImpact, IsEveryPathLawWhereSlipNeverStops) {
  int sliding = 0;
  for_random_problems(testing::scaled_count(1e4), [&](const Problem& p) {
    const auto r = resolve_compliant(p.contact, p.law);
    if (r.mode != ImpactMode::sliding || r.stages > 2 || p.contact.u.t == 0 || p.law.friction == 0)
      return;
    ++sliding;
    const ContactLaw<double> rigid{p.law.friction, p.law.friction, p.law.restitution,
                                   Restitution::stronge};
    const auto a = resolve_planar(p.contact, rigid);
    if (a.mode != ImpactMode::sliding) return;  // the spring still slides where the body has turned
    EXPECT_NEAR(a.u_after.n, r.u_after.n, 1e-11);
    EXPECT_NEAR(a.impulse.n, r.impulse.n, 1e-11 * a.impulse.n);
  });
  EXPECT_GT(sliding, testing::scaled_count(1e3) / 4);
}

TEST(CompliantImpact, IsFrictionlessWithoutFrictionAndWithASoftTangent) {
  for_random_problems(testing::scaled_count(1e4), [](Problem p) {
    p.law.friction = 0;
    const auto r = resolve_compliant(p.contact, p.law);
    EXPECT_EQ(r.impulse.t, 0);
    EXPECT_NEAR(r.u_after.n, -p.law.restitution * p.contact.u.n, 1e-12);
    Problem soft = p;
    soft.law = {0.5, p.law.restitution, 1e10};
    if (std::abs(soft.contact.u.t) > 2) return;
    const auto s = resolve_compliant(soft.contact, soft.law);
    EXPECT_NEAR(s.u_after.n, r.u_after.n, 1e-6);
  });
}

/// Jams of uₙ⁻ = 0 are the limit of slow approaches.
TEST(CompliantImpact, StartsATangentialImpactOnTheGrowingMode) {
  const Sym2<double> W{1.5, .9, 1};
  const Law law{2, 0.5, 1.2};
  std::vector<CompliantState<double>> states;
  const auto r = resolve_compliant(planar_contact(W, {1.0, 0.0}), law,
                                   [&](CompliantEvent, const auto& at) { states.push_back(at); });
  EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_NEAR(states.at(1).u.t, .477612, 5e-7);
  EXPECT_NEAR(states.at(1).u.n, -.199005, 5e-7);
  EXPECT_NEAR(states.at(1).F.n, .222494, 5e-7);
  EXPECT_NEAR(r.u_after.t, -.174489, 5e-7);
  EXPECT_NEAR(r.u_after.n, .277180, 5e-7);
  const auto slow = resolve_compliant(planar_contact(W, {1.0, -1e-9}), law);
  EXPECT_NEAR(slow.u_after.t, r.u_after.t, 1e-7);
  EXPECT_EQ(resolve_compliant(planar_contact(W, {-1.0, 0.0}), law).status, ImpactStatus::no_impact);
}

/// Where friction cannot jam: there a stiff unloading spring swings about the force that holds the contact down.
TEST(CompliantImpact, PlasticIsTheLimitOfSmallRestitution) {
  Random random{5};
  for (int i = 0; i < 300; ++i) {
    Problem p = random_problem(random);
    if (p.law.friction * std::abs(p.contact.W.tn) > p.contact.W.nn) continue;
    p.law.restitution = 0;
    const auto plastic = resolve_compliant(p.contact, p.law);
    EXPECT_EQ(plastic.u_after.n, 0);
    p.law.restitution = 1e-4;
    const auto nearly = resolve_compliant(p.contact, p.law);
    const double size = std::abs(p.contact.u.t) + std::abs(p.contact.u.n);
    EXPECT_NEAR(plastic.u_after.t, nearly.u_after.t, 1e-2 * size);
    EXPECT_NEAR(plastic.work.friction, nearly.work.friction,
                1e-2 * std::abs(plastic.work.normal_compression));
  }
}

TEST(CompliantImpact, ReloadsWhereFrictionIsLargeAndTheContactEccentric) {
  int reloads = 0;
  Random random{11};
  for (int i = 0; i < 20000; ++i) {
    Problem p = random_problem(random);
    p.law.friction = random.uniform(1, 4);
    bool again = false;
    const auto r = resolve_compliant(p.contact, p.law, [&](CompliantEvent event, const auto&) {
      again |= event == CompliantEvent::compression_starts;
    });
    reloads += again ? 1 : 0;
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_LE(compliant_violation(p.contact, p.law, r), 1e-10);
  }
  EXPECT_GT(reloads, 50);
}

Problem problem_of_any_scale(Random& random) {
  const testing::Problem q = testing::any_problem(random, 2);
  const double eta2 =
      random.chance(0.5) ? random.log_uniform(-3, 3) : random.uniform(0.5, 2) * q.W.tt / q.W.nn;
  return {planar_contact(q.W, q.u), {q.law.friction, q.law.restitution, eta2}};
}

bool can_jam(const Problem& p) {
  return p.law.friction * std::abs(p.contact.W.tn) >= (1 - 1e-9) * p.contact.W.nn;
}

/// With μ = 53,000 sticking lasts until hardly any normal force is left; the tangential spring still holds some and slips.
TEST(CompliantImpact, SlipsAtTheVeryEndWhereFrictionIsHuge) {
  const auto c =
      planar_contact(Sym2<double>{0.20117, 0.00082216, 43.638}, Vec2<double>{0.013187, -27.786});
  const Law law{.friction = 53078, .restitution = 0.088228, .stiffness_ratio = 198.4};
  const auto r = resolve_compliant(c, law);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_GT(r.stages, 2);
  EXPECT_LT(r.work.friction, 0);
  EXPECT_LE(compliant_violation(c, law, r), 1e-12);  // 9e-9 where it ended without the slip
}

/// Only a jam can hold a contact longer than any limit: for about 1/√(1 − W_tn²/(W_tt W_nn)) swings, or 1/e.
TEST(CompliantImpact, AnswersAnyApproachOfAnyScale) {
  Random random{13};
  int held = 0;
  for (std::int64_t i = 0; i < testing::scaled_count(2e4); ++i) {
    const Problem p = problem_of_any_scale(random);
    if (!(p.contact.u.n < 0)) continue;
    if (can_jam(p) && (p.contact.k_s < 1e-5 * p.contact.W.nn || p.law.restitution < 0.01)) continue;
    const auto r = resolve_compliant(p.contact, p.law);
    held += r.stages > 1000 ? 1 : 0;
    ASSERT_EQ(r.status, ImpactStatus::solved) << i;
    EXPECT_LE(compliant_violation(p.contact, p.law, r), 1e-10) << i;
  }
  EXPECT_LT(held, testing::scaled_count(20));
}

TEST(CompliantImpact, AJamOfThousandsOfSwingsKeepsItsLaw) {
  const auto c = planar_contact(Sym2<double>{22.218793069684725, 1.1927666564803974, 0.0640319633},
                                Vec2<double>{91.63, -0.00792176});
  const Law law{0.0536836, 0.966735, 0.00781381};
  const auto r = resolve_compliant(c, law);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_GT(r.stages, 10000);
  EXPECT_LE(compliant_violation(c, law, r), 1e-10);
}

TEST(CompliantImpact, AJamThatSwingsOnIsNotAnswered) {
  const auto c = planar_contact(
      Sym2<double>{0.082289626999245635, -0.079972507450559838, 0.077720633586214921},
      Vec2<double>{0.00133059, -0.659737});
  EXPECT_EQ(resolve_compliant(c, Law{1.16164, 0.592211, 1.18366}).status,
            ImpactStatus::no_solution);
}

TEST(CompliantImpact, APendulumSwingsBackAlongTheRangeOfItsSingularW) {
  const Sym2<double> W{0.16, 0.36, 0.81};  // d = (0.4, 0.9)
  const Law rough{3, 0.6, 1.2};
  const auto r = resolve_compliant(planar_contact(W, Vec2<double>{-0.4, -0.9}), rough);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_GT(r.u_after.n, 0);
  EXPECT_NEAR(r.u_after.t / r.u_after.n, 4.0 / 9, 1e-9);
}

TEST(CompliantImpact, IsTheSameInTurnedAxesOfASphereAndRefusesSwerves) {
  const Sym3<double> ball{{3.5, 0, 3.5}, {}, 1};
  const Vec3<double> u{{0.3, 0.4}, -1};
  const auto plane = plane_of_slip(ball, u);
  ASSERT_TRUE(plane.defined);
  const Law law{0.3, 0.85, 1.2};
  const auto r = resolve_compliant(plane.contact, law);
  const auto flat = resolve_compliant(sphere(0.5, -1), law);
  const Vec3<double> after = lifted(plane, r.u_after);
  EXPECT_NEAR(after.t.x, 0.6 * flat.u_after.t, 1e-14);
  EXPECT_NEAR(after.t.y, 0.8 * flat.u_after.t, 1e-14);
  const Sym3<double> corner{{2.2, -1.4, 3.7}, {.9, 1.2}, 6.1};
  EXPECT_FALSE(plane_of_slip(corner, u).defined);
}

TEST(CompliantImpact, APlanarProblemInTurnedAxesGivesThePlanarNumbers) {
  Random random{21};
  for (int i = 0; i < 20000; ++i) {
    const Problem p = random_problem(random);
    const Sym2<double>& W = p.contact.W;
    const double a = random.uniform(0, 6.28);
    const Tangent2<double> d{std::cos(a), std::sin(a)};
    const double other = random.uniform(0.1, 3);
    const double more = W.tt - other;
    const Sym3<double> turned{
        {other + more * d.x * d.x, more * d.x * d.y, other + more * d.y * d.y}, W.tn * d, W.nn};
    const auto plane = plane_of_slip(turned, Vec3<double>{p.contact.u.t * d, p.contact.u.n});
    ASSERT_TRUE(plane.defined) << i;
    const Vec3<double> after = lifted(plane, resolve_compliant(plane.contact, p.law).u_after);
    const auto flat = resolve_compliant(p.contact, p.law);
    EXPECT_NEAR(dot(after.t, d), flat.u_after.t, 1e-13 * std::sqrt(flat.stages)) << i;
    EXPECT_NEAR(cross(after.t, d), 0, 1e-14) << i;
    EXPECT_NEAR(after.n, flat.u_after.n, 1e-13 * std::sqrt(flat.stages)) << i;
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace carom
