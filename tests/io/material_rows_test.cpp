// One list of the keys of a contact's material, over which everything loops (carom/impact/material_rows.hpp).
#include "source_folder.hpp"

#include <carom/impact/material_rows.hpp>
#include <carom/io/problem_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <optional>
#include <string>

namespace carom {
namespace {

/// A number that the key may have.
double value_of(const MaterialRow& row) {
  return std::isfinite(row.most) ? (row.most > 0 ? 0.5 * row.most : 0.5 * row.least) : 0.75;
}

TEST(MaterialRows, AreWhatTheSchemaAllows) {
  std::ifstream file(source_folder() / "docs/scene.schema.json");
  const nlohmann::json definitions = nlohmann::json::parse(file)["$defs"];
  for (const char* part : {"contact", "pair", "spatial_contact"})
    for (const MaterialRow& row : material_rows) {
      const nlohmann::json& key = definitions[part]["properties"][std::string(row.name)];
      ASSERT_TRUE(key.is_object()) << part << "." << row.name;
      EXPECT_EQ(key["type"], row.number != nullptr ? "number" : "boolean") << row.name;
      if (key.contains("minimum")) {
        EXPECT_EQ(key["minimum"], row.least) << part << "." << row.name;
      }
      if (key.contains("maximum")) {
        EXPECT_EQ(key["maximum"], row.most) << part << "." << row.name;
      }
      EXPECT_EQ(key.contains("exclusiveMinimum"), row.excludes_least) << part << "." << row.name;
    }
}

/// What a contact has of a pair of materials that says one key besides restitution and friction.
std::optional<double> from_pair(const MaterialRow& row) {
  const bool in_pair = row.group != MaterialGroup::normal && row.group != MaterialGroup::friction &&
                       row.group != MaterialGroup::ratio;
  const std::string key = std::string(row.name) + ": " + std::to_string(value_of(row));
  const std::string text =
      "law: stronge\n"
      "bodies: {ball: {disc: {radius: 0.1}, mass: 1, position: [0, 0.1], velocity: [0, -1], "
      "material: rubber}}\n"
      "surfaces: {floor: {through: [0, 0], material: steel}}\n"
      "contacts: {hit: {between: [ball, floor]}}\n"
      "pairs: [{between: [rubber, steel], restitution: 0.5, friction: 0.3" +
      (in_pair ? ", " + key : "") + "}]\n";
  const auto entries = read_problems(text, FileFormat::yaml, {.source = "a.yaml"});
  EXPECT_EQ(entries.at(0).error, "") << row.name;
  return materials_of(entries.at(0).problem).at(0).*row.number;
}

TEST(MaterialRows, OfAPairReachItsContactsWhateverLawTakesThem) {
  for (const MaterialRow& row : material_rows)
    if (is_of_single_laws(row.group)) {
      EXPECT_EQ(from_pair(row), value_of(row)) << row.name;
    }
}

}  // namespace
}  // namespace carom
