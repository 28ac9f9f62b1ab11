#include <carom/io/scene/decoder.hpp>
#include <carom/io/spatial/bodies.hpp>
#include <carom/io/spatial/keys.hpp>
#include <carom/io/spatial/values.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr std::array<RefusedKey, 6> refused_body_keys{{
    {"angle", "unknown key; in space a body has a rotation: {axis: [0, 0, 1], angle: 30 deg}"},
    {"angle_deg", "unknown key; in space a body has a rotation: {axis: [0, 0, 1], angle_deg: 30}"},
    {"parent", "unknown key; joints say what carries a body"},
    {"prescribed", "unknown key; scenes in space have no prescribed bodies"},
    {"polygon", "belongs to scenes in the plane; did you mean convex?"},
    {"rod", "belongs to scenes in the plane; did you mean capsule?"},
}};

constexpr std::array<RefusedKey, 3> refused_box_keys{{
    {"width", "belongs to scenes in the plane; in space a box has size: [x, y, z], its edges"},
    {"height", "belongs to scenes in the plane; in space a box has size: [x, y, z], its edges"},
    {"depth", "unknown key; a box has size: [x, y, z], its edges"},
}};

Vector3d positive_triple(const Place& place) {
  const Vector3d x = triple_at(place, dimensions::length);
  if (!(x.minCoeff() > 0)) refuse(place, "expected three lengths greater than 0");
  return x;
}

spatial::Shape shape_at(const Place& place, std::string_view kind) {
  spatial::Shape shape;
  const auto radius = [&] {
    return positive_at(required_field(place, "radius", "give its radius"), dimensions::length);
  };
  if (kind == "sphere") {
    require_keys(place, {.accepted = spatial_keys::ball});
    shape.kind = spatial::ShapeKind::sphere;
    shape.size.x() = radius();
  } else if (kind == "cylinder" || kind == "capsule") {
    require_keys(place, {.accepted = spatial_keys::tube});
    shape.kind = kind == "capsule" ? spatial::ShapeKind::capsule : spatial::ShapeKind::cylinder;
    shape.size.x() = radius();
    const Place length = required_field(place, "length", "give its length along z");
    shape.size.y() = positive_at(length, dimensions::length) / 2;
  } else if (kind == "box") {
    require_keys(place, {.accepted = spatial_keys::box, .refused = refused_box_keys});
    shape.kind = spatial::ShapeKind::box;
    shape.size = positive_triple(required_field(place, "size", "give its edges [x, y, z]")) / 2;
  } else if (kind == "ellipsoid") {
    require_keys(place, {.accepted = spatial_keys::ellipsoid});
    shape.kind = spatial::ShapeKind::ellipsoid;
    shape.size =
        positive_triple(required_field(place, "semi_axes", "give its half axes [x, y, z]"));
  } else if (kind == "convex") {
    require_keys(place, {.accepted = spatial_keys::convex});
    shape.kind = spatial::ShapeKind::convex;
    const Place points = required_field(place, "points", "give its corners [[x, y, z], ...]");
    const std::size_t count = size_at(points, "a list of points");
    if (count == 0) refuse(points, "empty; give at least one point");
    for (std::size_t i = 0; i < count; ++i)
      shape.points.push_back(triple_at(item(points, i), dimensions::length));
  } else {
    if (place.node->kind != NodeKind::map || !place.node->keys.empty())
      refuse_kind(place, "an empty map, {}: a point has no size");
  }
  return shape;
}

// --- inertia --------------------------------------------------------------------------------------

/// [A, B, C] along the body's axes, or three rows.
Matrix3d inertia_at(const Place& place) {
  if (size_at(place, "[x, y, z] or three rows") == 3 &&
      place.node->items[0].kind != NodeKind::sequence)
    return triple_at(place, dimensions::inertia).asDiagonal();
  if (place.node->items.size() != 3) refuse(place, "expected [x, y, z] or three rows");
  Matrix3d I;
  for (std::size_t i = 0; i < 3; ++i)
    I.row(static_cast<Eigen::Index>(i)) = triple_at(item(place, i), dimensions::inertia);
  if ((I - I.transpose()).cwiseAbs().maxCoeff() > 1e-12 * I.cwiseAbs().maxCoeff())
    refuse(place, "is not symmetric");
  return (I + I.transpose()) / 2;
}

