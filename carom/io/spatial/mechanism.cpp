#include <carom/io/scene/decoder.hpp>
#include <carom/io/spatial/joints.hpp>
#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/mechanism.hpp>
#include <carom/io/spatial/values.hpp>
#include <carom/multibody/spatial/response.hpp>
#include <carom/robots/robot_file.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace carom {
namespace {

using Eigen::Vector3d;

/// A vector, or the size of gravity along -z.
Vector3d gravity_at(const Place& place) {
  if (place.node->kind == NodeKind::sequence) return triple_at(place, dimensions::acceleration);
  return {0, 0, -quantity_at(place, dimensions::acceleration)};
}

/// Points of the world under `points`: what is a list there, not a map.
void add_world_points(const Place& root, std::vector<spatial::NamedPoint>& points) {
  const auto map = field(root, "points");
  if (!map) return;
  for (const Place& entry : named_entries(*map))
    if (entry.node->kind != NodeKind::map)
      points.push_back({entry.key->text, spatial::world, triple_at(entry, dimensions::length)});
}

spatial::ShapeKind shape_kind(robots::GeomKind kind) {
  switch (kind) {
    case robots::GeomKind::plane: return spatial::ShapeKind::plane;
    case robots::GeomKind::sphere: return spatial::ShapeKind::sphere;
    case robots::GeomKind::capsule: return spatial::ShapeKind::capsule;
    case robots::GeomKind::ellipsoid: return spatial::ShapeKind::ellipsoid;
    case robots::GeomKind::cylinder: return spatial::ShapeKind::cylinder;
    case robots::GeomKind::box: return spatial::ShapeKind::box;
    case robots::GeomKind::mesh: return spatial::ShapeKind::other;
  }
  return spatial::ShapeKind::other;
}

std::optional<robots::Base> base_of(const Place& root) {
  const auto place = field(root, "base");
  if (!place) return std::nullopt;
  const std::string& word = string_at(*place);
  if (word == "free") return robots::Base::free;
  if (word == "fixed") return robots::Base::fixed;
  refuse(*place, fmt::format("expected free or fixed, got '{}'", word));
}

/// What the robot's reader says, at the key that named the file.
robots::RobotModel robot_at(const Place& place, const Place& root, const std::string& folder) {
  const std::string& given = string_at(place);
  const std::string path = given.substr(0, 1) == "/" ? given : folder + given;
  const auto base = base_of(root);
  try {
    return robots::read_robot(path, base);
  } catch (const std::invalid_argument& objection) {
    refuse(place, objection.what());
  }
}

void take_materials(const Place& root, SpatialMechanism& m) {
  const auto map = field(root, "materials");
  if (!map) return;
  const std::vector<std::string> known = body_names(m.model);
  for (const Place& entry : named_entries(*map)) {
    if (std::find(known.begin(), known.end(), entry.key->text) == known.end())
      refuse_name(where(entry), "body", entry.key->text, known);
    m.materials[entry.key->text] = string_at(entry);
  }
}

}  // namespace

std::vector<std::string> body_names(const spatial::Model& model) {
  std::vector<std::string> names;
  for (const spatial::Body& body : model.bodies()) names.push_back(body.name);
  return names;
}

std::vector<std::string> joint_names(const spatial::Model& model) {
  std::vector<std::string> names;
  for (const spatial::Body& body : model.bodies())
    for (const spatial::Joint& joint : body.joints)
      if (!joint.name.empty()) names.push_back(joint.name);
  return names;
}

std::optional<spatial::JointPlace> find_joint(const spatial::Model& model,
                                              const std::string& name) {
  if (name.empty()) return std::nullopt;
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const auto& joints = model.bodies()[b].joints;
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (joints[j].name == name)
        return spatial::JointPlace{static_cast<int>(b), static_cast<int>(j)};
  }
  return std::nullopt;
}

std::vector<DecodedBody> decode_spatial_bodies(const Place& root) {
  const Place map = required_field(root, "bodies", "give at least one");
  std::vector<DecodedBody> bodies;
  for (const Place& entry : named_entries(map)) bodies.push_back(decode_spatial_body(entry));
  if (bodies.empty()) refuse(map, "empty; give at least one body");
  return bodies;
}

