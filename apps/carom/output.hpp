/// @file
/// Where results go: standard output, or a file that appears only when it is complete.
#pragma once

#include "commands.hpp"
#include "file_place.hpp"

#include <carom/report/table/layout.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// The reader of our standard output has gone (`carom ... | head`): nothing more to do.
struct ReaderGone : std::runtime_error {
  ReaderGone() : std::runtime_error("the reader of standard output has gone") {}
};

/// Writes all of the text.
/// @param path  of the file, shown in messages; "" for standard output
/// @throws ReaderGone, or std::runtime_error if it cannot be written.
void write_all(int descriptor, std::string_view text, const std::string& path);

/// What becomes of a file that is written but not finished.
enum class Unfinished {
  removed,  ///< it leaves no trace
  kept,     ///< it stays beside its place as FILE.part, which one process writes at a time
};

/// Standard output or a file. A file is written beside its final place and put there in one step by
/// `finish`, so a failure leaves what was there before.
class Output {
 public:
  /// Standard output.
  Output();

  /// @param path    "" for standard output
  /// @param inputs  files that the command reads; "-" or none stands for standard input
  /// @throws std::invalid_argument if the file is one of the inputs, by whatever name, or is being written
  ///         by another process; std::runtime_error if it cannot be written.
  Output(const std::string& path, const std::vector<std::string>& inputs,
         Unfinished unfinished = Unfinished::removed);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Writes through, without a buffer of its own.
  /// @throws ReaderGone, or std::runtime_error if it cannot be written.
  void write(std::string_view text);

  /// Puts the file in its place.
  /// @throws std::runtime_error if that fails.
  void finish();

  /// Leaves the file as FILE.part, what is at its place untouched; returns that path.
  std::string leave_part();

  /// True if another file stands at the place.
  bool is_taken() const { return place_.taken; }

  /// True if a person reads it.
  bool is_terminal() const;

  /// How text looks best there.
  TextStyle style(Color color) const;

 private:
  FilePlace place_{};
  Unfinished unfinished_ = Unfinished::removed;
  std::string written_{};  ///< the file that exists until `finish`; "" if there is none
  bool any_ = false;       ///< it holds something
  int descriptor_ = -1;
};

/// "carom: " and the message on standard error, control characters made visible.
void complain(std::string_view message);

/// "table", "latex", "csv", "json" or "jsonl".
std::string_view word_of(ResultFormat format);
std::string_view word_of(MotionFormat format);

/// Ends the program as SIGPIPE does, without a word.
[[noreturn]] void end_by_broken_pipe();

/// The message as it is, for those that start with a file's name and a line.
void complain_about_input(std::string_view message);

}  // namespace carom::app
