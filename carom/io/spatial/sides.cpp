#include <carom/io/scene/quantity.hpp>
#include <carom/io/spatial/sides.hpp>

#include <algorithm>

namespace carom {
namespace {

std::string material_of(const SpatialMechanism& m, int body) {
  if (body == spatial::world) return "";
  const auto found = m.materials.find(m.model.body(body).name);
  return found == m.materials.end() ? "" : found->second;
}

/// A shape by its name, "foot" or "lower leg.foot".
const spatial::Shape* shape_named(const SpatialMechanism& m, const PartName& name) {
  for (const spatial::Shape& shape : m.shapes) {
    if (shape.name.empty()) continue;
    if (shape.name == written(name)) return &shape;
    const bool of_body =
        shape.body != spatial::world && m.model.body(shape.body).name == name.owner;
    if (of_body && shape.name == name.part) return &shape;
  }
  return nullptr;
}

/// A body with the one shape that it has.
SpatialSide whole_body(const SpatialMechanism& m, int body, const std::string& name) {
  SpatialSide side{.name = name, .body = body, .material = material_of(m, body)};
  const auto own = [&](const spatial::Shape& s) { return s.body == body; };
  if (std::count_if(m.shapes.begin(), m.shapes.end(), own) == 1)
    side.shape = *std::find_if(m.shapes.begin(), m.shapes.end(), own);
  for (const spatial::Shape& shape : m.shapes)
    if (shape.body == body && shape.name == name) side.shape = shape;
  return side;
}

/// A point by its own name, where only one body has one of that name.
const spatial::NamedPoint* point_of_some_body(const SpatialMechanism& m, const std::string& name) {
  const spatial::NamedPoint* found = nullptr;
  const std::string ending = "." + name;
  for (const spatial::NamedPoint& p : m.points) {
    if (p.name.size() <= ending.size() ||
        p.name.compare(p.name.size() - ending.size(), ending.size(), ending) != 0)
      continue;
    if (found != nullptr) return nullptr;
    found = &p;
  }
  return found;
}

std::vector<std::string> known_names(const SpatialMechanism& m) {
  std::vector<std::string> known = body_names(m.model);
  known.emplace_back("world");
  for (const SpatialSurface& surface : m.surfaces) known.push_back(surface.shape.name);
  for (const spatial::NamedPoint& p : m.points) known.push_back(p.name);
  for (const spatial::Shape& shape : m.shapes)
    if (!shape.name.empty() && std::find(known.begin(), known.end(), shape.name) == known.end())
      known.push_back(shape.name);
  return known;
}

}  // namespace

SpatialSide side_named(const SpatialMechanism& m, const PartName& name) {
  const std::string text = written(name);
  if (text == "world") return {.name = text};
  for (const SpatialSurface& surface : m.surfaces)
    if (surface.shape.name == text)
      return {text,          spatial::world,      surface.shape,
              false,         surface.has_tangent, surface.material,
              surface.motion};
  for (const spatial::NamedPoint& p : m.points) {
    const bool of_body = p.body != spatial::world && !name.part.empty() &&
                         m.model.body(p.body).name == name.owner && p.name == name.part;
    if (p.name != text && !of_body) continue;
    const spatial::Shape point{.name = p.name, .body = p.body, .in_body = {p.position}};
    return {text, p.body, point, true, false, material_of(m, p.body)};
  }
  const std::vector<std::string> bodies = body_names(m.model);
  const auto body = std::find(bodies.begin(), bodies.end(), text);
  if (body != bodies.end()) return whole_body(m, static_cast<int>(body - bodies.begin()), text);
  if (const spatial::Shape* shape = shape_named(m, name))
    return {text, shape->body, *shape, false, false, material_of(m, shape->body)};
  if (const spatial::NamedPoint* p = point_of_some_body(m, text)) {
    const spatial::Shape point{.name = p->name, .body = p->body, .in_body = {p->position}};
    return {text, p->body, point, true, false, material_of(m, p->body)};
  }
  refuse_name(name.where, "body, point, geom or site", text, known_names(m));
}

}  // namespace carom
