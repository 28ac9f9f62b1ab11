#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/keys.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

constexpr std::array<RefusedKey, 10> refused_keys{{
    {"center_of_mass", "unknown key; did you mean centre_of_mass?"},
    {"centre", "unknown key; did you mean centre_of_mass?"},
    {"center", "unknown key; did you mean centre_of_mass?"},
    {"com", "unknown key; did you mean centre_of_mass?"},
    {"omega", "unknown key; did you mean rate?"},
    {"shape",
     "unknown key; the shape itself is the key: rod, disc, ring, sphere, box, ellipse, polygon"},
    {"circle", "unknown key; did you mean disc?"},
    {"friction", "unknown key; it belongs to a contact, or to a pair of materials in pairs"},
    {"restitution", "unknown key; it belongs to a contact, or to a pair of materials in pairs"},
    {"name", "unknown key; the key before the colon is the body's name"},
}};

// --- shapes -------------------------------------------------------------------------------------

Shape decode_rod(const Place& place) {
  require_keys(place, {.accepted = scene_keys::rod});
  const double length =
      positive_at(required_field(place, "length", "how long is the rod?"), dimensions::length);
  const auto pointing = field(place, "pointing");
  if (!pointing) return rod_shape(length, {1, 0});
  const std::string& word = string_at(*pointing);
  if (word == "right") return rod_shape(length, {1, 0});
  if (word == "up") return rod_shape(length, {0, 1});
  if (word == "left") return rod_shape(length, {-1, 0});
  if (word == "down") return rod_shape(length, {0, -1});
  refuse(*pointing, fmt::format("expected right, up, left or down, got {}", in_quotes(word)));
}

double decode_radius(const Place& place) {
  require_keys(place, {.accepted = scene_keys::round});
  return positive_at(required_field(place, "radius", "give one"), dimensions::length);
}

Eigen::Vector2d decode_extent(const Place& place) {
  require_keys(place, {.accepted = scene_keys::rectangle});
  return {positive_at(required_field(place, "width", "its extent along x"), dimensions::length),
          positive_at(required_field(place, "height", "its extent along y"), dimensions::length)};
}

Shape decode_polygon(const Place& place) {
  std::vector<Eigen::Vector2d> corners;
  const std::size_t size = size_at(place, "a list of corners [x, y]");
  corners.reserve(size);
  for (std::size_t i = 0; i < size; ++i)
    corners.push_back(pair_at(item(place, i), dimensions::length));
  try {
    return polygon_shape(std::move(corners));
  } catch (const std::invalid_argument& objection) {
    refuse(place, objection.what());
  }
}

Shape decode_shape(const Place& place) {
  const std::string& kind = place.key->text;
  if (kind == "rod") return decode_rod(place);
  if (kind == "disc") return disc_shape(decode_radius(place));
  if (kind == "ring") return ring_shape(decode_radius(place));
  if (kind == "sphere") return sphere_shape(decode_radius(place));
  if (kind == "polygon") return decode_polygon(place);
  const Eigen::Vector2d extent = decode_extent(place);
  return kind == "box" ? box_shape(extent.x(), extent.y()) : ellipse_shape(extent.x(), extent.y());
}

/// The one key that says what shape the body has; absent if it has none.
std::optional<Place> shape_key(const Place& body) {
  std::optional<Place> chosen;
  for (const std::string_view kind : scene_keys::shapes) {
    const auto place = field(body, kind);
    if (!place) continue;
    if (chosen)
      refuse(*place, fmt::format("a body has one shape; it is a {} already", chosen->key->text));
    chosen = place;
  }
  return chosen;
}

// --- mass ---------------------------------------------------------------------------------------

double decode_mass(const Place& body, const std::optional<Shape>& shape) {
  const auto density = field(body, "density");
  if (!density)
    return not_negative_at(
        required_field(body, "mass", shape ? "give mass or density" : "give mass and inertia"),
        dimensions::mass);
  if (field(body, "mass")) refuse(*density, "given together with mass; give one of them");
  if (!shape) refuse(*density, "needs a shape; give mass and inertia instead");
  const Dimension wanted = shape->size_power == 1   ? dimensions::density_of_lines
                           : shape->size_power == 2 ? dimensions::density_of_areas
                                                    : dimensions::density_of_volumes;
  return positive_at(*density, wanted) * shape->size;
}

