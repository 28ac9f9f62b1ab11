#include <carom/io/tree/utf8.hpp>

#include <gtest/gtest.h>

#include <string>

namespace carom {
namespace {

using namespace std::string_literals;

/// Code point → UTF-8, by the table of the standard, without its exceptions.
std::string encoded(unsigned long c) {
  const auto byte = [](unsigned long x) { return static_cast<char>(x); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | c >> 6), byte(0x80 | (c & 0x3f))};
  if (c < 0x10000)
    return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f))};
  return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 0x3f)), byte(0x80 | (c >> 6 & 0x3f)),
          byte(0x80 | (c & 0x3f))};
}

TEST(Utf8, AcceptsExactlyTheCodePoints) {
  for (unsigned long c = 0; c < 0x120000; ++c) {
    const bool surrogate = c >= 0xd800 && c <= 0xdfff;
    const std::string text = encoded(c);
    ASSERT_EQ(utf8_length(text), surrogate || c > 0x10ffff ? 0 : text.size()) << c;
  }
}

TEST(Utf8, RefusesOverlongAndBrokenSequences) {
  for (const std::string& text :
       {""s, "\x80"s, "\xc0\xaf"s, "\xc1\xbf"s, "\xe0\x9f\xbf"s, "\xf0\x8f\xbf\xbf"s,
        "\xf5\x80\x80\x80"s, "\xc3("s, "\xe2\x28\xa1"s, "\xff"s})
    EXPECT_EQ(utf8_length(text), 0U);
}

TEST(Utf8, FindsTheFirstBadByteAtEveryOffset) {
  for (std::size_t at = 0; at < 40; ++at) {
    for (const char bad : {'\xff', '\0', '\x1f', '\x04'}) {
      std::string text(40, 'a');
      text[at] = bad;
      ASSERT_TRUE(find_bad_byte(text).has_value());
      EXPECT_EQ(find_bad_byte(text)->offset, at);
    }
    for (const char fine : {'\t', '\n', '\r', ' ', '\x7f'}) {
      std::string text(40, 'a');
      text[at] = fine;
      EXPECT_FALSE(find_bad_byte(text).has_value());
    }
  }
}

TEST(Utf8, MessagesShowWhatATerminalWouldObey) {
  EXPECT_EQ(in_quotes("a\x1b[31mb"), R"("a\x1b[31mb")");
  EXPECT_EQ(in_quotes("\xff\n"), R"("\xff\x0a")");
  EXPECT_EQ(printable("\xc3\xa9"), "\xc3\xa9");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable("ab\xc3\xa9", 3), "ab\xc3\xa9");  // never half a character
}

}  // namespace
}  // namespace carom
