/// @file
/// Where the rows of a sweep go: standard output, or a file that keeps what is done when the sweep is
/// interrupted, so that another run can go on from there.
#pragma once

#include "file_place.hpp"

#include <atomic>
#include <carom/study/sweep/record.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace carom::app {

/// The text of a file, or of standard input for "-".
/// @throws std::invalid_argument if it cannot be read.
std::string read_whole(const std::string& path);

/// "csv", "json" or "hdf5".
std::string_view word_of(RowFormat format);

/// Where the rows of a sweep are wanted, and what may happen to what is there.
struct SweepPlace {
  std::string path{};                 ///< "" for standard output
  std::vector<std::string> inputs{};  ///< files that the sweep reads
  bool resume = false;
  bool force = false;
};

/// Refuses a place that holds a result or an unfinished sweep, unless it is to be resumed or replaced.
/// @throws std::invalid_argument
void refuse_taken(const SweepPlace& place);

/// Standard output, or a file that is made at the end from FILE.part, which keeps the rows until then.
class SweepOutput {
 public:
  /// Looks at what is there, and goes on with it if it is to be resumed.
  /// @param plan  must live as long as the output
  /// @throws std::invalid_argument if the place is taken, holds another sweep or a damaged one, is an
  ///         input, or is written by another process.
  SweepOutput(const SweepPlace& place, const SweepPlan& plan, RowFormat format);
  ~SweepOutput();
  SweepOutput(const SweepOutput&) = delete;
  SweepOutput& operator=(const SweepOutput&) = delete;

  /// True if the result is there already, and as it should be.
  bool is_complete() const { return complete_; }

  /// The first point that is missing.
  std::uint64_t first_point() const { return mark_.rows / plan_.laws.size(); }

  /// Takes further rows, one in a line.
  /// @throws ReaderGone, or std::runtime_error if they cannot be written.
  void write(const std::string& lines);

  /// Puts the result in its place if all rows are there, else keeps those that are.
  /// @returns true if the result is complete
  bool finish();

  bool is_terminal() const;

 private:
  void open_for_rows();
  void resume_part();
  void flush();
  bool make_result();

  SweepPlace wishes_;
  const SweepPlan& plan_;
  RowFormat format_;
  FilePlace place_;
  int descriptor_ = -1;  ///< of standard output, a device, or the part
  SweepMark mark_{};     ///< behind the rows that were taken
  std::string pending_{};
  bool part_ = false;      ///< the rows go to a part
  bool has_head_ = false;  ///< it is written
  bool complete_ = false;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

/// From now on SIGINT, SIGTERM and SIGHUP end the sweep in order; a second one ends the program.
void catch_interruption();

/// True once such a signal has come.
const std::atomic<bool>* interruption();

}  // namespace carom::app
