/// The law cataldo_sampaio in files: its keys in problems and scenes, m in results and columns.
#include "tests/io/scene_text.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/io/result/columns.hpp>
#include <carom/io/result/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string>

namespace carom {
namespace {

using Json = nlohmann::json;

constexpr std::string_view ball = R"(law: cataldo_sampaio
mass: [[1, 0, 0], [0, 1, 0], [0, 0, 0.004]]
velocity: [1, -1, 0]
contacts:
  - {restitution: 1, friction: 1, tangential_restitution: 1, friction_recovery: 1,
     moment_restitution: -0.5, spin_row: [0, 0, 1], tangent: [1, 0, 0.1], normal: [0, 1, 0]}
)";

constexpr std::string_view ball_scene = R"(law: cataldo_sampaio
bodies:
  ball: {sphere: {radius: 0.1 m}, mass: 1 kg, position: [0, 0.1], velocity: [1, -1], material: rubber}
surfaces:
  floor: {through: [0, 0], material: wood}
contacts:
  hit: {between: [ball, floor]}
pairs:
  - {between: [rubber, wood], restitution: 1, friction: 1, tangential_restitution: 1,
     friction_recovery: 1, moment_restitution: -0.5}
)";

TEST(TwoPhaseText, HoldsTheMomentInTheResult) {
  const ProblemEntry entry = good(ball, FileFormat::yaml);
  const Json r =
      Json::parse(to_json(resolve(std::get<ImpactProblem>(entry.problem), entry.laws.at(0)), 1));
  const Json& c = r["contacts"].at(0);
  EXPECT_NEAR(c["impulse"]["m"].get<double>(), 0.1 * 4. / 7 * 0.5, 1e-15);
  EXPECT_EQ(c["u_before"]["m"], 0.0);
  EXPECT_NEAR(c["u_after"]["m"].get<double>(), -50. / 7, 1e-13);
  EXPECT_TRUE(c["work"].contains("m"));
  EXPECT_EQ(r["path"].size(), 3U);
  EXPECT_EQ(r["path"][2]["p"].size(), 3U);
  EXPECT_EQ(r["path"][1]["phase"], "restitution");
  EXPECT_NEAR(r["velocity_after"][0].get<double>(), 3. / 7, 1e-15);
}

TEST(TwoPhaseText, OtherLawsHaveNoMoment) {
  const ProblemEntry entry = good(with(ball, "cataldo_sampaio", "poisson"), FileFormat::yaml);
  const Json r =
      Json::parse(to_json(resolve(std::get<ImpactProblem>(entry.problem), entry.laws.at(0)), 1));
  EXPECT_FALSE(r["contacts"][0]["impulse"].contains("m"));
  EXPECT_FALSE(r["contacts"][0]["u_before"].contains("m"));
}

TEST(TwoPhaseText, ASceneSaysTheSameAsItsCoordinates) {
  const ProblemEntry entry = good(ball, FileFormat::yaml);
  const ImpactResult want = resolve(std::get<ImpactProblem>(entry.problem), LawId::cataldo_sampaio);
  const SceneResult r = resolve(scene_of(ball_scene), {LawId::cataldo_sampaio}).front();
  ASSERT_TRUE(r.impact.contacts[0].moment);
  EXPECT_NEAR(r.impact.contacts[0].moment->impulse, want.contacts[0].moment->impulse, 1e-15);
  EXPECT_NEAR(body_of(r, "ball").after.rate, want.contacts[0].moment->u_after, 1e-12);
}

TEST(TwoPhaseText, AContactsOwnParametersWinOverThePairs) {
  const Scene scene = scene_of(
      with(ball_scene, "between: [ball, floor]", "between: [ball, floor], friction_recovery: 0.5"));
  const Contact& material = scene.contacts[0].material;
  EXPECT_EQ(material.friction_recovery, 0.5);
  EXPECT_FALSE(material.tangential_restitution);  // all four come from one place
  EXPECT_FALSE(material.moment_restitution);
  EXPECT_EQ(material.friction, 1.0);
  const Scene complete = scene_of(with(ball_scene, "between: [ball, floor]",
                                       "between: [ball, floor], restitution: 0.5, friction: 0.2"));
  EXPECT_EQ(complete.contacts[0].material.moment_restitution, -0.5);
}

TEST(TwoPhaseText, RefusesWhatDoesNotBelong) {
  EXPECT_EQ(yaml_error(with(ball_scene, "moment_restitution: -0.5", "moment_restitution: 0.5")),
            "p.yaml:10: pairs[0].moment_restitution: 0.5 is outside [-1, 0]");
  EXPECT_EQ(
      yaml_error(with(ball_scene, "between: [ball, floor]",
                      "between: [ball, floor], spin_row: [0, 0, 1]")),
      "p.yaml:7: contacts.hit.spin_row: unknown key; in a scene the two bodies themselves say "
      "how they turn");
  EXPECT_THAT(yaml_error(with(ball, "spin_row: [0, 0, 1], ", "")),
              ::testing::HasSubstr("contacts[0].spin_row: missing; moment_restitution needs"));
}

TEST(TwoPhaseText, ColumnsHaveTheMomentWhereThereIsOne) {
  const ProblemEntry entry = good(ball, FileFormat::yaml);
  const std::array<std::string, 2> wishes{"contacts[0].impulse", "path[2].u"};
  SceneResult result;
  result.impact = resolve(std::get<ImpactProblem>(entry.problem), LawId::cataldo_sampaio);
  const auto columns = chosen_columns(shape_of(std::get<ImpactProblem>(entry.problem)), wishes);
  ASSERT_EQ(columns.size(), 6U);
  EXPECT_EQ(columns[2].path, "contacts.contact 1.impulse.m");
  EXPECT_EQ(columns[2].unit, "N m s");
  EXPECT_EQ(std::get<double>(columns[2].read(result)), result.impact.contacts[0].moment->impulse);
  EXPECT_EQ(columns[5].unit, "rad/s");
  EXPECT_EQ(std::get<double>(columns[5].read(result)), result.impact.path[2].u[2]);
  result.impact = resolve(std::get<ImpactProblem>(entry.problem), LawId::poisson);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(columns[2].read(result)));
}

}  // namespace
}  // namespace carom
