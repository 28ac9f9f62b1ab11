/// @file
/// Trees and refusals as text, for the tests of the parsers.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace carom {

/// The tree in one line: strings in quotes, keys and numbers without.
inline std::string dump(const TreeNode& node) {
  std::string text;
  switch (node.kind) {
    case NodeKind::null: return "null";
    case NodeKind::boolean: return node.truth ? "true" : "false";
    case NodeKind::number: return fmt::format("{}", node.number);
    case NodeKind::string: return '"' + node.text + '"';
    case NodeKind::sequence:
    case NodeKind::map: break;
  }
  const bool map = node.kind == NodeKind::map;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) text += ", ";
    if (map) text += node.keys.at(i).text + ": ";
    text += dump(node.items[i]);
  }
  return map ? '{' + text + '}' : '[' + text + ']';
}

/// "line: path: message", or "" if the text is in order.
inline std::string json_refusal(std::string_view text) {
  try {
    parse_json(text);
  } catch (const TreeError& error) {
    return fmt::format("{}: {}: {}", error.line(), written(error.path()), error.what());
  }
  return "";
}

inline std::string yaml_refusal(std::string_view text) {
  const auto error = parse_yaml(text).error;
  return error ? fmt::format("{}: {}: {}", error->line(), written(error->path()), error->what())
               : "";
}

/// The one document of a YAML text that is in order.
inline TreeNode one_document(std::string_view text) {
  EXPECT_EQ(yaml_refusal(text), "");
  ParsedDocuments parsed = parse_yaml(text);
  EXPECT_EQ(parsed.documents.size(), 1U);
  return parsed.documents.empty() ? TreeNode{} : std::move(parsed.documents.front());
}

}  // namespace carom
