/// Several contacts: invariants over random chains, two routes to the same modes, two routes to the same
/// path, known cases and counterexamples.
#include "tests/impact/random_chains.hpp"

#include <carom/impact/contact_modes.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/one_contact.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/system_answer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {
namespace {

using testing::Chain;
using testing::ChainKind;
using testing::Random;

constexpr std::array path_laws{LawId::newton, LawId::poisson, LawId::stronge};
constexpr std::array all_laws{LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker,
                              LawId::brach};

ChainKind random_kind(Random& random, int most_contacts) {
  ChainKind kind;
  kind.contacts = 1 + random.below(most_contacts);
  const int fewest = std::max(2, kind.contacts - 1);
  kind.links = fewest + random.below(9 - fewest);
  kind.static_friction = random.chance(0.2);
  kind.one_surface = random.chance(0.3);
  return kind;
}

ContactSystem system_of(const Chain& chain) {
  return contact_system(contact_problem(testing::problem_of(chain)), chain.contacts);
}

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
    ContactProblem c;
    c.W = Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}};
    c.u = Eigen::Vector2d(p.u.t, p.u.n);
    c.normal_only = {false};
    const Contact contact{.restitution = p.law.restitution,
                          .friction = p.law.friction,
                          .static_friction = p.law.static_friction};
    const ContactSystem s = contact_system(c, {contact});
    const OneContact one = normalised(c, contact, 0);
    for (const LawId id : path_laws) {
      const ContactAnswer closed = law_of(id).answer(one);
      const SystemAnswer& a = law_of(id).answer_system(s, work);
      ASSERT_EQ(a.status, closed.status) << i << " " << law_of(id).name;
      ASSERT_EQ(a.modes[0], closed.mode) << i << " " << law_of(id).name;
      const double p_n = std::ldexp(closed.p.n, one.scale.n - one.scale.c);
      const double p_t = std::ldexp(closed.p.t, one.scale.t - one.scale.c);
      ASSERT_NEAR(std::ldexp(a.p[0], s.scale[0] - s.speed_scale), p_t, 1e-10 * p_n) << i;
      ASSERT_NEAR(std::ldexp(a.p[1], s.scale[1] - s.speed_scale), p_n, 1e-10 * p_n) << i;
      ASSERT_EQ(a.path_length, closed.path.size()) << i;
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

/// A uniform block, 0.6 m × 2 m, 1 kg, pivots on its lower left corner while its upper right corner
/// hits a plane inclined by 1.15 rad.
ImpactProblem block_on_two_contacts(double mu_hit, double mu_pivot) {
  const double slope = 1.15;
  const Eigen::Vector2d hit(0.3, 1.0);
  const Eigen::Vector2d pivot(-0.3, -1.0);
  const auto row = [](const Eigen::Vector2d& at, const Eigen::Vector2d& along) {
    return Eigen::Vector3d(along.x(), along.y(), at.x() * along.y() - at.y() * along.x());
  };
  GeneralizedSpace space;
  space.mass = Eigen::Vector3d(1, 1, (0.36 + 4.0) / 12).asDiagonal();
  const double omega = -1;
  space.velocity.resize(3);
  space.velocity << omega * pivot.y(), -omega * pivot.x(), omega;
  const Eigen::Vector2d t(std::cos(slope), std::sin(slope));
  const Eigen::Vector2d n(-std::sin(slope), std::cos(slope));
  ContactRows at_hit;
  at_hit.tangent = row(hit, t);
  at_hit.normal = row(hit, n);
  ContactRows at_pivot;
  at_pivot.tangent = row(pivot, {1, 0});
  at_pivot.normal = row(pivot, {0, 1});
  space.rows = {at_hit, at_pivot};
  ImpactProblem problem;
  problem.dynamics = space;
  problem.contacts = {Contact{.name = "hit", .restitution = 1, .friction = mu_hit},
                      Contact{.name = "pivot", .friction = mu_pivot}};
  return problem;
}

double relative_change(const ImpactResult& r) { return r.energy.change / *r.energy.before; }

/// Poisson's law promises nothing for several contacts [Glocker2013]: a counterexample must stay one.
TEST(SeveralContacts, PoissonCreatesEnergyInABlockOnTwoContacts) {
  const ImpactProblem block = block_on_two_contacts(0.5, 0.8);
  EXPECT_NEAR(relative_change(resolve(block, LawId::poisson)), 0.070696, 5e-7);
  EXPECT_NEAR(relative_change(resolve(block, LawId::stronge)), -0.086959, 5e-7);
  EXPECT_NEAR(relative_change(resolve(block, LawId::newton)), -0.221400, 5e-7);
  const ImpactProblem other = block_on_two_contacts(0.7, 0.5);
  EXPECT_NEAR(relative_change(resolve(other, LawId::poisson)), 0.019213, 5e-7);
  EXPECT_NEAR(relative_change(resolve(other, LawId::stronge)), -0.107791, 5e-7);
  EXPECT_EQ(resolve(block, LawId::poisson).status, ImpactStatus::solved);
}

/// A box stands on two corners and a ball falls on its top: how the corners share the tangential
/// impulse is not determined, that the box stays at rest is.
TEST(SeveralContacts, RedundantSupportsTakeTheLeastImpulse) {
  const auto row = [](double x, double y, double t_x, double t_y) {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(5);
    r.head<3>() << t_x, t_y, x * t_y - y * t_x;
    return r;
  };
  GeneralizedSpace space;
  space.mass = Eigen::VectorXd::Ones(5).asDiagonal();
  space.velocity = Eigen::VectorXd::Zero(5);
  space.velocity.tail<2>() << 0.3, -1;
  Eigen::VectorXd t = row(0.25, 1, -1, 0);
  Eigen::VectorXd n = row(0.25, 1, 0, -1);
  t[3] = 1;
  n[4] = 1;
  space.rows = {{row(-1, -1, 1, 0), row(-1, -1, 0, 1), {}},
                {row(1, -1, 1, 0), row(1, -1, 0, 1), {}},
                {t, n, {}}};
  ImpactProblem problem;
  problem.dynamics = space;
  problem.contacts = {Contact{.friction = 0.6}, Contact{.friction = 0.6},
                      Contact{.restitution = 0.5, .friction = 0.2}};
  for (const LawId id : all_laws) {
    const ImpactResult r = resolve(problem, id);
    ASSERT_EQ(r.status, ImpactStatus::solved) << law_of(id).name;
    EXPECT_EQ(r.contacts[0].outcome, Outcome::sticks);
    EXPECT_EQ(r.contacts[1].outcome, Outcome::sticks);
    EXPECT_NEAR(r.contacts[0].impulse.t, r.contacts[1].impulse.t, 1e-12);
    EXPECT_LT(r.contacts[0].impulse.n, r.contacts[1].impulse.n);
    EXPECT_TRUE(std::any_of(r.notes.begin(), r.notes.end(), [](const std::string& note) {
      return note.find("least-norm") != std::string::npos;
    }));
  }
}

/// In the units of its own rows the third contact has μ ≈ 1e99: beside its pₜ every pₙ looks like
/// rounding, also a negative one. A box that stands on two corners is struck while it slides.
TEST(SeveralContacts, ALargeFrictionDoesNotHideAPullingContact) {
  GeneralizedSpace space;
  space.mass = Eigen::Vector3d(6, 6, 4).asDiagonal();
  space.velocity = Eigen::Vector3d(0.2, 0, 0.1);
  space.rows = {{Eigen::Vector3d(1, 0, -1), Eigen::Vector3d(0, -1, -0.25), {}},
                {Eigen::Vector3d(1, 0, 1), Eigen::Vector3d(0, -1, 1), {}},
                {Eigen::Vector3d(1.2e132, 0, 0), Eigen::Vector3d(0, 1, 1), {}}};
  ImpactProblem problem;
  problem.dynamics = space;
  problem.contacts = {
      Contact{.restitution = 0.5, .friction = 11.8},
      Contact{.friction = 0.6, .touching = true},
      Contact{.friction = 3.7e-33, .touching = true},
  };
  for (const LawId id : path_laws) {
    const ImpactResult r = resolve(problem, id);
    if (!has_answer(r.status)) continue;
    EXPECT_LE(r.energy.contact_work, 1e-9) << law_of(id).name;
    for (const ContactResult& c : r.contacts)
      EXPECT_TRUE(c.impulse.n > 0 || c.impulse.t == 0) << law_of(id).name;
  }
}

TEST(SeveralContacts, RefusesTwoCollidingContacts) {
  ImpactProblem problem;
  problem.contacts = {Contact{.restitution = 0, .friction = 0},
                      Contact{.restitution = 0, .friction = 0}};
  problem.dynamics = ContactSpace{Eigen::Matrix4d::Identity(), Eigen::Vector4d(0, -1, 0, -1)};
  try {
    resolve(problem, LawId::newton);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("contacts[0], contacts[1]"), std::string::npos);
  }
}

}  // namespace
}  // namespace carom
