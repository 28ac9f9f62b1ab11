#include <carom/impact/resolve.hpp>
#include <carom/io/problem_file.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/io/problem_text.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<int> numbers(const std::vector<ProblemEntry>& entries) {
  std::vector<int> all;
  all.reserve(entries.size());
  for (const ProblemEntry& entry : entries) all.push_back(entry.number);
  return all;
}

// --- what is read -------------------------------------------------------------------------------

TEST(ProblemFile, ReadsContactSpace) {
  const ProblemEntry entry = good(falling_rod, FileFormat::json);
  EXPECT_EQ(entry.number, 1);
  EXPECT_EQ(name_of(entry.problem), "falling rod");
  EXPECT_THAT(entry.laws, ElementsAre(LawId::newton, LawId::poisson));
  const auto& space = std::get<ContactSpace>(std::get<ImpactProblem>(entry.problem).dynamics);
  EXPECT_EQ(space.W, (Eigen::Matrix2d() << 2.5, -1.5, -1.5, 2.5).finished());
  EXPECT_EQ(space.u, Eigen::Vector2d(0.6, -1.0));
  ASSERT_EQ(std::get<ImpactProblem>(entry.problem).contacts.size(), 1U);
  EXPECT_EQ(std::get<ImpactProblem>(entry.problem).contacts[0].restitution, 1.0);
  EXPECT_EQ(std::get<ImpactProblem>(entry.problem).contacts[0].friction, 0.8);
  EXPECT_EQ(std::get<ImpactProblem>(entry.problem).contacts[0].static_friction, std::nullopt);
}

TEST(ProblemFile, ReadsGeneralizedCoordinates) {
  const ProblemEntry entry = good(rod_on_belt, FileFormat::yaml);
  const auto& space = std::get<GeneralizedSpace>(std::get<ImpactProblem>(entry.problem).dynamics);
  EXPECT_EQ(space.mass, (Eigen::Matrix2d() << 1, 0, 0, 2).finished());
  EXPECT_EQ(space.velocity, Eigen::Vector2d(0.5, -1));
  ASSERT_EQ(space.rows.size(), 1U);
  EXPECT_EQ(*space.rows[0].tangent, Eigen::Vector2d(1, 0));
  EXPECT_EQ(space.rows[0].normal, Eigen::Vector2d(0, 1));
  EXPECT_EQ(space.rows[0].surface_velocity.t, 0.1);
}

TEST(ProblemFile, ReadsEveryKeyOfAContact) {
  const auto entry = good(
      R"({"format": 1, "simultaneous": "together", "law": "impulse_ratio", "W": [[1, 0], [0, 1]],
          "u": [1, -1], "contacts": [{"name": "bumper", "restitution": -0.1, "friction": 0.2,
          "static_friction": 0.3, "impulse_ratio": -0.25, "allow_negative_restitution": true,
          "touching": false}]})",
      FileFormat::json);
  const Contact& contact = std::get<ImpactProblem>(entry.problem).contacts.at(0);
  EXPECT_EQ(contact.name, "bumper");
  EXPECT_EQ(contact.restitution, -0.1);
  EXPECT_EQ(contact.friction, 0.2);
  EXPECT_EQ(contact.static_friction, 0.3);
  EXPECT_EQ(contact.impulse_ratio, -0.25);
  EXPECT_TRUE(contact.allow_negative_restitution);
  EXPECT_FALSE(contact.touching);
  EXPECT_EQ(std::get<ImpactProblem>(entry.problem).simultaneous, Simultaneous::together);
}

TEST(ProblemFile, AContactWithoutTangentIsNormalOnly) {
  const auto entry = good(with(with(rod_on_belt, "tangent: [1, 0]\n    ", ""),
                               "    friction: 0.25\n    surface_velocity: [0.1, 0]\n", ""),
                          FileFormat::yaml);
  EXPECT_FALSE(std::get<GeneralizedSpace>(std::get<ImpactProblem>(entry.problem).dynamics)
                   .rows.at(0)
                   .tangent.has_value());
}

