// The table of laws, and the figures of papers computed again.

#include "python_tree.hpp"
#include "solved.hpp"

#include <carom/core/impact_mode.hpp>
#include <carom/impact/laws.hpp>
#include <carom/papers/reproduction.hpp>
#include <carom/report/law_color.hpp>

#include <pybind11/stl.h>

#include <array>
#include <string>

namespace carom::python {
namespace {

py::list all_laws() {
  py::list list;
  for (const Law& law : laws()) {
    py::dict entry;
    entry["name"] = std::string(law.name);
    entry["title"] = std::string(law.title);
    entry["statement"] = std::string(law.statement);
    entry["guarantees"] = std::string(law.guarantees);
    entry["use"] = std::string(law.use);
    entry["reference"] = std::string(law.reference);
    entry["follows_path"] = law.follows_path;
    entry["color"] = color_of(law.id);
    list.append(entry);
  }
  return list;
}

/// The names of an enumeration from its first value to its last.
template <class Enum>
std::vector<std::string> names_to(Enum last) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i)
    names.emplace_back(to_string(static_cast<Enum>(i)));
  return names;
}

}  // namespace

void bind_laws(py::module_& module) {
  module.def("laws", &all_laws);
  module.def("papers", &reproducible_papers);
  module.def("reproduce", [](const std::string& paper) {
    std::string json;
    {
      const py::gil_scoped_release unlocked;
      json = to_json(reproduce(paper));
    }
    return parsed_json(json);
  });
  module.attr("mode_names") = names_to(ImpactMode::detached);
  module.attr("status_names") = names_to(ImpactStatus::no_solution);
}

}  // namespace carom::python
