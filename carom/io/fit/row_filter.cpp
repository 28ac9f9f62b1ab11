#include <carom/io/fit/row_filter.hpp>
#include <carom/io/tree/utf8.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace carom {
namespace {

/// A comparison of a column with a number.
struct RowCondition {
  std::size_t column = 0;
  std::string_view sign{};
  double number = 0;

  bool holds(double x) const {
    if (sign == "<") return x < number;
    if (sign == "<=") return x <= number;
    if (sign == ">") return x > number;
    if (sign == ">=") return x >= number;
    return (x == number) == (sign == "==" || sign == "=");
  }
};

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

RowCondition condition_of(const CsvTable& table, const Place& place, std::string_view text) {
  static constexpr std::array<std::string_view, 7> signs{"<=", ">=", "==", "!=", "<", ">", "="};
  for (const std::string_view sign : signs) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) continue;
    const std::string right(without_spaces(text.substr(at + sign.size())));
    const std::optional<double> number = number_in(right);
    if (!number)
      refuse(place, fmt::format("{} is no number; want COLUMN < NUMBER", in_quotes(right)));
    return {column_at(table, place, without_spaces(text.substr(0, at))), sign, *number};
  }
  refuse(place, fmt::format("{} compares nothing; want comparisons of a column with a number, "
                            "joined by and: vy1 < 0 and clean == 1",
                            in_quotes(text)));
}

std::vector<RowCondition> conditions_of(const CsvTable& table, const Place& place) {
  std::vector<RowCondition> conditions;
  std::string_view rest = string_at(place);
  while (true) {
    const std::size_t end = rest.find(" and ");
    conditions.push_back(condition_of(table, place, without_spaces(rest.substr(0, end))));
    if (end == std::string_view::npos) return conditions;
    rest.remove_prefix(end + 5);
  }
}

}  // namespace

std::size_t column_at(const CsvTable& table, const Place& place, std::string_view name) {
  if (const auto column = table.find(name)) return *column;
  const std::vector<std::string_view> names(table.names.begin(), table.names.end());
  const auto near = nearest(name, names);
  std::string all;
  for (const std::string& known : table.names) all += (all.empty() ? "" : ", ") + known;
  refuse(place, fmt::format("{} has no column {}{}; it has {}", table.source, in_quotes(name),
                            near ? fmt::format("; did you mean {}?", in_quotes(*near)) : "",
                            printable(all, 300)));
}

CsvTable rows_where(CsvTable table, const Place& place) {
  const std::vector<RowCondition> conditions = conditions_of(table, place);
  CsvTable kept{.source = table.source, .names = table.names, .rows = {}, .lines = {}};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const bool fulfils =
        std::all_of(conditions.begin(), conditions.end(), [&](const RowCondition& condition) {
          const auto x = number_in(table.rows[row][condition.column]);
          return x && condition.holds(*x);
        });
    if (!fulfils) continue;
    kept.rows.push_back(std::move(table.rows[row]));
    kept.lines.push_back(table.lines[row]);
  }
  if (kept.rows.empty()) refuse(place, fmt::format("no row of {} fulfils it", table.source));
  return kept;
}

}  // namespace carom
