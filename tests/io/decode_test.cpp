#include "tests/io/tree_text.hpp"

#include <carom/io/tree/decode.hpp>

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

namespace carom {
namespace {

/// What `decode` complains about in a document, as "line: path: message".
std::string refusal(std::string_view json, const std::function<void(const Place&)>& decode) {
  const TreeNode root = parse_json(json);
  try {
    decode(Place{.node = &root});
  } catch (const TreeError& error) {
    return fmt::format("{}: {}: {}", error.line(), written(error.path()), error.what());
  }
  return "";
}

TEST(Decode, APlaceKnowsTheWayToIt) {
  const TreeNode root = parse_json(R"({"a": [0, {"b c": [7]}]})");
  const Place top{.node = &root};
  const Place a = required_field(top, "a", "");
  const Place second = item(a, 1);
  const Place b = required_field(second, "b c", "");
  const Place last = item(b, 0);
  EXPECT_EQ(written(path_to(top)), "");
  EXPECT_EQ(written(path_to(last)), "a[1].b c[0]");
  EXPECT_EQ(number_at(last), 7);
}

TEST(Decode, ReadsVectorsAndMatrices) {
  const TreeNode root = parse_json("[[1, 2, 3], [4, 5, 6]]");
  const Place place{.node = &root};
  EXPECT_EQ(matrix_at(place), (Eigen::MatrixXd(2, 3) << 1, 2, 3, 4, 5, 6).finished());
  EXPECT_EQ(vector_at(item(place, 1)), Eigen::Vector3d(4, 5, 6));
}

TEST(Decode, NothingIsConverted) {
  EXPECT_EQ(refusal("\"1\"", number_at), "1: : expected a number, got the string \"1\"");
  EXPECT_EQ(refusal("true", number_at), "1: : expected a number, got true");
  EXPECT_EQ(refusal("0", boolean_at), "1: : expected true or false, got 0");
  EXPECT_EQ(refusal("1", string_at), "1: : expected a string, got 1");
  EXPECT_EQ(refusal("1", [](const Place& place) { vector_at(place); }),
            "1: : expected a list of numbers, got 1");
  EXPECT_EQ(refusal("{}", matrix_at), "1: : expected a list of rows, got a map");
  EXPECT_EQ(refusal("[[1], 2]", matrix_at), "1: [1]: expected a row of numbers, got 2");
  EXPECT_EQ(refusal("[[1], [2, 3]]", matrix_at),
            "1: [1]: expected as many numbers as in the first row, 1, got 2");
}

TEST(Decode, MissingFieldsSayWhatToGive) {
  const auto decode = [](const Place& root) {
    required_field(root, "mass", "give the mass in kg");
  };
  EXPECT_EQ(refusal("\n{}", decode), "2: mass: missing; give the mass in kg");
}

TEST(Decode, UnknownKeysGetTheNearestKnownOne) {
  static constexpr std::array<std::string_view, 3> known{"restitution", "friction", "W"};
  static constexpr std::array<RefusedKey, 1> refused{{{"mu", "say friction"}}};
  const auto decode = [](const Place& root) {
    require_keys(root, {.accepted = known, .refused = refused});
  };
  EXPECT_EQ(refusal(R"({"W": 1, "friction": 2})", decode), "");
  EXPECT_EQ(refusal(R"({"restituton": 1})", decode),
            "1: restituton: unknown key; did you mean restitution?");
  EXPECT_EQ(refusal(R"({"w": 1})", decode), "1: w: unknown key; did you mean W?");
  EXPECT_EQ(refusal(R"({"x": 1})", decode),
            "1: x: unknown key; known are restitution, friction, W");
  EXPECT_EQ(refusal(R"({"mu": 1})", decode), "1: mu: say friction");
  EXPECT_EQ(refusal("{\"W\":\n1,\n\"\": 1}", decode),
            "3: : unknown key; known are restitution, friction, W");
  EXPECT_EQ(refusal("3", decode), "1: : expected a map, got 3");
}

TEST(Decode, TheNearestWordIsNear) {
  static constexpr std::array<std::string_view, 4> words{"velocity", "mass", "static_friction",
                                                         "u"};
  EXPECT_EQ(nearest("velocty", words), "velocity");    // left out
  EXPECT_EQ(nearest("veloccity", words), "velocity");  // inserted
  EXPECT_EQ(nearest("velosity", words), "velocity");   // exchanged
  EXPECT_EQ(nearest("vleocity", words), "velocity");   // swapped
  EXPECT_EQ(nearest("MASS", words), "mass");
  EXPECT_EQ(nearest("static-friction", words), "static_friction");
  EXPECT_EQ(nearest("v", words), std::nullopt);
  EXPECT_EQ(nearest("", words), std::nullopt);
  EXPECT_EQ(nearest("moss", words), "mass");
  EXPECT_EQ(nearest("mess up", words), std::nullopt);
  EXPECT_EQ(nearest(std::string(1'000'000, 'u'), words), std::nullopt);
}

}  // namespace
}  // namespace carom
