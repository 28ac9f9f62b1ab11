// Sweeps: a problem over ranges of its numbers, as columns.

#include "python_tree.hpp"
#include "solved.hpp"
#include "wishes.hpp"

#include <carom/io/problem/trees.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/study/run/ordered_run.hpp>
#include <carom/study/sweep/boundaries.hpp>
#include <carom/study/sweep/table.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace carom::python {
namespace {

/// Points that a thread takes at a time.
constexpr std::uint64_t points_per_portion = 64;

/// One column of the result: numbers, or words.
struct Column {
  std::string name{};
  bool is_number = false;
  std::vector<double> numbers{};     ///< NaN where the result has none
  std::vector<std::string> words{};  ///< "" where the result has none
};

/// Appends the rows of a portion.
void append_rows(const AnswerTable& table, std::vector<Column>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const AnswerColumn& part = table.columns[i];
    Column& column = columns[i];
    column.numbers.insert(column.numbers.end(), part.numbers.begin(), part.numbers.end());
    for (const std::uint32_t word : part.words) column.words.push_back(part.vocabulary[word]);
  }
}

/// Control-C ends a sweep: seen between portions.
void look_for_signals() {
  const py::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Part `index` (from 0) of `count` parts of about the same size.
struct Part {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  /// The first point of part i: ⌊points · i/count⌋, every product below 2⁶⁴.
  std::uint64_t begin(std::uint64_t i, std::uint64_t points) const {
    return points / count * i + points % count * i / count;
  }
};

std::vector<Column> run(const SweepPlan& plan, const Part& part, unsigned threads) {
  std::vector<Column> columns;
  for (const RowColumn& column : sweep_columns(plan))
    columns.push_back({column.name, column.is_number});
  run_parts<AnswerTable>(
      {part.begin(part.index, plan.points), part.begin(part.index + 1, plan.points),
       points_per_portion, threads},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&plan, solver](std::uint64_t first, std::uint64_t last) {
          return std::optional(sweep_answers(plan, *solver, first, last));
        };
      },
      [&](AnswerTable& table, std::uint64_t) {
        look_for_signals();
        append_rows(table, columns);
      });
  return columns;
}

/// A law that is a callable has one core, since it needs Python's lock.
unsigned threads_for(const SweepPlan& plan, unsigned wished) {
  const bool own = std::any_of(plan.laws.begin(), plan.laws.end(), is_own_law);
  return own ? 1 : wished;
}

/// Numbers as float64, words as Python's texts, of which equal ones are one object.
py::dict as_python(const std::vector<Column>& columns) {
  py::dict result;
  const py::object intern = py::module_::import("sys").attr("intern");
  const py::object array_of = py::module_::import("numpy").attr("array");
  for (const Column& column : columns) {
    const py::str name(column.name);
    if (column.is_number) {
      result[name] = py::array_t<double>(static_cast<py::ssize_t>(column.numbers.size()),
                                         column.numbers.data());
      continue;
    }
    py::list words;
    for (const std::string& word : column.words) words.append(intern(py::str(word)));
    result[name] = array_of(words, py::arg("dtype") = "object");
  }
  return result;
}

// --- boundaries ---------------------------------------------------------------------------------

/// The rows that the finder writes, as columns.
std::vector<Column> boundaries_in(const SweepPlan& plan, double tolerance, unsigned threads) {
  std::string rows;  // each with a comma before it
  run_in_order(
      {0, boundary_stretches(plan), points_per_portion, threads},
      [&] {
        const auto finder = std::make_shared<BoundaryFinder>(plan, tolerance, RowFormat::json);
        return
            [finder](std::uint64_t first, std::uint64_t last) { return finder->rows(first, last); };
      },
      [&](const std::string& text, std::uint64_t) {
        look_for_signals();
        rows += text;
      });
  std::vector<Column> columns;
  const std::vector<RowColumn> heads = boundary_columns(plan);
  columns.reserve(heads.size());
  for (std::size_t i = 0; i < heads.size(); ++i)
    columns.push_back({heads[i].name, heads[i].is_number});
  for (const TreeNode& row : parse_json("[" + rows.substr(rows.empty() ? 0 : 1) + "]").items)
    for (Column& column : columns) {
      const TreeNode& value = *value_of(row, column.name);
      if (column.is_number)
        column.numbers.push_back(value.number);
      else
        column.words.push_back(value.text);
    }
  return columns;
}

