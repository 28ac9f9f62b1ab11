#include <carom/io/scene/contacts.hpp>
#include <carom/io/scene/decoder.hpp>
#include <carom/io/spatial/contacts.hpp>
#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/sides.hpp>
#include <carom/io/spatial/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

using Eigen::Vector3d;

/// Features that are apart or overlap by this share of the scene's size touch.
constexpr double touching_tolerance = 1e-6;

constexpr std::array<RefusedKey, 7> refused_contact_keys{{
    {"e", "unknown key; did you mean restitution?"},
    {"mu", "unknown key; did you mean friction?"},
    {"mu_s", "unknown key; did you mean static_friction?"},
    {"law", "unknown key; it belongs to the scene"},
    {"normal_deg", "belongs to scenes in the plane; give normal: [x, y, z]"},
    {"materials", "unknown key; bodies and surfaces name their material"},
    {"name", "unknown key; the key before the colon is the contact's name"},
}};

/// One contact on its way from the file.
struct Reading {
  const Place& place;
  const SpatialMechanism& m;
  const spatial::Kinematics& k;
  double size = 1;  ///< of the scene, m
};

/// The extent of the mechanism, m; 1 m for a point.
double scene_size(const SpatialMechanism& m, const spatial::Kinematics& k) {
  double size = 0;
  for (const spatial::Pose& pose : k.pose)
    size = std::max(size, (pose.position - k.pose[0].position).norm());
  for (const spatial::Shape& shape : m.shapes)
    if (shape.kind != spatial::ShapeKind::plane) size = std::max(size, shape.size.maxCoeff());
  return size > 0 ? size : 1;
}

spatial::Pose pose_of_side(const Reading& r, const SpatialSide& side) {
  return pose_of(r.k, side.body) * (side.shape ? side.shape->in_body : spatial::Pose{});
}

/// Where a contact acts.
struct Spot {
  Vector3d position = Vector3d::Zero();
  Vector3d normal = Vector3d::UnitZ();
  spatial::FrameMotion motion{};
};

/// The frame moves along with a point of a body.
spatial::FrameMotion with_point(int body, const Vector3d& core, int axes_body = spatial::world) {
  return {spatial::FrameMotion::Kind::point, body, core, Vector3d::Zero(), axes_body};
}

/// A point of the world, or the place of a named one.
Spot place_at(const Reading& r, const Place& at, const Vector3d& normal) {
  if (at.node->kind != NodeKind::string) return {triple_at(at, dimensions::length), normal};
  const SpatialSide side = side_named(r.m, part_at(at));
  if (!side.is_point) refuse(at, "expected a point [x, y, z] or the name of one, such as fore.tip");
  const Vector3d x = pose_of_side(r, side).position;
  return {x, normal, with_point(side.body, x)};
}

/// How the frame of a shape's spot moves: by the centre of its ball, or by its corner. n is away from
/// the other side, or towards it: the spot lies `inwards` of the centre along n.
spatial::FrameMotion motion_of_spot(const SpatialSide& side, const Vector3d& x,
                                    const Vector3d& inwards, int axes_body) {
  switch (side.shape->kind) {
    case spatial::ShapeKind::sphere:
    case spatial::ShapeKind::capsule:
      return with_point(side.body, x + side.shape->size.x() * inwards, axes_body);
    case spatial::ShapeKind::point:
    case spatial::ShapeKind::box:
    case spatial::ShapeKind::convex: return with_point(side.body, x, axes_body);
    case spatial::ShapeKind::cylinder:
    case spatial::ShapeKind::ellipsoid:
    case spatial::ShapeKind::plane:
    case spatial::ShapeKind::other: break;
  }
  return {spatial::FrameMotion::Kind::unknown};
}

/// How the frame between two shapes moves.
spatial::FrameMotion motion_between(const Reading& r, const SpatialSide& a, const SpatialSide& b,
                                    const spatial::Meeting& meeting) {
  const auto is = [](const SpatialSide& s, spatial::ShapeKind kind) {
    return s.shape->kind == kind;
  };
  if (is(b, spatial::ShapeKind::plane))
    return motion_of_spot(a, meeting.position, meeting.normal, b.body);
  if (is(a, spatial::ShapeKind::plane))
    return motion_of_spot(b, meeting.position, -meeting.normal, a.body);
  const auto ball = [&](const SpatialSide& s) {
    return is(s, spatial::ShapeKind::sphere) || is(s, spatial::ShapeKind::point);
  };
  if (!ball(a) || !ball(b)) return {spatial::FrameMotion::Kind::unknown};
  return {spatial::FrameMotion::Kind::centres, a.body, pose_of_side(r, a).position,
          pose_of_side(r, b).position};
}

[[noreturn]] void refuse_gap(const Reading& r, double gap) {
  refuse(r.place, fmt::format("the two are {:.6g} m {}; want them to touch", std::abs(gap),
                              gap > 0 ? "apart" : "inside each other"));
}

