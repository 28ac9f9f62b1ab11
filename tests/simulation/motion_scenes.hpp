/// @file
/// Scenes with known motion for the tests of simulation/, and what an observer saw of them.
#pragma once

#include <carom/simulation/simulation.hpp>

#include <cmath>
#include <vector>

namespace carom::testing {

inline const double pi = std::acos(-1.0);

/// Everything that a simulation told.
struct Seen {
  std::vector<MotionEvent> events;
  std::vector<MotionSample> samples;
  SimulationEnd end;

  int count(MotionEventKind kind) const {
    int n = 0;
    for (const MotionEvent& event : events) n += event.kind == kind ? 1 : 0;
    return n;
  }
  /// The first event of the kind, from the i-th on.
  const MotionEvent* find(MotionEventKind kind, std::size_t from = 0) const {
    for (std::size_t i = from; i < events.size(); ++i)
      if (events[i].kind == kind) return &events[i];
    return nullptr;
  }
};

inline Seen watch(const Scene& scene, const SimulationOptions& options) {
  Seen seen;
  seen.end = simulate(scene, options,
                      {.sample =
                           [&](const MotionSample& s) {
                             seen.samples.push_back(s);
                             return true;
                           },
                       .event =
                           [&](const MotionEvent& e) {
                             seen.events.push_back(e);
                             return true;
                           }});
  return seen;
}

/// A body on a free joint, its frame at its centre of mass.
inline Body body_of(const char* name, double mass, double inertia) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = inertia;
  return body;
}

/// Free bodies at (x, y, angle), moving with (vx, vy, rate).
inline Scene free_bodies(const std::vector<Body>& bodies, const std::vector<Eigen::Vector3d>& q,
                         const std::vector<Eigen::Vector3d>& v) {
  ModelParts parts;
  parts.bodies = bodies;
  Scene scene;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    parts.tree.push_back({.kind = JointKind::free, .parent = world, .child = static_cast<int>(b)});
  scene.model = make_model(parts);
  scene.state.q.resize(scene.model.size());
  scene.state.v.resize(scene.model.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    scene.state.q.segment<3>(static_cast<Eigen::Index>(3 * b)) = q[b];
    scene.state.v.segment<3>(static_cast<Eigen::Index>(3 * b)) = v[b];
  }
  return scene;
}

/// With another gravity.
inline Scene with_gravity(const Scene& scene, const Eigen::Vector2d& gravity) {
  ModelParts parts;
  parts.bodies = scene.model.bodies();
  for (int b = 0; b < static_cast<int>(parts.bodies.size()); ++b)
    parts.tree.push_back(scene.model.joint(b));
  parts.loops = scene.model.loops();
  parts.springs = scene.model.springs();
  parts.gravity = gravity;
  Scene other = scene;
  other.model = make_model(parts);
  return other;
}

struct Material {
  double restitution = 0;
  double friction = 0;
};

inline SceneContact contact_of(const char* name, const ContactSide& first,
                               const ContactSide& second, const Material& material) {
  SceneContact contact;
  ContactPair pair;
  pair.name = name;
  pair.first = first;
  pair.second = second;
  contact.geometry = pair;
  contact.material.name = name;
  contact.material.restitution = material.restitution;
  contact.material.friction = material.friction;
  return contact;
}

/// The floor through the origin, or an incline.
inline ContactSide floor_side(double angle = 0) { return {world, EdgeFeature{{0, 0}, angle}}; }

/// A disc of radius r whose lowest point is at `height`.
inline Scene ball(double height, const Material& material, double radius = 0.1) {
  Scene scene = free_bodies({body_of("ball", 1, 0.5 * radius * radius)}, {{0, height + radius, 0}},
                            {{0, 0, 0}});
  scene.contacts.push_back(
      contact_of("floor", {0, DiscFeature{{0, 0}, radius}}, floor_side(), material));
  return scene;
}

/// A box of width 2 b and height 2 h on its two lower corners, as seen from the frame at its centre.
inline Scene box(double b, double h, const Eigen::Vector3d& q, const Eigen::Vector3d& v,
                 const Material& material) {
  const double mass = 1;
  Scene scene = free_bodies({body_of("box", mass, mass * (b * b + h * h) / 3)}, {q}, {v});
  scene.contacts.push_back(contact_of("left", {0, PointFeature{{-b, -h}}}, floor_side(), material));
  scene.contacts.push_back(contact_of("right", {0, PointFeature{{b, -h}}}, floor_side(), material));
  return scene;
}

}  // namespace carom::testing
