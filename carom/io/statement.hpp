/// @file
/// From a tree to a problem, whichever way the tree states it.
#pragma once

#include <carom/io/problem/law_choice.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/multibody/problem.hpp>

#include <optional>
#include <stdexcept>
#include <string>

namespace carom {

/// A problem as its tree states it.
struct Statement {
  Problem problem{};
  std::optional<LawChoice> law{};  ///< absent if it names none
};

/// @param source  the file it stands in, beside which a robot's file is found; any other text: none
/// @throws TreeError
Statement read_statement(const TreeNode& root, const std::string& source);

/// The laws that a choice means for the problem, which they accept.
/// @throws std::invalid_argument as resolve() does
std::vector<LawId> laws_for(const Problem& problem, const LawChoice& choice);

/// What the rooms below object to, at its place in the tree.
TreeError problem_objection(const TreeNode& root, const Problem& problem,
                            const std::invalid_argument& objection);

}  // namespace carom