std::vector<Spot> spots_of_geometry(const Reading& r, const SpatialSide& a, const SpatialSide& b) {
  for (const SpatialSide* side : {&a, &b})
    if (!side->shape)
      refuse(r.place,
             fmt::format("{} has no shape that says where and along which normal it is met; "
                         "give at: [x, y, z] and normal: [x, y, z]",
                         side->name));
  std::vector<spatial::Meeting> found;
  try {
    found = meetings(*a.shape, pose_of_side(r, a), *b.shape, pose_of_side(r, b));
  } catch (const std::invalid_argument& objection) {
    refuse(r.place, objection.what());
  }
  std::vector<Spot> spots;
  double nearest = found.front().gap;
  for (const spatial::Meeting& meeting : found) {
    if (std::abs(meeting.gap) < std::abs(nearest)) nearest = meeting.gap;
    if (std::abs(meeting.gap) <= touching_tolerance * r.size)
      spots.push_back({meeting.position, meeting.normal, motion_between(r, a, b, meeting)});
  }
  if (spots.empty()) refuse_gap(r, nearest);
  return spots;
}

/// The normal is given, the place is not: a named point, or the part of a shape that lies deepest.
std::vector<Spot> spots_along(const Reading& r, const SpatialSide& a, const SpatialSide& b,
                              const Vector3d& n) {
  for (const SpatialSide* point : {&a, &b}) {
    if (!point->is_point) continue;
    const Vector3d x = pose_of_side(r, *point).position;
    return {{x, n, with_point(point->body, x)}};
  }
  const bool on_first = a.shape && a.shape->kind != spatial::ShapeKind::plane;
  const SpatialSide& side = on_first ? a : b;
  if (!side.shape || side.shape->kind == spatial::ShapeKind::plane ||
      side.shape->kind == spatial::ShapeKind::other)
    refuse(r.place, "say where they meet: at: [x, y, z], or the name of a point in between");
  const Vector3d inwards = on_first ? n : Vector3d(-n);
  std::vector<Spot> spots;
  for (const Vector3d& x : deepest_points(*side.shape, pose_of_side(r, side), inwards))
    spots.push_back({x, n, motion_of_spot(side, x, inwards, spatial::world)});
  return spots;
}

std::vector<Spot> spots_of(const Reading& r, const SpatialSide& a, const SpatialSide& b) {
  const auto at = field(r.place, "at");
  const auto normal = field(r.place, "normal");
  if (at && normal) return {place_at(r, *at, direction_at(*normal))};
  if (normal) return spots_along(r, a, b, direction_at(*normal));
  if (!at) return spots_of_geometry(r, a, b);
  const auto plane = [](const SpatialSide& s) {
    return s.shape && s.shape->kind == spatial::ShapeKind::plane;
  };
  if (plane(b)) return {place_at(r, *at, pose_of_side(r, b).rotation.col(2))};
  if (plane(a)) return {place_at(r, *at, -pose_of_side(r, a).rotation.col(2))};
  refuse(r.place, "give normal: [x, y, z], from the second of the two to the first");
}

/// t1 as the file gives it: on the contact, else by the surface that is met; zero: the default.
Vector3d tangent_of(const Reading& r, const SpatialSide& a, const SpatialSide& b) {
  if (const auto tangent = field(r.place, "tangent")) return direction_at(*tangent);
  for (const SpatialSide* side : {&b, &a})
    if (side->has_tangent) return side->shape->in_body.rotation.col(0);
  return Vector3d::Zero();
}

spatial::ContactFrame frame_of(const Reading& r, const SpatialSide& a, const SpatialSide& b,
                               const Spot& spot) {
  spatial::ContactFrame frame{a.body, b.body, spot.position};
  try {
    frame.axes = spatial::contact_axes(spot.normal, tangent_of(r, a, b));
  } catch (const std::invalid_argument&) {
    const auto tangent = field(r.place, "tangent");
    refuse(tangent ? *tangent : r.place, "the tangent is along the normal; nothing of it is left");
  }
  return frame;
}

/// How the second side slides along itself against the first, along the contact's axes: as the contact says,
/// or by the surfaces' own motion.
Vector3d surface_velocity_of(const Reading& r, const SpatialSide& a, const SpatialSide& b,
                             const spatial::ContactFrame& frame) {
  if (const auto own = given_triple(r.place, "surface_velocity", dimensions::speed)) return *own;
  const auto at = [&](const SpatialSide& side) -> Vector3d {
    if (!side.shape) return Vector3d::Zero();
    const Vector3d arm = frame.position - side.shape->in_body.position;
    return side.motion.velocity + side.motion.turning.cross(arm);
  };
  return frame.axes.transpose() * (at(b) - at(a));
}

