// carom sweep: one problem over ranges of its numbers, on all cores.

#include "cluster.hpp"
#include "output.hpp"
#include "page.hpp"
#include "picture.hpp"
#include "progress.hpp"
#include "sweep_output.hpp"
#include "sweep_share.hpp"
#include "table_file.hpp"

#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/io/tree/text.hpp>
#include <carom/report/plot/sweep.hpp>
#include <carom/report/table/sweep_summary.hpp>
#include <carom/study/run/ordered_run.hpp>
#include <carom/study/sweep/boundaries.hpp>
#include <carom/study/sweep/curves.hpp>
#include <carom/study/sweep/table.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <stdexcept>

namespace carom::app {
namespace {

/// Points that a thread takes at a time: often enough for a smooth bar, seldom enough for the locks.
constexpr std::uint64_t points_per_portion = 64;
/// Points between two looks at the wish to stop.
constexpr std::uint64_t points_at_once = 16;

/// The rows of a portion, a few points at a time; absent where the sweep was stopped meanwhile.
template <class Rows>
std::optional<std::string> rows_until_stopped(std::uint64_t first, std::uint64_t last,
                                              const Rows& rows) {
  std::string text;
  for (std::uint64_t at = first; at < last; at += points_at_once) {
    if (*interruption()) return std::nullopt;
    text += rows(at, std::min(last, at + points_at_once));
  }
  return text;
}

void say_fewer_threads(unsigned started, unsigned wanted) {
  complain(fmt::format("{} of {} threads could be started; going on with {}", started, wanted,
                       started == 0 ? "one" : "these"));
}

/// What messages call it.
constexpr const char* name_of_standard_input = "standard input";

RowFormat format_for(const SweepOptions& options) {
  const bool named_json = std::string_view(options.output).ends_with(".json");
  SweepFormat by_name = named_json ? SweepFormat::json : SweepFormat::csv;
  if (is_table_file(options.output)) by_name = SweepFormat::hdf5;
  switch (options.format.value_or(by_name)) {
    case SweepFormat::csv: return RowFormat::csv;
    case SweepFormat::json: return RowFormat::json;
    case SweepFormat::hdf5: return RowFormat::tables;
  }
  return RowFormat::csv;
}

StatedSweep stated_sweep(const SweepOptions& options) {
  SweepOverrides overrides{
      .source = options.file,
      .vary = options.vary,
      .laws = options.laws,
      .columns = options.columns,
      .draws = options.draws,
      .seed = options.seed,
      .sampling = options.sampling,
      .number = options.problem > 0 ? std::optional(options.problem) : std::nullopt};
  if (options.file == "-") overrides.source = name_of_standard_input;
  const std::string text = read_whole(options.file);
  const auto format = options.file == "-" ? FileFormat::yaml : format_of(options.file);
  if (!format)
    throw std::invalid_argument(fmt::format(
        "{}: unknown ending; a sweep or problem file ends in .yaml, .yml, .json or .jsonl",
        options.file));
  StatedSweep sweep = read_sweep(text, *format, overrides);
  if (options.vehicle && sweep.columns.empty()) sweep.columns.emplace_back("energy.change");
  if (options.vehicle) sweep.columns.emplace_back("vehicle");
  return sweep;
}

/// How to complete an interrupted sweep.
std::string way_on(const SweepOptions& options) {
  return fmt::format("; they are in {}.part, and the same command with --resume goes on{}",
                     options.output, options.force ? " (instead of --force)" : "");
}

/// What stands in the way of --resume and --force, or nothing.
void check_wishes(const SweepOptions& options) {
  if (options.units != UnitSystem::si && !options.summary && options.picture.empty())
    throw std::invalid_argument("--units: rows are in SI; units are for --summary and --plot");
  if (options.resume && options.output.empty())
    throw std::invalid_argument("--resume: say which file to complete, with -o OUT");
  if (options.resume && options.boundaries)
    throw std::invalid_argument("--resume: a list of boundaries is always made anew");
  if (options.resume && options.force)
    throw std::invalid_argument(
        "--resume goes on with what is there, --force starts anew; want one");
}

/// The sweep's file, and the problem's if it is another.
std::vector<std::string> inputs_of(const SweepOptions& options, const StatedSweep& sweep) {
  std::vector<std::string> inputs{options.file};
  if (options.file != "-" || sweep.source != name_of_standard_input) inputs.push_back(sweep.source);
  return inputs;
}

int run_sweep(const SweepOptions& options, const SweepPlace& place, const SweepPlan& plan) {
  const RowFormat format = format_for(options);
  SweepOutput output(place, plan, format);
  if (output.is_complete()) {
    complain(fmt::format("{}: is complete and as it should be: {} points by {} laws",
                         options.output, plan.points, plan.laws.size()));
    return success;
  }
  const std::uint64_t start = output.first_point();
  Progress progress("points", start, plan.points, output.is_terminal());
  run_in_order(
      {start, plan.points, points_per_portion, options.threads, interruption(), say_fewer_threads},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&, solver](std::uint64_t first, std::uint64_t last) {
          return rows_until_stopped(first, last, [&](std::uint64_t a, std::uint64_t b) {
            return sweep_lines(plan, *solver, a, b, format);
          });
        };
      },
      [&](const std::string& lines, std::uint64_t last) {
        output.write(lines);
        progress.show(last);
      });
  progress.clear();
  if (output.finish()) return success;
  complain(fmt::format("interrupted after {} of {} points{}", output.first_point(), plan.points,
                       options.output.empty() ? "" : way_on(options)));
  return interrupted;
}

