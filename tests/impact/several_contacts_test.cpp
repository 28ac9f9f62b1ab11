/// Several contacts: invariants over random chains, two routes to the same modes, two routes to the same
/// path.
#include "tests/impact/random_chains.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/one/planar_answer.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/several/answer.hpp>
#include <carom/impact/several/contact_modes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {
namespace {

using testing::all_laws;
using testing::Chain;
using testing::ChainKind;
using testing::path_laws;
using testing::Random;
using testing::random_kind;
using testing::system_of;

double contact_work(const ContactSystem& s, const SystemAnswer& a) {
  return 0.5 * a.p.dot(s.u + a.u_after);
}

double work_size(const ContactSystem& s, const SystemAnswer& a) {
  return a.p.cwiseAbs().dot(s.u.cwiseAbs() + a.u_after.cwiseAbs());
}

double ledger_sum(const SystemAnswer& a) {
  double sum = 0;
  for (const WorkLedger<double>& ledger : a.ledger)
    sum += ledger.normal_compression + ledger.normal_restitution + ledger.friction;
  return sum;
}

TEST(SeveralContacts, StrongeNeverGainsEnergyOnRandomChains) {
  const std::int64_t count = testing::scaled_count(testing::is_long_run() ? 100000 : 20000);
  Random random{11};
  SystemWorkspace work;
  std::int64_t solved = 0;
  double worst_gain = 0;
  double worst_residual = 0;
  double worst_ledger = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const ContactSystem s = system_of(random_chain(random_kind(random, 6), random));
    const SystemAnswer& a = follow_stronge(s, work);
    if (!has_answer(a.status)) continue;
    ++solved;
    const double size = work_size(s, a);
    worst_residual = std::max(worst_residual, residual(s, LawId::stronge, a));
    worst_gain = std::max(worst_gain, contact_work(s, a) / size);
    worst_ledger = std::max(worst_ledger, std::abs(ledger_sum(a) - contact_work(s, a)) / size);
  }
  EXPECT_GT(static_cast<double>(solved), 0.97 * static_cast<double>(count));
  EXPECT_LE(worst_gain, 1e-12);
  EXPECT_LE(worst_ledger, 1e-11);
  EXPECT_LE(worst_residual, residual_limit);
}

TEST(SeveralContacts, EveryLawSatisfiesItsOwnLaw) {
  Random random{12};
  for (int i = 0; i < 3000; ++i) {
    const ContactSystem s = system_of(random_chain(random_kind(random, 4), random));
    for (const LawId id : all_laws) {
      if (id == LawId::brach && s.friction != s.static_friction) continue;
      SystemWorkspace work;
      const SystemAnswer& a = law_of(id).answer_system(s, work);
      if (!has_answer(a.status)) continue;
      ASSERT_LE(residual(s, id, a), residual_limit) << i << " " << law_of(id).name;
      for (std::size_t k = 0; k < s.count(); ++k) {
        const auto t = static_cast<Eigen::Index>(2 * k);
        ASSERT_GE(a.p[t + 1], 0);
        ASSERT_GE(a.u_after[t + 1], 0);
        ASSERT_LE(std::abs(a.p[t]), s.static_friction[k] * a.p[t + 1] + 1e-9);
      }
    }
  }
}

/// One contact has closed forms; the event loop knows nothing of them.
TEST(SeveralContacts, TheEventLoopAgreesWithTheClosedFormsOfOneContact) {
  Random random{13};
  SystemWorkspace work;
  for (int i = 0; i < 20000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    Contacts c;
    c.W = Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}};
    c.u = Eigen::Vector2d(p.u.t, p.u.n);
    c.rows = {ContactRows{}};
    add_stick_lines(c);
    const Contact contact{.restitution = p.law.restitution,
                          .friction = p.law.friction,
                          .static_friction = p.law.static_friction};
    const ContactSystem s = contact_system(c, {contact});
    for (const LawId id : path_laws) {
      SystemAnswer closed;
      law_of(id).answer(s, closed);
      const SystemAnswer& a = law_of(id).answer_system(s, work);
      ASSERT_EQ(a.status, closed.status) << i << " " << law_of(id).name;
      ASSERT_EQ(a.modes[0], closed.modes[0]) << i << " " << law_of(id).name;
      ASSERT_NEAR(a.p[0], closed.p[0], 1e-10 * closed.p[1]) << i;
      ASSERT_NEAR(a.p[1], closed.p[1], 1e-10 * closed.p[1]) << i;
      ASSERT_EQ(a.path_length, closed.path_length) << i;
    }
  }
}

