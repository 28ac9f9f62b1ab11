#include <carom/io/tree/text.hpp>

#include <carom/io/tree/json_text.hpp>
#include <carom/io/tree/yaml_scalar.hpp>

#include <cmath>
#include <cstddef>

namespace carom {
namespace {

/// A list or map that fits into this many characters stands in one line.
constexpr std::size_t line_width = 88;

void append_number(std::string& out, double x) {
  if (!std::isfinite(x)) {
    out += "null";
    return;
  }
  append_json(out, x);
  // 2 rather than 2.0, as a person writes it; the same value.
  if (out.size() > 2 && out.compare(out.size() - 2, 2, ".0") == 0) out.resize(out.size() - 2);
}

void append_tree(std::string& out, const TreeNode& node) {
  switch (node.kind) {
    case NodeKind::null: out += "null"; return;
    case NodeKind::boolean: out += node.truth ? "true" : "false"; return;
    case NodeKind::number: append_number(out, node.number); return;
    case NodeKind::string: append_json(out, node.text); return;
    case NodeKind::sequence:
    case NodeKind::map: break;
  }
  const bool map = node.kind == NodeKind::map;
  out += map ? '{' : '[';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (map) {
      append_json(out, node.keys[i].text);
      out += ": ";
    }
    append_tree(out, node.items[i]);
  }
  out += map ? '}' : ']';
}

// --- YAML ---------------------------------------------------------------------------------------

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-' || c == '/' || c == '^' || c == '+' || c == '(' || c == ')';
}

/// True if the text needs no quotes anywhere in YAML: words of plain characters with single spaces, that
/// are not read as a number, a truth or nothing.
bool is_plain(const std::string& text) {
  if (text.empty() || !is_word_character(text.front()) || text.front() == '-') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool inner_space = text[i] == ' ' && i + 1 < text.size() && text[i + 1] != ' ';
    if (!is_word_character(text[i]) && !inner_space) return false;
  }
  TreeNode node{.kind = NodeKind::string, .text = text};
  return read_plain_scalar(node) && node.kind == NodeKind::string;
}

std::string word(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted;
  append_json(quoted, text);  // JSON's strings are YAML's double-quoted ones
  return quoted;
}

/// What YAML's plain numbers and words look like; lists and maps in one line.
std::string flow(const TreeNode& node) {
  if (node.kind == NodeKind::number && !std::isfinite(node.number))
    return std::isnan(node.number) ? ".nan" : (node.number > 0 ? ".inf" : "-.inf");
  if (node.kind == NodeKind::string) return word(node.text);
  std::string out;
  if (node.kind != NodeKind::sequence && node.kind != NodeKind::map) {
    append_tree(out, node);
    return out;
  }
  const bool map = node.kind == NodeKind::map;
  out += map ? '{' : '[';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (map) out += word(node.keys[i].text) + ": ";
    out += flow(node.items[i]);
  }
  out += map ? '}' : ']';
  return out;
}

void append_block(std::string& out, const TreeNode& node, std::size_t indent, bool inline_first) {
  const std::string margin(indent, ' ');
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0 || !inline_first) out += margin;
    out += node.kind == NodeKind::map ? word(node.keys[i].text) + ":" : std::string("-");
    const TreeNode& item = node.items[i];
    const std::string line = flow(item);
    const bool block = !item.items.empty() && indent + line.size() > line_width;
    if (!block) {
      out += " " + line + "\n";
    } else if (node.kind == NodeKind::sequence) {
      out += " ";
      append_block(out, item, indent + 2, true);
    } else {
      out += "\n";
      append_block(out, item, indent + 2, false);
    }
  }
}

}  // namespace

std::string json_text(const TreeNode& root) {
  std::string out;
  append_tree(out, root);
  return out;
}

std::string yaml_text(const TreeNode& root) {
  if (root.items.empty()) return flow(root) + "\n";
  std::string out;
  append_block(out, root, 0, false);
  return out;
}

}  // namespace carom
