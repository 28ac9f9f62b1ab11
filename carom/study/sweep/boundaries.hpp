/// @file
/// Where the outcome of an impact changes along the last variable of a sweep, as text.
///
/// Watched are, under each law, the status, whether energy is created, and every contact's mode and
/// outcome. A row is one of these that changes: where, from what to what, and how exactly the place is
/// known.
#pragma once

#include <carom/study/sweep/outcome_boundaries.hpp>
#include <carom/study/sweep/point_solver.hpp>
#include <carom/study/sweep/row_writer.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// What the watched things are called: "status", "energy", "contacts.tip.mode", "contacts.tip.outcome", ...
std::vector<std::string> watched_kinds(const ResultShape& shape);

/// A word for each of them.
Kinds outcome_kinds(const PointAnswer& answer, const ResultShape& shape);

/// Stretches between neighbouring points: what the search is portioned by.
/// @throws std::invalid_argument if the sweep has no last variable to look along.
std::uint64_t boundary_stretches(const SweepPlan& plan);

/// Variables, law, what changes, from what, to what, and how exactly the place is known.
std::vector<RowColumn> boundary_columns(const SweepPlan& plan);

/// What stands before the first row.
std::string boundary_head(const SweepPlan& plan, double tolerance, RowFormat format);

/// What stands behind the last row.
std::string_view boundary_foot(RowFormat format);

/// Looks for boundaries, every thread with its own.
class BoundaryFinder {
 public:
  /// @throws std::invalid_argument unless the tolerance is a number above 0
  BoundaryFinder(const SweepPlan& plan, double tolerance, RowFormat format);
  BoundaryFinder(const BoundaryFinder&) = delete;  // lines refer to themselves
  BoundaryFinder& operator=(const BoundaryFinder&) = delete;

  /// The rows of the stretches from `first` to `last` (not included). Every row of JSON starts with a
  /// comma.
  std::string rows(std::uint64_t first, std::uint64_t last);

 private:
  /// One law of the sweep by itself, and the point of it that was last looked at.
  struct Line {
    Line(const SweepPlan& whole, LawId law);
    SweepPlan plan;
    PointSolver solver;  ///< refers to `plan`
    std::optional<std::uint64_t> point{};
    std::vector<std::string> kinds{};
  };
  const std::vector<std::string>& kinds_at_point(Line& line, std::uint64_t point);
  void look(Line& line, std::uint64_t point, std::string& text);

  SweepPlan plan_;
  std::deque<Line> lines_{};  ///< a deque: lines stay where they are
  std::vector<std::string> watched_{};
  double tolerance_;
  RowWriter writer_;
  std::vector<double> values_{};
};

}  // namespace carom
