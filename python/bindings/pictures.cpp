// What a picture contains, as plain data: the same as the command line's.

#include "solved.hpp"

#include <carom/impact/laws.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/law_color.hpp>

#include <pybind11/stl.h>

#include <stdexcept>
#include <string>
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

py::list paths_of(const ImpactDiagram& diagram) {
  py::list paths;
  for (const DiagramPath& path : diagram.paths) {
    py::dict entry;
    entry["law"] = std::string(law_of(path.law).name);
    entry["color"] = color_of(path.law);
    entry["follows_path"] = path.follows_path;
    entry["creates_energy"] = path.creates_energy;
    py::list events;
    for (const DiagramEvent& event : path.events)
      events.append(py::make_tuple(to_string(event.kind), event.p.t, event.p.n));
    entry["events"] = events;
    paths.append(entry);
  }
  return paths;
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
  const ImpactDiagram diagram =
      impact_diagram(problem.entry.problem.contacts, contact_space(problem), impacts);
  py::dict data;
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
