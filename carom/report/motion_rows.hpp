/// @file
/// The samples and the events of a motion as two tables of CSV; docs/simulation.md lists the columns.
#pragma once

#include <carom/simulation/simulation.hpp>
#include <carom/study/sweep/row_writer.hpp>

#include <string>
#include <vector>

namespace carom {

/// One of the two tables, written row by row.
class MotionRows {
 public:
  enum class Kind : std::uint8_t { samples, events };

  MotionRows(const Scene& scene, Kind kind);

  /// The line with the names of the columns.
  std::string head() const { return csv_names(columns_); }

  /// The line of a sample (or of an event), with its line break.
  std::string row(const MotionSample& sample);
  std::string row(const MotionEvent& event);

 private:
  void bodies(std::string& out, const State& state);
  void joints(std::string& out, const std::vector<JointLoad>& loads, bool loaded);
  void ledger(std::string& out, const MotionLedger& ledger);

  const Scene& scene_;
  std::vector<RowColumn> columns_;
  RowWriter writer_;
};

}  // namespace carom
