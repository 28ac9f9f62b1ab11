/// @file
/// The problems of a text as trees, and the one of them that is asked for.
#pragma once

#include <carom/io/problem_file.hpp>
#include <carom/io/tree/tree.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace carom {

/// Every problem of a text: documents, and the items of those that are lists.
/// @throws TreeError at the first that cannot be parsed.
std::vector<TreeNode> problem_trees(std::string_view text, FileFormat format);

/// The problem of that number, counted from 1; without a number the only one.
/// @throws TreeError if there is no such problem.
TreeNode chosen_problem(std::vector<TreeNode> problems, std::optional<int> number);

}  // namespace carom