/// Mass, centre and inertia of point masses.
void add_masses(const Place& list, spatial::Body& body) {
  struct Item {
    double mass;
    Vector3d at;
  };
  std::vector<Item> items;
  for (std::size_t i = 0; i < size_at(list, "a list of {mass, at}"); ++i) {
    const Place place = item(list, i);
    require_keys(place, {.accepted = spatial_keys::mass});
    items.push_back(
        {positive_at(required_field(place, "mass", "give it"), dimensions::mass),
         triple_at(required_field(place, "at", "say where: [x, y, z]"), dimensions::length)});
    body.mass += items.back().mass;
    body.centre_of_mass += items.back().mass * items.back().at;
  }
  if (items.empty()) refuse(list, "empty; give at least one");
  body.centre_of_mass /= body.mass;
  for (const Item& part : items) {
    const Vector3d r = part.at - body.centre_of_mass;
    body.inertia += part.mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
  }
}

void weigh(const Place& place, const std::optional<spatial::Shape>& shape, spatial::Body& body) {
  const auto mass = field(place, "mass");
  const auto density = field(place, "density");
  const auto inertia = field(place, "inertia");
  const auto centre = given_triple(place, "centre_of_mass", dimensions::length);
  if (const auto masses = field(place, "masses")) {
    if (mass) refuse(*mass, "given together with masses; give one of them");
    add_masses(*masses, body);
    return;
  }
  const spatial::MassProperties known = shape ? mass_properties(*shape) : spatial::MassProperties{};
  if (mass && density) refuse(*density, "given together with mass; give one of them");
  if (!mass && !density) refuse(place, "has no mass; give mass, or a shape and density");
  if (density && !(known.volume > 0))
    refuse(*density, "this body has no volume to weigh; give mass and inertia");
  body.mass = mass ? not_negative_at(*mass, dimensions::mass)
                   : positive_at(*density, dimensions::density_of_volumes) * known.volume;
  if (centre && !inertia && known.volume > 0)
    refuse(place, "centre_of_mass is given without inertia, which is about that centre; give it");
  body.centre_of_mass = centre.value_or(known.centre);
  body.inertia = inertia ? inertia_at(*inertia) : Matrix3d(body.mass * known.inertia_per_mass);
  if (!inertia && shape && shape->kind == spatial::ShapeKind::convex)
    refuse(place,
           "give inertia: [x, y, z] about the centre of mass; "
           "that of convex points is not worked out");
}

void decode_own_shapes(const Place& place, DecodedBody& decoded) {
  decoded.shape = decode_shape(place);
  if (decoded.shape) {
    spatial::Shape own = *decoded.shape;
    own.name = place.key->text;
    decoded.shapes.push_back(own);
  }
  const auto shapes = field(place, "shapes");
  if (!shapes) return;
  for (const Place& entry : named_entries(*shapes)) {
    require_keys(entry, {.accepted = spatial_keys::shape_on_body});
    auto shape = decode_shape(entry);
    if (!shape)
      refuse(entry, "say which shape: sphere, box, cylinder, capsule, ellipsoid or convex");
    shape->name = entry.key->text;
    if (const auto at = given_triple(entry, "position", dimensions::length))
      shape->in_body.position = *at;
    shape->in_body.rotation = rotation_of(entry);
    decoded.shapes.push_back(*shape);
  }
}

}  // namespace

std::optional<spatial::Shape> decode_shape(const Place& map) {
  std::optional<Place> chosen;
  for (const std::string_view kind : spatial_keys::shapes) {
    const auto place = field(map, kind);
    if (!place) continue;
    if (chosen)
      refuse(*place,
             fmt::format("a body has one shape; it is a {} already (others go under shapes)",
                         chosen->key->text));
    chosen = place;
  }
  if (!chosen) return std::nullopt;
  return shape_at(*chosen, chosen->key->text);
}

DecodedBody decode_spatial_body(const Place& place) {
  require_keys(place, {.accepted = spatial_keys::body, .refused = refused_body_keys});
  DecodedBody decoded;
  decoded.where = where(place);
  decoded.body.name = place.key->text;
  decode_own_shapes(place, decoded);
  weigh(place, decoded.shape, decoded.body);
  if (const auto points = field(place, "points"))
    for (const Place& entry : named_entries(*points))
      decoded.points.push_back(
          {entry.key->text, spatial::world, triple_at(entry, dimensions::length)});
  if (const auto material = field(place, "material")) decoded.material = string_at(*material);
  for (const std::string_view key : {"position", "rotation", "velocity", "rate", "rate_deg"})
    if (const auto given = field(place, key)) decoded.placed_by.push_back(where(*given));
  decoded.position = given_triple(place, "position", dimensions::length);
  decoded.rotation = rotation_of(place);
  decoded.velocity = given_triple(place, "velocity", dimensions::speed);
  decoded.rate = given_turning(place);
  return decoded;
}

}  // namespace carom
