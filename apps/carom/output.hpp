/// @file
/// Where results go: standard output, or a file that appears only when it is complete.
#pragma once

#include "commands.hpp"

#include <carom/report/table_layout.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carom::app {

/// The reader of our standard output has gone (`carom ... | head`): nothing more to do, no error.
struct ReaderGone : std::runtime_error {
  ReaderGone() : std::runtime_error("the reader of standard output has gone") {}
};

/// Writes all of the text.
/// @param path  of the file, shown in messages; "" for standard output
/// @throws ReaderGone, or std::runtime_error if it cannot be written.
void write_all(int descriptor, std::string_view text, const std::string& path);

/// @throws std::runtime_error "PATH: cannot be written: ..." with the system's word for the error.
[[noreturn]] void fail_to_write(const std::string& path, int error);

/// Standard output or a file. A file is written beside its final place and renamed by `finish`, so a
/// failure leaves what was there before.
class Output {
 public:
  /// @param path  "" for standard output
  /// @throws std::runtime_error if the file cannot be written.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Writes through, without a buffer of its own.
  /// @throws ReaderGone, or std::runtime_error if it cannot be written.
  void write(std::string_view text);

  /// Puts the file in its place.
  /// @throws std::runtime_error if that fails.
  void finish();

  /// True if a person reads it.
  bool is_terminal() const;

  /// How text looks best there.
  TextStyle style(Color color) const;

 private:
  std::string path_;  ///< shown in messages
  std::string
      target_;  ///< final place of a file, links followed; "" where there is nothing to rename
  std::string temporary_;  ///< what exists until then
  int descriptor_ = -1;
};

/// "carom: " and the message on standard error, control characters made visible.
void complain(std::string_view message);

/// The message as it is, for those that start with a file's name and a line.
void complain_about_input(std::string_view message);

}  // namespace carom::app
