// What JSON and YAML have in common: values, lines, and the limits.

#include "tests/io/tree_text.hpp"

#include <carom/io/tree/error_at.hpp>
#include <carom/io/tree/tree.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

namespace carom {
namespace {

TEST(Tree, JsonAndYamlGiveTheSameTree) {
  const std::string text =
      R"({"a": [1, -2.5, 3e2, true, false, null, "x", {}, []], "b": {"c": "1"}})";
  const TreeNode json = parse_json(text);
  const TreeNode yaml = one_document(text);
  EXPECT_EQ(dump(json), dump(yaml));
  EXPECT_EQ(dump(json), R"({a: [1, -2.5, 300, true, false, null, "x", {}, []], b: {c: "1"}})");
}

/// The line of a mistake at the path.
int line_of(const TreeNode& root, const ObjectionPath& path) {
  return error_at(root, path, "").line();
}

TEST(Tree, EveryValueKnowsItsLine) {
  const TreeNode json =
      parse_json("{\n\"a\": 1\n,\n\"b\": [2,\n3\n],\n\"c\":\n{\"d\": \"x\"\n}\n}");
  EXPECT_EQ(line_of(json, {}), 1);
  EXPECT_EQ(line_of(json, {"a"}), 2);  // although the parser has read the line break after the 1
  EXPECT_EQ(line_of(json, {"b"}), 4);
  EXPECT_EQ(line_of(json, {"b", 0U}), 4);
  EXPECT_EQ(line_of(json, {"b", 1U}), 5);
  EXPECT_EQ(line_of(json, {"c"}), 8);
  EXPECT_EQ(json.keys.at(2).line, 7);
  EXPECT_EQ(line_of(json, {"c", "d"}), 8);
  EXPECT_EQ(line_of(parse_json("[1]", 7), {0U}), 7);

  const TreeNode yaml = one_document("# first\na: 1\nb:\n  - 2\n  - 3\nc:\nd: x\n");
  EXPECT_EQ(line_of(yaml, {"a"}), 2);
  EXPECT_EQ(line_of(yaml, {"b", 1U}), 5);
  EXPECT_EQ(line_of(yaml, {"c"}), 6);  // nothing stands where its key does
  EXPECT_EQ(line_of(yaml, {"d"}), 7);
}

TEST(Tree, APathThatLeadsNowhereEndsAtItsLastValue) {
  const TreeNode root = parse_json("{\n\"a\": [\n{\"b\": 1}]}");
  EXPECT_EQ(line_of(root, {"a", 0U, "missing"}), 3);
  EXPECT_EQ(line_of(root, {"a", 7U, "b"}), 2);
  EXPECT_EQ(line_of(root, {"z"}), 1);
  EXPECT_EQ(line_of(root, {"a", "b"}), 2);
}

TEST(Tree, NestingIsLimitedInBothLanguages) {
  const std::string open(max_tree_depth, '[');
  const std::string close(max_tree_depth, ']');
  EXPECT_NO_THROW(parse_json(open + close));
  EXPECT_EQ(parse_yaml(open + close).error, std::nullopt);
  EXPECT_EQ(json_refusal("\n[" + open + close + "]"), "2: : nested deeper than 200 levels");
  EXPECT_EQ(yaml_refusal("\n[" + open + close + "]"), "2: : nested deeper than 200 levels");
  EXPECT_EQ(json_refusal(std::string(100'000, '[')), "1: : nested deeper than 200 levels");
  EXPECT_NE(yaml_refusal(std::string(100'000, '[')), "");
  EXPECT_NE(yaml_refusal(std::string(100'000, '{')), "");
}

TEST(Tree, RepeatedKeysAreFoundAmongFewAndAmongMany) {
  for (const int others : {0, 10, 1000}) {
    std::string text = "{\n";
    for (int i = 0; i < others; ++i) text += "\"k" + std::to_string(i) + "\": 1,\n";
    text += "\"twin\": 1,\n\"twin\": 2}";
    const std::string line = std::to_string(others + 3);
    const std::string refusal =
        line + ": twin: given twice, first on line " + std::to_string(others + 2);
    EXPECT_EQ(json_refusal(text), refusal);
    EXPECT_EQ(yaml_refusal(text), refusal);
  }
  EXPECT_EQ(json_refusal(R"({"a": [{"b": 1, "b": 1}]})"),
            "1: a[0].b: given twice, first on line 1");
  EXPECT_EQ(json_refusal("{\"a\": 1, \"\\u0061\": 1}"), "1: a: given twice, first on line 1");
}

TEST(Tree, BytesThatAreNoTextAreRefused) {
  using namespace std::string_literals;
  for (const auto refusal : {json_refusal, yaml_refusal}) {
    EXPECT_EQ(refusal("\"a\xff\""), "1: : byte 0xff is not UTF-8");
    EXPECT_EQ(refusal("\n\"\xc0\x80\""), "2: : byte 0xc0 is not UTF-8");        // overlong NUL
    EXPECT_EQ(refusal("\"\xed\xa0\x80\""), "1: : byte 0xed is not UTF-8");      // surrogate
    EXPECT_EQ(refusal("\"\xf4\x90\x80\x80\""), "1: : byte 0xf4 is not UTF-8");  // above U+10FFFF
    EXPECT_EQ(refusal("\"\xe2\x82"), "1: : byte 0xe2 is not UTF-8");            // cut off
    EXPECT_EQ(refusal("1\0 2"s), "1: : control character 0x00");
    EXPECT_EQ(refusal("\"a\x04 b\""), "1: : control character 0x04");
    EXPECT_EQ(refusal("\xff\xfe[\0]\0"s), "1: : byte 0xff is not UTF-8");  // UTF-16
  }
  EXPECT_EQ(dump(parse_json("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb1\"")),
            "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xb1\"");
}

TEST(Tree, NumbersKeepTheirBits) {
  for (const std::string text : {"0.1", "1e-320", "4.9e-324", "1.7976931348623157e308",
                                 "9007199254740993", "123456789012345678901234567890", "-0.0"}) {
    const double x = std::strtod(text.c_str(), nullptr);
    EXPECT_EQ(parse_json(text).number, x) << text;
    EXPECT_EQ(one_document(text).number, x) << text;
  }
  EXPECT_TRUE(std::signbit(parse_json("-0.0").number));
  EXPECT_TRUE(std::signbit(one_document("-0.0").number));
}

TEST(Tree, NumbersThatNoDoubleIsNearAreRefusedAtTheirPlace) {
  EXPECT_EQ(json_refusal("{\"a\": [0,\n1e999\n]}"), "2: a[1]: 1e999 does not fit into a double");
  EXPECT_EQ(yaml_refusal("a:\n- 0\n- -1e999"), "3: a[1]: -1e999 does not fit into a double");
  EXPECT_EQ(json_refusal("[1e-999]"), "1: [0]: 1e-999 does not fit into a double");
  EXPECT_EQ(yaml_refusal("[1e-999]"), "1: [0]: 1e-999 does not fit into a double");
  EXPECT_EQ(json_refusal("[0e-999, 0.000e999]"), "");
  EXPECT_EQ(yaml_refusal("[0e-999, 0.000e999]"), "");
}

}  // namespace
}  // namespace carom
