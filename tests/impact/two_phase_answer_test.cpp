/// The law cataldo_sampaio through the front door: its special cases by routes of their own, its balance
/// and its scales.
#include "tests/impact/turning_problems.hpp"

#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/resolve.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace carom {
namespace {

using testing::cataldo_sampaio;
using testing::contact_space;
using testing::Random;
using testing::random_mechanism;

// --- a route of its own: all modes of both phases, each a linear system of six equations -----------

struct Rows {
  Eigen::Matrix3d W{};
  Eigen::Vector3d u{};
};

struct PhaseEnd {
  Eigen::Vector3d p{};
  Eigen::Vector3d u{};
};

/// What one row of a phase is given: a coefficient of pₜ, pₙ, p_m, uₜ, uₙ, u_m each, and the right side.
struct Condition7 {
  std::array<double, 6> of{};
  double is = 0;
};

std::optional<PhaseEnd> solved(const Rows& rows, const std::array<Condition7, 3>& conditions) {
  Eigen::Matrix<double, 6, 6> A = Eigen::Matrix<double, 6, 6>::Zero();
  Eigen::Matrix<double, 6, 1> b;
  A.topLeftCorner<3, 3>() = -rows.W;
  A.topRightCorner<3, 3>().setIdentity();
  b.head<3>() = rows.u;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 6; ++j)
      A(3 + i, j) = conditions[static_cast<std::size_t>(i)].of[static_cast<std::size_t>(j)];
    b[3 + i] = conditions[static_cast<std::size_t>(i)].is;
  }
  const Eigen::FullPivLU<Eigen::Matrix<double, 6, 6>> lu(A);
  if (!lu.isInvertible()) return std::nullopt;
  const Eigen::Matrix<double, 6, 1> x = lu.solve(b);
  return PhaseEnd{x.head<3>(), x.tail<3>()};
}

Condition7 moment(const Rows& rows, double e_m) {
  return {{0, 0, e_m * rows.W(2, 2), 0, 0, -(1 + e_m)}, 0};
}

std::vector<PhaseEnd> compressions(const Rows& rows, const Contact& c) {
  const double mu = *c.friction;
  const Condition7 stops{{0, 0, 0, 0, 1, 0}, 0};
  const Condition7 turns = moment(rows, c.moment_compression.value_or(-1));
  std::vector<PhaseEnd> ends;
  const auto stick = solved(rows, {stops, turns, Condition7{{0, 0, 0, 1, 0, 0}, 0}});
  if (stick && stick->p[1] > 0 && std::abs(stick->p[0]) <= mu * stick->p[1]) ends.push_back(*stick);
  for (const double s : {1.0, -1.0}) {
    const auto slip = solved(rows, {stops, turns, Condition7{{1, s * mu, 0, 0, 0, 0}, 0}});
    if (slip && slip->p[1] > 0 && s * slip->u[0] > 0) ends.push_back(*slip);
  }
  return ends;
}

std::vector<PhaseEnd> expansions(const Rows& before, const Contact& c, const PhaseEnd& middle) {
  const Rows rows{before.W, middle.u};
  const double e = *c.restitution;
  const double edge = *c.friction * e * middle.p[1];
  const double side = middle.p[0] >= 0 ? 1 : -1;
  const double back = c.friction_recovery.value_or(0) * edge +
                      e * c.tangential_restitution.value_or(0) * std::abs(middle.p[0]);
  const double near = side * (back - edge);  // the bound that recovery moves
  const double far = side * edge;
  const Condition7 pushes{{0, 1, 0, 0, 0, 0}, e * middle.p[1]};
  const Condition7 turns = moment(rows, c.moment_restitution.value_or(-1));
  std::vector<PhaseEnd> ends;
  const auto stick = solved(rows, {pushes, turns, Condition7{{0, 0, 0, 1, 0, 0}, 0}});
  if (stick && (stick->p[0] - near) * (stick->p[0] - far) <= 0) ends.push_back(*stick);
  for (const double bound : {near, far}) {
    const auto slip = solved(rows, {pushes, turns, Condition7{{1, 0, 0, 0, 0, 0}, bound}});
    const double s = bound == std::min(near, far) ? 1 : -1;
    if (slip && s * slip->u[0] > 0) ends.push_back(*slip);
  }
  return ends;
}

