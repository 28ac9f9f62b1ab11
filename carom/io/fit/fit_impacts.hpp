/// @file
/// The map `data` of a fit: from a table to impacts.
#pragma once

#include <carom/io/fit/csv_table.hpp>
#include <carom/io/fit/fit_statement.hpp>
#include <carom/io/tree/decode.hpp>

namespace carom {

/// The table that `data.file` names beside the fit's own file, less the rows that `where` leaves out.
/// @throws TreeError, std::invalid_argument
CsvTable table_of(const Place& data, const std::string& source);

/// @throws TreeError, std::invalid_argument
StatedImpacts decode_impacts(const Place& data, const CsvTable& table);

}  // namespace carom