void decode_inertia(const Place& place, const std::optional<Shape>& shape, Body& body) {
  body.mass = decode_mass(place, shape);
  const auto inertia = field(place, "inertia");
  const auto centre = field(place, "centre_of_mass");
  if (shape) {
    body.centre_of_mass = shape->centroid;
    body.inertia = shape->gyration * body.mass;
    body.outline = shape->outline;
  }
  if (centre) body.centre_of_mass = pair_at(*centre, dimensions::length);
  if (inertia) body.inertia = not_negative_at(*inertia, dimensions::inertia);
  if (!shape && !inertia)
    required_field(place, "inertia", "give it (0 for a point mass), or a shape");
  if (shape && centre && !inertia)
    required_field(place, "inertia", "with a centre of mass of its own the shape does not give it");
  if (!std::isfinite(body.mass) || !std::isfinite(body.inertia))
    refuse(place, "its mass or inertia is too large for a number");
}

/// A body that nothing can stop has a shape, and no inertia that could matter.
void decode_prescribed(const Place& place, const std::optional<Shape>& shape, Body& body) {
  for (const char* key :
       {"mass", "density", "inertia", "centre_of_mass", "guess", "guess_deg", "drag"})
    if (const auto given = field(place, key))
      refuse(*given, "the body's motion is prescribed, so this has no effect; leave it out");
  if (!shape) return;
  body.centre_of_mass = shape->centroid;
  body.outline = shape->outline;
}

// --- features -----------------------------------------------------------------------------------

std::vector<NamedDisc> decode_discs(const Place& map) {
  std::vector<NamedDisc> discs;
  for (const Place& entry : named_entries(map)) {
    require_keys(entry, {.accepted = scene_keys::disc_part});
    NamedDisc disc{.name = entry.key->text};
    if (const auto centre = field(entry, "centre"))
      disc.centre = pair_at(*centre, dimensions::length);
    disc.radius = positive_at(required_field(entry, "radius", "give one"), dimensions::length);
    discs.push_back(disc);
  }
  return discs;
}

