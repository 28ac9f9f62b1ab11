/// @file
/// The rows of a sweep, and the boundaries in it, as text: CSV or JSON.
///
/// A row is a point and a law: the values of the variables, the law, the status, the columns, and what
/// was wrong with the point. docs/sweeps.md describes both forms.
#pragma once

#include <carom/report/row_writer.hpp>
#include <carom/report/sweep_plan.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The columns of every row, in order: the variables, law, status, what is asked for, error.
std::vector<RowColumn> sweep_columns(const SweepPlan& plan);

/// One row: a point's values and a law's answer there, in the order of the columns.
/// @param cells  gets them
void sweep_cells(const SweepPlan& plan, const std::vector<double>& values,
                 const PointAnswer& answer, std::vector<ResultValue>& cells);

/// What stands before the first row.
std::string sweep_head(const SweepPlan& plan, RowFormat format);

/// What stands behind the last row, whether the sweep is complete or not.
std::string_view sweep_foot(RowFormat format);

/// The rows of the points from `first` to `last` (not included). Those of JSON begin with a comma,
/// except the first of all.
std::string sweep_rows(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                       std::uint64_t last, RowFormat format);

/// What an interrupted sweep has left: whole points, and where in its text they end.
struct SweepRemains {
  std::uint64_t points = 0;
  std::size_t bytes = 0;  ///< of head and rows; what is behind is to be written again
};

/// @throws std::invalid_argument if the text is of another sweep.
SweepRemains remains_of(const SweepPlan& plan, std::string_view text, RowFormat format);

}  // namespace carom
