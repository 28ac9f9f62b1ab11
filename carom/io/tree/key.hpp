/// @file
/// A number of a problem or scene by its path, to be changed from one point of a sweep to the next.
///
/// "bodies.left upper.angle_deg", "contacts.hit.friction", "W[0][1]": names and indices as they stand in
/// the file. An item of a list that has a `name` may be called by it, an entry of a map by its index.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The way to a value: which item to take at every level.
struct TreeKey {
  std::string path{};                ///< as the user wrote it
  std::vector<std::size_t> steps{};  ///< indices of items, from the root
  std::string unit{};         ///< SI, of what stands there or as the keys tell; "" if unknown
  bool is_direction = false;  ///< the angle in ["40 mph", "32 deg"]
};

/// Finds the number at a path; a quantity with a unit, such as "3 kg", counts. The last key of a map may
/// be missing and is then added, empty: whether it is known there is for the decoder to say.
/// @throws TreeError at the path, suggesting the nearest name.
TreeKey find_number(TreeNode& root, std::string_view path);

/// Sets the value there, SI. It becomes a plain number; a direction stays one.
void set_number(TreeNode& root, const TreeKey& key, double x);

/// Finds a word at a path, such as simultaneous or contacts.hit.touching, likewise.
/// @throws TreeError
TreeKey find_word(TreeNode& root, std::string_view path);

/// Sets the word there; true and false become what they say.
void set_word(TreeNode& root, const TreeKey& key, std::string_view word);

/// Appends a text that differs wherever two trees mean something else; lines do not count.
void append_canonical(std::string& out, const TreeNode& node);

}  // namespace carom
