#include <carom/io/tree/error_at.hpp>

namespace carom {
namespace {

/// The child that a step leads to; null pointer if there is none.
const TreeNode* child(const TreeNode& node, const PathStep& step) {
  if (const auto* key = std::get_if<std::string>(&step)) return value_of(node, *key);
  const std::size_t index = std::get<std::size_t>(step);
  const bool there = node.kind == NodeKind::sequence && index < node.items.size();
  return there ? &node.items[index] : nullptr;
}

}  // namespace

TreeError error_at(const TreeNode& root, const ObjectionPath& path, const std::string& mistake) {
  const TreeNode* node = &root;
  int line = root.line;
  for (const PathStep& step : path) {
    node = child(*node, step);
    if (node == nullptr) break;
    line = node->line;
  }
  return {path, mistake, line};
}

TreeError error_at(const TreeNode& root, const std::invalid_argument& objection) {
  if (const auto* known = dynamic_cast<const Objection*>(&objection))
    return error_at(root, known->path(), known->mistake());
  return {{}, objection.what(), root.line};
}

}  // namespace carom