TEST(ProblemFile, YamlAndJsonGiveTheSameProblem) {
  const auto json = good(
      R"({"name": "rod on a belt", "law": "poisson", "mass": [[1, 0], [0, 2]],
          "velocity": [0.5, -1], "contacts": [{"tangent": [1, 0], "normal": [0, 1],
          "restitution": 0.5, "friction": 0.25, "surface_velocity": [0.1, 0]}]})",
      FileFormat::json);
  const auto yaml = good(rod_on_belt, FileFormat::yaml);
  EXPECT_EQ(json.laws, yaml.laws);
  EXPECT_EQ(name_of(json.problem), name_of(yaml.problem));
  const auto& a = std::get<GeneralizedSpace>(std::get<ImpactProblem>(json.problem).dynamics);
  const auto& b = std::get<GeneralizedSpace>(std::get<ImpactProblem>(yaml.problem).dynamics);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(*a.rows.at(0).tangent, *b.rows.at(0).tangent);
  EXPECT_EQ(std::get<ImpactProblem>(json.problem).contacts[0].friction,
            std::get<ImpactProblem>(yaml.problem).contacts[0].friction);
}

TEST(ProblemFile, JsonReadAsYamlGivesTheSameProblem) {
  const auto json = good(falling_rod, FileFormat::json);
  const auto yaml = good(falling_rod, FileFormat::yaml);
  EXPECT_EQ(std::get<ContactSpace>(std::get<ImpactProblem>(json.problem).dynamics).W,
            std::get<ContactSpace>(std::get<ImpactProblem>(yaml.problem).dynamics).W);
  EXPECT_EQ(json.laws, yaml.laws);
}

TEST(ProblemFile, WindowsLineEndsAndByteOrderMarksChangeNothing) {
  std::string text(rod_on_belt);
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 2))
    text.insert(i, "\r");
  EXPECT_EQ(name_of(good("\xef\xbb\xbf" + text, FileFormat::yaml).problem), "rod on a belt");
  EXPECT_EQ(good("\xef\xbb\xbf" + std::string(falling_rod) + "\r\n", FileFormat::jsonl).number, 1);
  EXPECT_EQ(good("\xef\xbb\xbf" + std::string(falling_rod) + "\r\n", FileFormat::json).number, 1);
}

// --- laws ---------------------------------------------------------------------------------------

TEST(ProblemFile, AllMeansEveryLawThatIsDefined) {
  const auto all = with(falling_rod, R"(["newton", "poisson"])", R"("all")");
  const auto entry = good(all, FileFormat::json);
  EXPECT_EQ(entry.laws, defined_laws(entry.problem));
  EXPECT_EQ(entry.laws.size(), 11U);  // all but impulse_ratio and compliant
}

TEST(ProblemFile, TheCommandLinesLawsReplaceTheProblemsOwn) {
  const ReadOptions options{.source = "p", .laws = {{"stronge", "brach"}}};
  const auto entries = read_problems(falling_rod, FileFormat::json, options);
  EXPECT_THAT(entries.at(0).laws, ElementsAre(LawId::stronge, LawId::brach));
  const ReadOptions all{.source = "p", .laws = {{"all"}}};
  EXPECT_EQ(read_problems(falling_rod, FileFormat::json, all).at(0).laws.size(), 11U);
}

TEST(ProblemFile, AProblemWithoutLawNeedsTheCommandLine) {
  const auto lawless = with(falling_rod, R"("law": ["newton", "poisson"], )", "");
  EXPECT_EQ(json_error(lawless),
            R"(p.json:1: law: missing; give a name, a list of names or "all")");
  const ReadOptions options{.source = "p", .laws = {{"newton"}}};
  EXPECT_EQ(read_problems(lawless, FileFormat::json, options).at(0).error, "");
}

TEST(ProblemFile, RefusesLawsThatAreNone) {
  const auto law = [](std::string_view value) {
    return json_error(with(falling_rod, R"(["newton", "poisson"])", value));
  };
  const std::string known =
      "newton, poisson, stronge, whittaker, conventional, brach, impulse_ratio, cataldo_sampaio, "
      "moreau, fremond, anitescu_potra, chatterjee_ruina, compliant";
  EXPECT_EQ(law(R"("poison")"),
            R"(p.json:1: law: unknown law "poison"; did you mean poisson? Known are )" + known);
  EXPECT_EQ(
      law(R"("glocker_pfeiffer")"),
      R"(p.json:1: law: "glocker_pfeiffer" is not a law of this version; known are )" + known);
  EXPECT_EQ(law(R"(["newton", "all"])"), R"(p.json:1: law[1]: "all" stands alone, not in a list)");
  EXPECT_EQ(law(R"(["newton", "newton"])"), "p.json:1: law[1]: newton is listed twice");
  EXPECT_EQ(law("[]"),
            R"(p.json:1: law: the list is empty; give a name, a list of names or "all")");
  EXPECT_EQ(law("3"), R"(p.json:1: law: expected a name, a list of names or "all", got 3)");
  EXPECT_EQ(law("[3]"), "p.json:1: law[0]: expected a string, got 3");
  EXPECT_EQ(law(R"("impulse_ratio")"),
            "p.json:1: contacts[0].impulse_ratio: missing; the law impulse_ratio needs it or "
            "critical_fraction");
}

