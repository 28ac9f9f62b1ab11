#include <carom/io/scene/decoder.hpp>
#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/mechanism.hpp>
#include <carom/io/spatial/values.hpp>
#include <carom/multibody/spatial/constraint.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace carom {
namespace {

using Eigen::Vector3d;
using spatial::JointKind;

/// Numbers in the file's own order.
Eigen::VectorXd numbers_at(const Place& place, int wanted, std::string_view what) {
  const Eigen::VectorXd x = vector_at(place);
  if (x.size() != wanted)
    refuse(place, fmt::format("expected {} numbers, {}, got {}", wanted, what, x.size()));
  return x;
}

void decode_numbers(const Place& state, SpatialMechanism& m) {
  require_keys(state, {.accepted = spatial_keys::numbers});
  if (const auto q = field(state, "qpos")) {
    m.state.q = numbers_at(*q, m.model.nq(), "the positions in the file's order");
    for (std::size_t b = 0; b < m.model.bodies().size(); ++b)
      for (std::size_t j = 0; j < m.model.bodies()[b].joints.size(); ++j) {
        const JointKind kind = m.model.bodies()[b].joints[j].kind;
        if (kind != JointKind::free && kind != JointKind::ball) continue;
        const int first = m.model.first_position(static_cast<int>(b), static_cast<int>(j)) +
                          (kind == JointKind::free ? 3 : 0);
        if (!(m.state.q.segment<4>(first).stableNorm() > 0))
          refuse(*q, fmt::format("entries {} to {} are a quaternion of zeros", first, first + 3));
      }
    spatial::normalize(m.model, m.state.q);
  }
  if (const auto v = field(state, "qvel"))
    m.state.v = numbers_at(*v, m.model.nv(), "the velocities in the file's order");
}

/// Where the entries of a joint stand, and how they are counted.
struct JointEntries {
  int q = 0;
  int v = 0;
  Dimension value = dimensions::angle;
  Dimension rate = dimensions::rate;
};

JointEntries entries_of(const spatial::Model& model, const spatial::JointPlace& place) {
  JointEntries e{model.first_position(place.body, place.joint),
                 model.first_freedom(place.body, place.joint)};
  const auto& joint = model.body(place.body).joints[static_cast<std::size_t>(place.joint)];
  if (joint.kind == JointKind::slide) e.value = dimensions::length;
  if (joint.kind == JointKind::slide) e.rate = dimensions::speed;
  return e;
}

/// value; [value, rate]; {value, rate}, also in degrees.
void decode_coordinate(const Place& place, const JointEntries& e, spatial::State& x) {
  if (place.node->kind == NodeKind::map) {
    require_keys(place, {.accepted = spatial_keys::joint_state});
    const bool turns = e.value == dimensions::angle;
    for (const std::string_view key : {"value_deg", "rate_deg"})
      if (const auto given = field(place, key); given && !turns)
        refuse(*given, "belongs to hinges; a slide has metres");
    if (const auto value = given_angle(place, "value", e.value)) x.q[e.q] = value->value;
    if (const auto rate = given_angle(place, "rate", e.rate)) x.v[e.v] = rate->value;
    return;
  }
  if (place.node->kind != NodeKind::sequence) {
    x.q[e.q] = quantity_at(place, e.value);
    return;
  }
  const std::size_t size = size_at(place, "[value, rate]");
  if (size != 2) refuse(place, fmt::format("expected [value, rate], got a list of {}", size));
  x.q[e.q] = quantity_at(item(place, 0), e.value);
  x.v[e.v] = quantity_at(item(place, 1), e.rate);
}

/// {rotation, rate}, or [rotation, rate]: the rate along the turned axes, as in qvel.
void decode_ball(const Place& place, const JointEntries& e, spatial::State& x) {
  std::optional<Eigen::Matrix3d> R;
  std::optional<Vector3d> rate;
  const bool list = place.node->kind == NodeKind::sequence;
  if (list && place.node->items.size() == 2) {
    R = rotation_at(item(place, 0));
    rate = triple_at(item(place, 1), dimensions::rate);
  } else if (list) {
    R = rotation_at(place);
  } else {
    require_keys(place, {.accepted = spatial_keys::ball_state});
    if (const auto rotation = field(place, "rotation")) R = rotation_at(*rotation);
    rate = given_turning(place);
  }
  if (R) x.q.segment<4>(e.q) = spatial::quaternion_of(*R);
  if (rate) x.v.segment<3>(e.v) = *rate;
}

/// [[x, y, angle], [their rates]]
void decode_planar(const Place& place, const JointEntries& e, spatial::State& x) {
  const std::size_t size = size_at(place, "[[x, y, angle], [their rates]]");
  if (size != 2) refuse(place, fmt::format("expected [value, rate] of three each, got {}", size));
  for (std::size_t part = 0; part < 2; ++part) {
    const Place three = item(place, part);
    if (size_at(three, "three numbers") != 3) refuse(three, "expected [x, y, angle]");
    for (std::size_t i = 0; i < 3; ++i) {
      const Dimension& line = part == 0 ? dimensions::length : dimensions::speed;
      const Dimension& turn = part == 0 ? dimensions::angle : dimensions::rate;
      const double value = quantity_at(item(three, i), i < 2 ? line : turn);
      (part == 0 ? x.q[e.q + static_cast<int>(i)] : x.v[e.v + static_cast<int>(i)]) = value;
    }
  }
}

/// {position, rotation, velocity, rate}: of the frame's origin; velocity and rate in world axes.
void decode_free(const Place& place, const JointEntries& e, spatial::State& x) {
  require_keys(place, {.accepted = spatial_keys::free_state});
  if (const auto p = given_triple(place, "position", dimensions::length)) x.q.segment<3>(e.q) = *p;
  if (const auto rotation = field(place, "rotation"))
    x.q.segment<4>(e.q + 3) = spatial::quaternion_of(rotation_at(*rotation));
  if (const auto v = given_triple(place, "velocity", dimensions::speed)) x.v.segment<3>(e.v) = *v;
  if (const auto rate = given_turning(place)) {
    const Eigen::Vector4d quaternion = x.q.segment<4>(e.q + 3);
    x.v.segment<3>(e.v + 3) = spatial::rotation_of(quaternion).transpose() * *rate;
  }
}

/// The three slides of a point mass.
void decode_point_mass(const Place& place, int q, int v, spatial::State& x) {
  constexpr std::array<std::string_view, 2> keys{"position", "velocity"};
  require_keys(place, {.accepted = keys});
  if (const auto p = given_triple(place, "position", dimensions::length)) x.q.segment<3>(q) = *p;
  if (const auto u = given_triple(place, "velocity", dimensions::speed)) x.v.segment<3>(v) = *u;
}

void decode_joint_state(const Place& place, const spatial::JointPlace& at, SpatialMechanism& m) {
  const JointEntries e = entries_of(m.model, at);
  switch (m.model.body(at.body).joints[static_cast<std::size_t>(at.joint)].kind) {
    case JointKind::free: return decode_free(place, e, m.state);
    case JointKind::ball: return decode_ball(place, e, m.state);
    case JointKind::planar: return decode_planar(place, e, m.state);
    case JointKind::hinge:
    case JointKind::slide: return decode_coordinate(place, e, m.state);
  }
}

/// A body of that name that is free, or a point mass that slides.
bool decode_body_state(const Place& place, SpatialMechanism& m) {
  const auto& bodies = m.model.bodies();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].name != place.key->text) continue;
    const auto& joints = bodies[b].joints;
    const int body = static_cast<int>(b);
    if (joints.size() == 1 && joints[0].kind == JointKind::free) {
      decode_joint_state(place, {body, 0}, m);
      return true;
    }
    if (joints.size() == 3 && joints[0].name == bodies[b].name + " x") {
      decode_point_mass(place, m.model.first_position(body), m.model.first_freedom(body), m.state);
      return true;
    }
  }
  return false;
}