Rows rows_of(const ImpactProblem& problem) {
  const Contacts c = contact_problem(problem);
  Rows rows;
  rows.W.setZero();
  rows.W(2, 2) = 1;
  rows.W.topLeftCorner<2, 2>() = c.W;
  rows.u << c.u, 0;
  if (!c.spin) return rows;
  rows.W.row(2) << c.spin->W_tm, c.spin->W_nm, c.spin->W_mm;
  rows.W.col(2) = rows.W.row(2).transpose();
  rows.u[2] = c.spin->u;
  return rows;
}

TEST(CataldoSampaio, IsWhatTheModesOfBothPhasesSayOneByOne) {
  Random random{31};
  int solved_ones = 0;
  for (int i = 0; i < 5'000; ++i) {
    ImpactProblem problem = random_mechanism(random);
    if (i % 2 == 0) problem.contacts[0].moment_compression = random.uniform(-1, 0);
    const Rows rows = rows_of(problem);
    const ImpactResult r = resolve(problem, cataldo_sampaio);
    const std::vector<PhaseEnd> middles = compressions(rows, problem.contacts[0]);
    if (middles.empty()) {
      EXPECT_EQ(r.reason, NoSolution::no_compression);
      continue;
    }
    std::vector<std::pair<PhaseEnd, PhaseEnd>> ends;
    for (const PhaseEnd& middle : middles)
      for (const PhaseEnd& end : expansions(rows, problem.contacts[0], middle))
        if (end.u[1] >= 0) ends.emplace_back(middle, end);
    if (ends.empty()) {
      EXPECT_EQ(r.reason, NoSolution::penetrating);
      continue;
    }
    ASSERT_EQ(r.status, ends.size() == 1 ? ImpactStatus::solved : ImpactStatus::undetermined);
    ++solved_ones;
    const auto& [middle, end] = ends[0];
    const ContactResult& contact = r.contacts[0];
    const double size = 1 + std::abs(contact.impulse.t) + contact.impulse.n;
    EXPECT_NEAR(contact.u_after.t, end.u[0], 1e-10 * size);
    EXPECT_NEAR(contact.u_after.n, end.u[1], 1e-10 * size);
    EXPECT_NEAR(contact.moment->u_after, end.u[2], 1e-10 * size);
    EXPECT_NEAR(contact.moment->impulse, middle.p[2] + end.p[2], 1e-10 * size);
  }
  EXPECT_GT(solved_ones, 3'000);
}

/// Glocker & Pfeiffer: normal complementarity as well, 0 ≤ pₙ − e pₙ of compression ⊥ uₙ ≥ 0.
TEST(CataldoSampaio, WithoutMomentIsGlockerPfeiffer) {
  Random random{32};
  for (int i = 0; i < 5'000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    const Contact contact{.restitution = p.law.restitution,
                          .friction = p.law.friction,
                          .tangential_restitution = random.uniform(0, 1),
                          .friction_recovery = random.uniform(0, 1)};
    const ImpactProblem problem = contact_space(p.W, p.u, contact);
    const Rows rows = rows_of(problem);
    const std::vector<PhaseEnd> middles = compressions(rows, contact);
    ASSERT_EQ(middles.size(), 1U);
    const std::vector<PhaseEnd> ends = expansions(rows, contact, middles[0]);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_GE(ends[0].u[1], 0);  // so that the complementarity of expansion never acts
    const ContactResult r = resolve(problem, cataldo_sampaio).contacts[0];
    const double size = 1 + std::abs(r.impulse.t) + r.impulse.n;
    EXPECT_NEAR(r.impulse.t, middles[0].p[0] + ends[0].p[0], 1e-10 * size);
    EXPECT_NEAR(r.impulse.n, middles[0].p[1] + ends[0].p[1], 1e-10 * size);
    EXPECT_FALSE(r.moment);
  }
}