SpatialMechanism mechanism_of_bodies(const Place& root, const std::vector<DecodedBody>& bodies) {
  spatial::ModelParts parts;
  if (const auto gravity = field(root, "gravity")) parts.gravity = gravity_at(*gravity);
  add_world_points(root, parts.points);
  const auto joints = field(root, "joints");
  // Entries refer to the place of their map: it must live while they do.
  const std::vector<Place> entries = joints ? named_entries(*joints) : std::vector<Place>{};
  SpatialMechanism m = assembled(bodies, entries, std::move(parts));
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    for (const spatial::Shape& shape : bodies[b].shapes) {
      m.shapes.push_back(shape);
      m.shapes.back().body = body;
    }
    for (const spatial::NamedPoint& p : bodies[b].points)
      m.points.push_back({bodies[b].body.name + "." + p.name, body, p.position});
    if (!bodies[b].material.empty()) m.materials[bodies[b].body.name] = bodies[b].material;
  }
  return m;
}

SpatialMechanism decode_spatial_mechanism(const Place& root) {
  return mechanism_of_bodies(root, decode_spatial_bodies(root));
}

SpatialMechanism read_scene_robot(const Place& root, const std::string& folder) {
  const Place place = *field(root, "robot");
  robots::RobotModel robot = robot_at(place, root, folder);
  SpatialMechanism m;
  m.robot = string_at(place);
  m.notes = std::move(robot.notes);
  for (const robots::Site& site : robot.sites)
    if (!site.name.empty()) m.points.push_back({site.name, site.body, site.in_body.position});
  for (const robots::Geom& geom : robot.geoms)
    m.shapes.push_back({geom.name, shape_kind(geom.kind), geom.body, geom.in_body, geom.size, {}});
  m.model = std::move(robot.model);
  m.state = std::move(robot.state);
  take_materials(root, m);
  return m;
}

void decode_spatial_points(const Place& root, SpatialMechanism& m) {
  const auto map = field(root, "points");
  if (!map) return;
  const std::vector<std::string> known = body_names(m.model);
  for (const Place& entry : named_entries(*map)) {
    if (entry.node->kind != NodeKind::map) {
      m.points.push_back({entry.key->text, spatial::world, triple_at(entry, dimensions::length)});
      continue;
    }
    const auto body = std::find(known.begin(), known.end(), entry.key->text);
    if (body == known.end()) refuse_name(where(entry), "body", entry.key->text, known);
    for (const Place& point : named_entries(entry))
      m.points.push_back({entry.key->text + "." + point.key->text,
                          static_cast<int>(body - known.begin()),
                          triple_at(point, dimensions::length)});
  }
}

void decode_spatial_surfaces(const Place& root, SpatialMechanism& m) {
  const auto map = field(root, "surfaces");
  if (!map) return;
  for (const Place& entry : named_entries(*map)) {
    require_keys(entry, {.accepted = spatial_keys::surface});
    SpatialSurface surface;
    surface.shape = {.name = entry.key->text, .kind = spatial::ShapeKind::plane};
    if (const auto through = given_triple(entry, "through", dimensions::length))
      surface.shape.in_body.position = *through;
    const auto normal = field(entry, "normal");
    const auto tangent = field(entry, "tangent");
    const Vector3d n = normal ? direction_at(*normal) : Vector3d::UnitZ();
    try {
      surface.shape.in_body.rotation =
          spatial::contact_axes(n, tangent ? direction_at(*tangent) : Vector3d::Zero());
    } catch (const std::invalid_argument&) {
      refuse(*tangent, "is along the normal; want a direction across it");
    }
    surface.has_tangent = tangent.has_value();
    if (const auto material = field(entry, "material")) surface.material = string_at(*material);
    if (const auto v = given_triple(entry, "velocity", dimensions::speed))
      surface.motion.velocity = *v;
    if (const auto rate = given_turning(entry)) surface.motion.turning = *rate;
    m.surfaces.push_back(std::move(surface));
  }
}

}  // namespace carom
