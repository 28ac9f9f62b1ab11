/// @file
/// A tree as text again: JSON for programs, YAML for people. Both read back to the same values.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <string>

namespace carom {

/// The tree as one line of JSON; YAML's .inf and .nan, which JSON has not, become null.
std::string json_text(const TreeNode& root);

/// The tree as YAML in the style of the examples: a key per line, short lists and maps in one line,
/// quotes only where a word would be read as something else.
std::string yaml_text(const TreeNode& root);

}  // namespace carom
