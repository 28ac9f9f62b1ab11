// Sweeps: a problem over ranges of its numbers, as columns.

#include "python_tree.hpp"
#include "solved.hpp"

#include <carom/io/problem_trees.hpp>
#include <carom/report/sweep_table.hpp>
#include <carom/study/ordered_run.hpp>

#include <fmt/format.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
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

/// Variables, and what has a unit, are numbers.
std::vector<Column> empty_columns(const SweepPlan& plan) {
  std::vector<Column> columns;
  const std::size_t rows = plan.points * plan.laws.size();
  for (const RowColumn& column : sweep_columns(plan)) {
    const bool is_number = columns.size() < plan.variables.size() || !column.unit.empty();
    Column& added = columns.emplace_back(Column{column.name, is_number});
    if (is_number)
      added.numbers.assign(rows, std::numeric_limits<double>::quiet_NaN());
    else
      added.words.resize(rows);
  }
  return columns;
}

void store(Column& column, std::size_t row, const ResultValue& value) {
  if (column.is_number) {
    if (const double* number = std::get_if<double>(&value)) column.numbers[row] = *number;
  } else if (const auto* word = std::get_if<std::string_view>(&value)) {
    column.words[row] = *word;
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    column.words[row] = *text;
  }
}

/// Fills the rows of some points; threads have different ones.
void fill_rows(const SweepPlan& plan, PointSolver& solver, std::uint64_t first, std::uint64_t last,
               std::vector<Column>& columns) {
  std::vector<double> values;
  std::vector<ResultValue> cells;
  for (std::uint64_t point = first; point < last; ++point) {
    values_at(plan, point, values);
    std::size_t row = point * plan.laws.size();
    for (const PointAnswer& answer : solver.solve(values)) {
      sweep_cells(plan, values, answer, cells);
      for (std::size_t k = 0; k < cells.size(); ++k) store(columns[k], row, cells[k]);
      ++row;
    }
  }
}

/// Control-C ends a sweep: seen between portions.
void look_for_signals() {
  const py::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

std::vector<Column> run(const SweepPlan& plan, unsigned threads) {
  std::vector<Column> columns = empty_columns(plan);
  run_in_order(
      {0, plan.points, points_per_portion, threads},
      [&] {
        const auto solver = std::make_shared<PointSolver>(plan);
        return [&plan, &columns, solver](std::uint64_t first, std::uint64_t last) {
          fill_rows(plan, *solver, first, last, columns);
          return std::string();
        };
      },
      [](const std::string&, std::uint64_t) { look_for_signals(); });
  return columns;
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

/// @param trees  a sweep, or problems; `overrides` as on the command line
py::dict swept(std::vector<TreeNode> trees, const SweepOverrides& overrides, unsigned threads) {
  std::vector<Column> columns;
  {
    const py::gil_scoped_release unlocked;
    columns = run(plan_sweep(read_sweep(std::move(trees), overrides)), threads);
  }
  return as_python(columns);
}

/// What replaces the file's or the dictionary's own wishes.
SweepOverrides overrides_of(const py::dict& wishes) {
  SweepOverrides overrides{.source = py::cast<std::string>(wishes["source"])};
  overrides.vary = py::cast<std::vector<std::string>>(wishes["vary"]);
  overrides.laws = py::cast<std::optional<std::vector<std::string>>>(wishes["law"]);
  overrides.columns = py::cast<std::vector<std::string>>(wishes["columns"]);
  overrides.draws = py::cast<std::optional<std::size_t>>(wishes["draws"]);
  overrides.seed = py::cast<std::optional<std::uint64_t>>(wishes["seed"]);
  overrides.number = py::cast<std::optional<int>>(wishes["problem"]);
  return overrides;
}

py::dict sweep_text(const std::string& text, const std::string& path, const py::dict& wishes,
                    unsigned threads) {
  const auto format = format_of(path);
  std::vector<TreeNode> trees;
  try {
    trees = problem_trees(text, format.value_or(FileFormat::yaml));
  } catch (const TreeError& error) {
    throw std::invalid_argument(located_message(path, error));
  }
  return swept(std::move(trees), overrides_of(wishes), threads);
}

py::dict sweep_value(const py::object& value, const py::dict& wishes, unsigned threads) {
  std::vector<TreeNode> trees;
  trees.push_back(py::isinstance<Stated>(value) ? value.cast<const Stated&>().tree
                                                : tree_of(value));
  return swept(std::move(trees), overrides_of(wishes), threads);
}

}  // namespace

void bind_sweeps(py::module_& module) {
  module.def("sweep_text", &sweep_text);
  module.def("sweep_value", &sweep_value);
}

}  // namespace carom::python
