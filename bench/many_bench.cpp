/// What one of many states costs (`resolve_many`, `carom.solve_many`), on one core: a foot in the plane that lands on four
/// corners, of which one or all collide, and a mechanism of nine velocities with four feet. bench/many_report.py makes a table of it.
#include <benchmark/benchmark.h>

#include <carom/study/batch/many.hpp>

#include <Eigen/LU>
#include <cmath>
#include <random>
#include <vector>

namespace carom::bench {
namespace {

constexpr std::size_t corners = 4;
constexpr std::size_t states = 4096;

/// Arrays of many states and of their answers.
struct Arrays {
  std::size_t coordinates = 0;
  std::vector<double> mass{}, velocity{}, tangent{}, normal{}, restitution{}, friction{};
  std::vector<double> velocity_after{}, impulse{}, u_after{};
  std::vector<ManyStatus> status{};

  ManyStates problem() const {
    return {.states = states,
            .coordinates = coordinates,
            .contacts = corners,
            .mass = mass,
            .velocity = velocity,
            .tangent = tangent,
            .normal = normal,
            .restitution = restitution,
            .friction = friction,
            .simultaneous = Simultaneous::together};
  }

  ManyAnswers answers() {
    velocity_after.resize(states * coordinates);
    impulse.resize(states * corners * 2);
    u_after.resize(states * corners * 2);
    status.resize(states);
    return {velocity_after, impulse, u_after, status};
  }
};

using Numbers = std::uniform_real_distribution<double>;

/// A sole of 0.24 m under a body of 1 kg, which comes down sliding and turning. Seen from the side its four corners are
/// points of one line, so that W has rank 3 of 8.
Arrays foot(bool all_collide, double restitution) {
  std::mt19937 random(25);
  Arrays a{.coordinates = 3};
  a.mass = {1, 0, 0, 0, 1, 0, 0, 0, 0.01};
  constexpr double height = 0.08;
  for (const double x : {-0.12, -0.04, 0.04, 0.12}) {
    a.tangent.insert(a.tangent.end(), {1, 0, height});
    a.normal.insert(a.normal.end(), {0, 1, x});
  }
  a.restitution = {restitution};
  a.friction = {0.6};
  for (std::size_t i = 0; i < states; ++i) {
    const double turning = all_collide ? Numbers(-4, 4)(random) : Numbers(9, 12)(random);
    const double falling = all_collide ? Numbers(-2, -0.5)(random) : Numbers(0.5, 1)(random);
    a.velocity.insert(a.velocity.end(), {Numbers(-1, 1)(random), falling, turning});
  }
  return a;
}

/// Four feet that a mechanism of nine velocities carries, all colliding: W is regular.
Arrays four_feet() {
  constexpr std::size_t n = 9;
  std::mt19937 random(26);
  std::normal_distribution<double> number;
  Arrays a{.coordinates = n};
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return number(random); });
  const Eigen::MatrixXd M = A * A.transpose() + Eigen::MatrixXd::Identity(n, n);
  a.mass.assign(M.data(), M.data() + M.size());
  for (std::size_t i = 0; i < corners * n; ++i) {
    a.tangent.push_back(number(random));
    a.normal.push_back(number(random));
  }
  const Eigen::Map<const Eigen::MatrixXd> normals(a.normal.data(), n, corners);
  const Eigen::MatrixXd back = normals * (normals.transpose() * normals).inverse();
  for (std::size_t i = 0; i < states; ++i) {
    Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n, [&] { return number(random); });
    for (Eigen::Index c = 0; c < static_cast<Eigen::Index>(corners); ++c)
      v += back.col(c) * (-Numbers(0.2, 2)(random) - normals.col(c).dot(v));
    a.velocity.insert(a.velocity.end(), v.data(), v.data() + v.size());
  }
  a.restitution = {0.5};
  a.friction = {0.3};
  return a;
}

void resolve_all(benchmark::State& state, Arrays arrays) {
  const ManyAnswers answers = arrays.answers();
  for (auto _ : state)
    benchmark::DoNotOptimize(
        resolve_many(arrays.problem(), LawId::poisson, answers, {.threads = 1}).size());
  state.counters["contacts"] = states;  // by which the report divides
}

void one_corner(benchmark::State& state) { resolve_all(state, foot(false, 0.5)); }
void plastic_foot(benchmark::State& state) { resolve_all(state, foot(true, 0)); }
void elastic_foot(benchmark::State& state) { resolve_all(state, foot(true, 0.5)); }
void mechanism(benchmark::State& state) { resolve_all(state, four_feet()); }

BENCHMARK(one_corner)->Name("many/one corner of four collides")->MeasureProcessCPUTime();
BENCHMARK(plastic_foot)->Name("many/four corners, e = 0")->MeasureProcessCPUTime();
BENCHMARK(elastic_foot)->Name("many/four corners, e = 0.5")->MeasureProcessCPUTime();
BENCHMARK(mechanism)->Name("many/four feet, W regular")->MeasureProcessCPUTime();

}  // namespace
}  // namespace carom::bench
