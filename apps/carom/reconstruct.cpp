// carom reconstruct: what is unknown of a crash, from what was measured of its outcome.

#include "fit_commands.hpp"
#include "output.hpp"
#include "page_printer.hpp"
#include "sweep_output.hpp"
#include "team.hpp"
#include "work_progress.hpp"

#include <carom/report/fit/fit_provenance.hpp>
#include <carom/report/fit/reconstruction_report.hpp>
#include <fmt/format.h>
#include <optional>

namespace carom::app {

int reconstruct(const ReconstructOptions& options) {
  const auto format = options.file == "-" ? FileFormat::yaml : format_of(options.file);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown ending; a reconstruction's file ends in .yaml, .yml or .json", options.file));
  const std::string source = options.file == "-" ? "standard input" : options.file;
  const TeamMember member;
  const std::string text = read_whole(options.file);
  const StatedReconstruction stated = read_reconstruction(text, *format, source);
  const std::vector<std::string> inputs{options.file, stated.source};
  Output output(member.leads() ? options.output : "", inputs);
  member.all_is_read();
  catch_interruption();
  WorkProgress progress;
  const Workers workers{member.threads(options.threads), interruption(),
                        [&](const char* what, std::size_t done, std::size_t total) {
                          if (member.leads()) progress.show(what, done, total);
                        },
                        member.team()};
  std::optional<Reconstruction> result;
  try {
    result = carom::reconstruct(stated, workers);
  } catch (const Stopped&) {
    progress.clear();
    complain("interrupted; nothing was written");
    return interrupted;
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(stated.source, error));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", source, error.what()));
  }
  progress.clear();
  if (!member.leads()) return success;
  const bool table = options.format ? *options.format == ResultFormat::table
                                    : !std::string_view(options.output).ends_with(".json");
  TextStyle style = output.style(options.color);
  style.units = options.units;
  const Provenance provenance = reconstruction_provenance(text, *format, source, stated);
  output.write(table ? reconstruction_table(*result, stated, style)
                     : reconstruction_json(*result, provenance));
  output.finish();
  if (options.html.empty() && options.pdf.empty()) return success;
  const std::string report =
      reconstruction_page(*result, stated, provenance, source, options.units);
  if (!options.html.empty()) {
    Output page(options.html, inputs);
    page.write(report);
    page.finish();
  }
  if (!options.pdf.empty()) print_page(report, options.pdf, inputs);
  return success;
}

}  // namespace carom::app
