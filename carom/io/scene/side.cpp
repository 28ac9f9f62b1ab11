#include <carom/io/scene/free_body.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/scene/side.hpp>

#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

/// The body of that name, if its motion is prescribed; else a null pointer.
const StatedBody* prescribed_named(const SceneStatement& scene, const std::string& name) {
  for (const StatedBody& body : scene.prescribed)
    if (body.body.name == name) return &body;
  return nullptr;
}

EdgeFeature edge_feature(const NamedEdge& edge) {
  return {edge.point, edge.angle, edge.back, edge.ahead};
}

/// Where a point of a surface is, in the frame of its carrier.
Eigen::Vector2d on_carrier(const Setting& s, const PointOrPart& point, int carrier) {
  if (const auto* part = std::get_if<PartName>(&point))
    return s.in_frame(carrier, position_of(s, *part));
  return std::get<Eigen::Vector2d>(point);
}

/// The line of a surface, or the piece of it from `from` to `to`.
EdgeFeature edge_of(const Setting& s, const StatedSurface& surface, int carrier) {
  if (!surface.from) return {on_carrier(s, surface.through, carrier), surface.angle};
  const Eigen::Vector2d from = on_carrier(s, *surface.from, carrier);
  const Eigen::Vector2d along = on_carrier(s, *surface.to, carrier) - from;
  if (!(along.norm() > 0)) refuse(surface.where, "from and to are the same point");
  return {from, std::atan2(along.y(), along.x()), 0, along.norm()};
}

/// The feature of that name.
Feature feature_named(const StatedBody& body, const PartName& name) {
  for (const NamedPoint& point : body.points)
    if (point.name == name.part) return PointFeature{point.point};
  for (const NamedDisc& disc : body.discs)
    if (disc.name == name.part) return DiscFeature{disc.centre, disc.radius};
  for (const NamedEdge& edge : body.edges)
    if (edge.name == name.part) return edge_feature(edge);
  refuse_name(name.where, "part of " + body.body.name, name.part, touching_parts(body));
}

Side side_on(const StatedBody& body, const PartName& name) {
  Side side{.name = name, .material = body.words.material, .body = &body};
  if (!name.part.empty()) {
    side.side.feature = feature_named(body, name);
  } else if (body.rim) {
    side.side.feature = DiscFeature{Eigen::Vector2d::Zero(), *body.rim};
  } else {
    side.feature = false;
    side.semi_axes = body.semi_axes;
  }
  return side;
}

Side body_side(const Setting& s, const PartName& name) {
  const int index = body_named(s.scene, name);
  Side side = side_on(s.scene.bodies[static_cast<std::size_t>(index)], name);
  side.side.body = index;
  return side;
}

/// A feature of a body, in the frame that the body's pose is given in.
struct Placement {
  Pose pose{};

  Eigen::Vector2d operator()(const Eigen::Vector2d& x) const {
    return pose.position + turned(pose.angle, x);
  }
  Feature operator()(const PointFeature& f) const { return PointFeature{(*this)(f.point)}; }
  Feature operator()(const DiscFeature& f) const {
    return DiscFeature{(*this)(f.centre), f.radius};
  }
  Feature operator()(const EdgeFeature& f) const {
    return EdgeFeature{(*this)(f.point), f.angle + pose.angle, f.back, f.ahead};
  }
};

/// A part of a prescribed body: a feature of the world that moves.
Side prescribed_side(const StatedBody& body, const PartName& name) {
  Side side = side_on(body, name);
  const Pose pose = free_pose(body);
  side.side.feature = std::visit(Placement{pose}, side.side.feature);
  side.semi_axes.reset();  // an ellipse that is prescribed touches where `at` says
  side.motion = {free_twist(body), pose.position};
  if (!body.over_time[0].empty())
    side.motion = {{body.velocity->value, body.rate->value},
                   pose.position + turned(pose.angle, body.body.centre_of_mass),
                   body.over_time};
  return side;
}

}  // namespace

