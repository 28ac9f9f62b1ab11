// carom diagram: Routh's picture of an impact, or the swerve of one in space, drawn by gnuplot.

#include "output.hpp"
#include "picture.hpp"
#include "problem_stream.hpp"

#include <carom/multibody/problem.hpp>
#include <carom/report/diagram.hpp>
#include <carom/report/load_sharing.hpp>
#include <carom/report/plot/diagram.hpp>
#include <carom/report/plot/impact_strip.hpp>
#include <carom/report/plot/load_sharing.hpp>
#include <carom/report/plot/spatial_diagram.hpp>
#include <carom/report/spatial_diagram.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>

namespace carom::app {
namespace {

/// Several contacts have no plane of one impulse; those in space may share their loads in more than one way.
int draw_sharing(const ProblemEntry& entry, const Contacts& space, const DiagramOptions& options,
                 PictureFormat format) {
  const std::vector<Contact> contacts = materials_of(entry.problem);
  const std::string& name = name_of(entry.problem);
  const auto sharing =
      space.in_space ? load_sharing(name, contacts, space, entry.laws.front()) : std::nullopt;
  if (!sharing || sharing->ways.empty())
    throw std::invalid_argument(fmt::format(
        "{}: problem {} has {} contacts; "
        "a diagram is the plane of one contact's impulse and is drawn for one contact, or for contacts in space that can share their loads",
        options.file, options.problem, contacts.size()));
  const std::string script = gnuplot_script(*sharing, space, contacts, name, format);
  write_picture(script, {.format = format, .path = options.output, .inputs = {options.file}});
  return success;
}

int strip(const DiagramOptions& options, const ProblemEntry& entry, PictureFormat format) {
  const auto* scene = std::get_if<Scene>(&entry.problem);
  if (scene == nullptr)
    throw std::invalid_argument(
        fmt::format("{}: problem {} is no scene in the plane; a strip shows its bodies",
                    options.file, options.problem));
  const std::string script =
      gnuplot_script(impact_strip(*scene, resolve(*scene, entry.laws)), format);
  write_picture(script, {.format = format, .path = options.output, .inputs = {options.file}});
  return success;
}

}  // namespace

int diagram(const DiagramOptions& options) {
  const PictureFormat format = format_of_picture(options.output);
  const std::optional<ProblemEntry> entry =
      chosen_problem({options.file}, {.laws = options.laws}, options.problem);
  if (!entry) return bad_input;
  if (options.strip) return strip(options, *entry, format);
  const std::vector<Contact> contacts = materials_of(entry->problem);
  const Contacts space = contact_problem(entry->problem);
  if (contacts.size() != 1) return draw_sharing(*entry, space, options, format);
  const std::vector<ImpactResult> results = impacts_of(resolve(entry->problem, entry->laws));
  for (const ImpactResult& result : results)
    if (!has_answer(result.status))
      complain(
          fmt::format("{} has no solution here, so there is no path", law_of(result.law).name));
  const std::string script =
      space.in_space
          ? gnuplot_script(spatial_diagram(name_of(entry->problem), contacts, space, entry->laws),
                           format)
          : gnuplot_script(impact_diagram(contacts, space, results), format);
  write_picture(script, {.format = format, .path = options.output, .inputs = {options.file}});
  return success;
}

}  // namespace carom::app
