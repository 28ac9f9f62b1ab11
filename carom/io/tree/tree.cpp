#include <carom/io/tree/tree.hpp>
#include <carom/io/tree/utf8.hpp>

#include <algorithm>

namespace carom {
namespace {

/// Letters of a name that a message shows; names in files may be of any length.
constexpr std::size_t longest_name = 120;

}  // namespace
std::string written(const ObjectionPath& path) {
  std::string text;
  for (const PathStep& step : path) {
    if (const auto* index = std::get_if<std::size_t>(&step))
      text += "[" + std::to_string(*index) + "]";
    else
      text += (text.empty() ? "" : ".") + printable(std::get<std::string>(step), longest_name);
  }
  return text;
}

std::string located_message(const std::string& source, const TreeError& error,
                            const std::string& which) {
  std::string text = source;
  if (error.line() > 0) text += ":" + std::to_string(error.line());
  if (!text.empty()) text += ": ";
  text += which;
  if (!error.path().empty()) text += written(error.path()) + ": ";
  return text + error.what();
}

const TreeNode* value_of(const TreeNode& node, std::string_view key) {
  if (node.kind != NodeKind::map) return nullptr;
  const auto at = std::find_if(node.keys.begin(), node.keys.end(),
                               [&](const NodeKey& k) { return k.text == key; });
  if (at == node.keys.end()) return nullptr;
  return &node.items[static_cast<std::size_t>(at - node.keys.begin())];
}

}  // namespace carom
