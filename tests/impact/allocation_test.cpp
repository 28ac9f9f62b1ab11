/// After warm-up, an impact of several contacts takes no memory from the heap.
#include "tests/impact/random_chains.hpp"

#include <carom/impact/contact_problem.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/several/answer.hpp>

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
