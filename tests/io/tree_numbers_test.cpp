#include <carom/io/tree/key.hpp>
#include <carom/io/tree/numbers.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(TreeNumbers, AreInSiWhateverUnitTheFileHas) {
  const std::vector<TreeNumber> numbers = numbers_of(parse_json(
      R"({"name": "3 blind mice", "law": "poisson", "bodies": {"rod": {"length": "60 cm", "angle_deg": 30,
          "angle": "90 deg", "rod": true}}, "contacts": [{"name": "hit", "friction": 0.5}, {"friction": 0.25}],
          "W": [[1, 2]], "u": null})"));
  std::vector<std::string> paths;
  paths.reserve(numbers.size());
  for (const TreeNumber& number : numbers) paths.push_back(number.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"bodies.rod.length", "bodies.rod.angle_deg",
                                             "bodies.rod.angle", "contacts.hit.friction",
                                             "contacts[1].friction", "W[0][0]", "W[0][1]"}));
  EXPECT_DOUBLE_EQ(numbers[0].value, 0.6);
  EXPECT_EQ(numbers[0].unit, "m");
  EXPECT_EQ(numbers[1].value, 30);
  EXPECT_EQ(numbers[1].unit, "deg");
  EXPECT_DOUBLE_EQ(numbers[2].value, 1.5707963267948966);
  EXPECT_EQ(numbers[2].unit, "rad");
}

TEST(TreeNumbers, HavePathsThatASweepFinds) {
  TreeNode root = parse_json(
      R"({"contacts": [{"name": "free end", "friction": 0.5}], "bodies": {"a b": {"mass": "2 kg"}}})");
  for (const TreeNumber& number : numbers_of(root)) {
    const TreeKey key = find_number(root, number.path);
    set_number(root, key, number.value);
  }
  EXPECT_EQ(numbers_of(root)[1].value, 2);
}

}  // namespace
}  // namespace carom