Contact material_of(const SceneStatement& pairs, const Reading& r, const SpatialSide& a,
                    const SpatialSide& b) {
  StatedContact stated{.where = where(r.place)};
  const auto [first, second] = parts_at(*field(r.place, "between"));
  stated.first = first;
  stated.second = second;
  stated.material = decode_contact(r.place);
  stated.material.name = r.place.key->text;
  return with_pair(pairs, stated, a.material, b.material);
}

std::vector<spatial::SceneContact> contacts_between(const SceneStatement& pairs, const Reading& r) {
  for (const std::string_view key : {"lower", "lower_deg", "upper", "upper_deg"})
    if (const auto given = field(r.place, key))
      refuse(*given, "belongs to joint stops: {stop: JOINT, upper_deg: 90}");
  const Place between =
      required_field(r.place, "between", "give the two that meet: [fore.tip, world]");
  const auto [first, second] = parts_at(between);
  const SpatialSide a = side_named(r.m, first);
  const SpatialSide b = side_named(r.m, second);
  if (a.body == b.body)
    refuse(between, a.body == spatial::world
                        ? "both are of the world; want a body that can move"
                        : fmt::format("both belong to {}; want two bodies, or one and the world",
                                      r.m.model.body(a.body).name));
  const std::vector<Spot> spots = spots_of(r, a, b);
  std::vector<spatial::SceneContact> contacts;
  for (const Spot& spot : spots) {
    spatial::SceneContact contact{material_of(pairs, r, a, b), frame_of(r, a, b, spot),
                                  spot.motion};
    contact.surface_velocity = surface_velocity_of(r, a, b, contact.frame);
    contact.first = written(first);
    contact.second = written(second);
    if (spots.size() > 1) contact.material.name += fmt::format(": {}", contacts.size() + 1);
    contacts.push_back(std::move(contact));
  }
  return contacts;
}

// --- stops ----------------------------------------------------------------------------------------

spatial::SceneContact contact_of_stop(const Reading& r, const Place& stop) {
  constexpr std::array<std::string_view, 5> place_keys{"between", "at", "normal", "tangent",
                                                       "surface_velocity"};
  refuse_along_tangent(r.place, place_keys);
  const std::string& name = string_at(stop);
  const auto at = find_joint(r.m.model, name);
  if (!at) refuse_name(where(stop), "joint", name, joint_names(r.m.model));
  const auto& joint = r.m.model.body(at->body).joints[static_cast<std::size_t>(at->joint)];
  if (spatial::freedoms(joint.kind) != 1)
    refuse(stop, "has no single coordinate; a stop belongs to a hinge or a slide");
  const bool turns = joint.kind == spatial::JointKind::hinge;
  const auto limit = [&](std::string_view key) {
    return turns ? given_angle(r.place, key) : given_quantity(r.place, key, dimensions::length);
  };
  const auto lower = limit("lower");
  const auto upper = limit("upper");
  if (lower.has_value() == upper.has_value())
    refuse(r.place, "give one limit of the joint: lower or upper (lower_deg or upper_deg)");
  const double q = r.m.state.q[r.m.model.first_position(at->body, at->joint)];
  double gap = upper ? upper->value - q : q - lower->value;
  if (turns) gap -= 2 * std::numbers::pi * std::round(gap / (2 * std::numbers::pi));
  if (std::abs(gap) > touching_tolerance * (turns ? 1 : r.size))
    refuse(r.place, fmt::format("the joint is {:.3g} {} {} its stop; want it there", std::abs(gap),
                                turns ? "rad" : "m", gap > 0 ? "away from" : "beyond"));
  spatial::SceneContact contact{.material = decode_contact(r.place), .first = name};
  contact.material.name = r.place.key->text;
  contact.stop = spatial::JointStop{r.m.model.first_freedom(at->body, at->joint), upper ? -1. : 1.};
  return contact;
}

}  // namespace

std::vector<spatial::SceneContact> spatial_contacts(const Place& root, const SpatialMechanism& m) {
  const Place map = required_field(root, "contacts", "give at least one, by name");
  const spatial::Kinematics k = kinematics(m.model, m.state);
  SceneStatement pairs;
  if (const auto list = field(root, "pairs")) pairs.pairs = decode_pairs(*list);
  const double size = scene_size(m, k);
  std::vector<spatial::SceneContact> contacts;
  for (const Place& entry : named_entries(map)) {
    require_keys(entry, {.accepted = spatial_keys::contact, .refused = refused_contact_keys});
    const Reading reading{entry, m, k, size};
    const auto stop = field(entry, "stop");
    for (spatial::SceneContact& contact :
         stop ? std::vector{contact_of_stop(reading, *stop)} : contacts_between(pairs, reading)) {
      contact.statement = entry.key->text;
      contacts.push_back(std::move(contact));
    }
  }
  if (contacts.empty()) refuse(map, "empty; give at least one contact");
  return contacts;
}

}  // namespace carom
