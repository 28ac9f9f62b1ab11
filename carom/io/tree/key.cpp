#include <carom/impact/name_list.hpp>
#include <carom/io/tree/decode.hpp>
#include <carom/io/tree/json_text.hpp>
#include <carom/io/tree/key.hpp>
#include <carom/io/tree/key_unit.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/io/tree/utf8.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace carom {
namespace {

/// One step of a path: a name, or an index in brackets.
struct Step {
  std::string_view name{};
  std::optional<std::size_t> index{};
  ObjectionPath until{};  ///< the path up to and with this step
};

/// Refuses a text that is no path.
[[noreturn]] void refuse_text(std::string_view path, const std::string& why) {
  throw TreeError({std::string(path)}, why, 0);
}

std::size_t index_in(std::string_view path, const std::string& digits) {
  std::size_t index = 0;
  const char* end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, index);
  if (error != std::errc{} || rest != end)
    refuse_text(path, fmt::format("[{}] is no index; they count from 0", printable(digits)));
  return index;
}

std::vector<Step> steps_of(std::string_view path) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    Step step;
    if (path[at] == '[') {
      const std::size_t close = path.find(']', at);
      if (close == std::string_view::npos) refuse_text(path, "a bracket is not closed");
      step.index = index_in(path, std::string(path.substr(at + 1, close - at - 1)));
      at = close + 1;
    } else {
      if (path[at] == '.' && at > 0) ++at;
      const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
      step.name = path.substr(at, end - at);
      if (step.name.empty()) refuse_text(path, "expected a name or an index after the dot");
      at = end;
    }
    if (!steps.empty()) step.until = steps.back().until;
    step.until.push_back(step.index ? PathStep(*step.index) : PathStep(std::string(step.name)));
    steps.push_back(std::move(step));
  }
  if (steps.empty()) refuse_text(path, "empty; give a key such as contacts.hit.friction");
  return steps;
}

/// What a step may be called here: the keys of a map, the names of a list's items.
std::vector<std::string_view> names_in(const TreeNode& node) {
  std::vector<std::string_view> names;
  if (node.kind == NodeKind::map)
    for (const NodeKey& key : node.keys) names.push_back(key.text);
  if (node.kind == NodeKind::sequence)
    for (const TreeNode& item : node.items) {
      const TreeNode* name = value_of(item, "name");
      const bool named = name != nullptr && name->kind == NodeKind::string;
      names.push_back(named ? std::string_view(name->text) : std::string_view());
    }
  return names;
}

[[noreturn]] void refuse_step(const TreeNode& node, const Step& step,
                              const std::vector<std::string_view>& names) {
  if (step.index)
    throw TreeError(step.until,
                    fmt::format("there {} {} here", names.size() == 1 ? "is" : "are", names.size()),
                    node.line);
  std::vector<std::string_view> known;
  for (const std::string_view name : names)
    if (!name.empty()) known.push_back(name);
  if (const auto near = nearest(step.name, known))
    throw TreeError(step.until, fmt::format("not in the problem; did you mean {}?", *near),
                    node.line);
  throw TreeError(step.until,
                  known.empty() ? std::string("not in the problem")
                                : fmt::format("not in the problem; there are {}", listed(known)),
                  node.line);
}

/// The item that a step leads to; a key that a map does not have is added at the end of the path.
std::size_t taken(TreeNode& node, const Step& step, bool last) {
  const std::vector<std::string_view> names = names_in(node);
  if (step.index) {
    if (*step.index < names.size()) return *step.index;
    refuse_step(node, step, names);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() && names[i] == step.name) return i;
  if (!last || node.kind != NodeKind::map) refuse_step(node, step, names);
  node.keys.push_back({std::string(step.name), node.line});
  node.items.push_back({.line = node.line});
  return node.items.size() - 1;
}

TreeKey way_to(TreeNode& root, std::string_view path) {
  TreeKey key{.path = std::string(path)};
  TreeNode* node = &root;
  const std::vector<Step> steps = steps_of(path);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    key.steps.push_back(taken(*node, steps[i], i + 1 == steps.size()));
    node = &node->items[key.steps.back()];
  }
  return key;
}

bool may_vary(const TreeNode& node) {
  return node.kind == NodeKind::number || node.kind == NodeKind::null ||
         (node.kind == NodeKind::string && !node.text.empty() &&
          node.text.find_first_of("0123456789") != std::string::npos);
}

}  // namespace

TreeKey find_number(TreeNode& root, std::string_view path) {
  TreeKey key = way_to(root, path);
  const TreeNode* node = &root;
  const TreeNode* parent = nullptr;
  for (const std::size_t step : key.steps) {
    parent = node;
    node = &node->items[step];
  }
  if (!may_vary(*node))
    throw TreeError(steps_of(path).back().until,
                    "is no number; only numbers and quantities can be varied", node->line);
  key.unit = unit_of_path(path);
  if (node->kind != NodeKind::string) return key;
  if (const auto quantity = parse_quantity(node->text).quantity) {
    key.unit = si_unit(quantity->dimension);
    key.is_direction =
        parent->kind == NodeKind::sequence && quantity->dimension == dimensions::angle;
  }
  return key;
}

void set_number(TreeNode& root, const TreeKey& key, double x) {
  TreeNode* node = &root;
  for (const std::size_t step : key.steps) node = &node->items[step];
  node->kind = key.is_direction ? NodeKind::string : NodeKind::number;
  node->number = x;
  if (key.is_direction) node->text = fmt::format("{} rad", x);
}

TreeKey find_word(TreeNode& root, std::string_view path) {
  TreeKey key = way_to(root, path);
  const TreeNode* node = &root;
  for (const std::size_t step : key.steps) node = &node->items[step];
  const bool word = node->kind == NodeKind::string || node->kind == NodeKind::boolean ||
                    node->kind == NodeKind::null;
  if (!word)
    throw TreeError(steps_of(path).back().until, "is no word; want numbers for it", node->line);
  return key;
}

void set_word(TreeNode& root, const TreeKey& key, std::string_view word) {
  TreeNode* node = &root;
  for (const std::size_t step : key.steps) node = &node->items[step];
  const bool truth = word == "true";
  node->kind = truth || word == "false" ? NodeKind::boolean : NodeKind::string;
  node->truth = truth;
  node->text = word;
}

void append_canonical(std::string& out, const TreeNode& node) {
  switch (node.kind) {
    case NodeKind::null: out += "null"; return;
    case NodeKind::boolean: out += node.truth ? "true" : "false"; return;
    case NodeKind::number: fmt::format_to(std::back_inserter(out), "{}", node.number); return;
    case NodeKind::string: append_json(out, node.text); return;
    case NodeKind::sequence:
    case NodeKind::map: break;
  }
  out += node.kind == NodeKind::map ? '{' : '[';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (node.kind == NodeKind::map) {
      append_json(out, node.keys[i].text);
      out += ':';
    }
    append_canonical(out, node.items[i]);
    out += ',';
  }
  out += node.kind == NodeKind::map ? '}' : ']';
}

}  // namespace carom
