#include <carom/report/spatial_diagram_json.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/report/law_color.hpp>

#include <initializer_list>

namespace carom {
namespace {

void write_numbers(JsonLine& json, std::string_view name, std::initializer_list<double> numbers) {
  json.key(name);
  json.numbers(numbers);
}

void write_vector(JsonLine& json, std::string_view name, const Vec3<double>& x) {
  write_numbers(json, name, {x.t.x, x.t.y, x.n});
}

void write_bounds(JsonLine& json, std::string_view name, const DiagramRange& range) {
  write_numbers(json, name, {range.min, range.max});
}

void write_direction(JsonLine& json, const KeptDirection& kept) {
  json.begin('{');
  write_numbers(json, "w", {kept.w.x, kept.w.y});
  json.flag("attracts", kept.attracts);
  json.field("rate", kept.rate);
  json.end('}');
}

void write_ellipsoid(JsonLine& json, const EnergyEllipsoid& ellipsoid) {
  json.key("ellipsoid");
  json.begin('{');
  write_vector(json, "centre", ellipsoid.centre);
  json.key("half_axes");
  json.list(ellipsoid.half_axes, [&](const Vec3<double>& a) {
    json.numbers(std::initializer_list<double>{a.t.x, a.t.y, a.n});
  });
  json.end('}');
}

/// ½ p·(u⁻ + u), J.
double work_of(const SpatialDiagramPoint& point, const Vec3<double>& before) {
  return 0.5 * (dot(point.p.t, before.t + point.u.t) + point.p.n * (before.n + point.u.n));
}

void write_way_point(JsonLine& json, const SpatialDiagramPoint& point, const Vec3<double>& before) {
  json.begin('{');
  json.field("event", to_string(point.kind));
  json.field("phase", to_string(point.phase));
  json.flag("sticks", point.sticks);
  write_vector(json, "p", point.p);
  write_vector(json, "u", point.u);
  json.field("work", work_of(point, before));
  json.end('}');
}

void write_way(JsonLine& json, const SpatialDiagramPath& path, const Vec3<double>& before) {
  json.begin('{');
  json.field("law", law_of(path.law).name);
  json.field("color", color_of(path.law));
  json.flag("follows_path", path.follows_path);
  json.flag("creates_energy", path.creates_energy);
  json.key("points");
  json.list(path.points,
            [&](const SpatialDiagramPoint& point) { write_way_point(json, point, before); });
  json.end('}');
}

}  // namespace

std::string to_json(const SpatialDiagram& d) {
  JsonLine json;
  json.begin('{');
  json.field("title", d.title);
  json.field("subtitle", d.subtitle);
  write_vector(json, "u", d.u);
  json.field("friction", d.friction);
  json.field("static_friction", d.static_friction);
  write_bounds(json, "u_t1", d.u_t1);
  write_bounds(json, "u_t2", d.u_t2);
  write_bounds(json, "p_t1", d.p_t1);
  write_bounds(json, "p_t2", d.p_t2);
  json.field("p_t", d.p_t);
  json.field("p_n", d.p_n);
  json.key("directions");
  json.list(d.directions, [&](const KeptDirection& kept) { write_direction(json, kept); });
  if (d.ellipsoid) write_ellipsoid(json, *d.ellipsoid);
  json.key("paths");
  json.list(d.paths, [&](const SpatialDiagramPath& path) { write_way(json, path, d.u); });
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
