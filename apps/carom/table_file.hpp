/// @file
/// Results as HDF5. carom itself knows no HDF5: carom-hdf5.so, which stands beside it, is loaded when a file is asked for
/// that ends in .h5.
#pragma once

#include <carom/study/store/stored_sweep.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// True of out.h5 and out.hdf5.
bool is_table_file(const std::string& path);

/// @throws std::invalid_argument where carom was built without HDF5
void require_table_store();

/// Passes the rows of a complete sweep on, as lines of CSV in order; false ends the work.
using RowSource = std::function<bool(const std::function<bool(std::string_view)>& take)>;

/// Makes the file from rows that are read twice, and puts it in its place.
/// @returns false if the source ended the work
/// @throws std::runtime_error if it cannot be written
bool write_table_file(const std::string& path, const std::vector<std::string>& inputs,
                      StoredTables tables, const RowSource& rows);

/// Refuses a file that does not hold this sweep, or is damaged. @throws std::invalid_argument
void check_table_file(const std::string& path, const std::string& identity);

}  // namespace carom::app
