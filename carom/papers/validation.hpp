/// @file
/// Laws against measurements: `carom reproduce data` and `carom reproduce vehicles`.
///
/// Measured impacts travel inside the library. A validation says how well the laws predict them, and compares the
/// figures that it stands for with the ones on record, so that a change of any of them is seen.
#pragma once

#include <carom/report/table/layout.hpp>
#include <carom/study/fit/parallel_for.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A column of numbers.
struct ValidationColumn {
  std::string name{};  ///< with its unit
  int digits = 3;      ///< after the point, for people
};

struct ValidationRow {
  std::string name{};
  std::vector<double> numbers{};  ///< NaN: has none
};

struct ValidationTable {
  std::string title{};
  std::string about{};  ///< a sentence or two
  std::string rows_are{};
  std::vector<ValidationColumn> columns{};
  std::vector<ValidationRow> rows{};
};

/// A figure, and the one on record.
struct ValidationFigure {
  std::string what{};
  double recorded = 0;
  double computed = 0;
  double tolerance = 0;  ///< absolute
  bool ok() const;
};

struct Validation {
  std::string name{};   ///< "data"
  std::string title{};  ///< one line
  std::vector<ValidationTable> tables{};
  std::vector<ValidationFigure> figures{};
  bool ok() const;
};

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// What there is: "data", "vehicles".
std::vector<std::string> validations();

/// @throws std::invalid_argument if there is none of that name; Stopped
Validation validate(std::string_view name, const Workers& workers);

std::string to_table(const Validation& validation, const TextStyle& style);

/// One JSON object on one line, without line break.
std::string to_json(const Validation& validation);

/// Impacts of an ellipse, a square, a cube and spheres under the laws (validation_data.cpp).
Validation validate_data(const Workers& workers);

/// Crash tests of cars against barriers and of two cars (validation_vehicles.cpp).
Validation validate_vehicles();

/// A table that travels inside the library, such as "data/impacts/ellipse.csv".
struct CsvTable;
CsvTable embedded_table(std::string_view name);
std::vector<double> column_of(const CsvTable& table, std::string_view name);

}  // namespace carom
