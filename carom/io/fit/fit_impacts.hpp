/// @file
/// The map `data` of a fit: from a table to impacts.
#pragma once

#include <carom/io/fit/csv_table.hpp>
#include <carom/io/fit/fit_statement.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/units.hpp>

namespace carom {

/// The table that `data.file` names beside the fit's own file, less the rows that `where` leaves out.
/// @throws TreeError, std::invalid_argument
CsvTable table_of(const Place& data, const std::string& source);

/// The numbers of the column that an entry of `data.columns` names, in SI by `data.units`; "-vx" has the other sign.
/// @throws TreeError, std::invalid_argument
std::vector<double> column_numbers(const Place& data, const Place& entry, const CsvTable& table,
                                   const Dimension& wanted);

/// The names in the column `data.group`; without it `same` for every row, or the row's number if that is "".
std::vector<std::string> groups_in(const Place& data, const CsvTable& table,
                                   const std::string& same);

/// @throws TreeError, std::invalid_argument
StatedImpacts decode_impacts(const Place& data, const CsvTable& table);

}  // namespace carom
