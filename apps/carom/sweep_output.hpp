/// @file
/// Where the rows of a sweep go: standard output, or a file that keeps what is done when the sweep is
/// interrupted, so that another run can go on from there.
#pragma once

#include <atomic>
#include <carom/report/sweep_table.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace carom::app {

/// The text of a file, or of standard input for "-".
/// @throws std::invalid_argument if it cannot be read.
std::string read_whole(const std::string& path);

/// Standard output or a file that is written at its place.
class SweepOutput {
 public:
  /// Opens nothing yet.
  /// @param path  "" for standard output
  explicit SweepOutput(std::string path) : path_(std::move(path)) {}
  ~SweepOutput();
  SweepOutput(const SweepOutput&) = delete;
  SweepOutput& operator=(const SweepOutput&) = delete;

  /// Goes on with what a file holds; returns the first point that is missing, 0 if there is none.
  /// @throws std::invalid_argument if it holds another sweep.
  std::uint64_t resume(const SweepPlan& plan, RowFormat format);

  /// Starts anew with the text.
  void restart(std::string_view text);

  /// @throws ReaderGone, or std::runtime_error if it cannot be written.
  void write(std::string_view text);

  /// Closes the file. @throws std::runtime_error
  void finish();

  bool is_terminal() const;

 private:
  void open_file(bool anew);

  std::string path_;
  int descriptor_ = -1;
};

/// From now on SIGINT, SIGTERM and SIGHUP end the sweep in order; a second one ends the program.
void catch_interruption();

/// True once such a signal has come.
const std::atomic<bool>* interruption();

}  // namespace carom::app
