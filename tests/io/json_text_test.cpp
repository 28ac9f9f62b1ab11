#include <carom/io/tree/json_text.hpp>
#include <carom/io/tree/tree.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace carom {
namespace {

std::string json(double x) {
  std::string text;
  append_json(text, x);
  return text;
}

std::string json(std::string_view x) {
  std::string text;
  append_json(text, x);
  return text;
}

double from_bits(std::uint64_t bits) {
  double x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

std::uint64_t to_bits(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

TEST(JsonText, NumbersAreShortAndStayFloats) {
  EXPECT_EQ(json(0.1), "0.1");
  EXPECT_EQ(json(1), "1.0");
  EXPECT_EQ(json(-250), "-250.0");
  EXPECT_EQ(json(1e15), "1000000000000000.0");
  EXPECT_EQ(json(1e16), "1e+16");
  EXPECT_EQ(json(1e-16), "1e-16");
  EXPECT_EQ(json(0.0), "0.0");
  EXPECT_EQ(json(-0.0), "0.0");
  EXPECT_EQ(json(5e-324), "5e-324");
}

TEST(JsonText, NumbersReadBackToTheSameBits) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300'000; ++i) {
    // Every third one is subnormal, every third one whole.
    const std::uint64_t bits = random();
    double x = from_bits(i % 3 == 0 ? bits & 0x800fffffffffffffU : bits);
    if (i % 3 == 1) x = std::trunc(std::ldexp(static_cast<double>(bits), -(i % 60)));
    if (!std::isfinite(x) || x == 0) continue;
    const std::string text = json(x);
    ASSERT_EQ(to_bits(parse_json(text).number), to_bits(x)) << text;
    ASSERT_EQ(to_bits(std::strtod(text.c_str(), nullptr)), to_bits(x)) << text;
    ASSERT_TRUE(nlohmann::json::parse(text).is_number_float()) << text;
    if (i % 10 == 0) {
      ASSERT_EQ(to_bits(parse_yaml(text).documents.at(0).number), to_bits(x)) << text;
    }
  }
}

TEST(JsonText, ExtremesReadBackToTheSameBits) {
  using limits = std::numeric_limits<double>;
  for (const double x : {limits::max(), limits::lowest(), limits::min(), limits::denorm_min(),
                         limits::epsilon(), 1 - limits::epsilon() / 2, 9007199254740993.0}) {
    EXPECT_EQ(to_bits(parse_json(json(x)).number), to_bits(x)) << json(x);
    EXPECT_EQ(to_bits(parse_yaml(json(x)).documents.at(0).number), to_bits(x)) << json(x);
  }
}

TEST(JsonText, StringsReadBack) {
  using namespace std::string_literals;
  for (const std::string& text :
       {"plain"s, ""s, "quote \" backslash \\ slash /"s, "line\nfeed\ttab\r"s,
        "nul\0 bell\a del\x7f"s, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb1"s}) {
    EXPECT_EQ(nlohmann::json::parse(json(text)).get<std::string>(), text);
    EXPECT_EQ(parse_json(json(text)).text, text);
  }
  EXPECT_EQ(json("a\nb\x01"), R"("a\nb\u0001")");
}

TEST(JsonText, BytesThatAreNotUtf8AreReplaced) {
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(json("a\xff"
                 "b"),
            "\"a" + mark + "b\"");
  EXPECT_EQ(json("\xe2\x82"), "\"" + mark + mark + "\"");
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string noise(random() % 12, ' ');
    for (char& c : noise) c = static_cast<char>(random());
    ASSERT_TRUE(nlohmann::json::accept(json(noise)));
  }
}

}  // namespace
}  // namespace carom
