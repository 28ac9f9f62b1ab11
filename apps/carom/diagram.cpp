// carom diagram: Routh's picture of an impact, drawn by gnuplot.

#include "output.hpp"
#include "problem_stream.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/plot_diagram.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <stdexcept>

namespace carom::app {
namespace {

/// The chosen problem of the file; absent, and said so, if it is not there or not fine.
std::optional<ProblemEntry> chosen_problem(const DiagramOptions& options) {
  ProblemStream problems({options.file}, options.laws);
  int count = 0;
  while (const auto batch = problems.next()) {
    for (std::size_t i = 0; i < size(*batch); ++i) {
      if (++count != options.problem) continue;
      ProblemEntry entry = entry_at(*batch, i);
      if (entry.error.empty()) return entry;
      complain_about_input(entry.error);
      return std::nullopt;
    }
  }
  if (problems.unreadable() == 0)
    complain(fmt::format("{}: has {} problem{}; --problem {} does not exist", options.file, count,
                         count == 1 ? "" : "s", options.problem));
  return std::nullopt;
}

std::vector<ImpactResult> results_of(const ProblemEntry& entry) {
  if (!entry.scene) return resolve(entry.problem, entry.laws);
  std::vector<ImpactResult> results;
  for (SceneResult& result : resolve(*entry.scene, entry.laws))
    results.push_back(std::move(result.impact));
  return results;
}

ContactProblem contacts_of(const ProblemEntry& entry) {
  return entry.scene ? contact_problem(*entry.scene) : contact_problem(entry.problem);
}

}  // namespace

int diagram(const DiagramOptions& options) {
  const std::optional<PictureFormat> format = picture_format_of(options.output);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown kind of picture; the output ends in .svg, .pdf, .png or .gp (gnuplot script)",
        options.output));
  const std::optional<ProblemEntry> entry = chosen_problem(options);
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
  const std::string script = gnuplot_script(diagram, *format);
  Output output(options.output);
  output.write(*format == PictureFormat::script ? script : drawn_by_gnuplot(script));
  output.finish();
  return success;
}

}  // namespace carom::app
