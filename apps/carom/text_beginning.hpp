/// @file
/// What a text without a telling file name is written in.
#pragma once

#include <carom/io/problem_file.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace carom::app {

inline constexpr std::string_view blanks = " \t\r\n";
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  ///< what a text may begin with

/// The format of a text by its beginning: `{` starts JSON lines if its line closes every bracket, else a
/// JSON document, as `[` does; a comment, a key or a dash starts YAML.
///
/// The text may come in pieces. Every byte is looked at once, however long blanks and first lines are.
class TextBeginning {
 public:
  /// Absent as long as more has to be seen.
  /// @param text      all there is so far: what the call before had, and more
  /// @param complete  nothing will follow
  std::optional<FileFormat> format(std::string_view text, bool complete);

 private:
  /// A line that is not blank, as far as it was found.
  struct Line {
    std::size_t seen = 0;  ///< everything before was looked at
    std::optional<std::size_t> begin{};
    std::optional<std::size_t> end{};

    bool find_begin(std::string_view text);
    bool find_end(std::string_view text, bool complete);
  };

  std::optional<FileFormat> format_of_braces(std::string_view text, bool complete);

  Line first_{};
  Line second_{};
  std::optional<bool> first_closes_{};  ///< every bracket that it opens
};

}  // namespace carom::app