int run_boundaries(const SweepOptions& options, const SweepPlace& place, const SweepPlan& plan) {
  const RowFormat format = format_for(options);
  const std::uint64_t stretches = boundary_stretches(plan);
  refuse_taken(place);
  Output output(place.path, place.inputs, Unfinished::kept);
  output.write(boundary_head(plan, options.tolerance, format));
  Progress progress("stretches", 0, stretches, output.is_terminal());
  bool first = true;
  const std::uint64_t done = run_in_order(
      {0, stretches, points_per_portion, options.threads, interruption(), say_fewer_threads},
      [&] {
        const auto finder = std::make_shared<BoundaryFinder>(plan, options.tolerance, format);
        return [finder](std::uint64_t a, std::uint64_t b) {
          return rows_until_stopped(
              a, b, [&](std::uint64_t c, std::uint64_t d) { return finder->rows(c, d); });
        };
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
  const bool complete = done == stretches;
  if (complete || !output.is_taken()) output.finish();
  if (complete) return success;
  complain(fmt::format("interrupted after {} of {} stretches{}", done, stretches,
                       output.is_taken() ? "; they are in " + output.leave_part() : ""));
  return interrupted;
}

/// The whole sweep in memory, portion by portion. @returns false if it was interrupted
bool collect(const SweepOptions& options, const SweepPlan& plan, SweepCollection& collection) {
  Progress progress("points", 0, plan.points, false);
  const std::uint64_t done = run_parts<AnswerTable>(
      {0, plan.points, points_per_portion, options.threads, interruption(), say_fewer_threads},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&plan, solver](std::uint64_t first, std::uint64_t last) {
          return std::optional(sweep_answers(plan, *solver, first, last));
        };
      },
      [&](AnswerTable& table, std::uint64_t last) {
        collection.add(table);
        progress.show(last);
      });
  progress.clear();
  if (done < plan.points)
    complain(fmt::format("interrupted after {} of {} points", done, plan.points));
  return done == plan.points;
}

/// Looks at the rows instead of writing them.
int run_look(const SweepOptions& options, const std::vector<std::string>& inputs,
             const SweepPlan& plan) {
  if (options.boundaries || options.resume || !options.part.empty() || !options.html.empty())
    throw std::invalid_argument(
        "--summary and --plot look at a whole sweep; "
        "want neither --boundaries, --resume, --part nor --html with them");
  if (!options.summary && !options.output.empty())
    throw std::invalid_argument("--plot: draws instead of writing rows; leave out -o");
  SweepCollection collection(plan);
  if (!collect(options, plan, collection)) return interrupted;
  if (!options.picture.empty() && is_drawn_as_curves(plan))
    refine_curves(shown_columns(collection), collection, interruption());
  collection.convert([&](const std::string& unit) {
    const ShownUnit shown = unit_for(unit, options.units);
    return std::pair(shown.symbol, shown.si);
  });
  if (options.summary) {
    Output output(options.output, inputs);
    output.write(sweep_summary_table(collection.summary(), output.style(Color::automatic)));
    output.finish();
  }
  if (options.picture.empty()) return success;
  const PictureFormat format = format_of_picture(options.picture);
  write_picture(gnuplot_script(collection, title_of({options.file}), format),
                {format, options.picture, inputs});
  return success;
}

TreeNode list_node(const std::vector<double>& numbers) {
  TreeNode list{.kind = NodeKind::sequence};
  for (const double x : numbers) list.items.push_back(number_node(x));
  return list;
}

TreeNode words_node(const std::vector<std::string>& words) {
  TreeNode list{.kind = NodeKind::sequence};
  for (const std::string& word : words) list.items.push_back(text_node(word));
  return list;
}

