// carom fit: from measured impacts to coefficients, intervals, and laws against each other.

#include "fit_commands.hpp"
#include "output.hpp"
#include "sweep_output.hpp"
#include "team.hpp"
#include "work_progress.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/fit/fit_file.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/report/fit/fit_json.hpp>
#include <carom/report/fit/fit_page.hpp>
#include <carom/report/fit/fit_provenance.hpp>
#include <carom/report/fit/fit_table.hpp>
#include <carom/study/fit/fit_problem.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace carom::app {
namespace {

std::string text_of_format(const FitOptions& options, const FitReport& report,
                           const Provenance& provenance, const Output& output) {
  const bool table = options.format ? *options.format == ResultFormat::table
                                    : !std::string_view(options.output).ends_with(".json");
  return table ? fit_table(report, output.style(options.color)) : fit_json(report, provenance);
}

/// What `work` does; its complaints begin with the file's name.
template <class Work>
auto with_source(const std::string& source, Work work) {
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", source, error.what()));
  }
}

void write_file(const std::string& path, const std::vector<std::string>& inputs,
                const std::string& text) {
  if (path.empty()) return;
  Output file(path, inputs);
  file.write(text);
  file.finish();
}

}  // namespace

int fit(const FitOptions& options) {
  const auto format = options.file == "-" ? FileFormat::yaml : format_of(options.file);
  if (!format)
    throw std::invalid_argument(
        fmt::format("{}: unknown ending; a fit file ends in .yaml, .yml or .json", options.file));
  const TeamMember member;
  const std::string text = read_whole(options.file);
  const std::string source = options.file == "-" ? "standard input" : options.file;
  const StatedFit stated = read_fit(text, *format, {source, options.laws});
  const FitProblem problem = with_source(source, [&] { return fit_problem(stated); });
  const std::vector<std::string> inputs{options.file, table_path(text, *format, source)};
  Output output(member.leads() ? options.output : "", inputs);
  member.all_is_read();
  catch_interruption();
  WorkProgress progress;
  const Workers workers{member.threads(options.threads), interruption(),
                        [&](const char* what, std::size_t done, std::size_t total) {
                          if (member.leads()) progress.show(what, done, total);
                        },
                        member.team()};
  std::optional<FitReport> report;
  try {
    report = with_source(source, [&] { return fit_laws(problem, workers); });
  } catch (const Stopped&) {
    progress.clear();
    complain("interrupted; nothing was written");
    return interrupted;
  }
  progress.clear();
  if (!member.leads()) return success;
  const Provenance provenance = fit_provenance(text, *format, source, problem);
  output.write(text_of_format(options, *report, provenance, output));
  output.finish();
  write_file(options.errors, inputs, fit_errors_csv(*report, stated.impacts.group));
  if (!options.html.empty())
    write_file(options.html, inputs, fit_page(problem, *report, provenance, source));
  return success;
}

}  // namespace carom::app
