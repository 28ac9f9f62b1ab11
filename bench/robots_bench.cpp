/// What an impact of a robot in space costs: a robot of 24 joints on one foot, from its state to W and u and to
/// all velocities and impulses, and chains of n links, whose cost must grow with n.
#include <benchmark/benchmark.h>

#include <array>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/spatial/joint_impulse.hpp>
#include <carom/multibody/spatial/scene.hpp>
#include <string>

namespace carom::bench {
namespace {

using spatial::Body;
using spatial::ImpulsePort;
using spatial::JointKind;

Body link(int parent, const Eigen::Vector3d& at, const Eigen::Vector3d& axis) {
  Body body{.parent = parent,
            .joints = {{.kind = JointKind::hinge, .axis = axis, .armature = 0.01}}};
  body.in_parent.position = at;
  body.mass = 1;
  body.centre_of_mass = {0.01, 0.02, -0.1};
  body.inertia = Eigen::Vector3d(0.01, 0.012, 0.003).asDiagonal();
  return body;
}

struct Striking {
  spatial::Model model;
  spatial::State state;
  std::vector<ImpulsePort> ports;
};

Striking striking(spatial::ModelParts parts) {
  Striking s{make_model(std::move(parts)), {}, {}};
  s.state = drawn_state(s.model);
  for (int i = 0; i < s.model.nv(); ++i) s.state.v[i] = 0.1 * ((i * 7) % 11 - 5);
  s.state.q = moved(s.model, s.state.q, s.state.v, 0.7);
  const int last = static_cast<int>(s.model.bodies().size()) - 1;
  spatial::ContactFrame frame{last};
  frame.position = point_position(kinematics(s.model, s.state), last, {0, 0, -0.2});
  s.ports = {{.frame = frame}};
  return s;
}

/// A free trunk with four limbs of six hinges.
Striking robot() {
  spatial::ModelParts parts;
  Body trunk{.joints = {{.kind = JointKind::free}}, .mass = 10};
  trunk.inertia = Eigen::Vector3d(0.2, 0.3, 0.25).asDiagonal();
  parts.bodies.push_back(trunk);
  for (int limb = 0; limb < 4; ++limb)
    for (int i = 0; i < 6; ++i) {
      const int parent = i == 0 ? 0 : static_cast<int>(parts.bodies.size()) - 1;
      const Eigen::Vector3d hip(limb < 2 ? 0.2 : -0.2, limb % 2 == 0 ? 0.1 : -0.1, 0);
      parts.bodies.push_back(
          link(parent, i == 0 ? hip : Eigen::Vector3d(0, 0, -0.2), Eigen::Vector3d::Unit(i % 3)));
    }
  return striking(std::move(parts));
}

Striking chain(int n) {
  spatial::ModelParts parts;
  for (int b = 0; b < n; ++b)
    parts.bodies.push_back(link(b - 1, {0, 0, -0.2}, Eigen::Vector3d::Unit(b % 3)));
  return striking(std::move(parts));
}

/// From q and v to W, u and ∂v/∂p.
void response(benchmark::State& state, const Striking& s) {
  spatial::Kinematics k;
  for (auto _ : state) {
    kinematics(s.model, s.state, k);
    benchmark::DoNotOptimize(impulse_response(s.model, s.state, k, s.ports));
    benchmark::DoNotOptimize(port_velocity(s.state, k, s.ports));
  }
}

spatial::Scene scene_of(const Striking& s) {
  spatial::Scene scene{.model = s.model, .state = s.state};
  spatial::SceneContact contact{.material = {.name = "foot"}, .frame = *s.ports[0].frame};
  contact.material.restitution = 0.2;
  contact.material.friction = 0.6;
  scene.contacts.push_back(contact);
  if (contact_problem(scene).u[2] > 0) scene.state.v = -scene.state.v;
  return scene;
}

/// From q and v to the velocities, energies and impulses of all bodies and joints.
void whole(benchmark::State& state, const Striking& s) {
  const spatial::Scene scene = scene_of(s);
  const std::vector<LawId> law{LawId::stronge};
  for (auto _ : state) benchmark::DoNotOptimize(resolve(scene, law));
}

/// The law, its judgement, and the velocities after; without the friction to stick, which takes some hundred
/// more impacts.
void by_law(benchmark::State& state, const Striking& s) {
  const spatial::Scene scene = scene_of(s);
  const std::vector<Contact> contacts{scene.contacts[0].material};
  Contacts c = contact_problem(scene);
  c.thresholds = false;
  const std::vector<LawId> law{LawId::stronge};
  for (auto _ : state) benchmark::DoNotOptimize(resolve("", contacts, c, law));
}

void motion(benchmark::State& state, const Striking& s) {
  spatial::Kinematics k;
  for (auto _ : state) {
    kinematics(s.model, s.state, k);
    benchmark::DoNotOptimize(k);
  }
}

void joints(benchmark::State& state, const Striking& s) {
  const auto k = kinematics(s.model, s.state);
  const Eigen::VectorXd p = Eigen::Vector3d(0.1, 0.2, 1);
  const Eigen::VectorXd change = impulse_response(s.model, s.state, k, s.ports).velocity * p;
  for (auto _ : state) benchmark::DoNotOptimize(joint_impulses(s.model, k, change, s.ports, p, {}));
}

const bool added = [] {
  const auto add = [](const std::string& name, const Striking& s) {
    benchmark::RegisterBenchmark(("whole/" + name).c_str(), whole, s);
    benchmark::RegisterBenchmark(("law/" + name).c_str(), by_law, s);
    benchmark::RegisterBenchmark(("motion/" + name).c_str(), motion, s);
    benchmark::RegisterBenchmark(("response/" + name).c_str(), response, s);
    benchmark::RegisterBenchmark(("joints/" + name).c_str(), joints, s);
  };
  add("robot", robot());
  for (const int n : std::array{10, 100, 1000, 10'000}) add(std::to_string(n), chain(n));
  return true;
}();

}  // namespace
}  // namespace carom::bench
