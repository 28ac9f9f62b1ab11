/// @file
/// A sweep on its way from rows of text to the tables of a store: its head, and its rows law by law.
#pragma once

#include <carom/study/store/stored.hpp>
#include <carom/study/sweep/plan.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The line that the head of a part has for a store beside what parts of CSV have: all that StoredTables holds, as
/// a comment.
std::string stored_line(const SweepPlan& plan);

/// What such a line says. @param head  of a part @throws std::invalid_argument if it has no such line
StoredTables tables_of(std::string_view head);

/// Takes the rows of a sweep as lines of CSV, in order, once to learn how long words are, and once more to pass
/// them on.
class StoredSweep {
 public:
  explicit StoredSweep(StoredTables tables) : tables_(std::move(tables)) {}

  /// The first time: looks at how long words are. @param lines  whole ones
  void measure(std::string_view lines);

  /// With the widths that were found.
  const StoredTables& tables() const { return tables_; }

  /// The second time: collects rows and passes them on in portions that do not depend on those of the lines.
  void take(std::string_view lines, const std::function<void(const StoredRows&)>& append);

  /// What is left. @throws std::invalid_argument if rows are missing
  void finish(const std::function<void(const StoredRows&)>& append);

 private:
  void pass_on(const std::function<void(const StoredRows&)>& append);

  StoredTables tables_;
  std::vector<StoredRows> pending_{};  ///< by law
  std::uint64_t rows_ = 0;             ///< taken
};

}  // namespace carom
