#include <carom/io/tree/builder.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace carom {
namespace {

/// The key that repeats an earlier one; null pointer if all differ. O(n log n) in the number of keys.
const NodeKey* repeated_key(const std::vector<NodeKey>& keys) {
  constexpr std::size_t few = 24;  // comparing all pairs is quicker up to about here
  if (keys.size() <= few) {
    for (std::size_t i = 1; i < keys.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (keys[i].text == keys[j].text) return &keys[i];
    return nullptr;
  }
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int difference = keys[a].text.compare(keys[b].text);
    return difference != 0 ? difference < 0 : a < b;
  });
  const auto twin = std::adjacent_find(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return keys[a].text == keys[b].text; });
  return twin == order.end() ? nullptr : &keys[*(twin + 1)];
}

}  // namespace

TreeNode& TreeBuilder::append(TreeNode&& value) {
  if (open_.empty()) return root_ = std::move(value);
  // Nothing after "key:" stands where the key does, not where the parser noticed it.
  if (value.kind == NodeKind::null && !open_.back()->keys.empty())
    value.line = open_.back()->keys.back().line;
  return open_.back()->items.emplace_back(std::move(value));
}

const TreeNode& TreeBuilder::add(TreeNode&& value) { return append(std::move(value)); }

void TreeBuilder::begin(NodeKind kind, int line) {
  if (open_.size() == max_tree_depth)
    throw TreeError({}, fmt::format("nested deeper than {} levels", max_tree_depth), line);
  open_.push_back(&append(TreeNode{.kind = kind, .line = line}));
}

void TreeBuilder::add_key(std::string text, int line) {
  open_.back()->keys.push_back({std::move(text), line});
}

const TreeNode& TreeBuilder::end() {
  const TreeNode& node = *open_.back();
  if (const NodeKey* twin = repeated_key(node.keys)) {
    const auto same = [&](const NodeKey& k) { return k.text == twin->text; };
    const int first = std::find_if(node.keys.begin(), node.keys.end(), same)->line;
    ObjectionPath place = path();
    place.emplace_back(twin->text);
    throw TreeError(place, fmt::format("given twice, first on line {}", first), twin->line);
  }
  open_.pop_back();
  return node;
}

bool TreeBuilder::wants_key() const {
  return !open_.empty() && open_.back()->kind == NodeKind::map &&
         open_.back()->keys.size() == open_.back()->items.size();
}

ObjectionPath TreeBuilder::path() const {
  ObjectionPath place;
  for (const TreeNode* node : open_) {
    const bool innermost = node == open_.back();
    if (node->kind == NodeKind::sequence) {
      place.emplace_back(node->items.size() - (innermost ? 0 : 1));
    } else if (!node->keys.empty() && (!innermost || !wants_key())) {
      place.emplace_back(node->keys.back().text);
    }
  }
  return place;
}

void TreeBuilder::refuse(const std::string& message, int line) const {
  throw TreeError(path(), message, line);
}

void require_text(std::string_view text, int first_line) {
  const auto bad = find_bad_byte(text);
  if (!bad) return;
  const std::string_view before = text.substr(0, bad->offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  throw TreeError({}, bad->what, first_line + static_cast<int>(lines));
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (text.substr(0, mark.size()) == mark) text.remove_prefix(mark.size());
  return text;
}

}  // namespace carom
