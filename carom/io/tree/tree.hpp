/// @file
/// A document as a plain tree of values with line numbers, the same for JSON and YAML.
///
/// The front ends refuse what a reader could take in two ways: repeated keys, numbers that do not fit
/// into a double, YAML tags, control characters, text that is not UTF-8. What they accept is in the
/// tree, nothing is dropped. Both are bounded: nesting by `max_tree_depth`, what YAML aliases expand to
/// by `max_alias_values`; time and memory grow with the length of the text.
#pragma once

#include <carom/impact/objection.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// Deepest nesting of lists and maps; a problem needs 4.
inline constexpr std::size_t max_tree_depth = 200;
/// Most values that the anchors and aliases of a YAML text may stand for ("billion laughs").
inline constexpr std::size_t max_alias_values = 100'000;

/// What a value is.
enum class NodeKind : std::uint8_t {
  null,      ///< null, or nothing after a YAML key
  boolean,   ///< true, false
  number,    ///< any number; YAML's .inf and .nan arrive as such
  string,    ///< quoted, or plain YAML that is none of the above
  sequence,  ///< items in order
  map,       ///< keys[i] names items[i], in the order of the file
};

/// The key of a map's entry.
struct NodeKey {
  std::string text{};
  int line = 0;  ///< counted from 1
};

/// A value; only the members of its kind are meaningful.
struct TreeNode {
  NodeKind kind = NodeKind::null;
  bool truth = false;             ///< of a boolean
  int line = 0;                   ///< where the value starts, counted from 1
  double number = 0;              ///< of a number
  std::string text{};             ///< of a string, UTF-8
  std::vector<TreeNode> items{};  ///< of a sequence or map
  std::vector<NodeKey> keys{};    ///< of a map, as many as items
};

/// What is wrong with a document, and where: what() is "expected a number, got null", the path leads to
/// contacts[0].restitution (no steps: the whole document).
class TreeError : public std::invalid_argument {
 public:
  TreeError(ObjectionPath path, const std::string& message, int line)
      : std::invalid_argument(message), path_(std::move(path)), line_(line) {}
  const ObjectionPath& path() const { return path_; }
  int line() const { return line_; }

 private:
  ObjectionPath path_;
  int line_;
};

/// "contacts[0].restitution", for messages; control characters in names are shown, not written.
std::string written(const ObjectionPath& path);

/// "problems.jsonl:7: contacts[0].restitution: 1.3 is outside [0, 1]"
/// @param which  "problem 3: " before the path, where the line alone does not tell
std::string located_message(const std::string& source, const TreeError& error,
                            const std::string& which = "");

/// The tree of a JSON text (RFC 8259; a byte order mark is skipped). `first_line` is the number of its
/// first line in the file.
/// @throws TreeError
TreeNode parse_json(std::string_view text, int first_line = 1);

/// The documents of a text, up to the first that cannot be parsed.
struct ParsedDocuments {
  std::vector<TreeNode> documents{};  ///< none if the text holds only comments
  std::optional<TreeError> error{};   ///< why it ends before the end of the text
};

/// The trees of a YAML text (YAML 1.2; plain scalars by the core schema, so `yes` and `1_000` are
/// strings; a byte order mark is skipped). Every document after the first starts with ---.
ParsedDocuments parse_yaml(std::string_view text);

/// The value of a key; null pointer if `node` is no map or has no such key.
const TreeNode* value_of(const TreeNode& node, std::string_view key);

}  // namespace carom
