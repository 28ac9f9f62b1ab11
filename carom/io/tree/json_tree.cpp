#include <carom/io/tree/builder.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace carom {
namespace {

using Json = nlohmann::json;

/// An iterator over the text that shows how far the parser has read.
struct WatchedIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  const char* at = nullptr;
  const char** reached = nullptr;  ///< one past the last character taken

  char operator*() const { return *at; }
  WatchedIterator& operator++() {
    *reached = ++at;
    return *this;
  }
  bool operator==(const WatchedIterator& other) const { return at == other.at; }
  bool operator!=(const WatchedIterator& other) const { return at != other.at; }
};

/// Turns nlohmann's events into a tree. Each event arrives when the parser has read the token and
/// nothing after it, except one character after a number.
class JsonEvents {
 public:
  JsonEvents(std::string_view text, int first_line)
      : reached(text.data()),
        end_(text.data() + text.size()),
        counted_(text.data()),
        line_start_(text.data()),
        line_(first_line) {}

  bool null() { return add({.kind = NodeKind::null, .line = line()}); }
  bool boolean(bool truth) {
    return add({.kind = NodeKind::boolean, .truth = truth, .line = line()});
  }
  bool number_integer(Json::number_integer_t x) { return number(static_cast<double>(x)); }
  bool number_unsigned(Json::number_unsigned_t x) { return number(static_cast<double>(x)); }
  bool number_float(double x, const std::string& token) {
    const std::string_view digits = std::string_view(token).substr(0, token.find_first_of("eE"));
    if (x == 0 && digits.find_first_of("123456789") != std::string_view::npos) out_of_range(token);
    return number(x);
  }
  bool string(std::string& text) {
    return add({.kind = NodeKind::string, .line = line(), .text = std::move(text)});
  }
  bool binary(Json::binary_t&) { return false; }  // JSON text has none
  bool start_object(std::size_t) { return begin(NodeKind::map); }
  bool start_array(std::size_t) { return begin(NodeKind::sequence); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(std::string& text) {
    tree.add_key(std::move(text), line());
    return true;
  }
  bool parse_error(std::size_t, const std::string& token, const Json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) out_of_range(token);
    const int at = line();
    // Many programs write these, but they are no JSON.
    const std::string_view from = rest();
    const bool negative = from.data() > line_start_ && *(from.data() - 1) == '-';
    for (const std::string_view word : {"NaN", "Infinity"})
      if (from.substr(0, word.size()) == word)
        tree.refuse(fmt::format("expected a finite number, got {}{}", negative ? "-" : "", word),
                    at);
    tree.refuse(fmt::format("bad JSON at column {}{}", reached - line_start_, reason(error.what())),
                at);
  }

  TreeBuilder tree{};
  const char* reached;  ///< set by WatchedIterator

 private:
  bool add(TreeNode&& node) {
    tree.add(std::move(node));
    return true;
  }
  bool begin(NodeKind kind) {
    tree.begin(kind, line());
    return true;
  }
  bool end() {
    tree.end();
    return true;
  }
  bool number(double x) {
    return add({.kind = NodeKind::number, .line = line_of_number(), .number = x});
  }
  [[noreturn]] void out_of_range(const std::string& token) {
    tree.refuse(fmt::format("{} does not fit into a double", printable(token)), line_of_number());
  }

  /// The text from the character reached on.
  std::string_view rest() const {
    const char* from = reached == line_start_ ? reached : reached - 1;
    return {from, static_cast<std::size_t>(end_ - from)};
  }

  /// The line of the character reached; counts each line break once.
  int line() { return line_up_to(reached); }
  int line_of_number() {
    const bool read_line_break = reached != counted_ && reached[-1] == '\n';
    return line_up_to(read_line_break ? reached - 1 : reached);
  }
  int line_up_to(const char* end) {
    for (; counted_ != end; ++counted_)
      if (*counted_ == '\n') {
        ++line_;
        line_start_ = counted_ + 1;
      }
    return line_;
  }

  /// nlohmann's "... syntax error while parsing WHERE - WHY", as ", WHERE: WHY".
  static std::string reason(std::string_view what) {
    constexpr std::string_view start = "syntax error ";
    const std::size_t where = what.find(start);
    if (where == std::string_view::npos) return ": " + printable(what, 200);
    what.remove_prefix(where + start.size());
    const std::size_t dash = what.find("- ");
    if (dash == std::string_view::npos) return ": " + printable(what, 200);
    const std::string_view context = what.substr(0, dash);
    return fmt::format("{}{}: {}", context.empty() ? "" : ", ",
                       context.substr(0, context.find_last_not_of(' ') + 1),
                       printable(what.substr(dash + 2), 200));
  }

  const char* end_;         ///< of the text
  const char* counted_;     ///< line breaks before it are in line_
  const char* line_start_;  ///< first character of that line
  int line_;
};

}  // namespace

TreeNode parse_json(std::string_view text, int first_line) {
  text = without_byte_order_mark(text);
  require_text(text, first_line);
  JsonEvents events(text, first_line);
  const char* begin = text.data();
  Json::sax_parse(WatchedIterator{begin, &events.reached},
                  WatchedIterator{begin + text.size(), &events.reached}, &events);
  return events.tree.take();
}

}  // namespace carom
