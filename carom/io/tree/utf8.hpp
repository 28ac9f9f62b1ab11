/// @file
/// UTF-8: whether a text is well formed, and where it is not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// Length of the well-formed UTF-8 sequence at the front of `text`, 1 to 4; 0 if there is none (ill
/// formed, cut off, overlong, a surrogate, above U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// A byte that no text file should hold.
struct BadByte {
  std::size_t offset = 0;  ///< in bytes
  std::string what{};      ///< "byte 0xff is not UTF-8", "control character 0x00"
};

/// The first byte that is neither UTF-8 nor printable: everything below 0x20 except tab, line feed and
/// carriage return is refused too. (The parsers beneath would take some of them for the end of the
/// text.)
std::optional<BadByte> find_bad_byte(std::string_view text);

/// `text` for a message: in double quotes, at most `limit` bytes, control characters and bytes that
/// are not UTF-8 as \x1b.
std::string in_quotes(std::string_view text, std::size_t limit = 60);

/// As `quoted`, without the quotes.
std::string printable(std::string_view text, std::size_t limit = 60);

}  // namespace carom
