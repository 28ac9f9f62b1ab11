// What a picture contains, as plain data: the same as the command line's.

#include "solved.hpp"

#include <carom/impact/laws.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/law_color.hpp>
#include <carom/report/spatial_diagram.hpp>

#include <pybind11/stl.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace carom::python {
namespace {

py::tuple pair_of(const Vec2<double>& p) { return py::make_tuple(p.t, p.n); }

py::list lines_of(const ImpactDiagram& diagram) {
  py::list lines;
  for (const DiagramLine& line : diagram.lines) {
    py::dict entry;
    entry["label"] = to_string(line.kind);
    entry["from"] = pair_of(line.from);
    entry["to"] = pair_of(line.to);
    lines.append(entry);
  }
  return lines;
}

/// What the paths of both kinds of diagram say of their law.
template <class Path>
py::dict law_entry(const Path& path) {
  py::dict entry;
  entry["law"] = std::string(law_of(path.law).name);
  entry["color"] = color_of(path.law);
  entry["follows_path"] = path.follows_path;
  entry["creates_energy"] = path.creates_energy;
  return entry;
}

py::list paths_of(const ImpactDiagram& diagram) {
  py::list paths;
  for (const DiagramPath& path : diagram.paths) {
    py::dict entry = law_entry(path);
    py::list events;
    for (const DiagramEvent& event : path.events)
      events.append(py::make_tuple(to_string(event.kind), event.p.t, event.p.n));
    entry["events"] = events;
    paths.append(entry);
  }
  return paths;
}

py::list swerve_paths(const SpatialDiagram& diagram) {
  py::list paths;
  for (const SpatialDiagramPath& path : diagram.paths) {
    py::dict entry = law_entry(path);
    py::list events;
    py::list phases;
    py::array_t<double> p({static_cast<py::ssize_t>(path.points.size()), py::ssize_t{3}});
    py::array_t<double> u({static_cast<py::ssize_t>(path.points.size()), py::ssize_t{3}});
    py::ssize_t i = 0;
    for (const SpatialDiagramPoint& point : path.points) {
      events.append(to_string(point.kind));
      phases.append(to_string(point.phase));
      for (const auto& [to, x] : {std::pair(&p, &point.p), std::pair(&u, &point.u)}) {
        to->mutable_at(i, 0) = x->t.x;
        to->mutable_at(i, 1) = x->t.y;
        to->mutable_at(i, 2) = x->n;
      }
      ++i;
    }
    entry["events"] = events;
    entry["phases"] = phases;
    entry["p"] = p;
    entry["u"] = u;
    paths.append(entry);
  }
  return paths;
}

py::dict swerve_of(const Stated& problem, const std::vector<LawId>& laws) {
  const SpatialDiagram diagram =
      spatial_diagram(name_of(problem.entry.problem), materials_of(problem.entry.problem),
                      contact_space(problem), laws);
  py::dict data;
  data["in_space"] = true;
  data["title"] = diagram.title;
  data["subtitle"] = diagram.subtitle;
  data["friction"] = diagram.friction;
  data["static_friction"] = diagram.static_friction;
  const auto range = [](const DiagramRange& x) { return py::make_tuple(x.min, x.max); };
  data["u_t1"] = range(diagram.u_t1);
  data["u_t2"] = range(diagram.u_t2);
  data["p_t1"] = range(diagram.p_t1);
  data["p_t2"] = range(diagram.p_t2);
  data["p_t"] = diagram.p_t;
  data["p_n"] = diagram.p_n;
  py::list directions;
  for (const KeptDirection& kept : diagram.directions) {
    py::dict entry;
    entry["direction"] = py::make_tuple(kept.w.x, kept.w.y);
    entry["attracts"] = kept.attracts;
    entry["rate"] = kept.rate;
    directions.append(entry);
  }
  data["directions"] = directions;
  data["paths"] = swerve_paths(diagram);
  return data;
}

py::dict diagram_of(const std::vector<Result>& results) {
  if (results.empty()) throw std::invalid_argument("diagram: no results");
  const Stated& problem = *results.front().solved->problem;
  std::vector<ImpactResult> impacts;
  for (const Result& result : results) {
    if (result.solved->problem != results.front().solved->problem)
      throw std::invalid_argument("diagram: results of different problems; want those of one");
    impacts.push_back(result.impact());
  }
  const std::vector<Contact> materials = materials_of(problem.entry.problem);
  if (materials.size() == 1 && contact_space(problem).in_space) {
    std::vector<LawId> laws;
    for (const ImpactResult& impact : impacts) laws.push_back(impact.law);
    return swerve_of(problem, laws);
  }
  const ImpactDiagram diagram = impact_diagram(materials, contact_space(problem), impacts);
  py::dict data;
  data["in_space"] = false;
  data["title"] = diagram.title;
  data["subtitle"] = diagram.subtitle;
  data["t"] = py::make_tuple(diagram.t.min, diagram.t.max);
  data["n"] = py::make_tuple(diagram.n.min, diagram.n.max);
  data["lines"] = lines_of(diagram);
  py::list ellipse;
  for (const Vec2<double>& p : points_of(diagram.energy_ellipse)) ellipse.append(pair_of(p));
  data["energy_ellipse"] = ellipse;
  data["paths"] = paths_of(diagram);
  return data;
}

}  // namespace

void bind_pictures(py::module_& module) { module.def("diagram", &diagram_of); }

}  // namespace carom::python
