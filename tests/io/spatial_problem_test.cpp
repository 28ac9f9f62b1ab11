// Spatial contacts in files: both ways, mixed with stops, and their results as JSON.
#include <carom/impact/resolve.hpp>
#include <carom/io/result/contact_space_json.hpp>
#include <carom/io/result/json.hpp>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/io/problem_text.hpp"

namespace carom {
namespace {

using nlohmann::json;

constexpr std::string_view sphere =
    R"({"law": "poisson", "W": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]],
  "u": [0.6, 0.8, -1], "contacts": [{"restitution": 0.5, "friction": 0.1}]})";

json answer_to(std::string_view text) {
  const ProblemEntry entry = good(text, FileFormat::json);
  return json::parse(
      to_json(resolve(std::get<ImpactProblem>(entry.problem), entry.laws.at(0)), entry.number));
}

TEST(SpatialProblem, TangentialPartsAreArraysOfTwoAndThePathIsStacked) {
  const json r = answer_to(sphere);
  const json& c = r["contacts"][0];
  for (const char* key : {"impulse", "u_before", "u_after"}) {
    ASSERT_TRUE(c[key]["t"].is_array()) << key;
    EXPECT_EQ(c[key]["t"].size(), 2U);
    EXPECT_TRUE(c[key]["n"].is_number());
  }
  EXPECT_EQ(c["u_before"]["t"], json({0.6, 0.8}));
  EXPECT_NEAR(c["impulse"]["t"][1].get<double>(), -0.12, 1e-15);
  EXPECT_EQ(r["path"][0]["p"].size(), 3U);
  EXPECT_EQ(r["path"][0]["modes"], json({"slip"}));
  EXPECT_EQ(r["path"][0]["event"], "start");
}

TEST(SpatialProblem, RowsOfAStopAreOneAndItsTangentialPartIsZero) {
  const json r = answer_to(R"({"law": "stronge", "simultaneous": "together",
    "W": [[2, 0, 0, 0], [0, 3.5, 0, 0], [0, 0, 3.5, 0], [0, 0, 0, 1]], "u": [-1, 0.6, 0.8, -1],
    "contacts": [{"tangents": 0, "restitution": 0.5},
                 {"tangents": 2, "restitution": 0.5, "friction": 0.1}]})");
  EXPECT_EQ(r["contacts"][0]["impulse"], json({{"t", 0.0}, {"n", 0.75}}));
  EXPECT_EQ(r["contacts"][1]["impulse"]["t"].size(), 2U);
  EXPECT_EQ(r["path"][0]["p"].size(), 4U);
}

TEST(SpatialProblem, APlanarStopOfTheWayOneHasOneRow) {
  const json r = answer_to(R"({"law": "poisson", "W": [[2]], "u": [-1],
    "contacts": [{"tangents": 0, "restitution": 0.5}]})");
  EXPECT_EQ(r["contacts"][0]["impulse"], json({{"t", 0.0}, {"n", 0.75}}));
  EXPECT_EQ(r["path"][0]["p"].size(), 2U);  // FORMAT: in the plane a stop keeps two numbers
}

/// The problem written in contact space gives the same answer.
TEST(SpatialProblem, ContactSpaceIsWrittenWithTheTangentsItNeeds) {
  for (
      const char* text :
      {R"({"law": "poisson", "mass": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "velocity": [1, 0.5, -1],
            "contacts": [{"tangent": [[1, 0, 0.2], [0, 1, 0.1]], "normal": [0, 0, 1],
                          "surface_velocity": [0.1, 0.2, 0], "restitution": 0.5, "friction": 0.2}]})",
       R"({"law": "poisson", "simultaneous": "together", "mass": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
            "velocity": [1, 0.5, -1, -1],
            "contacts": [{"normal": [0, 0, 0, 1], "restitution": 0.5},
                         {"tangent": [[1, 0, 0, 0], [0, 1, 0, 0]], "normal": [0, 0, 1, 0],
                          "restitution": 0.5, "friction": 0.2}]})"}) {
    const ProblemEntry entry = good(text, FileFormat::json);
    const std::string written = contact_space_json(entry.problem, contact_problem(entry.problem));
    const ProblemEntry again =
        read_problem_line(written, 1, {.laws = std::vector<std::string>{"poisson"}});
    const ImpactResult a = resolve(std::get<ImpactProblem>(entry.problem), LawId::poisson);
    const ImpactResult b = resolve(std::get<ImpactProblem>(again.problem), LawId::poisson);
    for (std::size_t k = 0; k < a.contacts.size(); ++k) {
      EXPECT_EQ(a.contacts[k].impulse.t, b.contacts[k].impulse.t);
      EXPECT_EQ(a.contacts[k].impulse.t2, b.contacts[k].impulse.t2);
      EXPECT_EQ(a.contacts[k].impulse.n, b.contacts[k].impulse.n);
    }
  }
}

TEST(SpatialProblem, PathGivesPointsBetweenTheEvents) {
  const json r = answer_to(with(sphere, R"("law": "poisson")", R"("law": "poisson", "path": 3)"));
  int between = 0;
  for (const json& event : r["path"]) between += event["event"] == "between" ? 1 : 0;
  EXPECT_EQ(between, 3 * (static_cast<int>(r["path"].size()) - between - 1));
}

TEST(SpatialProblem, SpringsActWithTheStiffnessThatIsRead) {
  constexpr std::string_view balls = R"({"law": "stronge", "simultaneous": "springs",
    "W": [[2, -1], [-1, 2]], "u": [-1, 0],
    "contacts": [{"tangents": 0, "restitution": 1},
                 {"tangents": 0, "restitution": 1, "stiffness": 10}]})";
  const json r = answer_to(balls);
  EXPECT_EQ(r["status"], "solved");
  EXPECT_NEAR(r["contacts"][0]["u_after"]["n"].get<double>(), .6172 + .3310, 2e-4);
  const ProblemEntry entry =
      read_problems(with(balls, "stronge", "poisson"), FileFormat::json, {}).at(0);
  EXPECT_NE(entry.error.find("springs is defined for the law stronge"), std::string::npos)
      << entry.error;
}

}  // namespace
}  // namespace carom