Eigen::Vector2d position_of(const Setting& s, const PartName& name) {
  if (const StatedBody* body = prescribed_named(s.scene, name.owner)) {
    const Pose pose = free_pose(*body);
    const std::string& part = name.part.empty() ? "centre" : name.part;
    return pose.position + turned(pose.angle, point_of(*body, part, name.where));
  }
  const int body = name.owner == "world" ? world : body_named(s.scene, name);
  const std::string part = name.part.empty() && body == world ? "origin" : name.part;
  if (part.empty())
    refuse(name.where, fmt::format("which point of {0}? Write {0}.centre or another", name.owner));
  return point_position(s.k, body, point_named(s.scene, body, part, name.where));
}

Side surface_side(const Setting& s, const StatedSurface& surface, const PartName& name) {
  if (!name.part.empty())
    refuse(name.where, fmt::format("the surface {} has no parts", surface.name));
  Side side{.name = name, .material = surface.material};
  if (surface.on) {
    if (!surface.on->part.empty()) refuse(surface.on->where, "give a body, not a part of it");
    side.side.body = surface.on->owner == "world" ? world : body_named(s.scene, *surface.on);
  }
  const EdgeFeature edge = edge_of(s, surface, side.side.body);
  side.side.feature = edge;
  side.motion = {{surface.velocity, surface.rate}, edge.point, surface.over_time};
  return side;
}

std::vector<std::string> touching_parts(const StatedBody& body) {
  std::vector<std::string> names;
  names.reserve(body.points.size() + body.discs.size() + body.edges.size());
  for (const NamedPoint& point : body.points) names.push_back(point.name);
  for (const NamedDisc& disc : body.discs) names.push_back(disc.name);
  for (const NamedEdge& edge : body.edges) names.push_back(edge.name);
  return names;
}

Side side_of(const Setting& s, const PartName& name) {
  for (const StatedSurface& surface : s.scene.surfaces)
    if (surface.name == name.owner) return surface_side(s, surface, name);
  if (name.owner == "world") {
    if (name.part.empty())
      refuse(name.where, "the world as a whole cannot touch; give a surface or world.POINT");
    Side side{.name = name};
    side.side.feature = PointFeature{point_named(s.scene, world, name.part, name.where)};
    return side;
  }
  if (s.scene.body_of_name.count(name.owner) > 0) return body_side(s, name);
  if (const StatedBody* body = prescribed_named(s.scene, name.owner))
    return prescribed_side(*body, name);
  std::vector<std::string> known;
  known.reserve(s.scene.bodies.size() + s.scene.surfaces.size());
  for (const StatedBody& body : s.scene.bodies) known.push_back(body.body.name);
  for (const StatedSurface& surface : s.scene.surfaces) known.push_back(surface.name);
  refuse_name(name.where, "body or surface", name.owner, known);
}

std::vector<SidePart> parts_of(const Side& side) {
  if (!side.name.part.empty()) return {{side.name.part, side.side.feature}};
  std::vector<SidePart> parts;
  if (side.body == nullptr) {
    const auto& edge = std::get<EdgeFeature>(side.side.feature);
    parts.push_back({"", edge});
    if (!std::isfinite(edge.ahead)) return parts;
    parts.push_back({"from", PointFeature{edge.point}});
    parts.push_back({"to", PointFeature{edge.point + edge.ahead * direction(edge.angle)}});
    return parts;
  }
  if (side.body->rim) parts.push_back({"rim", DiscFeature{{0, 0}, *side.body->rim}});
  for (const NamedPoint& corner : side.body->corners)
    parts.push_back({corner.name, PointFeature{corner.point}});
  for (const NamedEdge& edge : side.body->edges) parts.push_back({edge.name, edge_feature(edge)});
  for (const NamedDisc& disc : side.body->discs)
    parts.push_back({disc.name, DiscFeature{disc.centre, disc.radius}});
  if (side.body->semi_axes) return {};
  if (side.body->prescribed)
    for (SidePart& part : parts)
      part.feature = std::visit(Placement{free_pose(*side.body)}, part.feature);
  return parts;
}

}  // namespace carom
