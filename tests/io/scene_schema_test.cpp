// docs/scene.schema.json describes what the reader reads.

#include <carom/impact/laws.hpp>
#include <carom/io/scene/keys.hpp>
#include <carom/io/spatial/keys.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <source_folder.hpp>

#include <fstream>
#include <set>
#include <string>

namespace carom {
namespace {

using Json = nlohmann::json;

Json schema() {
  std::ifstream file(source_folder() / "docs/scene.schema.json");
  return Json::parse(file);
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

TEST(SceneSchema, HasTheKeysOfTheReader) {
  const Json definitions = schema()["$defs"];
  for (const scene_keys::Table& table : scene_keys::tables) {
    const std::string name(table.name);
    ASSERT_TRUE(definitions.contains(name)) << name;
    EXPECT_EQ(keys_of(definitions[name]["properties"]),
              std::set<std::string>(table.keys.begin(), table.keys.end()))
        << name;
    EXPECT_EQ(definitions[name]["additionalProperties"], false) << name;
  }
}

TEST(SceneSchema, HasTheKeysOfScenesInSpace) {
  const Json definitions = schema()["$defs"];
  for (const spatial_keys::Table& table : spatial_keys::tables) {
    const std::string name(table.name);
    ASSERT_TRUE(definitions.contains(name)) << name;
    EXPECT_EQ(keys_of(definitions[name]["properties"]),
              std::set<std::string>(table.keys.begin(), table.keys.end()))
        << name;
    EXPECT_EQ(definitions[name]["additionalProperties"], false) << name;
    for (const auto& [key, value] : definitions[name]["properties"].items())
      EXPECT_TRUE(value.contains("description") || value.contains("$ref")) << name << "." << key;
  }
}

TEST(SceneSchema, HasNothingBesides) {
  std::set<std::string> known{"quantity", "vector", "triple", "any_rotation"};
  for (const spatial_keys::Table& table : spatial_keys::tables) known.emplace(table.name);
  for (const scene_keys::Table& table : scene_keys::tables) known.emplace(table.name);
  EXPECT_EQ(keys_of(schema()["$defs"]), known);
}

TEST(SceneSchema, KnowsTheLaws) {
  const Json listed = schema()["$defs"]["scene"]["properties"]["law"]["oneOf"][1]["items"]["enum"];
  std::vector<std::string> names;
  for (const Law& law : laws()) names.emplace_back(law.name);
  EXPECT_EQ(listed.get<std::vector<std::string>>(), names);
}

TEST(SceneSchema, DescribesEveryKey) {
  const Json definitions = schema()["$defs"];
  for (const scene_keys::Table& table : scene_keys::tables)
    for (const auto& [key, value] : definitions[std::string(table.name)]["properties"].items())
      EXPECT_TRUE(value.contains("description") || value.contains("$ref"))
          << table.name << "." << key;
}

}  // namespace
}  // namespace carom
