/// @file
/// Shares of a sweep: what one of several processes has computed, in blocks of any order, and how the whole
/// is made of them.
///
/// A share is an append-only text: the head of the sweep, then blocks. A block is rows, one in a line, and
/// behind them a mark that says which points they are and what both add up to:
///
///     # points 129 to 192: checksum 0123456789abcdef
///
/// Points count from 1. What stands behind the last mark counts for nothing: whoever wrote it was stopped.
/// Shares need not know of each other; the same points may be in several of them, with the same rows.
/// docs/clusters.md describes how they are used.
#pragma once

#include <carom/io/tree/checksum.hpp>
#include <carom/study/sweep/row_writer.hpp>

#include <cstdint>
#include <functional>
#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Points from `first` to `last` (not included), counted from 0.
struct PointRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Rows and the mark behind them.
/// @param lines  one row each
std::string share_block(const PointRange& points, std::string_view lines);

/// A block of a share, and where its rows are.
struct ShareBlock {
  PointRange points{};
  std::uint64_t begin = 0;  ///< of its rows, bytes
  std::uint64_t end = 0;    ///< of its rows: there the mark begins
};

/// What a share holds.
struct ShareContent {
  std::string head{};  ///< "" if the text breaks off in it: nothing of use
  RowFormat format = RowFormat::csv;
  std::string identity{};    ///< of the sweep
  std::uint64_t points = 0;  ///< of the whole sweep
  std::vector<ShareBlock> blocks{};
  std::uint64_t end = 0;  ///< of the last mark, bytes
};

/// Reads a share and checks every block against its mark.
/// @throws std::invalid_argument "points 129 to 192 are damaged"; or if it is no share of a sweep.
ShareContent read_share(std::istream& text);

/// Points that no block holds, in order.
std::vector<PointRange> missing_points(std::span<const ShareContent> shares, PointRange of);

/// One share among those that make up a sweep.
struct OpenShare {
  ShareContent content{};
  std::istream* text = nullptr;
};

/// The rows of all shares in order, piece by piece, each of whole lines.
/// @param take  false ends the work
/// @returns false if that happened
/// @throws std::invalid_argument as write_merged()
bool merged_rows(std::span<const OpenShare> shares,
                 const std::function<bool(std::string_view)>& take);

/// Makes the finished text from shares, in any order: the same bytes as of a sweep by one process. Every
/// block is checked again on the way.
///
/// @param shares  at least one
/// @param write   gets the text piece by piece; false ends the work
/// @returns false if that happened
/// @throws std::invalid_argument if shares are of different sweeps, or points are missing.
bool write_merged(std::span<const OpenShare> shares,
                  const std::function<bool(std::string_view)>& write);

}  // namespace carom
