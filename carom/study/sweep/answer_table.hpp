/// @file
/// The answers of a portion of a sweep as typed columns: numbers as doubles, words by their place in a
/// vocabulary. What is written of them, and where, is for the writers.
#pragma once

#include <carom/io/result/columns.hpp>
#include <carom/study/sweep/row_writer.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// One column. Numbers and words are told apart by `is_number`; only one of the two lists is filled.
struct AnswerColumn {
  bool is_number = true;
  std::vector<double> numbers{};       ///< NaN where the result has none
  std::vector<std::uint32_t> words{};  ///< places in the vocabulary; 0 where the result has none
  std::deque<std::string> vocabulary{""};  ///< every word once, in the order of its first use
};

/// Rows in the order of the sweep: point by point, and law by law.
struct AnswerTable {
  std::uint64_t first_point = 0;
  std::size_t rows = 0;
  std::vector<AnswerColumn> columns{};  ///< as sweep_columns() names them
};

/// Adds a value at the end of a column.
void append(AnswerColumn& column, const ResultValue& value);

/// The rows of a table as text, one line each; those of JSON are parted by their ends of lines only.
class TableWriter {
 public:
  TableWriter(const std::vector<RowColumn>& columns, RowFormat format);
  std::string lines(const AnswerTable& table);

 private:
  RowFormat format_;
  std::vector<std::string> keys_{};  ///< "name": with quotes and colon
};

}  // namespace carom
