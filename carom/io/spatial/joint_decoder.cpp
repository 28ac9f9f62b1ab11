#include <carom/io/scene/decoder.hpp>
#include <carom/io/spatial/bodies.hpp>
#include <carom/io/spatial/joints.hpp>
#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/values.hpp>
#include <carom/multibody/spatial/response.hpp>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>

namespace carom {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using spatial::JointKind;
using spatial::LoopKind;

constexpr std::array<RefusedKey, 3> refused_joint_keys{{
    {"between", "unknown key; the kind itself is the key: hinge: [upper.end, lower.start]"},
    {"fixed", "unknown key; did you mean weld?"},
    {"stiffness", "unknown key; springs do not act in an impact, leave them out"},
}};

Place kind_of_joint(const Place& joint) {
  std::optional<Place> chosen;
  for (const std::string_view kind : spatial_keys::joint_kinds) {
    const auto place = field(joint, kind);
    if (!place) continue;
    if (chosen)
      refuse(*place, fmt::format("a joint is of one kind; it is {} already", chosen->key->text));
    chosen = place;
  }
  if (!chosen)
    refuse(
        joint,
        "say which kind of joint: hinge, slide, ball, planar or weld, with what it joins: hinge: "
        "[upper.end, lower.start]");
  return *chosen;
}

std::optional<JointKind> kind_named(std::string_view key) {
  if (key == "hinge" || key == "revolute") return JointKind::hinge;
  if (key == "slide" || key == "prismatic") return JointKind::slide;
  if (key == "ball") return JointKind::ball;
  if (key == "planar") return JointKind::planar;
  if (key == "free") return JointKind::free;
  return std::nullopt;  // weld
}

/// A body or the world, and a point of it.
struct End {
  int body = spatial::world;
  Vector3d point = Vector3d::Zero();
};

/// The joints of one scene on their way into its bodies.
class JointReader {
 public:
  JointReader(std::vector<DecodedBody>& bodies, spatial::ModelParts& parts)
      : bodies_(bodies), parts_(parts), placed_(bodies.size(), false) {}

  void read(const Place& place) {
    require_keys(place, {.accepted = spatial_keys::joint, .refused = refused_joint_keys});
    const Place kind = kind_of_joint(place);
    for (const std::string& name : names_)
      if (name == place.key->text) refuse(place, "there is a joint of this name already");
    names_.push_back(place.key->text);
    if (kind.key->text == "coupling") return couple(place, kind);
    const auto [a, b] = parts_at(kind);
    const End first = end_of(a);
    const End second = end_of(b);
    if (second.body == spatial::world)
      refuse(kind, "the second is the world; name what carries first: [world, arm]");
    if (first.body == second.body) refuse(kind, "joins a body to itself");
    const auto child = static_cast<std::size_t>(second.body);
    const bool closes = optional_boolean(place, "loop").value_or(false);
    if (closes || (placed_[child] && parts_.bodies[child].parent != first.body))
      close_loop(place, kind, first, second);
    else
      carry(place, kind, first, second);
  }

  bool placed(std::size_t body) const { return placed_[body]; }
  const std::vector<StatedCoordinate>& coordinates() const { return coordinates_; }

 private:
  End end_of(const PartName& name) const {
    const auto body = std::find_if(bodies_.begin(), bodies_.end(),
                                   [&](const DecodedBody& b) { return b.body.name == name.owner; });
    if (body == bodies_.end()) return end_in_world(name);
    End end{static_cast<int>(body - bodies_.begin())};
    if (name.part.empty()) return end;
    std::vector<std::string> known;
    for (const spatial::NamedPoint& p : body->points) {
      if (p.name == name.part) return {end.body, p.position};
      known.push_back(p.name);
    }
    refuse_name(name.where, "point of " + name.owner, name.part, known);
  }

  End end_in_world(const PartName& name) const {
    if (name.owner == "world" && name.part.empty()) return {};
    const std::string& wanted = name.owner == "world" ? name.part : name.owner;
    for (const spatial::NamedPoint& p : parts_.points)
      if (p.body == spatial::world && p.name == wanted) return {spatial::world, p.position};
    std::vector<std::string> known{"world"};
    for (const DecodedBody& b : bodies_) known.push_back(b.body.name);
    refuse_name(name.where, "body", name.owner, known);
  }

