/// @file
/// The rows of a sweep, and the boundaries in it, as text: CSV or JSON.
///
/// A row is a point and a law: the values of the variables, the law, the status, the columns, and what
/// was wrong with the point. docs/sweeps.md describes both forms.
#pragma once

#include <carom/io/tree/checksum.hpp>
#include <carom/study/sweep/answer_table.hpp>
#include <carom/study/sweep/point_solver.hpp>
#include <carom/study/sweep/row_writer.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The columns of every row, in order: the variables, law, status, what is asked for, error.
std::vector<RowColumn> sweep_columns(const SweepPlan& plan);

/// The answers of the points from `first` to `last` (not included).
AnswerTable sweep_answers(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                          std::uint64_t last);

/// The answers at values of the variables that need be no point of the sweep.
AnswerTable answers_at(const SweepPlan& plan, PointSolver& solver,
                       const std::vector<double>& values);

/// What stands before the first row.
/// @param checksum  of all that follows, once it is known
std::string sweep_head(const SweepPlan& plan, RowFormat format,
                       const std::optional<Checksum>& checksum = {});

/// What stands behind the last row, whether the sweep is complete or not.
std::string_view sweep_foot(RowFormat format);

/// The rows of the points from `first` to `last` (not included), each with the end of its line.
std::string sweep_lines(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                        std::uint64_t last, RowFormat format);

/// Rows as they stand in the text of a sweep: those of JSON are parted by commas.
/// @param first_of_all  no row stands before them
std::string sweep_text(std::string lines, RowFormat format, bool first_of_all);

/// Both of it.
std::string sweep_rows(const SweepPlan& plan, PointSolver& solver, std::uint64_t first,
                       std::uint64_t last, RowFormat format);

}  // namespace carom