// --- from Python --------------------------------------------------------------------------------

/// Texts as on the command line; none where `vary` is a dictionary.
std::vector<std::string> variables_of(py::handle vary) {
  if (py::isinstance<py::dict>(vary)) return {};
  return wish<std::vector<std::string>>(
             vary, "vary", "a dictionary of keys and values, or texts such as 'u[0]=0:1:11'")
      .value_or(std::vector<std::string>());
}

/// The dictionary as the map `vary` of a file.
TreeNode variables_in(py::handle vary) {
  if (!py::isinstance<py::dict>(vary)) return {};
  py::dict named;
  named["vary"] = vary;
  return std::move(tree_of(named).items[0]);
}

/// What replaces the file's or the dictionary's own wishes.
SweepOverrides overrides_of(const py::dict& wishes, const std::string& source) {
  const auto texts = [&](const char* key, const char* wanted) {
    return wish<std::vector<std::string>>(wishes[key], key, wanted);
  };
  return {.source = source,
          .vary = variables_of(wishes["vary"]),
          .variables = variables_in(wishes["vary"]),
          .laws = texts("law", "names of laws"),
          .columns = texts("columns", "paths of a result").value_or(std::vector<std::string>()),
          .draws = wish<std::size_t>(wishes["draws"], "draws", "a whole number above 0"),
          .seed = wish<std::uint64_t>(wishes["seed"], "seed", "a whole number from 0 on"),
          .sampling = wish<std::string>(wishes["sampling"], "sampling", "a word"),
          .number = wish<int>(wishes["number"], "number", "a whole number")};
}

/// @param trees  a sweep, or problems
py::dict swept(std::vector<TreeNode> trees, const std::string& source, const py::dict& wishes) {
  const SweepOverrides overrides = overrides_of(wishes, source);
  const unsigned threads = threads_of(wishes["threads"]);
  const auto tolerance = wish<double>(wishes["boundaries"], "tolerance", "a number above 0");
  const auto part =
      wish<std::pair<std::uint64_t, std::uint64_t>>(wishes["part"], "part", "two whole numbers");
  std::vector<Column> columns;
  {
    const py::gil_scoped_release unlocked;
    const SweepPlan plan = plan_sweep(read_sweep(std::move(trees), overrides));
    const unsigned taken = threads_for(plan, threads);
    columns = tolerance ? boundaries_in(plan, *tolerance, taken)
                        : run(plan, part ? Part{part->first, part->second} : Part{}, taken);
  }
  return as_python(columns);
}

py::dict sweep_text(const std::string& text, const std::string& path, const py::dict& wishes) {
  std::vector<TreeNode> trees;
  try {
    trees = problem_trees(text, format_of(path).value_or(FileFormat::yaml));
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(path, error));
  }
  return swept(std::move(trees), path, wishes);
}

py::dict sweep_value(const py::object& value, const py::dict& wishes) {
  const bool whole = py::isinstance<Stated>(value);
  std::string source = whole ? value.cast<const Stated&>().source : "";
  if (source.empty()) source = "sweep";
  std::vector<TreeNode> trees;
  trees.push_back(whole ? value.cast<const Stated&>().tree : tree_of(value));
  return swept(std::move(trees), source, wishes);
}

}  // namespace

void bind_sweeps(py::module_& module) {
  module.def("sweep_text", &sweep_text);
  module.def("sweep_value", &sweep_value);
}

}  // namespace carom::python
