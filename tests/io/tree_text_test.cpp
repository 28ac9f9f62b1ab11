#include <carom/io/embedded.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/tree/text.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace carom {
namespace {

TreeNode text_node(std::string text) { return {.kind = NodeKind::string, .text = std::move(text)}; }

void expect_same(const TreeNode& a, const TreeNode& b, const std::string& path) {
  ASSERT_EQ(a.kind, b.kind) << path;
  EXPECT_EQ(a.truth, b.truth) << path;
  EXPECT_EQ(a.text, b.text) << path;
  if (!std::isnan(a.number)) {
    EXPECT_EQ(a.number, b.number) << path;
  }
  ASSERT_EQ(a.items.size(), b.items.size()) << path;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (a.kind == NodeKind::map) {
      EXPECT_EQ(a.keys[i].text, b.keys[i].text) << path;
    }
    expect_same(a.items[i], b.items[i], path + "/" + std::to_string(i));
  }
}

TEST(TreeText, EveryExampleReadsBackFromYamlAndFromJson) {
  int compared = 0;
  for (const EmbeddedFile& file : embedded_files()) {
    const auto format = format_of(file.name);
    if (!file.name.starts_with("examples/") || !format) continue;
    for (const TreeNode& tree : problem_trees(file.text, *format)) {
      const auto again = problem_trees(yaml_text(tree), FileFormat::yaml);
      ASSERT_EQ(again.size(), 1U) << file.name;
      expect_same(tree, again[0], std::string(file.name));
      expect_same(tree, parse_json(json_text(tree)), std::string(file.name));
      ++compared;
    }
  }
  EXPECT_GT(compared, 40);
}

TEST(TreeText, WordsThatMeanSomethingElseAreQuoted) {
  for (const char* word :
       {"1.5",         "true", "null",        "~",    "",      " a",      "a ",   "a: b",
        "# no",        "- x",  "0x10",        ".inf", "{",     "a,b",     "it's", "\"",
        "line\nbreak", "yes",  "two  blanks", "é",    "*star", "&anchor", "!tag", "%",
        "@",           "`",    "-0.25 rad",   "1e5"}) {
    TreeNode map{.kind = NodeKind::map};
    map.keys.push_back({.text = word});
    map.items.push_back(text_node(word));
    const auto again = problem_trees(yaml_text(map), FileFormat::yaml);
    ASSERT_EQ(again.size(), 1U) << word;
    expect_same(map, again[0], word);
  }
}

TEST(TreeText, NumbersKeepTheirBits) {
  for (const double x : {0.1, -0.0, 1e300, 5e-324, 1.0 / 3, 12345678901234567.0,
                         std::numeric_limits<double>::infinity()}) {
    TreeNode list{.kind = NodeKind::sequence};
    TreeNode number{.kind = NodeKind::number, .number = x};
    list.items = {text_node("a"), number};
    TreeNode map{.kind = NodeKind::map};
    map.keys.push_back({.text = "x"});
    map.items.push_back(list);
    const auto again = problem_trees(yaml_text(map), FileFormat::yaml);
    EXPECT_EQ(again[0].items[0].items[1].number, x);
  }
}

TEST(TreeText, LongMapsAreBrokenIntoLines) {
  const TreeNode tree = parse_json(
      R"({"bodies": {"upper": {"rod": {"length": "2 m", "pointing": "down"}, "mass": "3 kg"},
          "lower": {"rod": {"length": "2 m", "pointing": "down"}, "mass": "3 kg", "rate": -0.2}}})");
  EXPECT_EQ(yaml_text(tree),
            "bodies:\n"
            "  upper: {rod: {length: 2 m, pointing: down}, mass: 3 kg}\n"
            "  lower: {rod: {length: 2 m, pointing: down}, mass: 3 kg, rate: -0.2}\n");
}

}  // namespace
}  // namespace carom
