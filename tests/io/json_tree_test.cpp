#include "tests/io/tree_text.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(JsonTree, SyntaxErrorsNameLineColumnAndExpectation) {
  EXPECT_EQ(
      json_refusal("{\"a\": [1,\n2,]}"),
      "2: a[2]: bad JSON at column 3, while parsing value: unexpected ']'; expected '[', '{', "
      "or a literal");
  EXPECT_EQ(json_refusal("{\"a\": 1,}"),
            "1: : bad JSON at column 9, while parsing object key: unexpected '}'; expected string "
            "literal");
  EXPECT_EQ(
      json_refusal("{\"a\": [1, 2"),
      "1: a[2]: bad JSON at column 11, while parsing array: unexpected end of input; expected "
      "']'");
  EXPECT_EQ(json_refusal("{\"a\": \"x"),
            "1: a: bad JSON at column 8, while parsing value: invalid string: missing closing "
            "quote; last read: '\"x'");
  EXPECT_EQ(
      json_refusal("{\"a\" 1}"),
      "1: a: bad JSON at column 7, while parsing object separator: unexpected number literal; "
      "expected ':'");
  EXPECT_EQ(
      json_refusal("{} {}"),
      "1: : bad JSON at column 4, while parsing value: unexpected '{'; expected end of input");
  EXPECT_EQ(json_refusal("{'a': 1}"),
            "1: : bad JSON at column 2, while parsing object key: invalid literal; last read: "
            "'{''; expected string literal");
  EXPECT_EQ(json_refusal("[1, // one\n2]").substr(0, 27), "1: [1]: bad JSON at column ");
  EXPECT_EQ(json_refusal("[01]").substr(0, 27), "1: [1]: bad JSON at column ");
}

TEST(JsonTree, MessagesAreTextWhateverTheInputIs) {
  // nlohmann quotes what it has read, here half of a character.
  EXPECT_EQ(json_refusal("nul\xe2\x82\xac"),
            "1: : bad JSON at column 4, while parsing value: invalid literal; last read: "
            "'nul\\xe2'");
}

TEST(JsonTree, HalfASurrogatePairIsRefused) {
  EXPECT_NE(json_refusal(R"("\ud800")"), "");
  EXPECT_NE(json_refusal(R"("\udc00")"), "");
  EXPECT_EQ(dump(parse_json(R"("\ud83c\udfb1")")), "\"\xf0\x9f\x8e\xb1\"");
}

TEST(JsonTree, WhatManyProgramsWriteInsteadOfNumbersIsNamed) {
  EXPECT_EQ(json_refusal("[NaN]"), "1: [0]: expected a finite number, got NaN");
  EXPECT_EQ(json_refusal("[1,\nInfinity]"), "2: [1]: expected a finite number, got Infinity");
  EXPECT_EQ(json_refusal("[-Infinity]"), "1: [0]: expected a finite number, got -Infinity");
  EXPECT_EQ(json_refusal("NaN"), "1: : expected a finite number, got NaN");
}

TEST(JsonTree, NumbersAreNoStringsAndStringsNoNumbers) {
  EXPECT_EQ(dump(parse_json(R"(["1", 1, "true", true, "null", null])")),
            R"(["1", 1, "true", true, "null", null])");
}

}  // namespace
}  // namespace carom
