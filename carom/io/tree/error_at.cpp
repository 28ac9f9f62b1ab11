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
  std::string text;
  const TreeNode* node = &root;
  int line = root.line;
  for (const PathStep& step : path) {
    if (const auto* index = std::get_if<std::size_t>(&step))
      text += "[" + std::to_string(*index) + "]";
    else
      text += (text.empty() ? "" : ".") + std::get<std::string>(step);
    node = node == nullptr ? nullptr : child(*node, step);
    if (node != nullptr) line = node->line;
  }
  return {text, mistake, line};
}

TreeError error_in_words(const TreeNode& root, std::string_view sentence) {
  const std::size_t colon = sentence.find(": ");
  if (colon == std::string_view::npos) return {"", std::string(sentence), root.line};
  const std::string_view path = sentence.substr(0, colon);
  return {std::string(path), std::string(sentence.substr(colon + 2)), line_of(root, path)};
}

}  // namespace carom
