/// The cone problem with the rule of equal compliance, and a path, of bodies with 2, 4 and 8 contacts.
#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/stages.hpp>

#include <benchmark/benchmark.h>

namespace {

using namespace carom;

std::vector<several_spatial::System> systems(int contacts) {
  testing::Random random{1};
  std::vector<several_spatial::System> all;
  for (int k = 0; k < 64; ++k) all.push_back(testing::random_system(random, contacts, 1));
  return all;
}

void cone_problem(benchmark::State& state) {
  std::vector<cone::Problem> problems;
  for (const auto& s : systems(static_cast<int>(state.range(0))))
    problems.push_back({s.W, s.contacts, s.u, std::vector<cone::Condition>(s.contacts.size())});
  cone::Workspace work;
  cone::Solution solution;
  std::size_t k = 0;
  for (auto _ : state) {
    cone::solve(problems[k++ % problems.size()], {.starts = 0, .sharing = false}, nullptr, work,
                solution);
    benchmark::DoNotOptimize(solution.p.data());
  }
}

/// The first contact collides, the others touch; a mechanism that moves every contact on its own.
void path(benchmark::State& state) {
  std::vector<several_spatial::System> all = systems(static_cast<int>(state.range(0)));
  for (several_spatial::System& s : all) {
    s.W.diagonal().array() += .3;
    for (std::size_t i = 0; i < s.contacts.size(); ++i)
      s.u[s.contacts[i].normal()] = i == 0 ? -1 : 0;
  }
  std::size_t k = 0;
  for (auto _ : state) {
    const several_spatial::Answer answer = several_spatial::follow_stages(
        all[k++ % all.size()], 0, Restitution::stronge, {.starts = 0, .sharing = false});
    benchmark::DoNotOptimize(answer.p.data());
  }
}

BENCHMARK(cone_problem)->Arg(2)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);
BENCHMARK(path)->Arg(2)->Arg(4)->Arg(8)->Unit(benchmark::kMicrosecond);

}  // namespace
