#include "tests/io/tree_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace carom {
namespace {

TEST(YamlTree, PlainScalarsFollowTheCoreSchema) {
  EXPECT_EQ(dump(one_document("[null, Null, NULL, ~, ]")), "[null, null, null, null]");
  EXPECT_EQ(dump(one_document("[true, True, TRUE, false, False, FALSE]")),
            "[true, true, true, false, false, false]");
  EXPECT_EQ(dump(one_document("[12, -12, +12, 007, 0x1F, 0o17, 1., .5, -.5, 1e3, 1.5E-3, +1.e+2]")),
            "[12, -12, 12, 7, 31, 15, 1, 0.5, -0.5, 1000, 0.0015, 100]");
  EXPECT_EQ(dump(one_document("[.inf, -.inf, +.Inf, .INF, .nan, .NaN, .NAN]")),
            "[inf, -inf, inf, inf, nan, nan, nan]");
}

TEST(YamlTree, WhatLooksLikeANumberElsewhereIsAString) {
  EXPECT_EQ(dump(one_document("[yes, no, on, off, y, n, tRUE, nULL]")),
            R"(["yes", "no", "on", "off", "y", "n", "tRUE", "nULL"])");
  EXPECT_EQ(
      dump(
          one_document("[1_000, 12:30, 1e, e1, ., +, -, --1, 0b1, 0x, 0xG, 1 2, inf, nan, -.nan]")),
      R"(["1_000", "12:30", "1e", "e1", ".", "+", "-", "--1", "0b1", "0x", "0xG", "1 2", "inf", )"
      R"("nan", "-.nan"])");
  EXPECT_EQ(dump(one_document("[0x123456789ABCDEF0, 1,5, ²]")),
            R"(["0x123456789ABCDEF0", 1, 5, "²"])");
}

TEST(YamlTree, QuotesMakeStrings) {
  EXPECT_EQ(dump(one_document("['1', \"true\", '~', ! 3, '']")), R"(["1", "true", "~", "3", ""])");
  EXPECT_EQ(dump(one_document("a: |\n  1\nb: >\n  2\n")), "{a: \"1\n\", b: \"2\n\"}");
}

TEST(YamlTree, DocumentsAreSeparatedByThreeDashesOnly) {
  EXPECT_EQ(parse_yaml("a: 1\n---\nb: 2\n...\n---\nc: 3\n").documents.size(), 3U);
  EXPECT_EQ(parse_yaml("# nothing\n").documents.size(), 0U);
  const std::string refusal = "1: : bad YAML: expected the end of the document or ---";
  for (const std::string text : {"{a: 1} {b: 2}", "[1] x", ",", "\"a\" \"b\""}) {
    EXPECT_EQ(yaml_refusal(text), refusal) << text;
    EXPECT_TRUE(parse_yaml(text).documents.empty()) << text;  // its first half is not taken either
  }
}

TEST(YamlTree, AGoodDocumentBeforeABadOneIsKept) {
  const auto parsed = parse_yaml("a: 1\n---\nb: [\n");
  EXPECT_EQ(parsed.documents.size(), 1U);
  ASSERT_TRUE(parsed.error.has_value());
  EXPECT_EQ(parsed.error->line(), 4);
}

TEST(YamlTree, AliasesStandForTheirValues) {
  EXPECT_EQ(dump(one_document("a: &x [1, {b: 2}]\nc: *x\nd: &y z\ne: *y\n")),
            R"({a: [1, {b: 2}], c: [1, {b: 2}], d: "z", e: "z"})");
  EXPECT_EQ(yaml_refusal("a: *x"),
            "1: : bad YAML at column 4: the referenced anchor is not defined");
  EXPECT_EQ(yaml_refusal("a: &x [1, *x]"), "1: a[1]: the alias stands inside its own anchor");
  EXPECT_EQ(yaml_refusal("- &x 1\n---\n- &y [*y]"),
            "3: [0][0]: the alias stands inside its own anchor");
}

/// "*a7, *a7, ", `count` times.
std::string repeated(int count, int anchor) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("*a{}, ", anchor);
  return text;
}

