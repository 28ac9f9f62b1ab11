#include <carom/io/fit/csv_table.hpp>
#include <carom/io/tree/builder.hpp>
#include <carom/io/tree/utf8.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace carom {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// A cell in quotes, from behind the opening one; `rest` goes on behind the closing one.
std::string quoted_cell(std::string_view& rest) {
  std::string cell;
  while (!rest.empty()) {
    if (rest.front() == '"') {
      rest.remove_prefix(1);
      if (rest.empty() || rest.front() != '"') break;  // "" inside stands for "
    }
    cell += rest.front();
    rest.remove_prefix(1);
  }
  return cell;
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  std::string_view rest = line;
  while (true) {
    const std::size_t start = std::min(rest.find_first_not_of(' '), rest.size());
    if (start < rest.size() && rest[start] == '"') {
      rest.remove_prefix(start + 1);
      cells.push_back(quoted_cell(rest));
    } else {
      cells.emplace_back(trimmed(rest.substr(0, rest.find(separator))));
    }
    const std::size_t end = rest.find(separator);
    if (end == std::string_view::npos) return cells;
    rest.remove_prefix(end + 1);
  }
}

char separator_of(std::string_view header) {
  for (const char separator : {',', ';', '\t'})
    if (header.find(separator) != std::string_view::npos) return separator;
  return ',';
}

void require_header(const CsvTable& table, int line) {
  const auto refuse = [&](const std::string& why) {
    throw std::invalid_argument(fmt::format("{}:{}: {}", table.source, line, why));
  };
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    if (table.names[k].empty()) refuse(fmt::format("column {} has no name", k + 1));
    if (std::find(table.names.begin(), table.names.begin() + static_cast<std::ptrdiff_t>(k),
                  table.names[k]) != table.names.begin() + static_cast<std::ptrdiff_t>(k))
      refuse(fmt::format("two columns are named {}", in_quotes(table.names[k])));
  }
  const bool numbers = std::all_of(table.names.begin(), table.names.end(),
                                   [](const std::string& name) { return number_in(name); });
  if (numbers) refuse("the first line holds numbers; expected a header with the names of columns");
}

}  // namespace

std::optional<std::size_t> CsvTable::find(std::string_view name) const {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

std::optional<double> number_in(const std::string& cell) {
  double x = 0;
  const char* begin = cell.data() + (cell.size() > 1 && cell[0] == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, cell.data() + cell.size(), x);
  if (cell.empty() || error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(x))
    return std::nullopt;
  return x;
}

CsvTable read_csv(std::string_view text, const std::string& source) {
  CsvTable table{.source = source, .names = {}, .rows = {}, .lines = {}};
  text = without_byte_order_mark(text);
  char separator = ',';
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
    if (table.names.empty()) {
      separator = separator_of(line);
      table.names = cells_of(line, separator);
      require_header(table, number);
      continue;
    }
    table.rows.push_back(cells_of(line, separator));
    table.lines.push_back(number);
    if (table.rows.back().size() != table.names.size())
      throw std::invalid_argument(fmt::format("{}:{}: {} cells; the header has {}", source, number,
                                              table.rows.back().size(), table.names.size()));
  }
  if (table.names.empty())
    throw std::invalid_argument(
        fmt::format("{}: empty; expected a line with the names of columns, then numbers", source));
  return table;
}

std::vector<double> numbers_in(const CsvTable& table, std::size_t column) {
  std::vector<double> numbers;
  numbers.reserve(table.rows.size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& cell = table.rows[row][column];
    const std::optional<double> x = number_in(cell);
    if (!x)
      throw std::invalid_argument(fmt::format(
          "{}:{}: column {}: expected a finite number, got {}; "
          "correct it, delete the line, or leave such rows out with data: where",
          table.source, table.lines[row], in_quotes(table.names[column]), in_quotes(cell)));
    numbers.push_back(*x);
  }
  return numbers;
}

}  // namespace carom
