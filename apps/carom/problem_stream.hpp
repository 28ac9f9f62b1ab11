/// @file
/// The problems of several inputs, one after the other, in pieces of bounded size.
///
/// JSON lines are handed out as soon as they are complete, so that `carom solve` answers in an
/// interactive pipe, and never held as a whole. Other formats are documents and are read whole.
#pragma once

#include "text_beginning.hpp"

#include <carom/io/problem_file.hpp>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// A line of JSON lines that is still to be parsed: that is the slow part, and threads do it.
struct ProblemLine {
  std::size_t offset = 0;  ///< in the batch's text
  std::size_t length = 0;
  int line = 0;    ///< in its file, from 1
  int number = 0;  ///< of the problem, from 1 over all inputs
};

/// Some problems of one input: lines, or entries of a document.
struct ProblemBatch {
  ReadOptions options{};
  std::string text{};
  std::vector<ProblemLine> lines{};
  std::vector<ProblemEntry> entries{};
};

std::size_t size(const ProblemBatch& batch);

/// The problem at `index`, parsed if it was not.
ProblemEntry entry_at(const ProblemBatch& batch, std::size_t index);

/// Reads inputs one after the other.
class ProblemStream {
 public:
  /// @param files  paths; "-" is standard input; none at all is standard input too
  /// @param wishes how to read them; source and numbers are those of the files
  ProblemStream(std::vector<std::string> files, ReadOptions wishes);
  ~ProblemStream();
  ProblemStream(const ProblemStream&) = delete;
  ProblemStream& operator=(const ProblemStream&) = delete;

  /// The next problems; absent at the end. An input that cannot be read is reported on standard error
  /// and counted, and the next one is taken.
  std::optional<ProblemBatch> next();

  /// How many inputs could not be read.
  int unreadable() const { return unreadable_; }

 private:
  bool open_next();
  void close_input();
  bool read_more();
  bool find_format();
  bool fill();
  ProblemBatch take_document();
  ProblemBatch take_lines();
  void refuse(std::string_view message);

  std::deque<std::string> files_;
  ReadOptions options_;               ///< of the current input
  int descriptor_ = -1;               ///< of the current input
  std::optional<FileFormat> format_;  ///< of the current input; absent until it is known
  TextBeginning beginning_;           ///< of the current input, until its format is known
  std::string text_;                  ///< read and not yet handed out
  bool complete_ = false;             ///< the current input has ended
  int line_ = 0;                      ///< lines handed out of the current input
  int number_ = 0;                    ///< problems handed out
  int unreadable_ = 0;
};

/// The problem of that number, counted from 1; absent, and said so on standard error, if it is not there or
/// not fine.
std::optional<ProblemEntry> chosen_problem(const std::vector<std::string>& files,
                                           const ReadOptions& wishes, int number);

}  // namespace carom::app