  /// The drawn pose of the second in the first, from the joint that carries it first.
  void place_child(const Place& place, const End& first, const End& second) {
    const auto child = static_cast<std::size_t>(second.body);
    spatial::Body& body = parts_.bodies[child];
    for (const Where& given : bodies_[child].placed_by)
      refuse(given, fmt::format("joint '{}' carries this body; give the joint's value instead",
                                place.key->text));
    body.parent = first.body;
    body.in_parent.rotation = carom::rotation_of(place);
    const auto position = given_triple(place, "position", dimensions::length);
    body.in_parent.position =
        position ? *position : first.point - body.in_parent.rotation * second.point;
    placed_[child] = true;
  }

  void carry(const Place& place, const Place& kind, const End& first, const End& second) {
    const auto child = static_cast<std::size_t>(second.body);
    spatial::Body& body = parts_.bodies[child];
    if (!placed_[child])
      place_child(place, first, second);
    else if (field(place, "rotation") || field(place, "position"))
      refuse(
          place,
          fmt::format(
              "body '{}' is placed by a joint before this one; rotation and position belong there",
              body.name));
    const auto which = kind_named(kind.key->text);
    if (!which) return;  // weld
    if (*which == JointKind::free && first.body != spatial::world)
      refuse(kind, "a free body hangs on nothing; leave the joint out");
    body.joints.push_back(joint_of(place, *which, body.in_parent.rotation.transpose(), second));
  }

  spatial::Joint joint_of(const Place& place, JointKind kind, const Matrix3d& into_child,
                          const End& second) {
    spatial::Joint joint{.name = place.key->text, .kind = kind, .position = second.point};
    const auto at = given_triple(place, "at", dimensions::length);
    if (at) joint.position = *at;
    joint.axis = into_child * axis_of(place, kind);
    if (kind == JointKind::planar) {
      const auto along = field(place, "along");
      const Matrix3d R = spatial::contact_axes(axis_of(place, kind),
                                               along ? direction_at(*along) : Vector3d::Zero());
      joint.along = into_child * R.col(0);
    }
    if (const auto armature = field(place, "armature"))
      joint.armature = not_negative_at(
          *armature, kind == JointKind::slide ? dimensions::mass : dimensions::inertia);
    if (const auto reference = field(place, "reference"))
      joint.reference = quantity_at(
          *reference, kind == JointKind::slide ? dimensions::length : dimensions::angle);
    add_coordinate(place, kind);
    return joint;
  }

  static Vector3d axis_of(const Place& place, JointKind kind) {
    const bool wanted = kind != JointKind::ball && kind != JointKind::free;
    const auto axis = field(place, "axis");
    if (axis && !wanted) refuse(*axis, "a ball joint has no axis");
    if (axis) return direction_at(*axis);
    if (wanted)
      refuse(place, "give its axis in the frame of the first of the two: axis: [0, 0, 1]");
    return Vector3d::UnitZ();
  }

  /// Value and rate that the joint states beside its place.
  void add_coordinate(const Place& place, JointKind kind) {
    const auto belongs = [&](std::string_view key, bool here, const char* to) {
      const auto given = field(place, key);
      if (given && !here) refuse(*given, fmt::format("belongs to {}", to));
    };
    for (const std::string_view key : {"angle", "angle_deg", "rate", "rate_deg"})
      belongs(key, kind == JointKind::hinge, "hinges; other joints take their values in state");
    for (const std::string_view key : {"distance", "speed"})
      belongs(key, kind == JointKind::slide, "slides");
    StatedCoordinate c{.joint = place.key->text};
    if (kind == JointKind::hinge) {
      c.value = given_angle(place, "angle");
      c.rate = given_angle(place, "rate", dimensions::rate);
    } else if (kind == JointKind::slide) {
      c.value = given_quantity(place, "distance", dimensions::length);
      c.rate = given_quantity(place, "speed", dimensions::speed);
    }
    if (c.value || c.rate) coordinates_.push_back(c);
  }

  /// A joint between two bodies that are carried already: a constraint.
  void close_loop(const Place& place, const Place& kind, const End& first, const End& second) {
    spatial::Loop loop{.name = place.key->text, .first = first.body, .second = second.body};
    const std::string_view key = kind.key->text;
    const auto which = kind_named(key);
    if (which == JointKind::planar || which == JointKind::free)
      refuse(kind, fmt::format("a {} joint cannot close a loop", key));
    const Matrix3d R = carom::rotation_of(place);
    Matrix3d Q = Matrix3d::Identity();
    if (which == JointKind::hinge || which == JointKind::slide)
      Q = spatial::contact_axes(axis_of(place, *which));
    loop.kind = !which                      ? LoopKind::weld
                : which == JointKind::hinge ? LoopKind::hinge
                : which == JointKind::slide ? LoopKind::slide
                                            : LoopKind::connect;
    const auto at = given_triple(place, "at", dimensions::length);
    loop.in_second = {at ? *at : second.point, R.transpose() * Q};
    const auto position = given_triple(place, "position", dimensions::length);
    loop.in_first = {position ? Vector3d(*position + R * loop.in_second.position) : first.point, Q};
    parts_.loops.push_back(loop);
  }

