#include <carom/io/tree/yaml_scalar.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>

namespace carom {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// Removes and counts the digits in front.
std::size_t skip_digits(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(count);
  return count;
}

/// digits, or digits with a point before, within or after, and an exponent; no sign.
bool is_decimal(std::string_view text) {
  std::size_t digits = skip_digits(text);
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    digits += skip_digits(text);
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return skip_digits(text) > 0 && text.empty();
}

/// The nearest double; infinite or zero where there is none near (from_chars leaves it alone then).
double decimal_value(std::string_view text) {
#ifdef __cpp_lib_to_chars
  double x = std::numeric_limits<double>::infinity();
  std::from_chars(text.data(), text.data() + text.size(), x);
  return x;
#else  // the browser's library has none; its strtod rounds correctly and knows one locale
  return std::strtod(std::string(text).c_str(), nullptr);
#endif
}

bool is_zero(std::string_view decimal) {
  return decimal.substr(0, decimal.find_first_of("eE")).find_first_of("123456789") ==
         std::string_view::npos;
}

/// 0x1F and 0o17, rounded to a double once; absent if `text` is neither.
std::optional<double> prefixed_integer(std::string_view text) {
  const bool hexadecimal = text.substr(0, 2) == "0x";
  if (!hexadecimal && text.substr(0, 2) != "0o") return std::nullopt;
  text.remove_prefix(2);
  const auto digits = hexadecimal ? "0123456789abcdefABCDEF" : "01234567";
  constexpr std::size_t exact = 13;  // hexadecimal digits in 53 bits: no rounding, no overflow
  if (text.empty() || text.size() > exact ||
      text.find_first_not_of(digits) != std::string_view::npos)
    return std::nullopt;
  unsigned long long x = 0;
  std::from_chars(text.data(), text.data() + text.size(), x, hexadecimal ? 16 : 8);
  return static_cast<double>(x);
}

}  // namespace

bool read_plain_scalar(TreeNode& node) {
  std::string_view text = node.text;
  const auto become = [&](double x) {
    node.kind = NodeKind::number;
    node.number = x;
    node.text.clear();
  };
  if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) {
    node.kind = NodeKind::null;
    node.text.clear();
    return true;
  }
  if (is_one_of(text, {"true", "True", "TRUE", "false", "False", "FALSE"})) {
    node.kind = NodeKind::boolean;
    node.truth = text.size() == 4;
    node.text.clear();
    return true;
  }
  if (is_one_of(text, {".nan", ".NaN", ".NAN"})) {
    become(std::numeric_limits<double>::quiet_NaN());
    return true;
  }
  if (const auto x = prefixed_integer(text)) {
    become(*x);
    return true;
  }
  const double sign = text.front() == '-' ? -1 : 1;
  if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
  if (is_one_of(text, {".inf", ".Inf", ".INF"})) {
    become(sign * std::numeric_limits<double>::infinity());
    return true;
  }
  if (!is_decimal(text)) return true;
  const double x = decimal_value(text);
  const bool fits = std::isfinite(x) && (x != 0 || is_zero(text));
  if (fits) become(sign * x);
  return fits;
}

}  // namespace carom
