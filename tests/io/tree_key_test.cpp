#include <carom/io/tree/key.hpp>
#include <carom/io/tree/units.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

TreeNode rod() {
  return parse_json(R"({"W": [[3, 0], [0, 1]], "mass": "3 kg", "on": true,
                        "contacts": [{"friction": 0.5}, {"name": "left heel", "friction": 0.2}]})");
}

double number_at_path(const TreeNode& root, const TreeKey& key) {
  const TreeNode* node = &root;
  for (const std::size_t step : key.steps) node = &node->items[step];
  return node->kind == NodeKind::number ? node->number : -1;
}

TEST(TreeKey, FindsNumbersByNameAndByIndex) {
  TreeNode tree = rod();
  for (const char* path : {"W[0][1]", "mass", "contacts[1].friction", "contacts.left heel.friction",
                           "contacts[0].static_friction"}) {
    const TreeKey key = find_number(tree, path);
    set_number(tree, key, 7.5);
    EXPECT_EQ(number_at_path(tree, key), 7.5) << path;
  }
  EXPECT_EQ(find_number(tree, "contacts[1].friction").steps,
            find_number(tree, "contacts.left heel.friction").steps);
}

TEST(TreeKey, KeepsADirectionADirection) {
  TreeNode tree = parse_json(R"({"velocity": ["40 mph", "30 deg"], "angle": "30 deg"})");
  const TreeKey direction = find_number(tree, "velocity[1]");
  EXPECT_EQ(direction.unit, "rad");
  set_number(tree, direction, 0.1);
  EXPECT_EQ(tree.items[0].items[1].text, "0.1 rad");
  set_number(tree, find_number(tree, "velocity[1]"), 1.0 / 3);
  EXPECT_EQ(parse_quantity(tree.items[0].items[1].text).quantity->value, 1.0 / 3);
  const TreeKey angle = find_number(tree, "angle");
  set_number(tree, angle, 0.2);
  EXPECT_EQ(number_at_path(tree, angle), 0.2);
}

TEST(TreeKey, KnowsTheUnit) {
  TreeNode tree = rod();
  EXPECT_EQ(find_number(tree, "mass").unit, "kg");
  EXPECT_EQ(find_number(tree, "W[0][1]").unit, "1/kg");
  EXPECT_EQ(find_number(tree, "contacts.left heel.friction").unit, "1");
}

TEST(TreeKey, AddsAKeyAtTheEndOfAPathOnly) {
  TreeNode tree = rod();
  set_number(tree, find_number(tree, "contacts[0].restitution"), 0.25);
  EXPECT_EQ(value_of(tree.items[3].items[0], "restitution")->number, 0.25);
  EXPECT_THROW(find_number(tree, "bodies.upper"), TreeError);
}

TEST(TreeKey, NamesTheStepThatLeadsNowhere) {
  const auto refusal = [](const char* path) {
    TreeNode tree = rod();
    try {
      find_number(tree, path);
    } catch (const TreeError& error) {
      return written(error.path()) + ": " + error.what();
    }
    return std::string("found");
  };
  EXPECT_EQ(refusal("contacts.left heal.friction"),
            "contacts.left heal: not in the problem; did you mean left heel?");
  EXPECT_EQ(refusal("contacts[2].friction"), "contacts[2]: there are 2 here");
  EXPECT_EQ(refusal("W[0]"), "W[0]: is no number; only numbers and quantities can be varied");
  EXPECT_EQ(refusal("on"), "on: is no number; only numbers and quantities can be varied");
  for (const char* path : {"", ".", "W[", "W[]", "W[-1]", "W[0]]", "W..x", "mass.x", "contacts."})
    EXPECT_NE(refusal(path), "found") << path;
}

TEST(TreeKey, CanonicalTextsDifferWhereTreesMeanSomethingElse) {
  const auto text = [](const char* json) {
    std::string out;
    append_canonical(out, parse_json(json));
    return out;
  };
  EXPECT_EQ(text("{\"a\": 1}"), text("\n{\"a\":\n1.0}"));
  EXPECT_NE(text("[1, 2]"), text("[12]"));
  EXPECT_NE(text("[\"1\"]"), text("[1]"));
  EXPECT_NE(text("[[1], 2]"), text("[[1, 2]]"));
  EXPECT_NE(text("0.1"), text("0.10000000000000002"));
}

}  // namespace
}  // namespace carom
