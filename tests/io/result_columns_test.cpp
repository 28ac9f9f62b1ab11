#include <carom/io/problem_file.hpp>
#include <carom/io/result/columns.hpp>
#include <carom/io/result/json.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace carom {
namespace {

constexpr std::string_view chain = R"(
law: [poisson, whittaker]
bodies:
  upper: {rod: {length: 2 m, pointing: down}, mass: 3 kg, angle_deg: 20, rate: -0.1}
  lower: {rod: {length: 2 m, pointing: down}, mass: 3 kg, angle_deg: 30, rate: -0.2}
joints:
  pivot: {revolute: [world, upper.start]}
  hinge: {revolute: [upper.end, lower.start]}
surfaces: {floor: {through: lower.end}}
contacts: {free end: {between: [lower.end, floor], restitution: 0.5, friction: 0.4}}
)";

Scene scene() {
  auto entries = read_problems(chain, FileFormat::yaml, {});
  EXPECT_EQ(entries.front().error, "");
  return std::get<Scene>(entries.front().problem);
}

/// "contacts.free end.impulse.t" in the JSON of a result, whose lists have named items.
nlohmann::json at_path(const nlohmann::json& root, const std::string& path) {
  nlohmann::json node = root;
  std::size_t from = 0;
  while (from < path.size()) {
    const bool index = path[from] == '[';
    const std::size_t to = std::min(path.find_first_of(index ? "]" : ".[", from), path.size());
    const std::string word = path.substr(index ? from + 1 : from, to - from - (index ? 1 : 0));
    from = to + (to < path.size() && path[to] != '[' ? 1 : 0);
    if (word.empty()) continue;
    const std::string name = index ? "" : word;
    if (name.empty()) {
      node = nlohmann::json(node.at(std::stoul(word)));
    } else if (node.is_array()) {
      for (const auto& item : nlohmann::json(node))
        if (item["name"] == name) node = item;
    } else if (node.contains(name)) {
      node = nlohmann::json(node[name]);
    } else {
      return nullptr;
    }
  }
  return node;
}

TEST(ResultColumns, AreTheLeavesOfTheResultsJson) {
  const Scene s = scene();
  const std::array<std::string, 7> everything{"status", "contacts", "energy", "velocity_after",
                                              "bodies", "joints",   "path[1]"};
  const auto columns = chosen_columns(shape_of(s), everything);
  EXPECT_EQ(columns.size(), 58U);
  for (const SceneResult& result : resolve(s, {LawId::poisson, LawId::whittaker})) {
    const auto json = nlohmann::json::parse(to_json(result, 1));
    for (const ResultColumn& column : columns) {
      const bool pathless = result.impact.path.empty() && column.path.compare(0, 4, "path") == 0;
      const bool sum =
          column.path.find("work.normal") != std::string::npos;  // JSON has it or its parts
      if (pathless || sum) continue;
      const ResultValue value = column.read(result);
      const auto expected = at_path(json, column.path);
      if (const auto* number = std::get_if<double>(&value))
        EXPECT_EQ(nlohmann::json(*number), expected) << column.path;
      else if (const auto* word = std::get_if<std::string_view>(&value))
        EXPECT_EQ(nlohmann::json(std::string(*word)), expected) << column.path;
      else
        EXPECT_TRUE(expected.is_null()) << column.path << " " << expected;
    }
  }
}

std::vector<std::string> paths(const std::vector<std::string>& wishes) {
  std::vector<std::string> found;
  for (const ResultColumn& column : chosen_columns(shape_of(scene()), wishes))
    found.push_back(column.path);
  return found;
}

TEST(ResultColumns, AWishMayBeAPartAStarOrAnIndexAndCountsOnce) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(paths({"contacts.free end.impulse"}),
            (Paths{"contacts.free end.impulse.t", "contacts.free end.impulse.n"}));
  EXPECT_EQ(paths({"contacts[0].mode", "contacts.*.mode"}), (Paths{"contacts.free end.mode"}));
  EXPECT_EQ(paths({"bodies.*.after.omega"}),
            (Paths{"bodies.upper.after.omega", "bodies.lower.after.omega"}));
  EXPECT_EQ(paths({"velocity_after"}), (Paths{"velocity_after[0]", "velocity_after[1]"}));
}

TEST(ResultColumns, RefuseWhatNoResultHasAndSuggestTheNearest) {
  for (const char* wish : {"", "contact", "contacts.", "contacts.free end.impulse.x", "path[x]",
                           "bodies[7].after", "energy.chang", "W", "*.*.*.*.*"})
    EXPECT_THROW(paths({wish}), std::invalid_argument) << wish;
  try {
    paths({"energy.chnage"});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean energy.change?"), std::string::npos);
  }
}

}  // namespace
}  // namespace carom
