/// What a point of a sweep costs: the three-link chain over its first angle, by five laws, from the
/// numbers of the point to the rows of text, and its parts; and a double pendulum whose materials are drawn. bench/sweep_report.py makes a table of it.
#include <benchmark/benchmark.h>

#include <carom/io/embedded.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/study/sweep/table.hpp>

namespace carom::bench {
namespace {

/// Points of the sweep, taken in turn: they differ in their modes and so in their cost.
constexpr std::uint64_t points = 1009;

SweepPlan plan_of(std::string_view name, const SweepOverrides& overrides) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return plan_sweep(read_sweep(file.text, FileFormat::yaml, overrides));
  return {};
}

SweepPlan chain_plan() {
  return plan_of("examples/sweeps/three_link_chain.yaml",
                 {.vary = {"phi_1=-1.5:1.5:" + std::to_string(points)}});
}

/// The scene of a point, decoded from its tree.
void read(benchmark::State& state) {
  const SweepPlan plan = chain_plan();
  for (auto _ : state) benchmark::DoNotOptimize(read_scene(plan.problem));
}

/// The scene resolved by all laws.
void solve(benchmark::State& state) {
  const SweepPlan plan = chain_plan();
  PointSolver solver(plan);
  std::vector<double> values;
  std::uint64_t point = 0;
  for (auto _ : state) {
    values_at(plan, point++ % points, values);
    benchmark::DoNotOptimize(solver.solve(values).data());
  }
}

/// Everything.
void write_rows(benchmark::State& state, const SweepPlan& plan) {
  PointSolver solver(plan);
  std::uint64_t point = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        sweep_rows(plan, solver, point % points, point % points + 1, RowFormat::csv));
    ++point;
  }
}

void rows(benchmark::State& state) { write_rows(state, chain_plan()); }

/// A mechanism whose materials are drawn, by two laws.
void pendulum(benchmark::State& state) {
  write_rows(state, plan_of("examples/sweeps/uncertain_pendulum.yaml", {.draws = points}));
}

BENCHMARK(read)->Name("sweep/read");
BENCHMARK(solve)->Name("sweep/read and solve");
BENCHMARK(rows)->Name("sweep/rows");
BENCHMARK(pendulum)->Name("sweep/pendulum");

}  // namespace
}  // namespace carom::bench
