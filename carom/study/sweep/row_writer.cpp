#include <carom/study/sweep/row_writer.hpp>

#include <carom/io/tree/json_text.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace carom {

namespace {

/// `text` in one line, without what a terminal would obey: ends of lines become spaces, other control
/// characters \x1b.
std::string in_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return printable(line, std::string::npos);
}

}  // namespace

void append_csv(std::string& out, std::string_view text) {
  const auto plain = [](char c) {
    return c >= ' ' && c < 0x7f && c != ',' && c != '"' && c != '#';
  };
  if (std::all_of(text.begin(), text.end(), plain)) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : in_one_line(text)) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

std::string csv_names(const std::vector<RowColumn>& columns) {
  std::string line;
  for (const RowColumn& column : columns) {
    if (!line.empty()) line += ',';
    append_csv(line, column.name);
  }
  return line + "\n";
}

std::string listed_units(const std::vector<RowColumn>& columns) {
  std::string units;
  for (const RowColumn& column : columns)
    if (!column.unit.empty() && column.unit != "1")
      units += fmt::format("{}{} in {}", units.empty() ? "" : "; ", in_one_line(column.name),
                           column.unit);
  return units.empty() ? "none" : units;
}

std::string units_json(const std::vector<RowColumn>& columns) {
  std::string text = "{";
  for (const RowColumn& column : columns) {
    if (column.unit.empty()) continue;
    if (text.size() > 1) text += ", ";
    append_json(text, column.name);
    text += ": ";
    append_json(text, column.unit);
  }
  return text + "}";
}

RowWriter::RowWriter(const std::vector<RowColumn>& columns, RowFormat format)
    : json_(format == RowFormat::json) {
  for (const RowColumn& column : columns) {
    std::string& key = keys_.emplace_back();
    append_json(key, column.name);
    key += ": ";
  }
}

void RowWriter::begin(std::string& out, bool first_of_all) {
  next_ = 0;
  any_ = false;
  if (json_) out += first_of_all ? "\n{" : ",\n{";
}

void RowWriter::end(std::string& out) const { out += json_ ? "}" : "\n"; }

void RowWriter::cell(std::string& out, const ResultValue& value) {
  const std::size_t index = next_++;
  if (json_ && std::holds_alternative<std::monostate>(value)) return;
  if (json_ ? any_ : index > 0) out += json_ ? ", " : ",";
  any_ = true;
  if (json_) out += keys_[index];
  const auto text = [&](std::string_view words) {
    if (json_)
      append_json(out, words);
    else
      append_csv(out, words);
  };
  if (const auto* number = std::get_if<double>(&value)) append_json(out, *number);
  if (const auto* word = std::get_if<std::string_view>(&value)) text(*word);
  if (const auto* words = std::get_if<std::string>(&value)) text(*words);
}

}  // namespace carom
