/// @file
/// What a file of columns holds, law by law: the form in which rows go from a study to a store such as HDF5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace carom {

/// A column, the same for every law.
struct StoredColumn {
  std::string name{};
  std::string unit{};  ///< "" where it has none or none is known
  std::string description{};
  bool is_number = true;  ///< else words
  std::size_t width = 1;  ///< bytes of the longest word
};

/// Everything but the rows.
struct StoredTables {
  std::vector<std::pair<std::string, std::string>>
      attributes{};                 ///< of the whole, such as its version
  std::string document{};           ///< the sweep as a file of its own, JSON
  std::string identity{};           ///< of the sweep
  std::vector<std::string> laws{};  ///< a table each
  std::uint64_t rows = 0;           ///< of every table
  std::vector<StoredColumn> columns{};
};

/// Rows of one table that follow each other.
struct StoredRows {
  std::size_t law = 0;  ///< which table
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<std::vector<double>> numbers{};  ///< by column; empty for words; NaN: none
  std::vector<std::string>
      words{};  ///< by column, every word filled with NUL to the column's width
};

/// In front of a table file so many bytes are left free: a line with the identity of the sweep and the checksum of all that
/// follows, so that damage is found before the store's own library reads the file. HDF5 calls them the user block.
inline constexpr std::size_t table_head_bytes = 512;

/// The functions of a store that is loaded when it is wanted. They throw std::runtime_error.
struct TableStore {
  void* (*create)(const std::string& path, const StoredTables& tables) = nullptr;
  void (*append)(void* file, const StoredRows& rows) = nullptr;  ///< in order, for each table
  void (*close)(void* file) = nullptr;                           ///< complete; frees it in any case
  void (*discard)(void* file) = nullptr;                         ///< frees it without a word
};

}  // namespace carom
