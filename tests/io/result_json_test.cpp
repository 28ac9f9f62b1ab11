#include <carom/impact/resolve.hpp>
#include <carom/io/result/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/io/problem_text.hpp"

namespace carom {
namespace {

using nlohmann::ordered_json;  // keeps the order of the keys
using ::testing::ElementsAre;

/// The result of the first law of a problem.
ordered_json result_of(std::string_view text, FileFormat format = FileFormat::json) {
  const ProblemEntry entry = good(text, format);
  return ordered_json::parse(
      to_json(resolve(std::get<ImpactProblem>(entry.problem), entry.laws.at(0)), entry.number));
}

std::vector<std::string> keys(const ordered_json& object) {
  std::vector<std::string> all;
  for (const auto& [key, value] : object.items()) all.push_back(key);
  return all;
}

std::string by(std::string_view law) {
  return with(falling_rod, R"(["newton", "poisson"])", '"' + std::string(law) + '"');
}

TEST(ResultJson, HoldsTheFallingRodOfTheFormat) {
  const ordered_json r = result_of(by("poisson"));
  EXPECT_THAT(keys(r), ElementsAre("problem", "name", "law", "status", "contacts", "energy",
                                   "residual", "case", "path"));
  EXPECT_EQ(r["problem"], 1);
  EXPECT_EQ(r["name"], "falling rod");
  EXPECT_EQ(r["law"], "poisson");
  EXPECT_EQ(r["status"], "solved");
  EXPECT_EQ(r["case"], "i");
  const ordered_json& c = r["contacts"].at(0);
  EXPECT_THAT(keys(c), ElementsAre("name", "mode", "outcome", "impulse", "u_before", "u_after",
                                   "work", "effective", "friction", "effective_mass"));
  EXPECT_EQ(c["name"], "contact 1");
  EXPECT_EQ(c["mode"], "stick_in_compression");
  EXPECT_EQ(c["outcome"], "rebounds");
  EXPECT_THAT(keys(c["impulse"]), ElementsAre("t", "n"));
  EXPECT_NEAR(c["impulse"]["t"].get<double>(), 0.24, 1e-15);  // rounding of a handful of operations
  EXPECT_NEAR(c["impulse"]["n"].get<double>(), 0.8, 1e-15);
  EXPECT_EQ(c["u_before"], (ordered_json{{"t", 0.6}, {"n", -1.0}}));
  EXPECT_EQ(c["u_after"]["t"], 0.0);
  EXPECT_NEAR(c["u_after"]["n"].get<double>(), 0.64, 1e-15);
  EXPECT_THAT(keys(c["work"]), ElementsAre("normal_compression", "normal_restitution", "friction"));
  EXPECT_THAT(keys(c["effective"]),
              ElementsAre("kinematic", "kinetic", "energetic", "tangential", "impulse_ratio"));
  EXPECT_THAT(keys(c["friction"]), ElementsAre("to_hold_stick", "to_end_without_slip", "to_stick"));
  EXPECT_THAT(keys(r["energy"]), ElementsAre("before", "after", "change", "contact_work"));
}

TEST(ResultJson, TheEffectiveMassIsOneOverWnn) {
  const ordered_json r = result_of(by("poisson"));
  EXPECT_EQ(r["contacts"][0]["effective_mass"], 1 / 2.5);
  EXPECT_FALSE(r.contains("lifts_off"));  // with one contact its outcome says it
  // A slider along a wall cannot move along the wall's normal; rounding of its rows is no motion.
  const ordered_json held = result_of(R"({"law": "newton", "mass": [[2]], "velocity": [-1],
      "contacts": [{"tangent": [1], "normal": [1e-18], "restitution": 0, "friction": 0.1}]})");
  EXPECT_TRUE(held["contacts"][0]["effective_mass"].is_null());
}

TEST(ResultJson, NamesTheContactsThatLiftOffWhereThereAreSeveral) {
  // The left foot of a crate comes down, the right one rests: the blow at the left presses it down where the crate turns
  // easily, and lifts it where it does not.
  const std::string crate = R"({"law": "newton", "name": "crate", "mass": [[1, 0], [0, INERTIA]],
      "velocity": [-1, 1], "contacts": [
      {"name": "left", "normal": [1, -1], "restitution": 0.5, "friction": 0},
      {"name": "right", "normal": [1, 1], "restitution": 0, "friction": 0}]})";
  const ordered_json compact = result_of(with(crate, "INERTIA", "0.5"));
  EXPECT_EQ(compact["lifts_off"], ordered_json::array({"left"}));
  EXPECT_EQ(compact["contacts"][1]["outcome"], "sticks");
  const ordered_json wide = result_of(with(crate, "INERTIA", "2"));
  EXPECT_EQ(wide["lifts_off"], ordered_json::array({"left", "right"}));
}

