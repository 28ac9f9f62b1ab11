// Vehicles in scenes, against published sheets; and every body's momentum in every example.

#include "scene_text.hpp"

#include <carom/io/result/json.hpp>
#include <carom/multibody/planar/momentum_balance.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <source_folder.hpp>

#include <cmath>
#include <filesystem>

namespace carom {
namespace {

constexpr double miles_an_hour = 1609.344 / 3600;
constexpr double pound_force = 4.4482216152605;

/// The result of the example's problem `i`, with its report, as a program reads it.
nlohmann::json reported(const std::string& example, std::size_t i) {
  const ProblemEntry entry = scene_example(example).at(i);
  const SceneResult result = resolve(std::get<Scene>(entry.problem), entry.laws).front();
  return nlohmann::json::parse(
      to_json(result, entry.number, vehicle_report(std::get<Scene>(entry.problem), result)));
}

/// The worked sheet: all digits that it prints.
TEST(VehicleJson, TheCarMeetsTheBarrierAsTheSheetSays) {
  const auto result = reported("car_against_barrier", 0);
  const auto car = result.at("vehicle").at("vehicles").at(0);
  EXPECT_EQ(car.at("name"), "car");
  EXPECT_NEAR(car.at("delta_v").at("forward").get<double>() / miles_an_hour, -35.7275, 6e-5);
  EXPECT_NEAR(car.at("delta_v").at("left").get<double>() / miles_an_hour, 7.5998, 6e-5);
  EXPECT_NEAR(car.at("delta_v").at("size").get<double>() / miles_an_hour,
              std::hypot(35.7275, 7.5998), 1e-4);
  EXPECT_NEAR(car.at("yaw_rate_change").get<double>() / degree, -176.43, 6e-3);
  EXPECT_NEAR(car.at("pdof").get<double>() / degree, std::atan2(7.5998, 35.7275) / degree, 1e-4);
  EXPECT_EQ(car.at("pdof_clock"), 12);
  EXPECT_LT(car.at("momentum_check").at("relative").get<double>(), 1e-14);
  const auto impulse = result.at("contacts").at(0).at("impulse");
  EXPECT_NEAR(impulse.at("t").get<double>() / pound_force, -351.77, 6e-3);
  EXPECT_NEAR(impulse.at("n").get<double>() / pound_force, 5936.16, 6e-3);
  const auto contact = result.at("vehicle").at("contacts").at(0);
  EXPECT_EQ(contact.at("separation").at("total"), 0.0) << "no slip at the end, e = 0";
  EXPECT_NEAR(std::abs(contact.at("impulse_ratio").get<double>()),
              contact.at("critical_ratio").get<double>(), 1e-14);
  EXPECT_FALSE(contact.at("work").contains("path")) << "the law follows no path";
}

/// Rose et al. 2006; their list is rounded model output.
TEST(VehicleJson, TwoCarsMeetThePublishedChanges) {
  const double published[4][4] = {
      {39.5, 29.1, 31, 182}, {40.1, 26.6, 108, 148}, {39.7, 27.8, 68, 166}, {40.5, 28.7, 40, 194}};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto report = reported("two_cars", i).at("vehicle");
    double energy = 0;
    for (std::size_t car = 0; car < 2; ++car) {
      const auto vehicle = report.at("vehicles").at(car);
      EXPECT_NEAR(vehicle.at("delta_v").at("size").get<double>() / miles_an_hour, published[i][car],
                  0.2);
      EXPECT_NEAR(std::abs(vehicle.at("yaw_rate_change").get<double>()) / degree,
                  published[i][car + 2], 1.3);
      EXPECT_LT(std::abs(vehicle.at("pdof").get<double>()), 40 * degree) << "frontal tests";
      EXPECT_LT(vehicle.at("momentum_check").at("relative").get<double>(), 1e-14);
      const double mass =
          std::get<Scene>(scene_example("two_cars")[i].problem).model.bodies()[car].mass;
      energy += mass * std::pow(vehicle.at("ees").at("half_of_the_loss").get<double>(), 2) / 2;
    }
    EXPECT_NEAR(energy, report.at("energy_lost").get<double>(), 1e-9 * energy);
  }
}

/// The notes of the two cars after a change of their file; "": none.
std::string note_on_cars(std::string_view old, std::string_view fresh) {
  const Scene scene = scene_of(with(two_cars, old, fresh));
  const SceneResult result = resolve(scene, {LawId::impulse_ratio}).front();
  const auto json = nlohmann::json::parse(to_json(result, 1, vehicle_report(scene, result)));
  return json.value("note", "");
}

TEST(VehicleJson, SaysWhatIsTheWrongWayRound) {
  EXPECT_EQ(note_on_cars("55", "55.0"), "");
  EXPECT_EQ(note_on_cars("ratio: 0.2", "ratio: -0.2"),
            "the tangential impulse adds 109023 J: friction opposes slip, this drives it; write "
            "impulse_ratio: 0.2");
  EXPECT_EQ(note_on_cars("55", "235"),
            "crush: nothing approaches, the bodies separate along this normal at 23.4026 m/s; if "
            "they do collide, turn the normal round: it points from second to first");
}

TEST(VehicleJson, SaysHowFarThePointsOfTheCarsAreApart) {
  EXPECT_EQ(note_on_cars("[0 ft, 0]", "[5 ft, 0]"),
            "crush: first.impact and second.impact are 1.524 m apart; the bodies meet at one "
            "place, so put both points there");
  EXPECT_EQ(note_on_cars("[0 ft, 0]", "[0.2 ft, 0]"), "") << "an impact centre is estimated";
  EXPECT_THAT(note_on_cars("[first, second]\n    at: first.impact",
                           "[first.impact, second.impact]\n    at: [0, 3 ft]"),
              ::testing::HasSubstr("at and first.impact are 0.9144 m apart"));
}

/// Points of one name on bodies that hang on joints, and those of shapes, mean nothing.
TEST(VehicleJson, DoesNotCompareThePointsOfShapes) {
  const Scene scene = scene_of(R"(law: newton
bodies:
  a: {rod: {length: 1}, mass: 1, velocity: [0, -1]}
  b: {rod: {length: 1}, mass: 1}
contacts:
  hit: {between: [a, b], at: a.end, normal_deg: 90, restitution: 0.5, friction: 0.1}
)");
  EXPECT_EQ(note_of(resolve(scene, {LawId::newton}).front().impact), "");
}

TEST(VehicleJson, LosesNothingWhereNothingApproaches) {
  const Scene scene = scene_of(with(two_cars, "55", "235"));
  const SceneResult result = resolve(scene, {LawId::impulse_ratio}).front();
  EXPECT_THAT(to_json(result, 1, vehicle_report(scene, result)),
              ::testing::HasSubstr("\"energy_lost\": 0.0"));
}

TEST(VehicleJson, IsThereOnlyWhereItIsAskedFor) {
  const ProblemEntry entry = scene_example("two_cars").front();
  const SceneResult result = resolve(std::get<Scene>(entry.problem), entry.laws).front();
  EXPECT_FALSE(nlohmann::json::parse(to_json(result, 1)).contains("vehicle"));
}

/// With the impulses that the results report, of every body, joint and law of every example.
TEST(SceneMomentum, BalancesInEveryExample) {
  int bodies = 0;
  const auto folder = source_folder() / "examples/scenes";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".yaml") continue;
    for (const ProblemEntry& entry : scene_example(file.path().stem().string())) {
      for (const SceneResult& result : resolve(std::get<Scene>(entry.problem), entry.laws)) {
        if (!has_answer(result.impact.status)) continue;
        for (const MomentumBalance& balance :
             momentum_balance(std::get<Scene>(entry.problem), result)) {
          EXPECT_LT(balance.relative(), 1e-13)
              << file.path() << ": " << std::get<Scene>(entry.problem).name;
          ++bodies;
        }
      }
    }
  }
  EXPECT_GT(bodies, 150);
}

}  // namespace
}  // namespace carom