// --- special cases --------------------------------------------------------------------------------

TEST(CataldoSampaio, WithoutFrictionIsNewton) {
  Random random{33};
  for (int i = 0; i < 20'000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    const ImpactProblem problem =
        contact_space(p.W, p.u, {.restitution = p.law.restitution, .friction = 0});
    const auto results = resolve(problem, {cataldo_sampaio, LawId::newton});
    const ContactResult& r = results[0].contacts[0];
    const ContactResult& newton = results[1].contacts[0];
    EXPECT_EQ(r.impulse.t, 0);
    EXPECT_EQ(r.u_after.n, -(p.law.restitution * p.u.n));  // to the last bit
    EXPECT_NEAR(r.u_after.t, newton.u_after.t, 1e-14);
  }
}

TEST(CataldoSampaio, IsPoissonOnRouthsPathExactlyWhereSlipDoesNotReverse) {
  Random random{34};
  int reversed = 0;
  for (int i = 0; i < 40'000; ++i) {
    testing::Problem p = testing::generic_problem(random);
    const ImpactProblem problem =
        contact_space(p.W, p.u, {.restitution = p.law.restitution, .friction = p.law.friction});
    const auto results = resolve(problem, {cataldo_sampaio, LawId::poisson});
    const ContactResult& r = results[0].contacts[0];
    const ContactResult& path = results[1].contacts[0];
    const double apart = std::hypot(r.u_after.t - path.u_after.t, r.u_after.n - path.u_after.n);
    const double size = std::hypot(p.u.t, p.u.n);
    const bool reverses = path.mode == ImpactMode::reverse_in_compression ||
                          path.mode == ImpactMode::reverse_in_restitution;
    reversed += reverses ? 1 : 0;
    if (reverses)
      EXPECT_GT(apart, 1e-9 * size);  // never equal
    else
      EXPECT_LT(apart, 1e-11 * size);
  }
  EXPECT_GT(reversed, 1'000);
}

TEST(CataldoSampaio, AgreesBetweenCoordinatesAndContactSpace) {
  Random random{35};
  for (int i = 0; i < 2'000; ++i) {
    ImpactProblem problem = random_mechanism(random);
    problem.contacts[0].moment_restitution = -1;
    const Contacts c = contact_problem(problem);
    ImpactProblem in_contact_space;
    in_contact_space.contacts = problem.contacts;
    in_contact_space.dynamics = ContactSpace{c.W, c.u};
    const ImpactResult a = resolve(problem, cataldo_sampaio);
    const ImpactResult b = resolve(in_contact_space, cataldo_sampaio);
    if (is_narrow(
            Sym2<double>{c.W(0, 0), c.W(0, 1), c.W(1, 1)})) {  // coordinates know it to more digits
      const double close = 4e-16 * c.W(0, 0) * c.W(1, 1) / c.W.determinant() *
                           std::hypot(b.contacts[0].impulse.t, b.contacts[0].impulse.n);
      EXPECT_NEAR(a.contacts[0].impulse.t, b.contacts[0].impulse.t, close);
      EXPECT_NEAR(a.contacts[0].impulse.n, b.contacts[0].impulse.n, close);
    } else {
      EXPECT_EQ(a.contacts[0].impulse.t, b.contacts[0].impulse.t);
      EXPECT_EQ(a.contacts[0].impulse.n, b.contacts[0].impulse.n);
    }
    ASSERT_TRUE(a.contacts[0].moment);
    EXPECT_EQ(a.contacts[0].moment->impulse, 0);
    EXPECT_FALSE(b.contacts[0].moment);
  }
}

// --- the balance ----------------------------------------------------------------------------------

TEST(CataldoSampaio, ClosesItsLedgerWithTheMoment) {
  Random random{36};
  for (int i = 0; i < 5'000; ++i) {
    ImpactProblem problem = random_mechanism(random);
    if (i % 2 == 0) problem.contacts[0].moment_compression = random.uniform(-1, 0);
    const ImpactResult r = resolve(problem, cataldo_sampaio);
    if (!has_answer(r.status)) continue;
    const ContactResult& c = r.contacts[0];
    const double size = *r.energy.before + *r.energy.after;
    EXPECT_NEAR(*r.energy.after - *r.energy.before, r.energy.change, 1e-12 * size);
    EXPECT_NEAR(c.work.normal + c.work.friction + c.moment->work, r.energy.contact_work,
                1e-12 * size);
    EXPECT_NEAR(0.5 * (c.impulse.t * (c.u_before.t + c.u_after.t) +
                       c.impulse.n * (c.u_before.n + c.u_after.n) +
                       c.moment->impulse * (c.moment->u_before + c.moment->u_after)),
                r.energy.contact_work, 1e-12 * size);
    const auto& space = std::get<GeneralizedSpace>(problem.dynamics);
    EXPECT_NEAR(space.rows[0].spin->dot(*r.velocity_after), c.moment->u_after, 1e-12);
    EXPECT_NEAR(space.rows[0].tangent->dot(*r.velocity_after), c.u_after.t, 1e-12);
  }
}

/// The judge looks at both phases, not only at the whole.
TEST(CataldoSampaio, IsJudgedByTheMomentOfEachPhase) {
  Random random{42};
  int judged = 0;
  for (int i = 0; i < 500; ++i) {
    const ImpactProblem problem = random_mechanism(random);
    const ContactSystem one = contact_system(contact_problem(problem), problem.contacts);
    SystemAnswer fine;
    answer_cataldo_sampaio(one, fine);
    if (fine.status != ImpactStatus::solved) continue;
    const auto judge = [&](const SystemAnswer& answer) {
      return residual(one, cataldo_sampaio, answer);
    };
    const int m = one.rows[0].turning();
    ASSERT_LT(judge(fine), 1e-12);
    SystemAnswer whole = fine;
    whole.p[m] += 1e-3;
    EXPECT_GT(judge(whole), 1e-6);
    SystemAnswer early = fine;  // a part of the moment already in compression
    early.path[1].p[m] += 1e-3;
    EXPECT_GT(judge(early), 1e-6);
    SystemAnswer spun = fine;
    spun.path[2].u[m] += 1e-3;
    spun.u_after[m] += 1e-3;
    EXPECT_GT(judge(spun), 1e-6);
    ++judged;
  }
  EXPECT_GT(judged, 100);
}

TEST(CataldoSampaio, ReportsItsTwoPhases) {
  Random random{37};
  const ImpactProblem problem = random_mechanism(random);
  const ImpactResult r = resolve(problem, cataldo_sampaio);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  ASSERT_EQ(r.path.size(), 3U);
  EXPECT_EQ(r.path[0].phase, Phase::compression);
  EXPECT_EQ(r.path[1].phase, Phase::restitution);
  EXPECT_FALSE(r.path[2].phase);
  EXPECT_EQ(r.path[2].p.size(), 3);
  EXPECT_EQ(r.path[2].p[2], r.contacts[0].moment->impulse);
  EXPECT_EQ(r.path[1].u[1], 0);
  EXPECT_NEAR(*r.contacts[0].effective.kinetic, *problem.contacts[0].restitution, 1e-15);
  EXPECT_FALSE(r.contacts[0].friction.to_stick);
}

TEST(CataldoSampaio, HasNoEnergeticCoefficientWhereNoDoubleHoldsIt) {
  // Slip jams a contact that hardly approaches: compression stores next to nothing, restitution gives back more.
  GeneralizedSpace space;
  space.mass = Eigen::Matrix2d::Identity();
  space.velocity = Eigen::Vector2d(0, 1e-313);
  space.rows.push_back({.tangent = Eigen::Vector2d(-1, -11.8),
                        .normal = Eigen::Vector2d(1, 0),
                        .surface_velocity = {31.75, 1e-313}});
  ImpactProblem problem;
  problem.contacts.push_back({.restitution = 1, .friction = 24});
  problem.dynamics = space;
  const ContactResult contact = resolve(problem, LawId::cataldo_sampaio).contacts[0];
  EXPECT_LT(*contact.work.normal_compression, 0);
  EXPECT_GT(*contact.work.normal_restitution, 1e-3);
  EXPECT_FALSE(contact.effective.energetic.has_value());
}

TEST(CataldoSampaio, IsTheSameInAllUnits) {
  Random random{38};
  for (const int by : {-400, -37, 150, 450}) {
    for (int i = 0; i < 200; ++i) {
      const ImpactProblem problem = random_mechanism(random);
      ImpactProblem other = problem;
      auto& space = std::get<GeneralizedSpace>(other.dynamics);
      *space.rows[0].spin *= std::ldexp(1.0, by);  // the turning in other units
      const ImpactResult a = resolve(problem, cataldo_sampaio);
      const ImpactResult b = resolve(other, cataldo_sampaio);
      ASSERT_EQ(a.status, b.status);
      if (!has_answer(a.status)) continue;
      EXPECT_EQ(a.contacts[0].impulse.t, b.contacts[0].impulse.t);
      EXPECT_EQ(a.contacts[0].impulse.n, b.contacts[0].impulse.n);
      EXPECT_EQ(a.contacts[0].moment->impulse, std::ldexp(b.contacts[0].moment->impulse, by));
      EXPECT_EQ(std::ldexp(a.contacts[0].moment->u_after, by), b.contacts[0].moment->u_after);
      EXPECT_EQ(*a.velocity_after, *b.velocity_after);
    }
  }
}

TEST(CataldoSampaio, IsTheSameForMechanismsOfAllSizesAndSpeeds) {
  Random random{39};
  for (const int by : {-300, 300}) {
    ImpactProblem problem = random_mechanism(random);
    problem.contacts[0].moment_restitution = -0.9;
    ImpactProblem heavy = problem;
    ImpactProblem fast = problem;
    std::get<GeneralizedSpace>(heavy.dynamics).mass *= std::ldexp(1.0, by);
    std::get<GeneralizedSpace>(fast.dynamics).velocity *= std::ldexp(1.0, by);
    const ImpactResult a = resolve(problem, cataldo_sampaio);
    ASSERT_TRUE(has_answer(a.status));
    EXPECT_EQ(resolve(heavy, cataldo_sampaio).contacts[0].moment->impulse,
              std::ldexp(a.contacts[0].moment->impulse, by));
    EXPECT_EQ(resolve(fast, cataldo_sampaio).contacts[0].moment->u_after,
              std::ldexp(a.contacts[0].moment->u_after, by));
  }
}

TEST(CataldoSampaio, ProjectsTheTurningOfATouchingContact) {
  ImpactProblem problem;
  problem.contacts = {{.friction = 0.3, .touching = true, .moment_restitution = -0.5}};
  const Eigen::VectorXd turning = Eigen::Vector2d(0, 1);
  problem.dynamics = GeneralizedSpace{.mass = Eigen::Matrix2d::Identity(),
                                      .velocity = Eigen::Vector2d(-1, 2),
                                      .rows = {{.normal = Eigen::Vector2d(1, 1), .spin = turning}}};
  const Contacts c = contact_problem(problem);
  EXPECT_EQ(c.u[c.rows[0].normal()], 0);
  EXPECT_DOUBLE_EQ(c.spin->u, (*c.velocity)[1]);
}

}  // namespace
}  // namespace carom
