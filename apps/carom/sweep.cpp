// carom sweep: one problem over ranges of its numbers, on all cores.

#include "output.hpp"
#include "progress.hpp"
#include "sweep_output.hpp"

#include <carom/report/sweep_boundaries.hpp>
#include <carom/report/sweep_table.hpp>
#include <carom/study/ordered_run.hpp>
#include <fmt/format.h>
#include <memory>
#include <stdexcept>

namespace carom::app {
namespace {

/// Points that a thread takes at a time: often enough for a smooth bar, seldom enough for the locks.
constexpr std::uint64_t points_per_portion = 64;

RowFormat format_for(const SweepOptions& options) {
  const bool named_json = std::string_view(options.output).ends_with(".json");
  const SweepFormat by_name = named_json ? SweepFormat::json : SweepFormat::csv;
  return options.format.value_or(by_name) == SweepFormat::json ? RowFormat::json : RowFormat::csv;
}

StatedSweep stated_sweep(const SweepOptions& options) {
  SweepOverrides overrides{
      .source = options.file,
      .vary = options.vary,
      .laws = options.laws,
      .columns = options.columns,
      .draws = options.draws,
      .seed = options.seed,
      .number = options.problem > 0 ? std::optional(options.problem) : std::nullopt};
  if (options.file == "-") overrides.source = "standard input";
  const std::string text = read_whole(options.file);
  const auto format = options.file == "-" ? FileFormat::yaml : format_of(options.file);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown ending; a sweep or problem file ends in .yaml, .yml, .json or .jsonl",
        options.file));
  return read_sweep(text, *format, overrides);
}

/// What stands in the way of --resume, or nothing.
void check_resume(const SweepOptions& options) {
  if (!options.resume) return;
  if (options.output.empty())
    throw std::invalid_argument("--resume: say which file to complete, with -o OUT");
  if (options.boundaries)
    throw std::invalid_argument("--resume: a list of boundaries is always made anew");
}

int run_sweep(const SweepOptions& options, const SweepPlan& plan) {
  const RowFormat format = format_for(options);
  SweepOutput output(options.output);
  std::uint64_t start = 0;
  if (options.resume) start = output.resume(plan, format);
  if (start == 0) output.restart(sweep_head(plan, format));
  Progress progress("points", start, plan.points, output.is_terminal());
  const std::uint64_t done = run_in_order(
      {start, plan.points, points_per_portion, options.threads, interruption()},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&, solver](std::uint64_t first, std::uint64_t last) {
          return sweep_rows(plan, *solver, first, last, format);
        };
      },
      [&](const std::string& text, std::uint64_t last) {
        output.write(text);
        progress.show(last);
      });
  progress.clear();
  output.write(sweep_foot(format));
  output.finish();
  if (done == plan.points) return success;
  complain(fmt::format("interrupted after {} of {} points{}", done, plan.points,
                       options.output.empty() ? "" : "; the same command with --resume goes on"));
  return interrupted;
}

int run_boundaries(const SweepOptions& options, const SweepPlan& plan) {
  const RowFormat format = format_for(options);
  const std::uint64_t stretches = boundary_stretches(plan);
  SweepOutput output(options.output);
  output.restart(boundary_head(plan, options.tolerance, format));
  Progress progress("stretches", 0, stretches, output.is_terminal());
  bool first = true;
  const std::uint64_t done = run_in_order(
      {0, stretches, points_per_portion, options.threads, interruption()},
      [&] {
        const auto finder = std::make_shared<BoundaryFinder>(plan, options.tolerance, format);
        return [finder](std::uint64_t a, std::uint64_t b) { return finder->rows(a, b); };
      },
      [&](const std::string& text, std::uint64_t last) {
        const bool comma = first && format == RowFormat::json;
        if (!text.empty()) {
          output.write(std::string_view(text).substr(comma ? 1 : 0));
          first = false;
        }
        progress.show(last);
      });
  progress.clear();
  output.write(boundary_foot(format));
  output.finish();
  if (done == stretches) return success;
  complain(fmt::format("interrupted after {} of {} stretches", done, stretches));
  return interrupted;
}

}  // namespace

int sweep(const SweepOptions& options) {
  check_resume(options);
  const SweepPlan plan = plan_sweep(stated_sweep(options));
  catch_interruption();
  return options.boundaries ? run_boundaries(options, plan) : run_sweep(options, plan);
}

}  // namespace carom::app