  spatial::JointPlace joint_at(const Place& place) const {
    const std::string& name = string_at(place);
    for (std::size_t b = 0; b < parts_.bodies.size(); ++b)
      for (std::size_t j = 0; j < parts_.bodies[b].joints.size(); ++j)
        if (parts_.bodies[b].joints[j].name == name)
          return {static_cast<int>(b), static_cast<int>(j)};
    refuse_name(where(place), "joint", name, names_);
  }

  void couple(const Place& place, const Place& kind) {
    const std::size_t size = size_at(kind, "[FOLLOWER, LEADER]");
    if (size != 1 && size != 2)
      refuse(kind, "expected [FOLLOWER, LEADER], or one joint that is held");
    spatial::Loop loop{.name = place.key->text, .kind = LoopKind::coupling};
    loop.follower = joint_at(item(kind, 0));
    if (size == 2) loop.leader = joint_at(item(kind, 1));
    const Eigen::VectorXd c =
        vector_at(required_field(place, "coefficients", "q_follower = c0 + c1 q_leader + ..."));
    if (c.size() < 1 || c.size() > 5) refuse(place, "expected one to five coefficients");
    for (Eigen::Index i = 0; i < c.size(); ++i)
      loop.coefficients[static_cast<std::size_t>(i)] = c[i];
    parts_.loops.push_back(loop);
  }

  std::vector<DecodedBody>& bodies_;
  spatial::ModelParts& parts_;
  std::vector<char> placed_;
  std::vector<std::string> names_{};
  std::vector<StatedCoordinate> coordinates_{};
};

/// A free body stands where it is said to; one without inertia only slides.
void set_free(const DecodedBody& stated, spatial::Body& body) {
  body.in_parent = {stated.position.value_or(Vector3d::Zero()), stated.rotation};
  if (!body.inertia.isZero(0)) {
    body.joints = {{.name = "", .kind = JointKind::free}};
    return;
  }
  if (stated.rate) refuse(stated.where, "a point mass does not turn; leave rate out");
  if (!body.centre_of_mass.isZero(0))
    refuse(stated.where, "a point mass is at its frame's origin; leave centre_of_mass out");
  body.in_parent.rotation.setIdentity();
  for (const int i : {0, 1, 2})
    body.joints.push_back({.name = body.name + (i == 0   ? " x"
                                                : i == 1 ? " y"
                                                         : " z"),
                           .kind = JointKind::slide,
                           .axis = Vector3d::Unit(i)});
}

/// The velocity of a body that no joint carries.
void set_velocity(const DecodedBody& stated, int b, SpatialMechanism& m) {
  const int v = m.model.first_freedom(b);
  if (stated.velocity) m.state.v.segment<3>(v) = *stated.velocity;
  if (stated.rate) m.state.v.segment<3>(v + 3) = stated.rotation.transpose() * *stated.rate;
}

}  // namespace

SpatialMechanism assembled(std::vector<DecodedBody> bodies, const std::vector<Place>& joints,
                           spatial::ModelParts parts) {
  for (const DecodedBody& b : bodies) parts.bodies.push_back(b.body);
  JointReader reader(bodies, parts);
  for (const Place& joint : joints) reader.read(joint);
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (!reader.placed(b)) set_free(bodies[b], parts.bodies[b]);
  SpatialMechanism m;
  m.model = make_model(std::move(parts));
  m.state = drawn_state(m.model);
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (!reader.placed(b)) set_velocity(bodies[b], static_cast<int>(b), m);
  for (const StatedCoordinate& c : reader.coordinates()) {
    const auto place = *find_joint(m.model, c.joint);
    if (c.value) m.state.q[m.model.first_position(place.body, place.joint)] = c.value->value;
    if (c.rate) m.state.v[m.model.first_freedom(place.body, place.joint)] = c.rate->value;
  }
  return m;
}

}  // namespace carom
