#include <carom/study/sweep/row_writer.hpp>
#include <carom/study/sweep/table.hpp>

#include <carom/impact/laws.hpp>
#include <carom/io/tree/json_text.hpp>

#include <fmt/format.h>

namespace carom {
namespace {

constexpr std::string_view status_of_error = "error";

std::string csv_head(const SweepPlan& plan, const std::string& checksum) {
  const std::vector<RowColumn> columns = sweep_columns(plan);
  std::string laws;
  for (const LawId law : plan.laws) laws += fmt::format(" {}", law_of(law).name);
  return fmt::format("# carom sweep {}: {} points by{}{}\n# units: {}\n{}", plan.identity,
                     plan.points, laws, checksum.empty() ? "" : ", checksum " + checksum,
                     listed_units(columns), csv_names(columns));
}

std::string json_head(const SweepPlan& plan, const std::string& checksum) {
  return fmt::format("{{\"sweep\": \"{}\", \"points\": {}{}, \"units\": {}, \"rows\": [",
                     plan.identity, plan.points,
                     checksum.empty() ? "" : fmt::format(", \"checksum\": \"{}\"", checksum),
                     units_json(sweep_columns(plan)));
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

std::string sweep_head(const SweepPlan& plan, RowFormat format,
                       const std::optional<Checksum>& checksum) {
  const std::string stated = checksum ? to_string(*checksum) : "";
  return format == RowFormat::csv ? csv_head(plan, stated) : json_head(plan, stated);
}

std::string_view sweep_foot(RowFormat format) { return format == RowFormat::csv ? "" : "\n]}\n"; }

std::string sweep_lines(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                        std::uint64_t last, RowFormat format) {
  std::string text;
  RowWriter row(sweep_columns(plan), format);
  std::vector<ResultValue> cells;
  std::vector<double> values;
  for (std::uint64_t point = first; point < last; ++point) {
    values_at(plan, point, values);
    for (const PointAnswer& answer : solver.solve(values)) {
      row.begin(text, true);
      sweep_cells(plan, values, answer, cells);
      for (const ResultValue& cell : cells) row.cell(text, cell);
      row.end(text);
    }
  }
  if (format == RowFormat::json && !text.empty()) {  // the ends of lines are before the rows
    text.erase(0, 1);
    text += '\n';
  }
  return text;
}

std::string sweep_text(std::string lines, RowFormat format, bool first_of_all) {
  if (format == RowFormat::csv || lines.empty()) return lines;
  std::string text = first_of_all ? "\n" : ",\n";
  lines.pop_back();  // the last end of a line stands before the next row, or the foot
  for (const char c : lines) {
    if (c == '\n') text += ',';
    text += c;
  }
  return text;
}

std::string sweep_rows(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                       std::uint64_t last, RowFormat format) {
  return sweep_text(sweep_lines(plan, solver, first, last, format), format, first == 0);
}

}  // namespace carom
