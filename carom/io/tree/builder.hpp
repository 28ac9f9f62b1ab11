/// @file
/// Builds a tree from the events of a parser: what the JSON and the YAML front end share.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A tree under construction. The nodes from the root to the place where the next value goes are open.
class TreeBuilder {
 public:
  TreeBuilder() = default;
  TreeBuilder(const TreeBuilder&) = delete;  // open_ points into root_
  TreeBuilder& operator=(const TreeBuilder&) = delete;

  /// Adds a finished value at the place reached.
  const TreeNode& add(TreeNode&& value);
  /// Opens a sequence or map at the place reached.
  /// @throws TreeError beyond max_tree_depth
  void begin(NodeKind kind, int line);
  /// Names the next value of the open map.
  void add_key(std::string text, int line);
  /// Closes the innermost open node and returns it; it stays in place until the tree is taken.
  /// @throws TreeError if a map has a key twice
  const TreeNode& end();

  /// True if the innermost open node is a map that wants a key next.
  bool wants_key() const;
  /// Number of open nodes.
  std::size_t depth() const { return open_.size(); }
  /// The place of the next value, as "contacts[0].restitution".
  ObjectionPath path() const;
  /// @throws TreeError at the place of the next value
  [[noreturn]] void refuse(const std::string& message, int line) const;

  /// The finished tree.
  TreeNode take() { return std::move(root_); }

 private:
  TreeNode& append(TreeNode&& value);

  TreeNode root_{};
  std::vector<TreeNode*> open_{};  ///< stable: only the innermost one's items grow
};

/// Refuses bytes that are not text. @throws TreeError
void require_text(std::string_view text, int first_line);

/// `text` without a UTF-8 byte order mark in front.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace carom
