/// @file
/// Fits in files: which table, which columns, which body, which laws, what is fitted and how.
///
/// docs/fitting.md explains the format.
#pragma once

#include <carom/io/fit/fit_statement.hpp>
#include <carom/io/problem_file.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// What the command line says instead of the file.
struct FitOverrides {
  std::string source = "standard input";  ///< path of the file; the table is found beside it
  std::optional<std::vector<std::string>> laws{};
};

/// @throws std::invalid_argument, "ellipse.yaml:4: data.columns.before[0]: impacts.csv has no column "vx"; ..."
StatedFit read_fit(std::string_view text, FileFormat format, const FitOverrides& overrides);

/// The path of the table that a fit's file names, relative to where the program runs; "" if it names none.
std::string table_path(std::string_view text, FileFormat format, const std::string& source);

}  // namespace carom
