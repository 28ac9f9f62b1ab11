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
  return fmt::format("# carom sweep {}: {} points by{}{}\n# units: {}\n# made by {}\n{}",
                     plan.identity, plan.points, laws,
                     checksum.empty() ? "" : ", checksum " + checksum, listed_units(columns),
                     provenance_line(plan.provenance), csv_names(columns));
}

std::string json_head(const SweepPlan& plan, const std::string& checksum) {
  return fmt::format("{{\"sweep\": \"{}\", \"points\": {}{}, {}, \"units\": {}, \"rows\": [",
                     plan.identity, plan.points,
                     checksum.empty() ? "" : fmt::format(", \"checksum\": \"{}\"", checksum),
                     provenance_fields(plan.provenance), units_json(sweep_columns(plan)));
}

/// The columns without rows, with room for some.
AnswerTable empty_table(const SweepPlan& plan, std::size_t rows) {
  AnswerTable table;
  for (const RowColumn& column : sweep_columns(plan)) {
    AnswerColumn& added = table.columns.emplace_back();
    added.is_number = column.is_number;
    if (column.is_number)
      added.numbers.reserve(rows);
    else
      added.words.reserve(rows);
  }
  return table;
}

/// What an answer says of a column; nothing where it has no report on vehicles.
ResultValue value_in(const PointAnswer& answer, const ResultColumn& column) {
  if (!column.read_vehicle) return column.read(answer.result);
  return answer.vehicle ? column.read_vehicle(*answer.vehicle) : ResultValue();
}

/// A point's values and a law's answer there, in the order of the columns.
void append_row(const SweepPlan& plan, const std::vector<double>& values, const PointAnswer& answer,
                AnswerTable& table) {
  const bool refused = !answer.error.empty();
  auto column = table.columns.begin();
  for (std::size_t i = 0; i < values.size(); ++i)
    append(*column++, shown_value(plan.variables[i], values[i]));
  append(*column++, std::string_view(law_of(answer.law).name));
  append(*column++,
         refused ? status_of_error : std::string_view(to_string(answer.result.impact.status)));
  for (const ResultColumn& asked : plan.columns)
    if (asked.path != "status")
      append(*column++, refused ? ResultValue() : value_in(answer, asked));
  append(*column, refused ? ResultValue(answer.error) : ResultValue());
  ++table.rows;
}

}  // namespace

std::vector<RowColumn> sweep_columns(const SweepPlan& plan) {
  std::vector<RowColumn> columns;
  columns.reserve(plan.variables.size() + plan.columns.size() + 3);  // law, status, error
  for (std::size_t i = 0; i < plan.variables.size(); ++i)
    columns.push_back(
        {plan.variables[i].name, unit_of(plan.keys[i]), !has_words(plan.variables[i])});
  columns.push_back({"law", "", false});
  columns.push_back({"status", "", false});
  for (const ResultColumn& column : plan.columns)
    if (column.path != "status")
      columns.push_back({column.path, std::string(column.unit), is_number(column)});
  columns.push_back({"error", "", false});
  return columns;
}

AnswerTable sweep_answers(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                          std::uint64_t last) {
  AnswerTable table = empty_table(plan, (last - first) * plan.laws.size());
  table.first_point = first;
  std::vector<double> values;
  for (std::uint64_t point = first; point < last; ++point) {
    values_at(plan, point, values);
    for (const PointAnswer& answer : solver.solve(values)) append_row(plan, values, answer, table);
  }
  return table;
}

AnswerTable answers_at(const SweepPlan& plan, PointSolver& solver,
                       const std::vector<double>& values) {
  AnswerTable table = empty_table(plan, plan.laws.size());
  for (const PointAnswer& answer : solver.solve(values)) append_row(plan, values, answer, table);
  return table;
}

std::string sweep_head(const SweepPlan& plan, RowFormat format,
                       const std::optional<Checksum>& checksum) {
  const std::string stated = checksum ? to_string(*checksum) : "";
  return format == RowFormat::json ? json_head(plan, stated) : csv_head(plan, stated);
}

std::string_view sweep_foot(RowFormat format) { return format == RowFormat::json ? "\n]}\n" : ""; }

std::string sweep_lines(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                        std::uint64_t last, RowFormat format) {
  TableWriter writer(sweep_columns(plan), format);
  return writer.lines(sweep_answers(plan, solver, first, last));
}

std::string sweep_text(std::string lines, RowFormat format, bool first_of_all) {
  if (format != RowFormat::json || lines.empty()) return lines;
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
