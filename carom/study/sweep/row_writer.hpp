/// @file
/// Rows of a table as text: CSV or JSON.
#pragma once

#include <carom/io/result/columns.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// How rows are written.
enum class RowFormat : std::uint8_t {
  csv,     ///< one line per row; text in quotes where it needs them
  json,    ///< one object per row and line; what a row does not have is left out
  tables,  ///< rows as of csv, from which a store makes a file of columns at the end
};

/// A column of a table.
struct RowColumn {
  std::string name{};
  std::string unit{};     ///< "" where it has none or none is known
  bool is_number = true;  ///< else words
};

/// Appends `text` as a field of a line of CSV; ends of lines and tabs become spaces, other control
/// characters \x1b.
void append_csv(std::string& out, std::string_view text);

/// The names of the columns as a line of CSV.
std::string csv_names(const std::vector<RowColumn>& columns);

/// "mass in kg; speed in m/s", of those that have a unit; "none" if there are none.
std::string listed_units(const std::vector<RowColumn>& columns);

/// {"mass": "kg", "speed": "m/s"}, likewise.
std::string units_json(const std::vector<RowColumn>& columns);

/// Writes one row after the other, cell by cell.
class RowWriter {
 public:
  RowWriter(const std::vector<RowColumn>& columns, RowFormat format);

  /// A row of JSON starts with what parts it from the one before.
  void begin(std::string& out, bool first_of_all);
  void cell(std::string& out, const ResultValue& value);
  void end(std::string& out) const;

 private:
  bool json_;
  std::vector<std::string> keys_{};  ///< "name": with quotes and colon
  std::size_t next_ = 0;
  bool any_ = false;  ///< the row has a cell
};

}  // namespace carom
