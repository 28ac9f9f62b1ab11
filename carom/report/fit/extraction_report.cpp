#include <carom/io/tree/json_line.hpp>
#include <carom/report/fit/extraction_report.hpp>
#include <carom/study/fit/measured_impacts.hpp>
#include <carom/study/sweep/row_writer.hpp>

#include <fmt/format.h>
#include <functional>
#include <numbers>

namespace carom {
namespace {

/// A column of numbers.
struct ExtractedColumn {
  std::string name{};
  std::function<double(const ExtractedImpact&)> value{};
};

std::vector<ExtractedColumn> extracted_columns(bool shape) {
  std::vector<ExtractedColumn> columns{{"t", [](const ExtractedImpact& i) { return i.t; }}};
  const auto add = [&](std::initializer_list<const char*> names, const char* start, auto member) {
    std::size_t k = 0;
    for (const char* name : names) {
      columns.push_back({std::string(start) + name,
                         [member, k](const ExtractedImpact& i) { return (i.*member)[k]; }});
      ++k;
    }
  };
  add({"x", "y", "angle"}, "", &ExtractedImpact::pose);
  add({"vx1", "vy1", "w1"}, "", &ExtractedImpact::before);
  add({"vx2", "vy2", "w2"}, "", &ExtractedImpact::after);
  if (shape) add({"rx", "ry"}, "", &ExtractedImpact::arm);
  add({"vx1", "vy1", "w1"}, "sd_", &ExtractedImpact::before_sd);
  add({"vx2", "vy2", "w2"}, "sd_", &ExtractedImpact::after_sd);
  columns.push_back(
      {"n1", [](const ExtractedImpact& i) { return static_cast<double>(i.samples_before); }});
  columns.push_back(
      {"n2", [](const ExtractedImpact& i) { return static_cast<double>(i.samples_after); }});
  columns.push_back({"misfit", [](const ExtractedImpact& i) { return i.misfit; }});
  return columns;
}

double median_error(const Extraction& result, std::array<double, 3> ExtractedImpact::* side,
                    std::size_t k) {
  std::vector<double> values;
  for (const ExtractedImpact& impact : result.impacts) values.push_back((impact.*side)[k]);
  return median_of(values);
}

}  // namespace

std::string extraction_csv(const Extraction& result, const StatedExtraction& stated) {
  const std::vector<ExtractedColumn> columns = extracted_columns(stated.shape.has_value());
  std::vector<RowColumn> heads{{"group", ""}};
  for (const ExtractedColumn& column : columns) heads.push_back({column.name, ""});
  RowWriter writer(heads, RowFormat::csv);
  std::string out = csv_names(heads);
  for (const ExtractedImpact& impact : result.impacts) {
    writer.begin(out, false);
    writer.cell(out, std::string_view(impact.group));
    for (const ExtractedColumn& column : columns) writer.cell(out, column.value(impact));
    writer.end(out);
  }
  return out;
}

std::string extraction_json(const Extraction& result, const StatedExtraction& stated) {
  JsonLine json;
  json.begin('{');
  json.key("noise");
  json.numbers(result.noise);
  json.key("acceleration");
  json.numbers(result.acceleration);
  json.key("acceleration_sd");
  json.numbers(result.acceleration_sd);
  if (stated.gyration > 0) json.field("gyration", stated.gyration);
  json.key("impacts");
  json.begin('{');
  json.key("group");
  json.list(result.impacts, [&](const ExtractedImpact& impact) {
    append_json(json.out, std::string_view(impact.group));
  });
  for (const ExtractedColumn& column : extracted_columns(stated.shape.has_value())) {
    json.key(column.name);
    json.list(result.impacts,
              [&](const ExtractedImpact& impact) { append_json(json.out, column.value(impact)); });
  }
  json.end('}');
  json.key("notes");
  json.words(result.notes);
  json.end('}');
  return json.out + "\n";
}

std::string extraction_table(const Extraction& result, const StatedExtraction& stated,
                             const TextStyle& style) {
  constexpr double degree = std::numbers::pi / 180;
  TextTable table{
      .columns = {Align::left, Align::right, Align::right, Align::right},
      .rows = {
          {{"", Tint::strong}, {"x", Tint::strong}, {"y", Tint::strong}, {"angle", Tint::strong}}}};
  table.rows.push_back({{"noise of a sample"},
                        {fmt::format("{:.3g} mm", 1000 * result.noise[0])},
                        {fmt::format("{:.3g} mm", 1000 * result.noise[1])},
                        {fmt::format("{:.3g} deg", result.noise[2] / degree)}});
  for (const auto& [words, side] :
       {std::pair("velocity before, median error", &ExtractedImpact::before_sd),
        std::pair("velocity after, median error", &ExtractedImpact::after_sd)})
    table.rows.push_back({{words},
                          {fmt::format("{:.3g} m/s", median_error(result, side, 0))},
                          {fmt::format("{:.3g} m/s", median_error(result, side, 1))},
                          {fmt::format("{:.3g} rad/s", median_error(result, side, 2))}});
  std::string text =
      fmt::format("{} impact{}\n", result.impacts.size(), result.impacts.size() == 1 ? "" : "s");
  text += fmt::format("acceleration in flight [{:.4g}, {:.4g}] ± [{:.2g}, {:.2g}] m/s²\n",
                      result.acceleration[0], result.acceleration[1], result.acceleration_sd[0],
                      result.acceleration_sd[1]);
  if (stated.gyration > 0)
    text += fmt::format("radius of gyration by the shape {:.5g} m\n", stated.gyration);
  text += "\n" + render(table, style);
  if (!result.notes.empty()) text += "\n";
  for (const std::string& note : result.notes)
    text += wrapped(note, std::max(style.width, 60), 0, 2);
  return text;
}

}  // namespace carom
