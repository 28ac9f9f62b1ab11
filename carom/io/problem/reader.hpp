/// @file
/// From a tree to a checked problem or scene: what stands behind every file and every dictionary.
#pragma once

#include <carom/io/problem_file.hpp>
#include <carom/io/tree/tree.hpp>

namespace carom {

/// How messages tell one problem from another.
enum class Numbering : std::uint8_t {
  by_line,    ///< the line does
  by_number,  ///< several problems stand where lines alone do not tell
};

/// The problem that a tree states; its number is the options' first_number. A tree without source and
/// lines has messages without them.
ProblemEntry read_problem(const TreeNode& problem, const ReadOptions& options,
                          Numbering numbering = Numbering::by_line);

}  // namespace carom
