/// What a simulated motion costs: impacts per second of a ball between two barriers (flights in closed
/// form) and of a double pendulum that hits the ground (integrated) often and softly or seldom and hard, cost
/// against accuracy, and cost against simulated time; and how the cost of an impact grows with the number of discs
/// that fall into a box. bench/motion_report.py makes a table of it.
#include <benchmark/benchmark.h>

#include <carom/simulation/simulation.hpp>
#include <cmath>
#include <cstdint>
#include <string>

namespace carom::bench {
namespace {

SceneContact contact_of(const ContactSide& first, const ContactSide& second, double restitution,
                        double friction) {
  SceneContact contact;
  ContactPair pair;
  pair.first = first;
  pair.second = second;
  contact.geometry = pair;
  contact.material.restitution = restitution;
  contact.material.friction = friction;
  return contact;
}

/// A disc that bounces between two plates, without gravity and without loss along the normal.
Scene ball_between_barriers() {
  ModelParts parts;
  Body ball;
  ball.name = "ball";
  ball.mass = 1;
  ball.inertia = 0.005;
  parts.bodies = {ball};
  parts.tree = {{.kind = JointKind::free, .parent = world, .child = 0}};
  parts.gravity = {0, 0};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector3d(0, 0.5, 0);
  scene.state.v = Eigen::Vector3d(1, -2, 3);
  const double pi = std::acos(-1.0);
  const ContactSide disc{0, DiscFeature{{0, 0}, 0.1}};
  scene.contacts = {contact_of(disc, {world, EdgeFeature{{0, 0}, 0}}, 1, 0.2),
                    contact_of(disc, {world, EdgeFeature{{0, 1}, pi}}, 1, 0.2)};
  return scene;
}

/// Two rods of 1 m and 1 kg; the lower one's end falls on the ground from 2 cm and bounces on, elastically.
Scene double_pendulum() {
  ModelParts parts;
  for (const char* name : {"upper", "lower"}) {
    Body rod;
    rod.name = name;
    rod.mass = 1;
    rod.inertia = 1.0 / 12;
    rod.centre_of_mass = {0, -0.5};
    parts.bodies.push_back(rod);
  }
  parts.tree = {
      {.kind = JointKind::revolute, .parent = world, .child = 0, .in_parent = {{0, 1.5}, 0}},
      {.kind = JointKind::revolute, .parent = 0, .child = 1, .in_parent = {{0, -1}, 0}}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector2d(0, std::acos(0.48));
  scene.state.v = Eigen::Vector2d(0, 0);
  scene.contacts = {contact_of({1, PointFeature{{0, -1}}}, {world, EdgeFeature{{0, 0}, 0}}, 1, 0)};
  return scene;
}

/// The same rods let go near the horizontal, 1.6 m above the ground: long swings and few, hard hits.
Scene swinging_pendulum() {
  Scene scene = double_pendulum();
  ModelParts parts;
  parts.bodies = scene.model.bodies();
  parts.tree = {scene.model.joint(0), scene.model.joint(1)};
  parts.tree[0].in_parent.position = {0, 1.6};
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector2d(1.2, 0.9);
  return scene;
}

/// Discs of radius 0.1 and 1 kg in rows of five, a little shifted, between walls; e 0.3.
Scene falling_discs(int count, double friction) {
  ModelParts parts;
  std::uint64_t seed = 22;
  const auto random = [&seed] {  // from -1 to 1
    seed = 6364136223846793005u * seed + 1442695040888963407u;
    return static_cast<double>(seed >> 11) * 0x1p-52 - 1;
  };
  Scene scene;
  scene.state.q.resize(3 * count);
  scene.state.v.setZero(3 * count);
  for (int i = 0; i < count; ++i) {
    Body disc;
    disc.name = "d" + std::to_string(i);
    disc.mass = 1;
    disc.inertia = 0.005;
    parts.bodies.push_back(disc);
    parts.tree.push_back({.kind = JointKind::free, .parent = world, .child = i});
    scene.state.q.segment<3>(3 * i) << 0.3 * (i % 5 - 2) + 0.02 * random(),
        0.15 + 0.25 * (i / 5) + 0.01 * random(), 0;
    scene.state.v[3 * i] = 0.5 * random();
  }
  scene.model = make_model(parts);
  const double pi = std::acos(-1.0);
  for (int i = 0; i < count; ++i) {
    const ContactSide disc{i, DiscFeature{{0, 0}, 0.1}};
    for (const EdgeFeature& side :
         {EdgeFeature{{0, 0}, 0}, EdgeFeature{{-0.83, 0}, -pi / 2}, EdgeFeature{{0.83, 0}, pi / 2}})
      scene.contacts.push_back(contact_of(disc, {world, side}, 0.3, friction));
    for (int j = 0; j < i; ++j)
      scene.contacts.push_back(contact_of(disc, {j, DiscFeature{{0, 0}, 0.1}}, 0.3, friction));
  }
  return scene;
}

/// Runs the scene again and again; impacts, steps and the ledger as counters.
void run(benchmark::State& state, const Scene& scene, const SimulationOptions& options) {
  SimulationEnd end;
  double impacts = 0;
  for (auto _ : state) {
    end = simulate(scene, options, {});
    impacts += static_cast<double>(end.impacts);
  }
  state.counters["impacts_per_second"] = benchmark::Counter(impacts, benchmark::Counter::kIsRate);
  state.counters["impacts"] = static_cast<double>(end.impacts);
  state.counters["steps"] = static_cast<double>(end.steps);
  state.counters["ledger_error"] = end.ledger_error;
}

void ball(benchmark::State& state, double duration) {
  run(state, ball_between_barriers(), {.duration = duration, .keep_impacts = false});
}

void pendulum(benchmark::State& state, double duration, double tolerance) {
  run(state, double_pendulum(),
      {.duration = duration, .tolerance = tolerance, .keep_impacts = false});
}

void hard_hits(benchmark::State& state, double duration) {
  run(state, swinging_pendulum(), {.duration = duration, .keep_impacts = false});
}

void discs(benchmark::State& state, int count) {
  run(state, falling_discs(count, 0.3), {.duration = 3, .keep_impacts = false});
}

/// The first flights and impacts alone: what an impact costs before the discs lie on each other.
void falling(benchmark::State& state, int count) {
  run(state, falling_discs(count, 0.3), {.duration = 0.3, .keep_impacts = false});
}

int registered() {
  for (const int count : {5, 10, 20, 50})
    benchmark::RegisterBenchmark(("motion/falling/" + std::to_string(count)).c_str(), falling,
                                 count);
  benchmark::RegisterBenchmark("motion/discs/20", discs, 20)->Iterations(1);
  for (const int duration : {4, 40, 400})
    benchmark::RegisterBenchmark(("motion/ball/" + std::to_string(100 * duration)).c_str(), ball,
                                 100.0 * duration);
  for (const int duration : {10, 100})
    benchmark::RegisterBenchmark(("motion/pendulum/" + std::to_string(duration)).c_str(), pendulum,
                                 static_cast<double>(duration), 1e-10);
  benchmark::RegisterBenchmark("motion/hard/20", hard_hits, 20.0);
  for (const int digits : {4, 6, 8, 10, 12})
    benchmark::RegisterBenchmark(("motion/accuracy/" + std::to_string(digits)).c_str(), pendulum,
                                 10.0, std::pow(10.0, -digits));
  return 0;
}

const int done = registered();

}  // namespace
}  // namespace carom::bench
