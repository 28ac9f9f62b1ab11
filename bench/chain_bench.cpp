/// How the cost of an impact grows with the mechanism: a chain of n links strikes the floor, whole and
/// part by part, by articulated inertias and by dense factors. bench/chain_report.py makes a table of it.
#include <benchmark/benchmark.h>

#include <array>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/multibody/planar/joint_impulse.hpp>
#include <string>

#include "chain.hpp"

namespace carom::bench {
namespace {

constexpr std::array sizes{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000};
/// The dense route needs n² memory and n³ time.
constexpr int longest_dense = 2000;

ImpulsePort port_of(const Scene& scene, const Kinematics& k) {
  return {contact_frame(std::get<ContactPair>(scene.contacts[0].geometry), k)};
}

/// What a caller of resolve(Scene) waits for.
void whole(benchmark::State& state, int n) {
  const Scene scene = chain(n);
  for (auto _ : state) benchmark::DoNotOptimize(resolve(scene, {LawId::stronge}));
}

void motion(benchmark::State& state, int n) {
  const Scene scene = chain(n);
  for (auto _ : state) benchmark::DoNotOptimize(kinematics(scene.model, scene.state));
}

void response(benchmark::State& state, int n,
              ImpulseResponse (*route)(const Model&, const Kinematics&,
                                       const std::vector<ImpulsePort>&)) {
  const Scene scene = chain(n);
  const Kinematics k = kinematics(scene.model, scene.state);
  const std::vector<ImpulsePort> ports{port_of(scene, k)};
  for (auto _ : state) benchmark::DoNotOptimize(route(scene.model, k, ports));
}

/// Law, judgement and velocity update.
void law(benchmark::State& state, int n) {
  const Scene scene = chain(n);
  const Contacts contact = contact_problem(scene);
  const std::vector<Contact> materials{scene.contacts[0].material};
  for (auto _ : state)
    benchmark::DoNotOptimize(resolve("chain", materials, contact, {LawId::stronge}));
}

void joints(benchmark::State& state, int n) {
  const Scene scene = chain(n);
  const Kinematics before = kinematics(scene.model, scene.state);
  State x = scene.state;
  x.v *= 0.5;
  const Kinematics after = kinematics(scene.model, x);
  const std::vector<ImpulsePort> ports{port_of(scene, before)};
  const Eigen::VectorXd impulse = Eigen::Vector2d(0.1, 1);
  std::vector<JointBalance> balance;
  std::vector<JointImpulse> of_joints;
  for (auto _ : state) {
    joint_impulses(scene.model, before, after, ports, impulse, {}, balance, of_joints);
    benchmark::DoNotOptimize(of_joints.data());
  }
}

/// Names are paths: part/links.
void add_all() {
  for (const int n : sizes) {
    const auto add = [&](const std::string& part, auto... arguments) {
      benchmark::RegisterBenchmark((part + "/" + std::to_string(n)).c_str(), arguments...);
    };
    add("whole", whole, n);
    add("motion", motion, n);
    add("recursive", response, n, tree_response);
    add("law", law, n);
    add("joints", joints, n);
    if (n <= longest_dense) add("dense", response, n, dense_response);
  }
}

const bool added = [] {
  add_all();
  return true;
}();

}  // namespace
}  // namespace carom::bench
