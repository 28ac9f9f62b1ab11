#include "text_beginning.hpp"

#include <algorithm>

namespace carom::app {
namespace {

/// True if every bracket and string that the line opens is closed in it.
bool closes(std::string_view line) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
  }
  return depth <= 0 && !quoted;
}

/// `- `, `---`, `%YAML`, a comment, or a key and a colon.
bool starts_yaml(std::string_view line) {
  if (line.front() == '#' || line.front() == '-' || line.front() == '%') return true;
  const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyzW_0123456789");
  return end > 0 && end != std::string_view::npos && line[end] == ':';
}

}  // namespace

bool TextBeginning::Line::find_begin(std::string_view text) {
  if (begin) return true;
  seen = std::min(text.find_first_not_of(blanks, seen), text.size());
  if (seen < text.size()) begin = seen;
  return begin.has_value();
}

bool TextBeginning::Line::find_end(std::string_view text, bool complete) {
  if (end) return true;
  const std::size_t newline = text.find('\n', seen);
  seen = text.size();
  if (newline != std::string_view::npos || complete) end = std::min(newline, text.size());
  return end.has_value();
}

std::optional<FileFormat> TextBeginning::format(std::string_view text, bool complete) {
  if (text.size() < byte_order_mark.size() && !complete) return std::nullopt;
  if (first_.seen == 0 && text.starts_with(byte_order_mark)) first_.seen = byte_order_mark.size();
  if (!first_.find_begin(text)) return complete ? std::optional(FileFormat::jsonl) : std::nullopt;
  const char start = text[*first_.begin];
  if (start == '[') return FileFormat::json;
  if (!first_.find_end(text, complete)) return std::nullopt;
  if (start == '{') return format_of_braces(text, complete);
  const std::string_view line = text.substr(*first_.begin, *first_.end - *first_.begin);
  return starts_yaml(line) ? FileFormat::yaml : FileFormat::jsonl;
}

/// A first line that does not close what it opens starts a document, or is a broken line of many: the
/// second one is a whole problem then.
std::optional<FileFormat> TextBeginning::format_of_braces(std::string_view text, bool complete) {
  if (!first_closes_) {
    first_closes_ = closes(text.substr(*first_.begin, *first_.end - *first_.begin));
    second_.seen = *first_.end;
  }
  if (*first_closes_) return FileFormat::jsonl;
  if (!second_.find_begin(text)) return complete ? std::optional(FileFormat::json) : std::nullopt;
  if (!second_.find_end(text, complete)) return std::nullopt;
  const std::string_view line = text.substr(*second_.begin, *second_.end - *second_.begin);
  const bool problem =
      line.starts_with('{') && closes(line) && line.find("\"contacts\"") != std::string_view::npos;
  return problem ? FileFormat::jsonl : FileFormat::json;
}

}  // namespace carom::app
