/// @file
/// Strict decoding of a tree: every value is asked for by its place and type, every key is known.
///
/// A place knows the way to it, so a refusal names it: "contacts[0].restitution: expected a number, got
/// null", and the line comes from the tree. Nothing is converted: "0.5" in quotes is no number.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace carom {

/// A value of the tree and the way to it. Refers to the tree and to its parent: use it while both live.
struct Place {
  const TreeNode* node = nullptr;
  const Place* parent = nullptr;  ///< null pointer at the root
  const NodeKey* key = nullptr;   ///< the value's key; null pointer for an item of a sequence
  std::size_t index = 0;          ///< of the item in its sequence
};

/// The steps from the root: contacts, 0, restitution.
ObjectionPath path_to(const Place& place);

/// @throws TreeError at the place: `message` says what was expected.
[[noreturn]] void refuse(const Place& place, const std::string& message);

/// @throws TreeError "expected WANTED, got the string "abc"".
[[noreturn]] void refuse_kind(const Place& place, std::string_view wanted);

// Each of these throws TreeError if the value is something else.
double number_at(const Place& place);                              ///< finite
bool boolean_at(const Place& place);                               ///< true or false
const std::string& string_at(const Place& place);                  ///< a string
std::size_t size_at(const Place& place, std::string_view wanted);  ///< of a sequence
Eigen::VectorXd vector_at(const Place& place);                     ///< a list of finite numbers
Eigen::MatrixXd matrix_at(const Place& place);  ///< a list of rows of the same length

/// Item `index` of a sequence.
Place item(const Place& sequence, std::size_t index);

/// The value of `key` in a map; absent if it is not there.
std::optional<Place> field(const Place& map, std::string_view key);

/// The value of `key` in a map. @throws TreeError "KEY: missing; HINT" if it is not there.
Place required_field(const Place& map, std::string_view key, std::string_view hint);

std::optional<double> optional_number(const Place& map, std::string_view key);
std::optional<bool> optional_boolean(const Place& map, std::string_view key);

/// A key that is recognised in order to say why it is refused.
struct RefusedKey {
  std::string_view key{};
  std::string_view why{};
};

/// The keys of a map.
struct KnownKeys {
  std::span<const std::string_view> accepted{};
  std::span<const RefusedKey> refused{};
};

/// Refuses anything but a map of known keys; of an unknown one it suggests the nearest.
/// @throws TreeError "contacts[0].restituton: unknown key; did you mean restitution?"
void require_keys(const Place& map, const KnownKeys& keys);

/// The candidate that `word` is probably meant to be: at most a third of its letters, in any case,
/// inserted, left out, exchanged or swapped with their neighbour; absent if there is none.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

}  // namespace carom
