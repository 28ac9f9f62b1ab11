/// Several contacts: known cases, counterexamples, and what a result says where there is not one answer.
#include "tests/impact/random_chains.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/residual.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/several/answer.hpp>

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
  space.rows = {{row(hit, t), row(hit, n), {}}, {row(pivot, {1, 0}), row(pivot, {0, 1}), {}}};
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

/// The judge on an alternative of an algebraic law, which comes without modes.
double residual_of_alternative(const ContactSystem& s, LawId law, const Alternative& other) {
  SystemAnswer a;
  a.p = other.p;
  a.u_after = other.u_after;
  for (Eigen::Index t = 0; t < a.p.size(); t += 2)
    a.modes.push_back(a.p[t + 1] == 0     ? ImpactMode::none
                      : a.u_after[t] == 0 ? ImpactMode::sticking
                                          : ImpactMode::sliding);
  return residual(s, law, a);
}

TEST(SeveralContacts, ListsEveryAnswerWhereThereAreSeveral) {
  Random random{18};
  SystemWorkspace work;
  int undetermined = 0;
  for (int i = 0; i < 3000; ++i) {
    ChainKind kind = random_kind(random, 3);
    kind.static_friction = false;
    const ContactSystem s = system_of(random_chain(kind, random));
    const SystemAnswer& a = end_whittaker(s, work);
    if (a.status != ImpactStatus::undetermined || s.singular) continue;
    ++undetermined;
    ASSERT_FALSE(a.alternatives.empty());
    for (const Alternative& other : a.alternatives) {
      EXPECT_LE(residual_of_alternative(s, LawId::whittaker, other), residual_limit);
      EXPECT_GT((other.u_after - a.u_after).cwiseAbs().maxCoeff(), 1e-9);
    }
  }
  EXPECT_GT(undetermined, 5);
}

/// Two contacts at rest that static friction holds and kinetic friction would not.
TEST(SeveralContacts, StickingWinsWhereStaticFrictionAllowsIt) {
  Random random{19};
  SystemWorkspace work;
  int sticks_more = 0;
  for (int i = 0; i < 2000; ++i) {
    ChainKind kind = random_kind(random, 3);
    kind.static_friction = false;
    Chain chain = random_chain(kind, random);
    const SystemAnswer kinetic = follow_poisson(system_of(chain), work);
    for (Contact& contact : chain.contacts) contact.static_friction = *contact.friction + 1;
    const SystemAnswer& held = follow_poisson(system_of(chain), work);
    if (!has_answer(kinetic.status) || !has_answer(held.status)) continue;
    const auto sticking = [](const SystemAnswer& a) {
      const std::vector<ContactMode>& modes = a.path[0].modes;
      return std::count(modes.begin(), modes.end(), ContactMode::stick);
    };
    EXPECT_GE(sticking(held), sticking(kinetic)) << i;
    sticks_more += sticking(held) > sticking(kinetic) ? 1 : 0;
  }
  EXPECT_GT(sticks_more, 20);
}

/// Every kind of event happens, and contacts that closed on the way carry impulses.
TEST(SeveralContacts, ContactsDetachCloseAndStartToSlipOnTheWay) {
  Random random{20};
  SystemWorkspace work;
  std::array<int, 7> seen{};
  int closed_and_pushed = 0;
  for (int i = 0; i < 3000; ++i) {
    const ContactSystem s = system_of(random_chain(random_kind(random, 4), random));
    const SystemAnswer& a = follow_stronge(s, work);
    if (!has_answer(a.status)) continue;
    for (std::size_t k = 0; k < a.path_length; ++k) {
      ++seen.at(static_cast<std::size_t>(a.path[k].kind));
      if (a.path[k].kind != PathEventKind::closes) continue;
      for (const int contact : a.path[k].contacts) closed_and_pushed += a.p[2 * contact + 1] > 0;
    }
  }
  for (const int count : seen) EXPECT_GT(count, 10);
  EXPECT_GT(closed_and_pushed, 100);
}

TEST(SeveralContacts, SaysAtWhichStageThereIsNoConsistentMode) {
  Random random{22};
  int said = 0;
  for (int i = 0; i < 3000 && said < 5; ++i) {
    const ImpactProblem problem = testing::problem_of(random_chain(random_kind(random, 3), random));
    const ImpactResult r = resolve(problem, LawId::stronge);
    if (r.reason != NoSolution::no_consistent_mode || problem.contacts.size() == 1) continue;
    ++said;
    EXPECT_TRUE(std::any_of(r.notes.begin(), r.notes.end(), [](const std::string& note) {
      return note.find("no choice of stick, slip and separation") != std::string::npos;
    }));
  }
  EXPECT_EQ(said, 5);
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
