/// @file
/// The rows of a sweep on disk: how they are kept while it runs, and how what is found there is checked.
///
/// While a sweep runs its file is a *part*: the head, the rows line by line, and now and then a mark, a
/// line with the checksum of all rows before it:
///
///     # rows 1 to 4096: checksum 0123456789abcdef
///
/// What stands behind the last mark is computed again. The finished text is made from the part at the end;
/// the checksum of its rows stands in its head. Rows count from 1. docs/sweeps.md describes both.
#pragma once

#include <carom/io/tree/checksum.hpp>
#include <carom/study/sweep/table.hpp>

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>

namespace carom {

/// How far a sweep has come.
struct SweepMark {
  std::uint64_t rows = 0;
  Checksum checksum{};  ///< of the rows as they stand in the finished text
};

/// The mark behind further rows.
/// @param lines  one row each
SweepMark mark_behind(SweepMark mark, std::string_view lines, RowFormat format);

/// The mark as a line of a part.
std::string mark_line(const SweepMark& mark);

/// What stands before the rows of a part.
std::string part_head(const SweepPlan& plan, RowFormat format);

/// What an interrupted sweep has left: its last mark, and where that ends in the part.
struct SweepRemains {
  SweepMark mark{};
  std::uint64_t bytes = 0;  ///< 0: nothing of use
};

/// Reads a part. Rows up to the last mark must be those of the plan, with the variables and the law of
/// their place, and add up to their marks; what is behind it counts for nothing.
/// @throws std::invalid_argument if the part is of another sweep, or damaged: "row 17 is damaged: ..."
SweepRemains remains_of(const SweepPlan& plan, std::istream& part, RowFormat format);

/// Reads a finished text: head, every row's variables and law, number of rows, checksum.
/// @throws std::invalid_argument if it is of another sweep, breaks off, or is damaged.
void check_finished(const SweepPlan& plan, std::istream& file, RowFormat format);

/// The rows of a complete part as they stand in it, piece by piece, each of whole lines.
/// @param take  false ends the work
/// @returns false if that happened
/// @throws std::invalid_argument if the rows do not add up to the mark.
bool part_rows(const SweepPlan& plan, std::istream& part, const SweepMark& mark, RowFormat format,
               const std::function<bool(std::string_view)>& take);

/// Makes the finished text from a complete part, and checks the part again on the way.
/// @param write  gets the text piece by piece; false ends the work
/// @returns false if that happened
/// @throws std::invalid_argument if the rows do not add up to the mark.
bool write_finished(const SweepPlan& plan, std::istream& part, const SweepMark& mark,
                    RowFormat format, const std::function<bool(std::string_view)>& write);

}  // namespace carom
