/// @file
/// Which rows of a table count: "vy1 < 0 and clean == 1".
#pragma once

#include <carom/io/fit/csv_table.hpp>
#include <carom/io/tree/decode.hpp>

namespace carom {

/// The column of that name. @throws TreeError at the place, with the nearest name
std::size_t column_at(const CsvTable& table, const Place& place, std::string_view name);

/// Leaves the rows that fulfil every comparison of the text at the place. A row where a compared cell is no
/// number does not.
/// @throws TreeError
CsvTable rows_where(CsvTable table, const Place& place);

}  // namespace carom
