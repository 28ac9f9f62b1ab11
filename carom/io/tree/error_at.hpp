/// @file
/// An objection of the rooms below, at its place in a file.
#pragma once

#include <carom/impact/objection.hpp>
#include <carom/io/tree/tree.hpp>

#include <string>
#include <string_view>

namespace carom {

/// The mistake at the end of the path, with the line of what is there of the path.
TreeError error_at(const TreeNode& root, const ObjectionPath& path, const std::string& mistake);

/// The same of a sentence that begins with a key of ours, as the rooms below say what concerns no part with a name of the
/// user's own: "W[0][1]: not a finite number".
TreeError error_in_words(const TreeNode& root, std::string_view sentence);

}  // namespace carom
