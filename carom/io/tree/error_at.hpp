/// @file
/// What the rooms below object to, at its place in a file.
#pragma once

#include <carom/impact/objection.hpp>
#include <carom/io/tree/tree.hpp>

#include <stdexcept>
#include <string>

namespace carom {

/// The mistake at the end of the path, with the line of the innermost value on the way that is there.
TreeError error_at(const TreeNode& root, const ObjectionPath& path, const std::string& mistake);

/// The same of an exception: an Objection has its path, any other concerns the whole document.
TreeError error_at(const TreeNode& root, const std::invalid_argument& objection);

}  // namespace carom
