#include <carom/io/tree/json_text.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <cassert>
#include <cmath>

namespace carom {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
  }
}

}  // namespace

void append_json(std::string& out, double x) {
  assert(std::isfinite(x));
  if (!std::isfinite(x)) {
    out += "null";
    return;
  }
  if (x == 0) {
    out += "0.0";
    return;
  }
  std::array<char, 32> digits{};  // at most 24: -2.2250738585072014e-308
  char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), x);
  out.append(digits.data(), end);
  constexpr double exponents_start = 1e16;  // from here on fmt writes 1e+16
  if (std::abs(x) < exponents_start && std::trunc(x) == x) out += ".0";
}

void append_json(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = utf8_length(text.substr(0, 4));
    if (length == 0) {
      out += "\xef\xbf\xbd";  // U+FFFD, the replacement character
    } else if (length == 1) {
      append_escaped(out, text.front());
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace carom
