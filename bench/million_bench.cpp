/// A batch of a million contacts in plain arrays, as a user has them: what Python's resolve_planar is
/// measured against. bench/python_report.py makes a table of both.
#include <benchmark/benchmark.h>

#include <array>
#include <carom/study/batch/batch.hpp>
#include <vector>

#include "problems.hpp"

namespace carom::bench {
namespace {

constexpr std::size_t count = 1'000'000;
/// Different contacts; they repeat.
constexpr std::size_t different = 65536;

void million(benchmark::State& state, Restitution rule) {
  std::array<std::vector<double>, 8> x;
  for (std::vector<double>& column : x) column.resize(count);
  const std::vector<Problem> problems = random_problems(different, rule);
  for (std::size_t i = 0; i < count; ++i) {
    const Problem& p = problems[i % different];
    const std::array row{
        p.W.tt,           p.W.tn, p.W.nn, p.u.t, p.u.n, p.law.friction, p.law.static_friction,
        p.law.restitution};
    for (std::size_t k = 0; k < row.size(); ++k) x[k][i] = row[k];
  }
  std::vector<double> p_t(count);
  std::vector<double> p_n(count);
  std::vector<ImpactMode> mode(count);
  std::vector<ImpactStatus> status(count);
  for (auto _ : state) {
    resolve_planar_batch({x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]}, rule,
                         {p_t, p_n, mode, status});
    benchmark::DoNotOptimize(p_t.data());
  }
}

BENCHMARK_CAPTURE(million, newton, Restitution::newton)->Name("million/newton");
BENCHMARK_CAPTURE(million, poisson, Restitution::poisson)->Name("million/poisson");
BENCHMARK_CAPTURE(million, stronge, Restitution::stronge)->Name("million/stronge");

}  // namespace
}  // namespace carom::bench
