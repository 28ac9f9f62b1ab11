/// @file
/// From a tree to a problem: which keys there are, what each must hold.
///
/// Only form is checked here: keys, types, what cannot be stored at all. Whether the values make sense
/// (ranges, definiteness, laws that are not defined) is for impact/ to say.
#pragma once

#include <carom/impact/impact_problem.hpp>
#include <carom/io/law_choice.hpp>
#include <carom/io/tree.hpp>

#include <cstdint>
#include <optional>
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

/// Checks what every problem may start with, `format` and `simultaneous`.
/// @throws TreeError
void check_heading(const Place& problem);

/// Name and material of a contact, in whichever way the dynamics are given.
/// @throws TreeError
Contact decode_contact(const Place& contact);

/// What a key of a contact speaks of.
enum class ContactKey : std::uint8_t {
  none,      ///< no key of a contact, or its name
  material,  ///< a number or a truth
  row,       ///< a list of numbers: a row of J or a velocity
};

ContactKey contact_key(std::string_view key);

/// The problem's name if it can be told, else "": for messages about a problem that is refused.
std::string stated_name(const TreeNode& root);

}  // namespace carom
