/// @file
/// One contact in space beside one in the plane, in one run: mean, median and 99 % of the time of an impact.

#include "problems.hpp"

#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/spatial/spatial_impact.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

namespace carom::bench {
namespace {

struct SpatialProblem {
  Sym3<double> W{};
  Vec3<double> u{};
  ContactLaw<double> law{};
};

/// W = Y Yᵀ + 0.02 I with Y uniform in ±1; uₜ in ±2, uₙ in −2 … −0.05 m/s; μ uniform in 0 … 1.2, one in
/// five 10^x up to 30; e uniform.
std::vector<SpatialProblem> spatial_problems(std::size_t count, Restitution rule) {
  std::mt19937_64 random(20240607);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
  };
  std::vector<SpatialProblem> problems(count);
  for (SpatialProblem& p : problems) {
    std::array<std::array<double, 3>, 3> Y{};
    for (auto& row : Y)
      for (double& y : row) y = uniform(-1, 1);
    const auto entry = [&](std::size_t i, std::size_t j) {
      return Y[i][0] * Y[j][0] + Y[i][1] * Y[j][1] + Y[i][2] * Y[j][2] + (i == j ? 0.02 : 0);
    };
    p.W = {{entry(0, 0), entry(0, 1), entry(1, 1)}, {entry(0, 2), entry(1, 2)}, entry(2, 2)};
    p.u = {{uniform(-2, 2), uniform(-2, 2)}, uniform(-2, -0.05)};
    p.law.friction = uniform(0, 1) < 0.2 ? std::pow(10, uniform(0, 1.5)) : uniform(0, 1.2);
    p.law.static_friction = p.law.friction;
    p.law.restitution = uniform(0, 1);
    p.law.rule = rule;
  }
  return problems;
}

constexpr std::size_t count = 20000;

void plane(benchmark::State& state, Restitution rule) {
  const auto problems = random_problems(count, rule);
  for (auto _ : state)
    for (const Problem& p : problems) {
      const auto impact = resolve_planar(p.W, p.u, p.law);
      benchmark::DoNotOptimize(impact);
    }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

/// The median is over problems of the least of five times each, so that interruptions do not count.
void space(benchmark::State& state, Restitution rule) {
  const auto problems = spatial_problems(count, rule);
  double pieces = 0;
  for (auto _ : state)
    for (const SpatialProblem& p : problems) {
      const auto impact = resolve_spatial(p.W, p.u, p.law);
      benchmark::DoNotOptimize(impact);
    }
  std::vector<double> times;
  for (const SpatialProblem& p : problems) {
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
      const auto start = std::chrono::steady_clock::now();
      const auto impact = resolve_spatial(p.W, p.u, p.law);
      benchmark::DoNotOptimize(impact);
      const std::chrono::duration<double, std::micro> time =
          std::chrono::steady_clock::now() - start;
      least = std::min(least, time.count());
      pieces += i == 0 ? impact.steps : 0;
    }
    times.push_back(least);
  }
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (const double time : times) sum += time;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  state.counters["mean_us"] = sum / count;
  state.counters["median_us"] = times[count / 2];
  state.counters["p99_us"] = times[count - count / 100];
  state.counters["pieces"] = pieces / count;
}

BENCHMARK_CAPTURE(plane, newton, Restitution::newton)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plane, poisson, Restitution::poisson)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plane, stronge, Restitution::stronge)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(space, newton, Restitution::newton)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(space, poisson, Restitution::poisson)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(space, stronge, Restitution::stronge)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom::bench
