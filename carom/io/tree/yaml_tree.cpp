#include <carom/io/tree/builder.hpp>
#include <carom/io/tree/tree.hpp>
#include <carom/io/tree/utf8.hpp>
#include <carom/io/tree/yaml_scalar.hpp>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace carom {
namespace {

int line_at(const YAML::Mark& mark) { return mark.line + 1; }

/// A value that aliases may refer to.
struct Anchored {
  TreeNode node{};
  std::size_t values = 0;  ///< in it, itself included
  std::size_t levels = 0;  ///< of nesting, 0 for a scalar
};

Anchored measured(const TreeNode& node) {
  Anchored whole{.values = 1};
  for (const TreeNode& item : node.items) {
    const Anchored part = measured(item);
    whole.values += part.values;
    whole.levels = std::max(whole.levels, part.levels + 1);
  }
  return whole;
}

/// Turns yaml-cpp's events into trees, document by document.
class YamlEvents final : public YAML::EventHandler {
 public:
  explicit YamlEvents(std::string_view text) : text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    // yaml-cpp also starts one wherever tokens are left over: after "{a: 1} x", for ever after ",".
    const auto start = static_cast<std::size_t>(mark.pos);
    leftover = documents_++ > 0 && text_.substr(std::min(start, text_.size()), 3) != "---";
    if (leftover)
      throw TreeError({}, "bad YAML: expected the end of the document or ---", line_at(mark));
    anchors_.clear();
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    require_no_key(mark, "nothing");
    keep(anchor, tree.add({.kind = NodeKind::null, .line = line_at(mark)}));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    const bool plain = tag == "?";
    if (!plain && tag != "!") refuse_tag(tag, mark);
    if (tree.wants_key()) {
      if (anchor != YAML::NullAnchor) tree.refuse("a key cannot have an anchor", line_at(mark));
      return tree.add_key(text, line_at(mark));
    }
    TreeNode node{.kind = NodeKind::string, .line = line_at(mark), .text = text};
    if (plain && !read_plain_scalar(node))
      tree.refuse(fmt::format("{} does not fit into a double", printable(text)), line_at(mark));
    keep(anchor, tree.add(std::move(node)));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    require_no_key(mark, "an alias");
    const auto target = anchors_.find(anchor);
    if (target == anchors_.end())
      tree.refuse("the alias stands inside its own anchor", line_at(mark));
    spend(target->second.values, line_at(mark));
    if (tree.depth() + target->second.levels > max_tree_depth)
      throw TreeError({}, fmt::format("nested deeper than {} levels", max_tree_depth),
                      line_at(mark));
    tree.add(TreeNode(target->second.node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(NodeKind::sequence, mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(NodeKind::map, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapEnd() override { end(); }

  TreeBuilder tree{};
  bool leftover = false;  ///< the document before has not ended where its tree does

 private:
  void begin(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    require_no_key(mark, kind == NodeKind::map ? "a map; is a bracket not closed?"
                                               : "a list; is a bracket not closed?");
    if (tag != "?") refuse_tag(tag, mark);
    tree.begin(kind, line_at(mark));
    open_anchors_.push_back(anchor);
  }

  void end() {
    const YAML::anchor_t anchor = open_anchors_.back();
    open_anchors_.pop_back();
    keep(anchor, tree.end());
  }

  /// Remembers a finished value for its aliases.
  void keep(YAML::anchor_t anchor, const TreeNode& node) {
    if (anchor == YAML::NullAnchor) return;
    Anchored anchored = measured(node);
    spend(anchored.values, node.line);
    anchored.node = node;
    anchors_.insert_or_assign(anchor, std::move(anchored));
  }

  void spend(std::size_t values, int line) {
    alias_values_ += values;
    if (alias_values_ > max_alias_values)
      tree.refuse(
          fmt::format("anchors and aliases stand for more than {} values", max_alias_values), line);
  }

  void require_no_key(const YAML::Mark& mark, std::string_view got) const {
    if (tree.wants_key()) tree.refuse(fmt::format("expected a key, got {}", got), line_at(mark));
  }

  [[noreturn]] void refuse_tag(const std::string& tag, const YAML::Mark& mark) const {
    tree.refuse(fmt::format("YAML tags are not supported: {}", printable(tag)), line_at(mark));
  }

  std::string_view text_;
  int documents_ = 0;
  std::size_t alias_values_ = 0;  ///< copied for anchors and aliases so far
  std::map<YAML::anchor_t, Anchored> anchors_{};
  std::vector<YAML::anchor_t> open_anchors_{};  ///< of the open nodes
};

/// yaml-cpp drops a carriage return that no line feed follows: "1\r2" would become 12.
void require_line_feeds(std::string_view text) {
  for (std::size_t i = text.find('\r'); i != std::string_view::npos; i = text.find('\r', i + 1))
    if (i + 1 == text.size() || text[i + 1] != '\n') {
      const auto before = text.substr(0, i);
      const auto lines = std::count(before.begin(), before.end(), '\n');
      throw TreeError({}, "carriage return without line feed", 1 + static_cast<int>(lines));
    }
}

/// What a mistake on that line keeps from being read: yaml-cpp does not go on after one.
std::string_view lost_after(std::string_view text, int line) {
  std::size_t at = 0;
  for (int k = 1; k < line && at != std::string_view::npos; ++k) at = text.find('\n', at + 1);
  const bool more = at != std::string_view::npos && text.find("\n---", at) != text.npos;
  return more ? "; the documents after it were not read" : "";
}

}  // namespace

ParsedDocuments parse_yaml(std::string_view text) {
  ParsedDocuments result;
  text = without_byte_order_mark(text);
  YamlEvents events(text);
  try {
    require_text(text, 1);
    require_line_feeds(text);
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(events)) result.documents.push_back(events.tree.take());
  } catch (const TreeError& error) {
    result.error = error;
    if (events.leftover) result.documents.pop_back();
  } catch (const YAML::Exception& error) {
    const int column = std::max(error.mark.column, 0) + 1;
    const int line = std::max(error.mark.line, 0) + 1;
    result.error = TreeError({},
                             fmt::format("bad YAML at column {}: {}{}", column,
                                         printable(error.msg, 200), lost_after(text, line)),
                             line);
  }
  return result;
}

}  // namespace carom
