/// @file
/// A table of comma-separated values with a header, as measurements come.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Rows of cells as text; every row has as many cells as there are names.
struct CsvTable {
  std::string source{};  ///< the file's name, for messages
  std::vector<std::string> names{};
  std::vector<std::vector<std::string>> rows{};
  std::vector<int> lines{};  ///< of the rows in the file, from 1

  std::optional<std::size_t> find(std::string_view name) const;
};

/// Lines that begin with # are comments; the first other one is the header. Cells are separated by commas, or by
/// semicolons or tabs if the header has no comma; they may stand in double quotes.
/// @throws std::invalid_argument "impacts.csv:7: 5 cells; the header has 6"
CsvTable read_csv(std::string_view text, const std::string& source);

/// The number in a cell; absent if it is none or not finite.
std::optional<double> number_in(const std::string& cell);

/// A column as numbers.
/// @throws std::invalid_argument "impacts.csv:7: column 'vx': expected a number, got "n/a"; ..."
std::vector<double> numbers_in(const CsvTable& table, std::size_t column);

}  // namespace carom