TEST(ProblemFile, RefusesLawsOfTheCommandLineThatAreNone) {
  const auto law = [](std::vector<std::string> names) {
    const ReadOptions options{.source = "p", .laws = std::move(names), .command_line = true};
    return read_problems(falling_rod, FileFormat::json, options).at(0).error;
  };
  EXPECT_THAT(law({"newtn"}), HasSubstr(R"(p: --law: unknown law "newtn"; did you mean newton?)"));
  EXPECT_EQ(law({"all", "newton"}), R"(p: --law: "all" stands alone, not in a list)");
  EXPECT_EQ(law({"newton", "newton"}), "p: --law: newton is listed twice");
  EXPECT_EQ(law({}), R"(p: --law: give a name, a list of names or "all")");
}

// --- several problems ---------------------------------------------------------------------------

TEST(ProblemFile, ABadLineDoesNotStopTheRest) {
  const std::string text = std::string(falling_rod) + "\n\n{\n" +
                           with(falling_rod, "1.0, \"f", "1.3, \"f") + "\n" +
                           std::string(falling_rod);
  const auto entries = read(text, FileFormat::jsonl);
  EXPECT_THAT(numbers(entries), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(entries[0].error, "");
  EXPECT_EQ(entries[1].error,
            "p.jsonl:3: bad JSON at column 1, while parsing object key: unexpected end of input; "
            "expected string literal");
  EXPECT_EQ(entries[2].error, "p.jsonl:4: contacts[0].restitution: 1.3 is outside [0, 1]");
  EXPECT_EQ(name_of(entries[2].problem), "falling rod");
  EXPECT_EQ(entries[3].error, "");
}

TEST(ProblemFile, AListOfProblemsNamesTheNumber) {
  const std::string bad = with(falling_rod, "0.8", "-1");
  const auto entries = read("[" + std::string(falling_rod) + ",\n" + bad + "]", FileFormat::json);
  EXPECT_THAT(numbers(entries), ElementsAre(1, 2));
  EXPECT_EQ(entries[0].error, "");
  EXPECT_EQ(entries[1].error, "p.json:2: problem 2: contacts[0].friction: -1 is negative");
}

TEST(ProblemFile, YamlDocumentsCountOn) {
  const std::string rod(rod_on_belt);
  const auto entries = read_problems(rod + "---\n" + with(rod, "0.25", "x") + "---\n- 1\n- a: [\n",
                                     FileFormat::yaml, {.source = "p.yaml", .first_number = 5});
  EXPECT_THAT(numbers(entries), ElementsAre(5, 6, 7));
  EXPECT_EQ(entries[0].error, "");
  EXPECT_EQ(entries[1].error,
            "p.yaml:24: problem 6: contacts[0].friction: expected a number, got the string \"x\"");
  EXPECT_EQ(entries[2].error,
            "p.yaml:29: problem 7: bad YAML at column 1: end of sequence flow not found");
}

TEST(ProblemFile, AnEmptyListHasNoProblems) {
  EXPECT_TRUE(read("[]", FileFormat::json).empty());
  EXPECT_TRUE(read("\n \n", FileFormat::jsonl).empty());
}

TEST(ProblemFile, TheEndingTellsTheFormat) {
  EXPECT_EQ(format_of("a/b.yaml"), FileFormat::yaml);
  EXPECT_EQ(format_of("b.yml"), FileFormat::yaml);
  EXPECT_EQ(format_of("b.json"), FileFormat::json);
  EXPECT_EQ(format_of("b.jsonl"), FileFormat::jsonl);
  EXPECT_EQ(format_of("b.toml"), std::nullopt);
  EXPECT_EQ(format_of("yaml"), std::nullopt);
}

}  // namespace
}  // namespace carom