TEST(YamlTree, AliasesCannotGrowWithoutBound) {
  std::string laughs = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  std::string nests = "a0: &a0 [1]\n";
  for (int i = 1; i < 300; ++i) {
    nests += fmt::format("a{0}: &a{0} [*a{1}]\n", i, i - 1);
    if (i < 10) laughs += fmt::format("a{0}: &a{0} [{2}*a{1}]\n", i, i - 1, repeated(9, i - 1));
  }
  EXPECT_EQ(yaml_refusal(laughs),
            "5: a4[6]: anchors and aliases stand for more than 100000 values");
  EXPECT_EQ(yaml_refusal(nests), "200: : nested deeper than 200 levels");
}

TEST(YamlTree, KeysArePlainNames) {
  EXPECT_EQ(dump(one_document("{\"a\": 1, 'b': 2, 3: c, true: d}")),
            R"({a: 1, b: 2, 3: "c", true: "d"})");
  EXPECT_EQ(yaml_refusal("? [a]\n: b"),
            "1: : expected a key, got a list; is a bracket not closed?");
  EXPECT_EQ(yaml_refusal("? {a: 1}\n: b"),
            "1: : expected a key, got a map; is a bracket not closed?");
  EXPECT_EQ(yaml_refusal("a: 1\n~: b"), "2: : expected a key, got nothing");
  EXPECT_EQ(yaml_refusal("a: &x b\n*x : c"), "2: : expected a key, got an alias");
  EXPECT_EQ(yaml_refusal("&x a: b"), "1: : a key cannot have an anchor");
}

TEST(YamlTree, TagsAreRefused) {
  EXPECT_EQ(yaml_refusal("a: !!float 3"),
            "1: a: YAML tags are not supported: tag:yaml.org,2002:float");
  EXPECT_EQ(yaml_refusal("a: !point [1]"), "1: a: YAML tags are not supported: !point");
  EXPECT_EQ(yaml_refusal("!!map {a: 1}"),
            "1: : YAML tags are not supported: tag:yaml.org,2002:map");
}

TEST(YamlTree, LoneCarriageReturnsAreRefused) {
  // yaml-cpp drops them: the list would hold the number 12.
  EXPECT_EQ(yaml_refusal("- 0\n- [1\r2]"), "2: : carriage return without line feed");
  EXPECT_EQ(yaml_refusal("a: 1\r"), "1: : carriage return without line feed");
  EXPECT_EQ(dump(one_document("a: [1,\r\n 2]\r\nb: x\r\n")), R"({a: [1, 2], b: "x"})");
}

TEST(YamlTree, SyntaxErrorsNameLineAndColumn) {
  EXPECT_EQ(yaml_refusal("a: 1\nb: [1, 2]]"), "2: : bad YAML at column 10: illegal flow end");
  EXPECT_EQ(yaml_refusal("a: 1\n  b: 2"), "2: : bad YAML at column 4: illegal map value");
  EXPECT_EQ(yaml_refusal("a: 1\n\tb: 2"),
            "2: : bad YAML at column 1: illegal tab when looking for indentation");
  EXPECT_EQ(yaml_refusal("a: @x"), "1: : bad YAML at column 4: unknown token");
  EXPECT_EQ(yaml_refusal("a: \"x"), "1: : bad YAML at column 6: illegal EOF in scalar");
}

TEST(YamlTree, SaysWhichDocumentsAMistakeKeepsFromBeingRead) {
  const std::string lost = "; the documents after it were not read";
  EXPECT_TRUE(yaml_refusal("a: 1\n---\nb: [\n---\nc: 3").ends_with(lost));
  EXPECT_TRUE(yaml_refusal("a: 1\n---\nb: [1]]\n---\nc: 3").ends_with(lost));
  EXPECT_FALSE(yaml_refusal("a: 1\n---\nb: [1]]\n").ends_with(lost));
}

TEST(YamlTree, KnownTrapsOfTheParserEnd) {
  // Inputs on which versions of yaml-cpp have looped for ever.
  for (const std::string text :
       {"[:", "{:", "[:]", "{:]", "{# ke\ny{:", ",", "- !+(.,.)", "%", "--- --- ---"})
    parse_yaml(text);
  SUCCEED();
}

}  // namespace
}  // namespace carom
