// carom sweep: one problem over ranges of its numbers, on all cores.

#include "output.hpp"
#include "page.hpp"
#include "progress.hpp"
#include "sweep_output.hpp"

#include <carom/impact/laws.hpp>
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

TreeNode list_node(const std::vector<double>& numbers) {
  TreeNode list{.kind = NodeKind::sequence};
  for (const double x : numbers) list.items.push_back(number_node(x));
  return list;
}

/// A variable in the words of a sweep's file.
TreeNode variable_node(const SweepVariable& variable) {
  TreeNode node{.kind = NodeKind::map};
  switch (variable.spread) {
    case Spread::list: set_field(node, "values", list_node(variable.values)); break;
    case Spread::uniform: set_field(node, "uniform", list_node({variable.a, variable.b})); break;
    case Spread::normal: set_field(node, "normal", list_node({variable.a, variable.b})); break;
    case Spread::linear:
    case Spread::logarithmic:
      set_field(node, "from", number_node(variable.a));
      set_field(node, "to", number_node(variable.b));
      set_field(node, "steps", number_node(static_cast<double>(variable.steps)));
      if (variable.spread == Spread::logarithmic)
        set_field(node, "log", {.kind = NodeKind::boolean, .truth = true});
  }
  TreeNode keys{.kind = NodeKind::map};
  for (const DrivenKey& key : variable.keys) {
    TreeNode driven{.kind = NodeKind::map};
    set_field(driven, "factor", number_node(key.factor));
    set_field(driven, "offset", number_node(key.offset));
    set_field(keys, key.path, std::move(driven));
  }
  set_field(node, "keys", std::move(keys));
  return node;
}

/// The sweep as one document, whatever the file and the command line said of it.
TreeNode document_of(const StatedSweep& sweep, const SweepPlan& plan) {
  TreeNode document{.kind = NodeKind::map};
  set_field(document, "problem", sweep.problem);
  TreeNode laws{.kind = NodeKind::sequence};
  for (const LawId law : plan.laws) laws.items.push_back(text_node(std::string(law_of(law).name)));
  set_field(document, "law", std::move(laws));
  TreeNode vary{.kind = NodeKind::map};
  for (const SweepVariable& variable : sweep.variables)
    set_field(vary, variable.name, variable_node(variable));
  set_field(document, "vary", std::move(vary));
  if (sweep.draws > 0) set_field(document, "draws", number_node(static_cast<double>(sweep.draws)));
  if (sweep.draws > 0) set_field(document, "seed", number_node(static_cast<double>(sweep.seed)));
  return document;
}

/// The rows and the sweep as a page.
int write_page(const SweepOptions& options, const StatedSweep& sweep, const SweepPlan& plan) {
  std::string rows;
  run_in_order(
      {0, plan.points, points_per_portion, options.threads, nullptr},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&, solver](std::uint64_t first, std::uint64_t last) {
          return sweep_rows(plan, *solver, first, last, RowFormat::json);
        };
      },
      [&](const std::string& text, std::uint64_t) { rows += text; });
  PageData data{.kind = "sweep", .title = title_of({options.file})};
  data.documents = {document_of(sweep, plan)};
  data.more = ", \"sweep\": " + sweep_head(plan, RowFormat::json) + rows +
              std::string(sweep_foot(RowFormat::json));
  Output output(options.html);
  output.write(page_with(data));
  output.finish();
  return success;
}

}  // namespace

int sweep(const SweepOptions& options) {
  check_resume(options);
  const StatedSweep stated = stated_sweep(options);
  const SweepPlan plan = plan_sweep(stated);
  if (!options.html.empty()) return write_page(options, stated, plan);
  catch_interruption();
  return options.boundaries ? run_boundaries(options, plan) : run_sweep(options, plan);
}

}  // namespace carom::app
