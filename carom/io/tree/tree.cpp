#include <carom/io/tree/tree.hpp>

#include <algorithm>
#include <charconv>

namespace carom {
namespace {

/// The child that the front of `path` names, and `path` without it; null pointer if there is none.
const TreeNode* step(const TreeNode& node, std::string_view& path) {
  if (path.front() == '[') {
    std::size_t index = 0;
    const char* end = path.data() + path.size();
    const auto [rest, error] = std::from_chars(path.data() + 1, end, index);
    const bool closed = error == std::errc{} && rest != end && *rest == ']';
    if (!closed || node.kind != NodeKind::sequence || index >= node.items.size()) return nullptr;
    path.remove_prefix(static_cast<std::size_t>(rest + 1 - path.data()));
    return &node.items[index];
  }
  if (path.front() == '.') path.remove_prefix(1);
  const std::string_view key = path.substr(0, path.find_first_of(".["));
  path.remove_prefix(key.size());
  return value_of(node, key);
}

}  // namespace

std::string located_message(const std::string& source, const TreeError& error,
                            const std::string& which) {
  std::string text = source;
  if (error.line() > 0) text += ":" + std::to_string(error.line());
  if (!text.empty()) text += ": ";
  text += which;
  if (!error.path().empty()) text += error.path() + ": ";
  return text + error.what();
}

const TreeNode* value_of(const TreeNode& node, std::string_view key) {
  if (node.kind != NodeKind::map) return nullptr;
  const auto at = std::find_if(node.keys.begin(), node.keys.end(),
                               [&](const NodeKey& k) { return k.text == key; });
  if (at == node.keys.end()) return nullptr;
  return &node.items[static_cast<std::size_t>(at - node.keys.begin())];
}

int line_of(const TreeNode& root, std::string_view path) {
  const TreeNode* node = &root;
  while (!path.empty()) {
    const TreeNode* next = step(*node, path);
    if (next == nullptr) break;
    node = next;
  }
  return node->line;
}

}  // namespace carom