TEST(ResultJson, ThePathHasItsEvents) {
  const ordered_json path = result_of(by("poisson"))["path"];
  ASSERT_EQ(path.size(), 4U);
  EXPECT_THAT(keys(path[0]), ElementsAre("event", "phase", "contacts", "modes", "p", "u"));
  EXPECT_THAT(keys(path[3]), ElementsAre("event", "contacts", "modes", "p", "u"));
  EXPECT_EQ(path[0]["event"], "start");
  EXPECT_EQ(path[0]["phase"], "compression");
  EXPECT_EQ(path[0]["contacts"], ordered_json::array({0}));
  EXPECT_EQ(path[0]["modes"], ordered_json::array({"slip+"}));
  EXPECT_EQ(path[0]["p"], ordered_json::array({0.0, 0.0}));
  EXPECT_EQ(path[1]["event"], "slip_stops");
  EXPECT_EQ(path[2]["event"], "compression_ends");
  EXPECT_EQ(path[3]["event"], "end");
}

TEST(ResultJson, AlgebraicLawsHaveNoPathAndOneNormalWork) {
  const ordered_json r = result_of(by("whittaker"));
  EXPECT_THAT(keys(r),
              ElementsAre("problem", "name", "law", "status", "contacts", "energy", "residual"));
  EXPECT_THAT(keys(r["contacts"][0]["work"]), ElementsAre("normal", "friction"));
  EXPECT_TRUE(r["contacts"][0]["effective"]["kinetic"].is_null());
}

TEST(ResultJson, WayTwoAddsVelocitiesAndTheDrive) {
  const ordered_json r = result_of(rod_on_belt, FileFormat::yaml);
  EXPECT_THAT(keys(r), ElementsAre("problem", "name", "law", "status", "contacts", "energy",
                                   "residual", "case", "path", "velocity_after"));
  EXPECT_THAT(keys(r["energy"]), ElementsAre("before", "after", "change", "contact_work", "drive"));
  EXPECT_EQ(r["velocity_after"].size(), 2U);
}

TEST(ResultJson, WithoutSolutionNothingIsMadeUp) {
  // A single pendulum that locks: Newton asks for a rebound that it cannot have.
  const ordered_json r = result_of(R"({"law": "newton", "W": [[1, 1], [1, 1]], "u": [-1, -1],
                               "contacts": [{"restitution": 0.5, "friction": 2}]})");
  EXPECT_THAT(keys(r), ElementsAre("problem", "law", "status", "reason", "note", "contacts"));
  EXPECT_EQ(r["status"], "no_solution");
  EXPECT_EQ(r["reason"], "rank_one");
  EXPECT_THAT(keys(r["contacts"][0]),
              ElementsAre("name", "u_before", "friction", "effective_mass"));
}

TEST(ResultJson, NotesAreJoinedAndTheProjectionShown) {
  const ordered_json r = result_of(R"({"law": "poisson", "W": [[2, 1], [1, 2]], "u": [1, -0.5],
                               "contacts": [{"restitution": 0, "friction": 0.1, "touching": true}]})");
  EXPECT_EQ(r["note"], "touching: the velocity was projected onto u_n = 0");
  EXPECT_EQ(r["projection"], ordered_json::array({0.25, 0.5}));
  ImpactResult result;
  result.notes = {"one", "two"};
  EXPECT_EQ(ordered_json::parse(to_json(result, 1))["note"], "one; two");
}

TEST(ResultJson, AlternativesAreListed) {
  ImpactResult result;
  result.status = ImpactStatus::undetermined;
  result.alternatives = {{Eigen::Vector2d(1, 2), Eigen::Vector2d(3, -0.0)}};
  const ordered_json r = ordered_json::parse(to_json(result, 3));
  EXPECT_EQ(r["alternatives"],
            ordered_json::parse(R"([{"p": [1.0, 2.0], "u_after": [3.0, 0.0]}])"));
  EXPECT_EQ(keys(r).back(), "alternatives");
}

TEST(ResultJson, IsOneLine) {
  ImpactResult result;
  result.name = "two\nlines";
  result.contacts.push_back({.name = "a\r\nb"});
  const std::string line = to_json(result, 1);
  EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos);
  EXPECT_EQ(ordered_json::parse(line)["name"], "two\nlines");
}

TEST(ResultJson, NamesInAnyEncodingGiveValidJson) {
  ImpactResult result;
  result.name = "caf\xe9";  // Latin-1
  EXPECT_EQ(ordered_json::parse(to_json(result, 1))["name"], "caf\xef\xbf\xbd");
}

TEST(ResultJson, ErrorsStandInForResults) {
  EXPECT_EQ(error_json(7, "rod", "p.jsonl:7: u: missing"),
            R"({"problem": 7, "name": "rod", "error": "p.jsonl:7: u: missing"})");
  EXPECT_EQ(error_json(7, "", "say \"x\""),
            R"({"problem": 7, "name": null, "error": "say \"x\""})");
}

TEST(ResultJson, IsTheSameTextEveryTime) {
  const ProblemEntry entry = good(falling_rod, FileFormat::json);
  EXPECT_EQ(to_json(resolve(std::get<ImpactProblem>(entry.problem), LawId::stronge), 1),
            to_json(resolve(std::get<ImpactProblem>(entry.problem), LawId::stronge), 1));
}

}  // namespace
}  // namespace carom