/// Coordinates that follow others and are not named take their values from those.
void follow(const std::set<std::string>& named, SpatialMechanism& m) {
  for (const spatial::Loop& loop : m.model.loops()) {
    if (loop.kind != spatial::LoopKind::coupling) continue;
    const auto joint_at = [&](const spatial::JointPlace& p) -> const spatial::Joint& {
      return m.model.body(p.body).joints[static_cast<std::size_t>(p.joint)];
    };
    if (named.count(joint_at(loop.follower).name) > 0) continue;
    const JointEntries a = entries_of(m.model, loop.follower);
    double x = 0;
    double rate = 0;
    if (loop.leader.body != spatial::world) {
      const JointEntries b = entries_of(m.model, loop.leader);
      x = m.state.q[b.q] - joint_at(loop.leader).reference;
      rate = m.state.v[b.v];
    }
    double value = 0;
    for (std::size_t i = loop.coefficients.size(); i-- > 0;)
      value = value * x + loop.coefficients[i];
    m.state.q[a.q] = joint_at(loop.follower).reference + value;
    m.state.v[a.v] = coupling_slope(m.model, loop, m.state.q) * rate;
  }
}

[[noreturn]] void refuse_part(const Place& entry, const SpatialMechanism& m) {
  std::vector<std::string> known = joint_names(m.model);
  for (const spatial::Body& body : m.model.bodies()) {
    const bool free = body.joints.size() == 1 && body.joints[0].kind == JointKind::free;
    if (free) known.push_back(body.name);
    if (!free && body.name == entry.key->text)
      refuse(entry, "is a body that joints carry; give the values of its joints");
  }
  refuse_name(where(entry), "joint or free body", entry.key->text, known);
}

}  // namespace

void decode_spatial_state(const Place& state, SpatialMechanism& m) {
  if (state.node->kind != NodeKind::map)
    refuse_kind(state, "a map: joints and free bodies by name, or qpos and qvel");
  if (field(state, "qpos") || field(state, "qvel")) return decode_numbers(state, m);
  std::set<std::string> named;
  for (std::size_t i = 0; i < state.node->items.size(); ++i) {
    const Place entry{&state.node->items[i], &state, &state.node->keys[i], i};
    named.insert(entry.key->text);
    if (decode_body_state(entry, m)) continue;
    const auto joint = find_joint(m.model, entry.key->text);
    if (!joint) refuse_part(entry, m);
    decode_joint_state(entry, *joint, m);
  }
  follow(named, m);
}

}  // namespace carom
