#include <carom/impact/name_list.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(NameList, CountsWhatNobodyWouldRead) {
  EXPECT_EQ(listed(std::vector<std::string>{}), "");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b, c");
  std::vector<std::string> names(most_names, "a");
  EXPECT_EQ(listed(names).size(), 3 * most_names - 2);
  names.resize(100'000, "b");
  const std::string text = listed(names);
  EXPECT_EQ(text.substr(3 * most_names - 2), ", ... and 99984 more");
}

}  // namespace
}  // namespace carom
