/// What one impact of several contacts costs, W given: the median over random chains, by both ways of
/// choosing modes. bench/several_report.py makes a table of it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <carom/impact/contacts.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/several/answer.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "tests/impact/random_chains.hpp"

namespace carom::bench {
namespace {

constexpr int chains = 500;
/// All combinations of 4^(k−1) · 3 modes are too many beyond this.
constexpr int most_enumerated = 5;

const std::vector<ContactSystem>& systems(int contacts) {
  static std::array<std::vector<ContactSystem>, 9> all;
  std::vector<ContactSystem>& some = all.at(static_cast<std::size_t>(contacts));
  testing::Random random{5};
  while (some.size() < chains) {
    testing::ChainKind kind;
    kind.contacts = contacts;
    kind.links = contacts + 2;
    const testing::Chain chain = random_chain(kind, random);
    some.push_back(contact_system(contact_problem(testing::problem_of(chain)), chain.contacts));
  }
  return some;
}

/// Times each impact alone and keeps its least time.
void impact(benchmark::State& state, int contacts, LawId law, ModeRoute route) {
  using Clock = std::chrono::steady_clock;
  const std::vector<ContactSystem>& all = systems(contacts);
  std::vector<double> least(all.size(), 1e9);
  SystemWorkspace work;
  work.route = route;
  for (auto _ : state)
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Clock::time_point start = Clock::now();
      benchmark::DoNotOptimize(&law_of(law).answer_system(all[i], work));
      const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
      least[i] = std::min(least[i], ns);
    }
  std::sort(least.begin(), least.end());
  state.counters["median"] = least[least.size() / 2];
  state.counters["slowest_tenth"] = least[least.size() * 9 / 10];
}

/// Names are paths: law/route/contacts.
void add_all() {
  for (const int contacts : {1, 2, 3, 4, 5, 6, 7, 8})
    for (const LawId law :
         {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker, LawId::brach}) {
      const auto add = [&](const std::string& name, ModeRoute route) {
        const std::string path =
            std::string(law_of(law).name) + "/" + name + "/" + std::to_string(contacts);
        benchmark::RegisterBenchmark(path.c_str(), impact, contacts, law, route);
      };
      add("automatic", ModeRoute::automatic);
      add("lemke", ModeRoute::lemke);
      if (contacts <= most_enumerated) add("enumerate", ModeRoute::enumerate);
    }
}

const bool added = [] {
  add_all();
  return true;
}();

}  // namespace
}  // namespace carom::bench
