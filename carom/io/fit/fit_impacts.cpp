#include <carom/io/fit/fit_impacts.hpp>
#include <carom/io/fit/row_filter.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/io/tree/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace carom {
namespace {

constexpr std::array<std::string_view, 5> data_keys{"file", "group", "columns", "where", "units"};
constexpr std::array<std::string_view, 4> column_keys{"before", "after", "arm", "normal"};
constexpr std::array<RefusedKey, 2> refused_data_keys{{
    {"normal", "unknown key here; it belongs to columns: {normal: [0, 1]}"},
    {"arm", "unknown key here; it belongs to columns: {arm: [rx, ry]}"},
}};

/// The factor to SI that `units` gives for a column.
double unit_of_column(const Place& data, const std::string& name, const Dimension& wanted) {
  const auto units = field(data, "units");
  if (!units) return 1;
  const auto unit = field(*units, name);
  if (!unit) return 1;
  const ParsedQuantity one = parse_quantity("1 " + string_at(*unit));
  if (!one.quantity) refuse(*unit, one.error);
  if (!(one.quantity->dimension == wanted))
    refuse(*unit,
           fmt::format("{} is {}; want {}, such as {}", in_quotes(string_at(*unit)),
                       described(one.quantity->dimension), described(wanted), si_unit(wanted)));
  return one.quantity->value;
}

std::vector<std::array<double, 6>> decode_velocities(const Place& data, const Place& list,
                                                     const CsvTable& table) {
  const std::size_t size = size_at(list, "a list of columns: [vx, vy, w]");
  if (size != 3 && size != 6)
    refuse(list,
           fmt::format(
               "expected 3 columns [vx, vy, w], or 6 [vx, vy, vz, wx, wy, wz] in space, got {}",
               size));
  const std::size_t linear = size == 3 ? 2 : 3;
  std::vector<std::array<double, 6>> velocities(table.rows.size(), std::array<double, 6>{});
  for (std::size_t k = 0; k < size; ++k) {
    const std::vector<double> column = column_numbers(
        data, item(list, k), table, k < linear ? dimensions::speed : dimensions::rate);
    for (std::size_t i = 0; i < column.size(); ++i) velocities[i][k] = column[i];
  }
  return velocities;
}

std::vector<std::array<double, 3>> decode_arms(const Place& data, const Place& list,
                                               const CsvTable& table, bool spatial) {
  const std::size_t size = size_at(list, "a list of columns: [rx, ry]");
  const std::size_t wanted = spatial ? 3 : 2;
  if (size != wanted)
    refuse(list, fmt::format("expected {} columns, got {}; the velocities have {}", wanted, size,
                             spatial ? 6 : 3));
  std::vector<std::array<double, 3>> arms(table.rows.size(), std::array<double, 3>{});
  for (std::size_t k = 0; k < size; ++k) {
    const std::vector<double> column =
        column_numbers(data, item(list, k), table, dimensions::length);
    for (std::size_t i = 0; i < column.size(); ++i) arms[i][k] = column[i];
  }
  return arms;
}

std::array<double, 3> decode_normal(const std::optional<Place>& place, bool spatial) {
  if (!place) return spatial ? std::array<double, 3>{0, 0, 1} : std::array<double, 3>{0, 1, 0};
  const Eigen::VectorXd n = vector_at(*place);
  const Eigen::Index wanted = spatial ? 3 : 2;
  if (n.size() != wanted)
    refuse(*place, fmt::format("expected {} numbers, got {}", wanted, n.size()));
  if (!(n.norm() > 0)) refuse(*place, "has no length; want the direction from floor to body");
  const Eigen::VectorXd unit = n / n.norm();
  return {unit[0], unit[1], spatial ? unit[2] : 0};
}

/// Every column of numbers, but those of the velocities after the impact.
std::vector<StatedColumn> other_columns(const Place& after, const CsvTable& table) {
  std::vector<std::string> taken;
  for (std::size_t k = 0; k < size_at(after, "a list of columns"); ++k) {
    std::string name = string_at(item(after, k));
    taken.push_back(name.starts_with('-') ? name.substr(1) : name);
  }
  std::vector<StatedColumn> columns;
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    if (std::find(taken.begin(), taken.end(), table.names[c]) != taken.end()) continue;
    StatedColumn column{.name = table.names[c], .values = {}};
    for (const std::vector<std::string>& row : table.rows)
      if (const auto x = number_in(row[c])) column.values.push_back(*x);
    if (column.values.size() == table.rows.size()) columns.push_back(std::move(column));
  }
  return columns;
}

