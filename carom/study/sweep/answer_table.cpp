#include <carom/study/sweep/answer_table.hpp>

#include <carom/io/tree/json_text.hpp>

#include <cmath>
#include <limits>

namespace carom {
namespace {

/// Bytes of a cell, as a first guess at the length of a text.
constexpr std::size_t usual_cell = 20;

/// The place of a word. Results take nearly all of theirs from a few that follow each other.
std::uint32_t place_of(std::string_view word, AnswerColumn& column) {
  for (std::size_t i = 0; i < column.vocabulary.size(); ++i)
    if (column.vocabulary[i] == word) return static_cast<std::uint32_t>(i);
  column.vocabulary.emplace_back(word);
  return static_cast<std::uint32_t>(column.vocabulary.size() - 1);
}

/// The vocabulary as it stands in the text.
std::vector<std::string> written(const AnswerColumn& column, RowFormat format) {
  std::vector<std::string> words(column.vocabulary.size());
  for (std::size_t i = 1; i < words.size(); ++i)
    if (format == RowFormat::json)
      append_json(words[i], column.vocabulary[i]);
    else
      append_csv(words[i], column.vocabulary[i]);
  return words;
}

}  // namespace

void append(AnswerColumn& column, const ResultValue& value) {
  if (column.is_number) {
    const double* number = std::get_if<double>(&value);
    column.numbers.push_back(number ? *number : std::numeric_limits<double>::quiet_NaN());
  } else if (const auto* word = std::get_if<std::string_view>(&value)) {
    column.words.push_back(place_of(*word, column));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    column.words.push_back(place_of(*text, column));
  } else {
    column.words.push_back(0);
  }
}

TableWriter::TableWriter(const std::vector<RowColumn>& columns, RowFormat format)
    : format_(format) {
  for (const RowColumn& column : columns) {
    std::string& key = keys_.emplace_back();
    append_json(key, column.name);
    key += ": ";
  }
}

std::string TableWriter::lines(const AnswerTable& table) {
  const bool json = format_ == RowFormat::json;
  std::vector<std::vector<std::string>> words;
  for (const AnswerColumn& column : table.columns) words.push_back(written(column, format_));
  std::string text;
  text.reserve(table.rows * table.columns.size() * usual_cell);
  for (std::size_t row = 0; row < table.rows; ++row) {
    bool first = true;
    if (json) text += '{';
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const AnswerColumn& column = table.columns[i];
      const bool absent =
          column.is_number ? std::isnan(column.numbers[row]) : column.words[row] == 0;
      if (json && absent) continue;
      if (!first) text += json ? ", " : ",";
      first = false;
      if (json) text += keys_[i];
      if (absent) continue;
      if (column.is_number)
        append_json(text, column.numbers[row]);
      else
        text += words[i][column.words[row]];
    }
    text += json ? "}\n" : "\n";
  }
  return text;
}

}  // namespace carom
