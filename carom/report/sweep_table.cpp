#include <carom/report/row_writer.hpp>
#include <carom/report/sweep_table.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/json_text.hpp>

#include <fmt/format.h>

#include <stdexcept>

namespace carom {
namespace {

constexpr std::string_view status_of_error = "error";

std::string csv_head(const SweepPlan& plan) {
  const std::vector<RowColumn> columns = sweep_columns(plan);
  std::string laws;
  for (const LawId law : plan.laws) laws += fmt::format(" {}", law_of(law).name);
  return fmt::format("# carom sweep {}: {} points by{}\n# units: {}\n{}", plan.identity,
                     plan.points, laws, listed_units(columns), csv_names(columns));
}

std::string json_head(const SweepPlan& plan) {
  return fmt::format("{{\"sweep\": \"{}\", \"points\": {}, \"units\": {}, \"rows\": [",
                     plan.identity, plan.points, units_json(sweep_columns(plan)));
}

}  // namespace

std::vector<RowColumn> sweep_columns(const SweepPlan& plan) {
  std::vector<RowColumn> columns;
  columns.reserve(plan.variables.size() + plan.columns.size() + 3);  // law, status, error
  for (std::size_t i = 0; i < plan.variables.size(); ++i)
    columns.push_back({plan.variables[i].name, unit_of(plan.keys[i])});
  columns.push_back({"law", ""});
  columns.push_back({"status", ""});
  for (const ResultColumn& column : plan.columns)
    if (column.path != "status") columns.push_back({column.path, std::string(column.unit)});
  columns.push_back({"error", ""});
  return columns;
}

void sweep_cells(const SweepPlan& plan, const std::vector<double>& values,
                 const PointAnswer& answer, std::vector<ResultValue>& cells) {
  const bool refused = !answer.error.empty();
  cells.assign(values.begin(), values.end());
  cells.emplace_back(std::string_view(law_of(answer.law).name));
  cells.emplace_back(refused ? status_of_error
                             : std::string_view(to_string(answer.result.impact.status)));
  for (const ResultColumn& column : plan.columns)
    if (column.path != "status")
      cells.push_back(refused ? ResultValue() : column.read(answer.result));
  cells.push_back(refused ? ResultValue(answer.error) : ResultValue());
}

std::string sweep_head(const SweepPlan& plan, RowFormat format) {
  return format == RowFormat::csv ? csv_head(plan) : json_head(plan);
}

std::string_view sweep_foot(RowFormat format) { return format == RowFormat::csv ? "" : "\n]}\n"; }

std::string sweep_rows(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                       std::uint64_t last, RowFormat format) {
  std::string text;
  RowWriter row(sweep_columns(plan), format);
  std::vector<ResultValue> cells;
  std::vector<double> values;
  for (std::uint64_t point = first; point < last; ++point) {
    values_at(plan, point, values);
    const std::vector<PointAnswer>& answers = solver.solve(values);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      row.begin(text, point == 0 && i == 0);
      sweep_cells(plan, values, answers[i], cells);
      for (const ResultValue& cell : cells) row.cell(text, cell);
      row.end(text);
    }
  }
  return text;
}

SweepRemains remains_of(const SweepPlan& plan, std::string_view text, RowFormat format) {
  const std::string head = sweep_head(plan, format);
  if (text.substr(0, head.size()) != head.substr(0, text.size()))
    throw std::invalid_argument(
        "holds another sweep; --resume goes on with the same file, keys, laws and columns only");
  if (text.size() < head.size()) return {};
  // A row is whole if the line ends behind it: in CSV its own end, in JSON the start of the next or
  // of the foot.
  SweepRemains remains{0, head.size()};
  std::uint64_t rows = 0;
  std::size_t at = head.size() + (format == RowFormat::json ? 1 : 0);
  while (at < text.size() && text[at] != ']') {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    ++rows;
    if (rows % plan.laws.size() == 0) {
      remains.points = rows / plan.laws.size();
      const bool comma = format == RowFormat::json && text[end - 1] == ',';
      remains.bytes = format == RowFormat::csv ? end + 1 : (comma ? end - 1 : end);
    }
    at = end + 1;
  }
  if (remains.points > plan.points)
    throw std::invalid_argument("holds more rows than the sweep has");
  return remains;
}

}  // namespace carom
