/// @file
/// From a tree to a problem: which keys there are, what each must hold.
///
/// Only form is checked here: keys, types, what cannot be stored at all. Whether the values make sense
/// (ranges, definiteness, laws that are not defined) is for impact/ to say.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/io/problem/law_choice.hpp>
#include <carom/io/tree/tree.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace carom {

/// A problem as its file states it.
struct StatedProblem {
  ImpactProblem problem{};
  std::optional<LawChoice> law{};  ///< absent if the file names none
};

/// @throws TreeError naming place, line and expectation.
StatedProblem decode_problem(const TreeNode& root);

/// What every problem may start with: checks `format` and gives `simultaneous`.
/// @throws TreeError
Simultaneous decode_heading(const Place& problem);

/// `path`: how many points of the impact's path between two events are asked for.
/// @throws TreeError
int decode_path_points(const Place& problem);

/// Name and material of a contact, in whichever way the dynamics are given.
/// @throws TreeError
Contact decode_contact(const Place& contact);

/// Refuses what a joint's stop does not have: the keys of a place, and all of a material that acts along a tangent.
/// @throws TreeError
void refuse_along_tangent(const Place& stop, std::span<const std::string_view> place_keys);

/// The problem's name if it can be told, else "": for messages about a problem that is refused.
std::string stated_name(const TreeNode& root);

}  // namespace carom
