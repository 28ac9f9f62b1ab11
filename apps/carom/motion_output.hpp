/// @file
/// Where a motion goes: a summary, two tables of CSV, or one JSON document.
#pragma once

#include "output.hpp"

#include <carom/io/motion_file.hpp>
#include <carom/report/motion_rows.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace carom::app {

/// Writes a motion while it happens.
///
/// Files appear when they are complete; an interrupted motion is complete up to there. FILE.csv holds the
/// samples and FILE.events.csv the events; on standard output CSV is the samples only.
class MotionOutput {
 public:
  /// @throws std::runtime_error if a file cannot be written.
  MotionOutput(const SimulateOptions& options, const StatedMotion& motion);

  void write(const MotionSample& sample);
  void write(const MotionEvent& event);

  /// Ends the files, and prints the summary where a person reads it.
  void finish(const SimulationEnd& end,
              const std::function<std::string(const TextStyle&)>& summary);

  /// True if rows go to a terminal, where a bar would be in the way.
  bool rows_on_terminal() const;

 private:
  void flush(bool all);

  const StatedMotion& motion_;
  MotionFormat format_;
  Color color_;
  Output output_;
  std::optional<Output> events_output_{};  ///< of CSV
  MotionRows sample_rows_;
  MotionRows event_rows_;
  std::string text_{};    ///< not yet written
  std::string events_{};  ///< not yet written: rows of CSV, or all of the JSON ones
  bool any_sample_ = false;
  int events_count_ = 0;
};

}  // namespace carom::app
