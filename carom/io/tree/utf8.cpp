#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace carom {
namespace {

/// True if the 8 bytes at `at` are all in 0x20 ... 0x7f.
bool plain_block(const char* at) {
  std::uint64_t block = 0;
  std::memcpy(&block, at, sizeof block);
  constexpr std::uint64_t high = 0x8080808080808080U;
  constexpr std::uint64_t below = 0x2020202020202020U;
  return ((block | ~((block | high) - below)) & high) == 0;
}

bool allowed_control(char c) { return c == '\t' || c == '\n' || c == '\r'; }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned first = byte(0);
  if (text.empty()) return 0;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) >= 0xa0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool beyond = first == 0xf4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

std::optional<BadByte> find_bad_byte(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (i + 8 <= text.size() && plain_block(text.data() + i)) {
      i += 8;
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) return BadByte{i, fmt::format("byte {:#04x} is not UTF-8", byte)};
    if (byte < 0x20 && !allowed_control(text[i]))
      return BadByte{i, fmt::format("control character {:#04x}", byte)};
    i += length;
  }
  return std::nullopt;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string shown;
  std::size_t i = 0;
  while (i < text.size() && i < limit) {
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0 || is_control(text[i])) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    } else {
      shown += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return i < text.size() ? shown + "..." : shown;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
  return '"' + printable(text, limit) + '"';
}

}  // namespace carom