/// The members of a joint normal distribution, from the one at `first` on.
TreeNode joint_node(const std::vector<SweepVariable>& variables, std::size_t first) {
  std::vector<std::string> keys;
  std::vector<double> means;
  TreeNode covariance{.kind = NodeKind::sequence};
  std::size_t size = 0;
  while (first + size < variables.size() && variables[first + size].loads.size() == size + 1)
    ++size;
  for (std::size_t i = first; i < first + size; ++i) {
    keys.push_back(variables[i].keys.front().path);
    means.push_back(variables[i].a);
    std::vector<double> row;
    for (std::size_t j = first; j < first + size; ++j)
      row.push_back(covariance_of(variables[i], variables[j]));
    covariance.items.push_back(list_node(row));
  }
  TreeNode normal{.kind = NodeKind::map};
  set_field(normal, "mean", list_node(means));
  set_field(normal, "covariance", std::move(covariance));
  TreeNode node{.kind = NodeKind::map};
  set_field(node, "normal", std::move(normal));
  set_field(node, "keys", words_node(keys));
  return node;
}

/// A variable in the words of a sweep's file.
TreeNode variable_node(const SweepVariable& variable) {
  TreeNode node{.kind = NodeKind::map};
  switch (variable.spread) {
    case Spread::list: set_field(node, "values", list_node(variable.values)); break;
    case Spread::uniform: set_field(node, "uniform", list_node({variable.a, variable.b})); break;
    case Spread::normal: set_field(node, "normal", list_node({variable.a, variable.b})); break;
    case Spread::words: set_field(node, "values", words_node(variable.words)); break;
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
  std::vector<std::string> paths;
  for (const ResultColumn& column : plan.columns) paths.push_back(column.path);
  set_field(document, "columns", words_node(paths));
  TreeNode vary{.kind = NodeKind::map};
  for (std::size_t i = 0; i < sweep.variables.size(); ++i) {
    const SweepVariable& variable = sweep.variables[i];
    if (variable.loads.empty())
      set_field(vary, variable.name, variable_node(variable));
    else if (variable.loads.size() == 1)
      set_field(vary, variable.name + " and more", joint_node(sweep.variables, i));
  }
  set_field(document, "vary", std::move(vary));
  if (sweep.draws > 0) set_field(document, "draws", number_node(static_cast<double>(sweep.draws)));
  if (sweep.draws > 0) set_field(document, "seed", number_node(static_cast<double>(sweep.seed)));
  if (sweep.sampling != Sampling::independent)
    set_field(document, "sampling", text_node(to_string(sweep.sampling)));
  return document;
}

/// The rows and the sweep as a page.
int write_page(const SweepOptions& options, const std::vector<std::string>& inputs,
               const StatedSweep& sweep, const SweepPlan& plan) {
  Output output(options.html, with_page(inputs));
  std::string rows;
  run_in_order(
      {0, plan.points, points_per_portion, options.threads, nullptr, say_fewer_threads},
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
  output.write(page_with(data));
  output.finish();
  return success;
}

/// What stands in the way of HDF5.
void check_tables(const SweepOptions& options) {
  if (options.output.empty())
    throw std::invalid_argument("--format hdf5: say which file it goes to, with -o OUT.h5");
  if (options.boundaries) throw std::invalid_argument("--boundaries: are written as csv or json");
  require_table_store();
}

}  // namespace

int sweep(const SweepOptions& options) {
  check_wishes(options);
  if (!options.picture.empty()) format_of_picture(options.picture);
  const bool looks = options.summary || !options.picture.empty();
  if (!looks) check_ending(options.output, word_of(format_for(options)));
  const bool tables = !looks && format_for(options) == RowFormat::tables;
  if (tables) check_tables(options);
  // What is wrong with the sweep rank 0 says alone: the others read it once it has.
  if (cluster() != nullptr && cluster()->rank > 0) cluster()->wait_for_all();
  const StatedSweep stated = stated_sweep(options);
  const SweepPlace place{options.output, inputs_of(options, stated), options.resume, options.force};
  SweepPlan plan = plan_sweep(stated);
  if (tables) plan.document = json_text(document_of(stated, plan));
  if (cluster() != nullptr && cluster()->rank == 0) cluster()->wait_for_all();
  if (!options.html.empty()) return write_page(options, place.inputs, stated, plan);
  catch_interruption();
  if (looks) return run_look(options, place.inputs, plan);
  if (!options.part.empty()) return run_part(options, place.inputs, plan, format_for(options));
  if (cluster() != nullptr) return run_member(options, place.inputs, plan, format_for(options));
  return options.boundaries ? run_boundaries(options, place, plan)
                            : run_sweep(options, place, plan);
}

}  // namespace carom::app
