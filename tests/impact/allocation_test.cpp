/// After warm-up, an impact takes no memory from the heap.
// Units: impact/resolve, impact/workspace, impact/restore.
#include "tests/impact/random_chains.hpp"

#include <carom/impact/contacts.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/several/answer.hpp>
#include <carom/impact/workspace.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace carom {
namespace {

std::vector<ContactSystem> regular_systems(int contacts, int count) {
  testing::Random random{21};
  std::vector<ContactSystem> systems;
  while (static_cast<int>(systems.size()) < count) {
    testing::ChainKind kind;
    kind.contacts = contacts;
    kind.links = 8;
    kind.most_friction = 0.5;
    const testing::Chain chain = random_chain(kind, random);
    ContactSystem s = contact_system(contact_problem(testing::problem_of(chain)), chain.contacts);
    if (!s.singular) systems.push_back(std::move(s));
  }
  return systems;
}

Contact material_of(const testing::Problem& p) {
  return {.name = "a contact whose name is not short",
          .restitution = p.law.restitution,
          .friction = p.law.friction,
          .static_friction = p.law.static_friction,
          .tangential_restitution = 0.2,
          .stiffness_ratio = 1.2};
}

/// One contact by W and u, or by rows of J with a mass of their own.
ImpactProblem one_contact(testing::Random& random, bool by_rows) {
  const testing::Problem p = testing::generic_problem(random);
  ImpactProblem problem{.name = "one contact, full result", .contacts = {material_of(p)}};
  if (!by_rows) {
    problem.dynamics = ContactSpace{Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}},
                                    Eigen::Vector2d(p.u.t, p.u.n)};
    return problem;
  }
  GeneralizedSpace space{
      Eigen::Matrix3d{{3, 1, 0}, {1, 2, 0.5}, {0, 0.5, 1}}, Eigen::Vector3d(p.u.t, p.u.n, 0.3), {}};
  space.rows.push_back(
      {.tangent = Eigen::Vector3d(1, 0.1, p.W.tn), .normal = Eigen::Vector3d(0, 1, -0.4)});
  problem.dynamics = space;
  return problem;
}

/// Full results with memory that is kept: by every law that takes one contact in the plane and follows no springs.
TEST(Allocation, OneContactTakesNoneAfterTheFirst) {
  for (const bool by_rows : {false, true})
    for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge, LawId::cataldo_sampaio,
                            LawId::moreau, LawId::anitescu_potra, LawId::chatterjee_ruina}) {
      testing::Random random{22};
      Workspace work;
      std::vector<ImpactProblem> problems;
      for (int i = 0; i < 200; ++i) {
        problems.push_back(one_contact(random, by_rows));
        if (law != LawId::newton && law != LawId::poisson && law != LawId::stronge)
          problems.back().contacts[0].static_friction.reset();
      }
      for (int i = 0; i < 20; ++i) resolve(problems[static_cast<std::size_t>(i)], law, work);
      for (const ImpactProblem& problem : problems) {
        const long before = allocations;
        const ImpactResult& result = resolve(problem, law, work);
        const long taken = allocations - before;
        if (!result.notes.empty()) continue;  // a note is a sentence of its own
        EXPECT_EQ(taken, 0) << law_of(law).name << (by_rows ? " by rows" : " by W and u");
      }
    }
}

TEST(Allocation, AKeptWorkspaceChangesNoBit) {
  testing::Random random{23};
  Workspace work;
  for (int i = 0; i < 500; ++i) {
    const ImpactProblem problem = one_contact(random, random.chance(0.5));
    const ImpactResult fresh = resolve(problem, LawId::stronge);
    const ImpactResult& kept = resolve(problem, LawId::stronge, work);
    EXPECT_EQ(kept.name, fresh.name);
    EXPECT_EQ(kept.contacts[0].name, fresh.contacts[0].name);
    EXPECT_EQ(kept.contacts[0].impulse.t, fresh.contacts[0].impulse.t);
    EXPECT_EQ(kept.contacts[0].u_after.n, fresh.contacts[0].u_after.n);
    EXPECT_EQ(kept.contacts[0].mode, fresh.contacts[0].mode);
    EXPECT_EQ(kept.contacts[0].friction.to_stick, fresh.contacts[0].friction.to_stick);
    EXPECT_EQ(kept.energy.after, fresh.energy.after);
    EXPECT_EQ(kept.velocity_after, fresh.velocity_after);
    EXPECT_EQ(kept.path.size(), fresh.path.size());
    EXPECT_EQ(kept.notes, fresh.notes);
  }
}

/// The work of a narrow contact is known to more digits than its impulse; that of the next contacts is theirs.
TEST(Allocation, AWorkspaceLeavesNothingToTheNextProblem) {
  const ImpactProblem narrow{
      .contacts = {{.restitution = 0.5, .friction = 2}},
      .dynamics = ContactSpace{Eigen::Matrix2d{{4, 2}, {2, 1 + 1e-7}}, Eigen::Vector2d(1, -1)}};
  Eigen::Matrix4d W = Eigen::Vector4d(2, 1, 2, 1).asDiagonal();
  W(1, 3) = W(3, 1) = 0.4;
  const ImpactProblem two{
      .contacts = {{.restitution = 0.5, .friction = 0.3}, {.restitution = 0, .friction = 0.3}},
      .dynamics = ContactSpace{W, Eigen::Vector4d(0.5, -1, 0.2, 0)}};
  Workspace work;
  resolve(narrow, LawId::stronge, work);
  const double kept = resolve(two, LawId::stronge, work).energy.contact_work;
  EXPECT_EQ(kept, resolve(two, LawId::stronge).energy.contact_work);
}

TEST(Allocation, AnImpactTakesNoneAfterWarmUp) {
  for (const ModeRoute route : {ModeRoute::automatic, ModeRoute::lemke}) {
    const std::vector<ContactSystem> systems = regular_systems(3, 50);
    for (const LawId id : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker}) {
      SystemWorkspace work;
      work.route = route;
      for (const ContactSystem& s : systems) law_of(id).answer_system(s, work);
      int counted = 0;
      for (const ContactSystem& s : systems) {
        const long before = allocations;
        if (law_of(id).answer_system(s, work).status != ImpactStatus::solved) continue;
        EXPECT_EQ(allocations - before, 0) << law_of(id).name;
        ++counted;
      }
      EXPECT_GT(counted, 40) << law_of(id).name;
    }
  }
}

}  // namespace
}  // namespace carom
