#include <carom/report/diagram_json.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/tree/json_line.hpp>
#include <carom/report/law_color.hpp>

namespace carom {
namespace {

void write_point(JsonLine& json, const Vec2<double>& p) {
  json.begin('[');
  for (const double x : {p.t, p.n}) {
    json.next();
    append_json(json.out, x);
  }
  json.end(']');
}

void write_range(JsonLine& json, std::string_view name, const DiagramRange& range) {
  json.key(name);
  write_point(json, {range.min, range.max});
}

void write_line(JsonLine& json, const DiagramLine& line) {
  json.next();
  json.begin('{');
  json.field("kind", to_string(line.kind));
  json.key("from");
  write_point(json, line.from);
  json.key("to");
  write_point(json, line.to);
  json.end('}');
}

void write_ellipse(JsonLine& json, const DiagramEllipse& ellipse) {
  json.key("energy_ellipse");
  json.begin('{');
  json.key("centre");
  write_point(json, ellipse.centre);
  json.key("first");
  write_point(json, ellipse.first);
  json.key("second");
  write_point(json, ellipse.second);
  json.end('}');
}

void write_path(JsonLine& json, const DiagramPath& path) {
  json.next();
  json.begin('{');
  json.field("law", law_of(path.law).name);
  json.field("color", color_of(path.law));
  json.flag("follows_path", path.follows_path);
  json.flag("creates_energy", path.creates_energy);
  json.key("events");
  json.begin('[');
  for (const DiagramEvent& event : path.events) {
    json.next();
    json.begin('{');
    json.field("event", to_string(event.kind));
    json.key("p");
    write_point(json, event.p);
    json.end('}');
  }
  json.end(']');
  json.end('}');
}

}  // namespace

std::string to_json(const ImpactDiagram& diagram) {
  JsonLine json;
  json.begin('{');
  json.field("title", diagram.title);
  json.field("subtitle", diagram.subtitle);
  write_range(json, "t", diagram.t);
  write_range(json, "n", diagram.n);
  json.key("lines");
  json.begin('[');
  for (const DiagramLine& line : diagram.lines) write_line(json, line);
  json.end(']');
  if (diagram.energy_ellipse) write_ellipse(json, *diagram.energy_ellipse);
  json.key("paths");
  json.begin('[');
  for (const DiagramPath& path : diagram.paths) write_path(json, path);
  json.end(']');
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