void require_velocities(const Place& place, const StatedImpacts& impacts, const CsvTable& table) {
  const std::size_t last = impacts.spatial ? 6 : 3;
  for (std::size_t i = 0; i < impacts.after.size(); ++i) {
    bool moves = false;
    for (std::size_t k = 0; k < last; ++k) moves = moves || impacts.after[i][k] != 0;
    if (!moves)
      refuse(place,
             fmt::format("{}:{}: all velocities after the impact are 0; "
                         "an error relative to them has no meaning: leave the row out with where",
                         table.source, table.lines[i]));
  }
}

}  // namespace

std::vector<double> column_numbers(const Place& data, const Place& entry, const CsvTable& table,
                                   const Dimension& wanted) {
  const std::string& word = string_at(entry);
  const bool negative = !table.find(word) && word.starts_with('-');
  const std::string name = negative ? word.substr(1) : word;
  std::vector<double> numbers = numbers_in(table, column_at(table, entry, name));
  const double factor = unit_of_column(data, name, wanted) * (negative ? -1 : 1);
  for (double& x : numbers) x *= factor;
  return numbers;
}

std::vector<std::string> groups_in(const Place& data, const CsvTable& table,
                                   const std::string& same) {
  const auto group = field(data, "group");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    names.push_back(group          ? table.rows[i][column_at(table, *group, string_at(*group))]
                    : same.empty() ? std::to_string(i)
                                   : same);
  return names;
}

CsvTable table_of(const Place& data, const std::string& source) {
  require_keys(data, {.accepted = data_keys, .refused = refused_data_keys});
  const Place file = required_field(data, "file", "the name of a CSV file with the impacts");
  const std::filesystem::path beside = std::filesystem::path(source).parent_path();
  const std::string path = (beside / string_at(file)).string();
  if (!std::filesystem::is_regular_file(path))
    refuse(file, fmt::format("there is no file {}", in_quotes(path, std::string::npos)));
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  CsvTable table = read_csv(text.str(), path);
  if (table.rows.empty()) refuse(file, fmt::format("{} holds no impact, only a header", path));
  if (const auto where = field(data, "where")) return rows_where(std::move(table), *where);
  return table;
}

StatedImpacts decode_impacts(const Place& data, const CsvTable& table) {
  const Place columns = required_field(
      data, "columns",
      "{before: [vx1, vy1, w1], after: [vx2, vy2, w2], arm: [rx, ry]} with the names in your file");
  require_keys(columns, {.accepted = column_keys, .refused = {}});
  const Place before = required_field(columns, "before", "the columns [vx, vy, w] before");
  const Place after = required_field(columns, "after", "the columns [vx, vy, w] after");
  const Place arm =
      required_field(columns, "arm", "the columns of the contact point minus the centre of mass");
  StatedImpacts impacts{.spatial = size_at(before, "a list of columns") == 6};
  impacts.before = decode_velocities(data, before, table);
  impacts.after = decode_velocities(data, after, table);
  if (size_at(before, "") != size_at(after, "")) refuse(after, "as many columns as before, please");
  impacts.arm = decode_arms(data, arm, table, impacts.spatial);
  impacts.normal = decode_normal(field(columns, "normal"), impacts.spatial);
  require_velocities(after, impacts, table);
  if (const auto units = field(data, "units"))
    for (const NodeKey& key : units->node->keys) column_at(table, *units, key.text);
  impacts.group = groups_in(data, table, "");
  impacts.columns = other_columns(after, table);
  return impacts;
}

}  // namespace carom
