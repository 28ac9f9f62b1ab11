/// How long one impact takes through the hall, full result included, with memory that is kept: from W and u, from M and J,
/// and as a scene of two links; and through the core alone, in the same run.
#include <benchmark/benchmark.h>

#include <carom/core/planar/planar_impact.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/workspace.hpp>
#include <carom/multibody/scene_workspace.hpp>

#include <cmath>
#include <vector>

#include "chain.hpp"
#include "problems.hpp"

namespace carom::bench {
namespace {

constexpr std::size_t count = 1024;

void set_items(benchmark::State& state, std::size_t items) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
  state.counters["contacts"] =
      benchmark::Counter(static_cast<double>(items), benchmark::Counter::kDefaults);
}

Contact material_of(const Problem& p) {
  return {.name = "contact",
          .restitution = p.law.restitution,
          .friction = p.law.friction,
          .static_friction = p.law.static_friction};
}

ContactSpace contact_space(const Problem& p) {
  return {Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}}, Eigen::Vector2d(p.u.t, p.u.n), {}};
}

/// Two coordinates with M = diag(2, 3) whose rows give W and u.
GeneralizedSpace coordinates(const Problem& p) {
  const Eigen::Vector2d root(std::sqrt(2.0), std::sqrt(3.0));
  const double r_tt = std::sqrt(p.W.tt);
  const double r_tn = p.W.tn / r_tt;
  const double r_nn = std::sqrt(p.W.nn - r_tn * r_tn);
  const double w_t = p.u.t / r_tt;
  const double w_n = (p.u.n - r_tn * w_t) / r_nn;
  GeneralizedSpace space{Eigen::Vector2d(2, 3).asDiagonal().toDenseMatrix(),
                         Eigen::Vector2d(w_t / root.x(), w_n / root.y()),
                         {}};
  space.rows.push_back({.tangent = Eigen::Vector2d(r_tt * root.x(), 0),
                        .normal = Eigen::Vector2d(r_tn * root.x(), r_nn * root.y())});
  return space;
}

template <class Dynamics>
void through_the_hall(benchmark::State& state, Dynamics dynamics) {
  std::vector<ImpactProblem> problems;
  for (const Problem& p : random_problems(count, Restitution::stronge))
    problems.push_back({.name = "bench", .contacts = {material_of(p)}, .dynamics = dynamics(p)});
  Workspace work;
  for (auto _ : state)
    for (const ImpactProblem& p : problems)
      benchmark::DoNotOptimize(&resolve(p, LawId::stronge, work));
  set_items(state, count);
}

void core(benchmark::State& state) {
  const auto problems = random_problems(count, Restitution::stronge);
  for (auto _ : state)
    for (const Problem& p : problems) {
      const auto impact = resolve_planar(p.W, p.u, p.law);
      benchmark::DoNotOptimize(impact);
    }
  set_items(state, count);
}

void from_W_and_u(benchmark::State& state) { through_the_hall(state, contact_space); }
void from_M_and_J(benchmark::State& state) { through_the_hall(state, coordinates); }

void of_two_links(benchmark::State& state) {
  const Scene scene = chain(2);
  SceneWorkspace work;
  for (auto _ : state) benchmark::DoNotOptimize(&resolve(scene, LawId::stronge, {}, work));
  set_items(state, 1);
}

BENCHMARK(core);
BENCHMARK(from_W_and_u);
BENCHMARK(from_M_and_J);
BENCHMARK(of_two_links);

}  // namespace
}  // namespace carom::bench
