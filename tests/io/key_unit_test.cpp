#include <carom/io/tree/key.hpp>
#include <carom/io/tree/key_unit.hpp>
#include <carom/io/tree/numbers.hpp>

#include <gtest/gtest.h>
#include <source_folder.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace carom {
namespace {

TEST(KeyUnit, IsToldByTheLastKeyThatHasOne) {
  using Case = std::pair<const char*, const char*>;
  for (const auto& [path, unit] : std::array<Case, 24>{{{"W[0][1]", "1/kg"},
                                                        {"u[1]", "m/s"},
                                                        {"contacts[0].u[1]", "m/s"},
                                                        {"contacts.free end.friction", "1"},
                                                        {"contacts[1].restitution", "1"},
                                                        {"contacts.hit.normal", "rad"},
                                                        {"contacts.hit.normal_deg", "deg"},
                                                        {"contacts[0].normal[2]", ""},
                                                        {"mass[0][0]", ""},
                                                        {"velocity[0]", ""},
                                                        {"bodies.rod.mass", "kg"},
                                                        {"bodies.mass.density", ""},
                                                        {"bodies.rod.rod.length", "m"},
                                                        {"bodies.rod.rate", "rad/s"},
                                                        {"bodies.rod.rate_deg", "deg/s"},
                                                        {"bodies.rod.position[0]", "m"},
                                                        {"bodies.rod.velocity.start[1]", "m/s"},
                                                        {"bodies.rod.points.tip[1]", "m"},
                                                        {"bodies.box.polygon[2][0]", "m"},
                                                        {"joints.length.stiffness", ""},
                                                        {"joints.slide.speed", "m/s"},
                                                        {"gravity", "m/s^2"},
                                                        {"gravity[1]", "m/s^2"},
                                                        {"", ""}}})
    EXPECT_EQ(unit_of_path(path), unit) << path;
}

/// The problems of a document: itself, or its items.
std::vector<TreeNode> problems_of(const TreeNode& document) {
  return document.kind == NodeKind::sequence ? document.items : std::vector<TreeNode>{document};
}

/// Directions apart: an angle where a component would stand.
bool is_written_with_a_unit(TreeNode problem, const std::string& path) {
  const TreeKey key = find_number(problem, path);
  const TreeNode* node = &problem;
  for (const std::size_t step : key.steps) node = &node->items[step];
  return node->kind == NodeKind::string && !key.is_direction;
}

/// Two routes: what a quantity is written in, and what its keys tell.
TEST(KeyUnit, AgreesWithTheUnitsThatTheExamplesWrite) {
  int compared = 0;
  const auto folder = source_folder() / "examples";
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    const auto kind = file.path().parent_path().filename();
    if (file.path().extension() != ".yaml" || kind == "sweeps" || kind == "fit") continue;
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    for (const TreeNode& document : parse_yaml(text.str()).documents)
      for (const TreeNode& problem : problems_of(document))
        for (const TreeNumber& number : numbers_of(problem)) {
          const std::string_view told = unit_of_path(number.path);
          if (told.empty() || !is_written_with_a_unit(problem, number.path)) continue;
          EXPECT_EQ(number.unit, told) << file.path() << ": " << number.path;
          ++compared;
        }
  }
  EXPECT_GT(compared, 50);
}

}  // namespace
}  // namespace carom