/// Points, discs and sides of a body share their names.
void require_distinct_parts(const StatedBody& body) {
  std::vector<std::string> names;
  names.reserve(body.points.size() + body.discs.size() + body.edges.size());
  for (const NamedPoint& point : body.points) names.push_back(point.name);
  for (const NamedDisc& disc : body.discs) names.push_back(disc.name);
  for (const NamedEdge& edge : body.edges) names.push_back(edge.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    refuse(body.where, fmt::format("two of its parts are called {}", in_quotes(*twice)));
}

/// What a picture shows beside the outline: a round shape's spoke or second rim, round parts, and of a
/// body without shape its arms from the centre of mass.
std::vector<std::vector<Eigen::Vector2d>> strokes_of(const StatedBody& body,
                                                     const std::optional<Shape>& shape) {
  std::vector<std::vector<Eigen::Vector2d>> strokes;
  if (shape) strokes = shape->strokes;
  for (const NamedDisc& disc : body.discs) strokes.push_back(circle(disc.centre, disc.radius));
  if (shape) return strokes;
  for (const NamedDisc& disc : body.discs)
    strokes.push_back({body.body.centre_of_mass, disc.centre});
  for (const NamedPoint& point : body.points)
    if (point.name != "origin" && point.name != "centre")
      strokes.push_back({body.body.centre_of_mass, point.point});
  return strokes;
}

void decode_parts(const Place& place, const std::optional<Shape>& shape, StatedBody& body) {
  body.points = {{"origin", Eigen::Vector2d::Zero()}, {"centre", body.body.centre_of_mass}};
  if (shape) {
    body.points.insert(body.points.end(), shape->points.begin(), shape->points.end());
    body.edges = shape->edges;
    body.corners = shape->corners;
    body.rim = shape->rim;
    body.semi_axes = shape->semi_axes;
  }
  if (const auto points = field(place, "points"))
    for (const NamedPoint& point : decode_points(*points)) body.points.push_back(point);
  if (const auto discs = field(place, "discs")) body.discs = decode_discs(*discs);
  require_distinct_parts(body);
  body.body.strokes = strokes_of(body, shape);
}

// --- the ground ---------------------------------------------------------------------------------

/// f, or {friction: f, wheelbase: 2.7 m, track: 1.5 m}: the points are the corners of the box, or wheels about the
/// centre of mass.
GroundDrag decode_drag(const Place& place, const StatedBody& body) {
  const bool map = place.node->kind == NodeKind::map;
  if (map) require_keys(place, {.accepted = scene_keys::drag});
  GroundDrag drag{.friction = not_negative_at(
                      map ? required_field(place, "friction", "of the tyres, such as 0.7") : place,
                      dimensions::number)};
  const auto wheelbase = map ? field(place, "wheelbase") : std::nullopt;
  const auto track = map ? field(place, "track") : std::nullopt;
  if (wheelbase.has_value() != track.has_value())
    refuse(place, "give wheelbase and track, or none of them: then the corners of the box drag");
  if (wheelbase)
    drag.points =
        rectangle_about(body.body.centre_of_mass, positive_at(*wheelbase, dimensions::length),
                        positive_at(*track, dimensions::length));
  if (!wheelbase && body.words.shape != "box")
    refuse(place,
           "which four points drag? "
           "Give {friction: 0.7, wheelbase: 2.7 m, track: 1.5 m}, or make the body a box");
  for (std::size_t i = 0; !wheelbase && i < drag.points.size(); ++i)
    drag.points[i] = body.corners[i].point;
  return drag;
}

/// What makes a car of a box in a picture: the wheels, and a windscreen that shows where its front is.
std::vector<std::vector<Eigen::Vector2d>> car_strokes(const StatedBody& body) {
  constexpr double wheel = 0.07;   // half of a wheel's length, as a share of the car's
  constexpr double screen = 0.18;  // ahead of the middle
  std::vector<std::vector<Eigen::Vector2d>> strokes;
  if (body.words.shape != "box") return strokes;
  const Eigen::Vector2d size = body.corners[2].point - body.corners[0].point;
  const Eigen::Vector2d half(wheel * size.x(), 0);
  for (const Eigen::Vector2d& point : body.body.drag->points)
    strokes.push_back({point - half, point + half});
  strokes.push_back({{screen * size.x(), -0.4 * size.y()}, {screen * size.x(), 0.4 * size.y()}});
  return strokes;
}

// --- motion -------------------------------------------------------------------------------------

/// [x, y] of the centre of mass, or {point: [x, y]}.
std::optional<PointMotion> decode_motion(const Place& body, std::string_view key,
                                         const Dimension& wanted) {
  const auto place = field(body, key);
  if (!place) return std::nullopt;
  if (place->node->kind == NodeKind::sequence)
    return PointMotion{"", pair_at(*place, wanted), where(*place)};
  if (place->node->kind != NodeKind::map || place->node->items.size() != 1)
    refuse_kind(*place, "[x, y] of the centre of mass, or one point such as {end: [x, y]}");
  const Place entry = *field(*place, place->node->keys[0].text);
  return PointMotion{entry.key->text, pair_at(entry, wanted), where(entry)};
}

}  // namespace

StatedBody decode_body(const Place& place) {
  require_keys(place, {.accepted = scene_keys::body, .refused = refused_keys});
  StatedBody body{.where = where(place)};
  body.body.name = place.key->text;
  body.prescribed = optional_boolean(place, "prescribed").value_or(false);
  std::optional<Shape> shape;
  if (const auto key = shape_key(place)) {
    shape = decode_shape(*key);
    body.words.shape = key->key->text;
  }
  body.words.inertia_given = field(place, "inertia").has_value();
  if (body.prescribed)
    decode_prescribed(place, shape, body.body);
  else
    decode_inertia(place, shape, body.body);
  decode_parts(place, shape, body);
  if (const auto material = field(place, "material")) body.words.material = string_at(*material);
  body.position = decode_motion(place, "position", dimensions::length);
  if (body.prescribed) body.over_time = prescribed_tables(place);
  if (body.over_time[0].empty()) {
    body.velocity = decode_motion(place, "velocity", dimensions::speed);
    body.rate = given_angle(place, "rate", dimensions::rate);
  } else {
    const auto& [x, y, rate] = body.over_time;
    body.velocity = PointMotion{"", {x.at(0), y.at(0)}, where(place)};
    body.rate = Given{rate.at(0), where(place)};
  }
  if (const auto drag = field(place, "drag")) {
    body.body.drag = decode_drag(*drag, body);
    body.drag = where(*drag);
    for (std::vector<Eigen::Vector2d>& stroke : car_strokes(body))
      body.body.strokes.push_back(std::move(stroke));
  }
  body.angle = given_angle(place, "angle");
  body.guess = given_angle(place, "guess");
  if (body.angle && body.guess)
    refuse(body.guess->where, "given together with the angle itself; give one of them");
  return body;
}

}  // namespace carom
