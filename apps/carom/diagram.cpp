// carom diagram: Routh's picture of an impact, drawn by gnuplot.

#include "output.hpp"
#include "picture.hpp"
#include "problem_stream.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/plot/diagram.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <stdexcept>

namespace carom::app {
namespace {

std::vector<ImpactResult> results_of(const ProblemEntry& entry) {
  if (!entry.scene && !entry.spatial) return resolve(entry.problem, entry.laws);
  std::vector<ImpactResult> results;
  for (SceneResult& result :
       entry.spatial ? resolve(*entry.spatial, entry.laws) : resolve(*entry.scene, entry.laws))
    results.push_back(std::move(result.impact));
  return results;
}

Contacts contacts_of(const ProblemEntry& entry) {
  if (entry.spatial) return contact_problem(*entry.spatial);
  return entry.scene ? contact_problem(*entry.scene) : contact_problem(entry.problem);
}

}  // namespace

int diagram(const DiagramOptions& options) {
  const PictureFormat format = format_of_picture(options.output);
  const std::optional<ProblemEntry> entry =
      chosen_problem({options.file}, {.laws = options.laws}, options.problem);
  if (!entry) return bad_input;
  if (entry->problem.contacts.size() != 1)
    throw std::invalid_argument(fmt::format(
        "{}: problem {} has {} contacts; a diagram is the plane of one contact's impulse "
        "and is drawn for problems with one contact only",
        options.file, options.problem, entry->problem.contacts.size()));
  const std::vector<ImpactResult> results = results_of(*entry);
  for (const ImpactResult& result : results)
    if (!has_answer(result.status))
      complain(
          fmt::format("{} has no solution here, so there is no path", law_of(result.law).name));
  const ImpactDiagram diagram =
      impact_diagram(entry->problem.contacts, contacts_of(*entry), results);
  write_picture(gnuplot_script(diagram, format),
                {.format = format, .path = options.output, .inputs = {options.file}});
  return success;
}

}  // namespace carom::app
