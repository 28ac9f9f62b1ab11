#include <carom/io/embedded.hpp>
#include <carom/io/fit/csv_table.hpp>
#include <carom/papers/validation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

TextTable text_table(const ValidationTable& table) {
  TextTable text{.columns = {Align::left}, .rows = {{{table.rows_are, Tint::strong}}}};
  for (const ValidationColumn& column : table.columns)
    text.rows[0].push_back({column.name, Tint::strong});
  for (const ValidationRow& row : table.rows) {
    text.rows.push_back({{row.name}});
    for (std::size_t k = 0; k < row.numbers.size(); ++k)
      text.rows.back().push_back(
          {std::isnan(row.numbers[k])
               ? "—"
               : fmt::format("{:.{}f}", row.numbers[k], table.columns[k].digits)});
  }
  return text;
}

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json json_of(const ValidationTable& table) {
  Json columns = Json::array();
  for (const ValidationColumn& column : table.columns) columns.push_back(column.name);
  Json rows = Json::array();
  for (const ValidationRow& row : table.rows) {
    Json numbers = Json::array();
    for (const double x : row.numbers) numbers.push_back(number_or_null(x));
    rows.push_back({{"name", row.name}, {"numbers", numbers}});
  }
  return {{"title", table.title}, {"about", table.about}, {"columns", columns}, {"rows", rows}};
}

}  // namespace

bool ValidationFigure::ok() const { return std::abs(computed - recorded) <= tolerance; }

bool Validation::ok() const {
  return std::all_of(figures.begin(), figures.end(), [](const auto& f) { return f.ok(); });
}

std::vector<std::string> validations() { return {"data", "vehicles"}; }

Validation validate(std::string_view name, const Workers& workers) {
  if (name == "data") return validate_data(workers);
  if (name == "vehicles") return validate_vehicles();
  throw std::invalid_argument(fmt::format("no validation \"{}\"; there are: data, vehicles", name));
}

std::string to_table(const Validation& validation, const TextStyle& style) {
  std::string text = tinted(validation.title, Tint::strong, style) + "\n";
  for (const ValidationTable& table : validation.tables) {
    text += "\n" + tinted(table.title, Tint::strong, style) + "\n";
    if (!table.about.empty()) text += wrapped(table.about, std::max(style.width, 60));
    text += render(text_table(table), style);
  }
  std::size_t kept = 0;
  for (const ValidationFigure& figure : validation.figures) {
    kept += figure.ok() ? 1 : 0;
    if (figure.ok()) continue;
    const std::string line = fmt::format("{}: {:.5g}, on record {:.5g} ± {:.2g}", figure.what,
                                         figure.computed, figure.recorded, figure.tolerance);
    text += tinted(line, Tint::alarm, style) + "\n";
  }
  return text + fmt::format("\n{} of {} figures as on record\n", kept, validation.figures.size());
}

std::string to_json(const Validation& validation) {
  Json tables = Json::array();
  for (const ValidationTable& table : validation.tables) tables.push_back(json_of(table));
  Json figures = Json::array();
  for (const ValidationFigure& f : validation.figures)
    figures.push_back({{"figure", f.what},
                       {"recorded", f.recorded},
                       {"computed", number_or_null(f.computed)},
                       {"tolerance", f.tolerance},
                       {"ok", f.ok()}});
  return Json{{"validation", validation.name},
              {"title", validation.title},
              {"ok", validation.ok()},
              {"tables", tables},
              {"figures", figures}}
      .dump();
}

CsvTable embedded_table(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return read_csv(file.text, std::string(name));
  throw std::invalid_argument(fmt::format("embedded_table: there is no {}", name));
}

std::vector<double> column_of(const CsvTable& table, std::string_view name) {
  const auto column = table.find(name);
  if (!column)
    throw std::invalid_argument(fmt::format("column_of: {} has no {}", table.source, name));
  return numbers_in(table, *column);
}

}  // namespace carom
