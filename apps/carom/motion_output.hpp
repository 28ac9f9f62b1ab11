/// @file
/// Where a motion goes: a summary, two tables of CSV, or one JSON document.
#pragma once

#include "output.hpp"

#include <carom/io/motion_file.hpp>
#include <carom/report/motion_rows.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace carom::app {

/// Writes a motion while it happens.
///
/// Samples are written as they come, to FILE.part. A motion that has ended takes the place of FILE; one that
/// was interrupted does so only where nothing is. FILE.csv holds the
/// samples and FILE.events.csv the events; on standard output CSV is the samples only. Motions by several laws follow
/// each other: CSV has a column `law`, JSON is an array.
class MotionOutput {
 public:
  /// @throws std::runtime_error if a file cannot be written.
  MotionOutput(const SimulateOptions& options, const StatedMotion& motion);

  /// What follows is the motion by this law.
  void begin(LawId law);

  void write(const MotionSample& sample);
  void write(const MotionEvent& event);

  /// Ends the motion, and prints the summary where a person reads it.
  void end(const SimulationEnd& end, const std::function<std::string(const TextStyle&)>& summary);

  /// Ends the files.
  /// @returns where interrupted motions were left because other files stand at their place; else ""
  std::string finish(bool interrupted);

  /// True if rows go to a terminal, where a bar would be in the way.
  bool rows_on_terminal() const;

 private:
  void flush(bool all);
  std::string put_in_place(bool interrupted);

  const StatedMotion& motion_;
  std::string law_{};  ///< the cell of its column; "" where there is one law
  int motions_ = 0;    ///< begun so far
  MotionFormat format_;
  Color color_;
  bool vehicle_;  ///< impacts have the report on vehicles
  Output output_;
  std::optional<Output> events_output_{};  ///< of CSV
  MotionRows sample_rows_;
  MotionRows event_rows_;
  std::string summaries_{};  ///< for the terminal, where rows go elsewhere
  std::string text_{};       ///< not yet written
  std::string events_{};     ///< not yet written: rows of CSV, or all of the JSON ones
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
  bool any_sample_ = false;
  int events_count_ = 0;
};

}  // namespace carom::app