/// Contacts of bodies that have nothing to do with each other do not disturb each other.
TEST(SeveralContacts, AContactElsewhereChangesNothing) {
  Random random{14};
  for (int i = 0; i < 2000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    ImpactProblem problem;
    problem.contacts = {Contact{.friction = 0.7},
                        Contact{.restitution = p.law.restitution, .friction = p.law.friction}};
    Eigen::Matrix4d W = Eigen::Matrix4d::Zero();
    W.topLeftCorner<2, 2>() << 2, 0.5, 0.5, 1;
    W.bottomRightCorner<2, 2>() << p.W.tt, p.W.tn, p.W.tn, p.W.nn;
    problem.dynamics =
        ContactSpace{W, Eigen::Vector4d(random.chance(0.5) ? 0 : 1, 0, p.u.t, p.u.n)};
    ImpactProblem alone;
    alone.contacts = {problem.contacts[1]};
    alone.dynamics = ContactSpace{W.bottomRightCorner<2, 2>(), Eigen::Vector2d(p.u.t, p.u.n)};
    for (const LawId id : all_laws) {
      const ImpactResult both = resolve(problem, id);
      const ImpactResult one = resolve(alone, id);
      ASSERT_EQ(both.status, one.status);
      ASSERT_EQ(both.contacts[0].impulse.n, 0);
      ASSERT_EQ(both.contacts[0].mode, ImpactMode::none);
      ASSERT_NEAR(both.contacts[1].impulse.n, one.contacts[0].impulse.n, 1e-9);
      ASSERT_NEAR(both.contacts[1].impulse.t, one.contacts[0].impulse.t, 1e-9);
    }
  }
}

bool same_velocity(const ModeSolution& a, const ModeSolution& b) {
  return (a.w - b.w).cwiseAbs().maxCoeff() <= 1e-8 * std::max(a.size, b.size);
}

/// Complementary pivoting and enumeration share only the linear system of a choice of modes.
TEST(ContactModes, LemkeFindsOneOfTheEnumeratedAnswers) {
  Random random{15};
  int rays = 0;
  int found = 0;
  for (int i = 0; i < 4000; ++i) {
    ChainKind kind = random_kind(random, 5);
    kind.static_friction = false;
    const ContactSystem s = system_of(random_chain(kind, random));
    ModeSearch all;
    ModeSearch one;
    prepare(s, all);
    prepare(s, one);
    ModeProblem problem;
    state_rates(s, s.u, problem);
    enumerate_modes(problem, all);
    lemke_modes(problem, one);
    if (one.count == 0) {
      rays += all.count > 0 ? 1 : 0;
      continue;
    }
    ++found;
    bool among = false;
    for (std::size_t k = 0; k < all.count; ++k) among |= same_velocity(all.found[k], one.found[0]);
    ASSERT_TRUE(among) << i;
  }
  EXPECT_GT(found, 3800);
  EXPECT_LT(rays, 80);
}

/// Coulomb's law and complementarity at the end of small steps of impulse: no events, no modes kept.
Eigen::VectorXd small_steps(const ContactSystem& s, double p_end, int steps) {
  ModeSearch search;
  prepare(s, search);
  ModeProblem problem;
  Eigen::VectorXd u = s.u;
  Eigen::VectorXd p = Eigen::VectorXd::Zero(u.size());
  for (int i = 0; i < steps; ++i) {
    state_rates(s, s.u, problem);
    problem.q.assign(u.data(), u.data() + u.size());
    for (std::size_t k = 0; k < s.count(); ++k) {
      const bool drives = static_cast<Eigen::Index>(k) == s.colliding;
      problem.normal[k] = drives ? NormalRule::given_impulse : NormalRule::unilateral;
      problem.given[k] = p_end / steps;
      problem.tangent[k] = s.friction[k] == 0 ? TangentRule::frictionless : TangentRule::undecided;
    }
    enumerate_modes(problem, search);
    if (search.count != 1) return {};
    p += search.found[0].p;
    u = search.found[0].w;
  }
  return u;
}

TEST(SeveralContacts, SmallImplicitStepsArriveAtTheSameVelocities) {
  Random random{16};
  SystemWorkspace work;
  int compared = 0;
  for (int i = 0; i < 150; ++i) {
    ChainKind kind = random_kind(random, 3);
    kind.static_friction = false;
    kind.most_friction = 0.7;
    const ContactSystem s = system_of(random_chain(kind, random));
    const SystemAnswer& a = follow_poisson(s, work);
    if (a.status != ImpactStatus::solved) continue;
    const Eigen::VectorXd u = small_steps(s, a.p[2 * s.colliding + 1], 2000);
    if (u.size() == 0) continue;
    EXPECT_LT((u - a.u_after).cwiseAbs().maxCoeff(), 2e-3) << i;
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

/// Units in which a problem is stated do not change a bit of its answer.
TEST(SeveralContacts, ScalingByPowersOfTwoChangesNoBit) {
  Random random{17};
  for (int i = 0; i < 500; ++i) {
    const Chain chain = random_chain(random_kind(random, 4), random);
    ImpactProblem problem = testing::problem_of(chain);
    Chain scaled = chain;
    const double mass = std::ldexp(1.0, 2 * (random.below(400) - 200));
    const double speed = std::ldexp(1.0, random.below(200) - 100);
    scaled.dynamics.mass *= mass;
    scaled.dynamics.velocity *= speed;
    const ImpactProblem other = testing::problem_of(scaled);
    for (const LawId id : path_laws) {
      const ImpactResult a = resolve(problem, id);
      const ImpactResult b = resolve(other, id);
      ASSERT_EQ(a.status, b.status);
      for (std::size_t k = 0; k < a.contacts.size(); ++k) {
        ASSERT_EQ(a.contacts[k].impulse.n * mass * speed, b.contacts[k].impulse.n);
        ASSERT_EQ(a.contacts[k].u_after.t * speed, b.contacts[k].u_after.t);
        ASSERT_EQ(a.contacts[k].mode, b.contacts[k].mode);
      }
    }
  }
}

}  // namespace
}  // namespace carom
