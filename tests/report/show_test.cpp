#include <carom/report/picture/mechanism.hpp>
#include <carom/report/plot/mechanism.hpp>
#include <carom/report/show/show.hpp>
#include <carom/report/table/scene.hpp>
#include <carom/report/table/shown_units.hpp>
#include <carom/report/table/vehicle.hpp>
#include <cmath>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <io/scene_text.hpp>
#include <nlohmann/json.hpp>
#include <source_folder.hpp>

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ProblemEntry entry_of(std::string_view yaml) { return good(yaml, FileFormat::yaml); }

// --- units --------------------------------------------------------------------------------------

TEST(ShownUnits, AreThoseOfTheTableOfUnits) {
  EXPECT_EQ(unit_of(Measure::speed, UnitSystem::us).symbol, "mph");
  EXPECT_DOUBLE_EQ(shown_in(1609.344 / 3600, Measure::speed, UnitSystem::us), 1);
  EXPECT_DOUBLE_EQ(shown_in(0.45359237, Measure::mass, UnitSystem::us), 1);
  EXPECT_NEAR(shown_in(1.3558179483314, Measure::energy, UnitSystem::us), 1, 1e-13);
  EXPECT_NEAR(shown_in(1 / 14.593902937206, Measure::inverse_mass, UnitSystem::us), 1, 1e-12);
  EXPECT_DOUBLE_EQ(shown_in(std::acos(-1.0), Measure::angle, UnitSystem::si), 180);
}

TEST(ShownUnits, LeaveTheBitsOfSiAlone) {
  for (const Measure measure : {Measure::length, Measure::mass, Measure::inertia, Measure::speed,
                                Measure::rate, Measure::impulse, Measure::energy, Measure::force,
                                Measure::inverse_mass, Measure::inverse_inertia, Measure::torque})
    EXPECT_EQ(unit_of(measure, UnitSystem::si).si, 1) << unit_of(measure, UnitSystem::si).symbol;
}

// --- carom show ---------------------------------------------------------------------------------

TEST(ShownProblem, EchoesEveryValueAndSaysWhatIsADefault) {
  const std::string text = shown_problem(entry_of(pendulum), {});
  EXPECT_THAT(text, HasSubstr("2 bodies, 2 joints, 2 degrees of freedom"));
  EXPECT_THAT(text, HasSubstr("gravity: (0, -9.81) m/s^2"));
  EXPECT_THAT(text, HasSubstr("hinge, revolute: lower on upper"));
  EXPECT_THAT(text, HasSubstr("contact tip: lower.end against floor"));
  EXPECT_THAT(text, ::testing::ContainsRegex("static friction +0.51 +from the contact"));
  EXPECT_THAT(text, ::testing::ContainsRegex("touching +no +default"));
  EXPECT_THAT(text, HasSubstr("collides"));
  const std::string without =
      shown_problem(entry_of(with(pendulum, ", static_friction: 0.51", "")), {});
  EXPECT_THAT(without, ::testing::ContainsRegex("static friction +0.5 +default: the friction"));
}

TEST(ShownProblem, SaysWhatBecomesOfSeveralCollisions) {
  EXPECT_THAT(shown_problem(scene_example("three_balls").at(1), {}),
              HasSubstr("simultaneous: sequential\n"));
  EXPECT_THAT(shown_problem(scene_example("three_link_chain").at(0), {}),
              HasSubstr("simultaneous: refuse, the default\n"));
}

TEST(ShownProblem, NamesThePairThatAMaterialComesFrom) {
  const std::string text = shown_problem(scene_example("groesberg_spheres").at(0), {});
  EXPECT_THAT(text, ::testing::ContainsRegex("restitution +0.8 +from the pair ivory and ivory"));
}

TEST(ShownProblem, CountsLoopsAndTheirRank) {
  const std::string text = shown_problem(scene_example("slider_crank").at(0), {});
  EXPECT_THAT(text, HasSubstr("1 degree of freedom; 1 loop with 2 constraints of rank 2"));
  EXPECT_THAT(text, Not(HasSubstr("REDUNDANT")));
}

TEST(ShownProblem, ShowsMatricesAsWell) {
  const std::string text = shown_problem(entry_of(R"(law: poisson
mass: [[16, 5], [5, 4]]
velocity: [-0.1, -0.2]
contacts: [{restitution: 0.5, friction: 0.2, tangent: [1, 1], normal: [0.5, 1]}]
)"),
                                         {});
  EXPECT_THAT(text, HasSubstr("given by 2 coordinates"));
  EXPECT_THAT(text, HasSubstr("J tangent"));
}

TEST(ShownProblem, ShowsWhatTouchingProjected) {
  const std::string text = shown_problem(
      entry_of(with(pendulum, "friction: 0.5,", "friction: 0.5, touching: true,")), {});
  EXPECT_THAT(text, HasSubstr("projection of the velocity"));
  EXPECT_THAT(text, HasSubstr("touches"));
}

constexpr std::string_view bat = R"(law: stronge
bodies:
  ball: {sphere: {radius: 4 cm}, mass: 150 g, position: [0.5 m, 14 cm], velocity: [0, -3], material: cork}
  bat: {box: {width: 1 m, height: 20 cm}, prescribed: true, velocity: [0, 2], rate: 180 deg/s, material: ash}
surfaces:
  shelf: {through: [0, -1], angle_deg: 10, velocity: [1, 0]}
contacts:
  hit: {between: [ball, bat.top], restitution: 0.5, friction: 0.3}
)";

constexpr std::string_view arm = R"(law: stronge
gravity: 1.62
bodies:
  arm: {rod: {length: 1 m, pointing: down}, mass: 2 kg, inertia: 0.2, rate: -1}
joints:
  shoulder: {revolute: [arm.start, world], angle_deg: 30}
points:
  hook: [1 m, -0.5 m]
springs:
  rubber: {between: [arm.end, world.hook], stiffness: 150 N/m, length: 40 cm, damping: 2 N s/m}
contacts:
  end: {stop: shoulder, upper_deg: 30, restitution: 0.2}
)";

TEST(ShownProblem, ShowsPrescribedBodiesAndSurfacesWithoutContact) {
  const std::string text = shown_problem(entry_of(bat), {});
  EXPECT_THAT(text, HasSubstr("prescribed bodies"));
  EXPECT_THAT(text, ::testing::ContainsRegex("bat +0 +0 +0 +0 +2 +3.14159"));
  EXPECT_THAT(text, ::testing::ContainsRegex("bat +box +ash"));
  EXPECT_THAT(text, ::testing::ContainsRegex("ball +sphere +default: of the shape +cork"));
  EXPECT_THAT(text, ::testing::ContainsRegex("shelf on world, no material +0 +-1 +10 +1 +0 +0"));
  const auto json = nlohmann::json::parse(shown_json(entry_of(bat)));
  EXPECT_EQ(json.at("prescribed").at(0).at("velocity").at("vy"), 2);
  EXPECT_EQ(json.at("surfaces").at(0).at("name"), "shelf");
  EXPECT_EQ(json.at("surfaces").at(0).at("velocity").at("vx"), 1);
}

TEST(ShownProblem, ASurfaceOnABodyMovesWithIt) {
  const auto json =
      nlohmann::json::parse(shown_json(entry_of(with(bat, "velocity: [1, 0]}", "on: ball}"))));
  EXPECT_EQ(json.at("surfaces").at(0).at("on"), "ball");
  EXPECT_EQ(json.at("surfaces").at(0).at("velocity").at("vy"), -3);
  EXPECT_NEAR(json.at("surfaces").at(0).at("through").at("y"), -0.86, 1e-15);
}

TEST(ShownProblem, GivesTheLimitOfAStopAsTheFileCountsIt) {
  const std::string text = shown_problem(entry_of(arm), {});
  EXPECT_THAT(text, ::testing::ContainsRegex("upper limit +30 +deg"));
  EXPECT_THAT(text, Not(HasSubstr("surface moves"))) << "a stop has no surface";
  const auto contact = nlohmann::json::parse(shown_json(entry_of(arm))).at("contacts").at(0);
  EXPECT_NEAR(contact.at("upper").get<double>(), std::acos(-1.0) / 6, 1e-15);
  EXPECT_FALSE(contact.contains("lower"));
}

TEST(ShownProblem, TellsGivenFromDefault) {
  EXPECT_THAT(shown_problem(entry_of(arm), {}), HasSubstr("gravity: (0, -1.62) m/s^2, given"));
  EXPECT_THAT(shown_problem(entry_of(bat), {}), HasSubstr("gravity: (0, -9.81) m/s^2, default"));
  EXPECT_THAT(shown_problem(entry_of(arm), {}), ::testing::ContainsRegex("arm +rod +given +none"));
  EXPECT_THAT(shown_problem(entry_of(bat), {}),
              ::testing::ContainsRegex("normal n +\\(0, 1\\) +from geometry"));
  EXPECT_THAT(shown_problem(scene_example("two_cars").at(0), {}),
              ::testing::ContainsRegex("at +\\(0, 0\\) +m +from the contact"));
}

TEST(ShownProblem, NamesTheEndsOfSprings) {
  EXPECT_THAT(shown_problem(entry_of(arm), {}), HasSubstr("rubber: arm.end and world.hook"));
  const auto spring = nlohmann::json::parse(shown_json(entry_of(arm))).at("springs").at(0);
  EXPECT_EQ(spring.at("first"), "arm.end");
  EXPECT_EQ(spring.at("stiffness"), 150);
  EXPECT_EQ(spring.at("length"), 0.4);
}

TEST(ShownProblem, KeepsToTheWidth) {
  for (const char* name : {"slider_crank", "two_double_pendulums", "four_bar_hits_stop"}) {
    std::istringstream text(shown_problem(scene_example(name).at(0), {.width = 80}));
    for (std::string line; std::getline(text, line);) EXPECT_LE(display_width(line), 80) << line;
  }
}

TEST(ShownJson, IsJsonInSi) {
  const auto folder = source_folder() / "examples/scenes";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".yaml") continue;
    for (const ProblemEntry& entry : scene_example(file.path().stem().string())) {
      const auto json = nlohmann::json::parse(shown_json(entry));
      const Contacts c = contact_problem(std::get<Scene>(entry.problem));
      const int n = c.rows[0].normal();
      EXPECT_EQ(json.at("W").size(), static_cast<std::size_t>(c.W.rows()));
      EXPECT_EQ(json.at("W").at(n).at(n).get<double>(), c.W(n, n));
      EXPECT_EQ(json.at("u").at(n).get<double>(), c.u[n]);
      EXPECT_EQ(json.at("bodies").size(), std::get<Scene>(entry.problem).model.bodies().size());
      EXPECT_EQ(json.at("coordinates"), std::get<Scene>(entry.problem).model.size());
      for (const auto& joint : json.at("joints")) EXPECT_NE(joint.at("parent"), "");
    }
  }
}

// --- carom solve of scenes ----------------------------------------------------------------------

TEST(SceneTable, HasVelocitiesMomentumAndJoints) {
  const ProblemEntry entry = scene_example("two_double_pendulums").at(0);
  const std::string text = scene_table(std::get<Scene>(entry.problem), 1,
                                       resolve(std::get<Scene>(entry.problem), entry.laws), {});
  for (const char* row : {"left upper v_x", "right lower ω", "angular momentum", "grip moment",
                          "right elbow P_y", "μ to hold stick"})
    EXPECT_THAT(text, HasSubstr(row));
  EXPECT_THAT(text, Not(HasSubstr("left elbow moment"))) << "a hinge passes none on";
  EXPECT_THAT(text.substr(text.find("left upper v_x")), Not(HasSubstr("e-16")))
      << "rounding is no information";
}

TEST(SceneTable, ShowsWhatTouchingProjected) {
  const ProblemEntry entry = entry_of(R"(law: stronge
bodies:
  box: {box: {width: 1, height: 0.6}, mass: 2, position: [0, 0.3], velocity: [1, 0.01]}
surfaces:
  floor: {}
  step: {through: [0.5, 0], angle_deg: 90}
contacts:
  left: {between: [box.bottom_left, floor], friction: 0.2, touching: true}
  right: {between: [box.bottom_right, floor], friction: 0.2, touching: true}
  hit: {between: [box.top_right, step], restitution: 0.5, friction: 0.3}
)");
  const std::string text =
      scene_table(std::get<Scene>(entry.problem), 1,
                  resolve(std::get<Scene>(entry.problem), entry.laws), {.width = 120});
  EXPECT_THAT(text, HasSubstr("box (0, -0.01)"));
  const ProblemEntry exact = entry_of(pendulum);
  EXPECT_THAT(scene_table(std::get<Scene>(exact.problem), 1,
                          resolve(std::get<Scene>(exact.problem), exact.laws), {}),
              Not(HasSubstr("Touching changed")));
}

TEST(SceneTable, AStopOfATurningJointIsFeltAsARate) {
  const ProblemEntry entry = scene_example("four_bar_hits_stop").at(0);
  const std::string text = scene_table(std::get<Scene>(entry.problem), 1,
                                       resolve(std::get<Scene>(entry.problem), entry.laws), {});
  EXPECT_THAT(text, ::testing::ContainsRegex("u_n before +rad/s"));
  EXPECT_THAT(text, ::testing::ContainsRegex("impulse p_n +N m s"));
}

TEST(SceneTable, CountsTheBodiesOfALongChainInsteadOfListingThem) {
  std::string yaml = "law: poisson\nbodies:\n";
  std::string joints = "joints:\n  j0: {revolute: [world, b0.start]}\n";
  for (int i = 0; i < 30; ++i) {
    yaml += "  b" + std::to_string(i) + ": {rod: {length: 1, pointing: down}, mass: 1, rate: 1}\n";
    if (i > 0)
      joints += "  j" + std::to_string(i) + ": {revolute: [b" + std::to_string(i - 1) + ".end, b" +
                std::to_string(i) + ".start]}\n";
  }
  yaml += joints +
          "surfaces: {wall: {through: b29.end, angle_deg: 90}}\n"
          "contacts: {hit: {between: [b29.end, wall], restitution: 0.5, friction: 0.1}}\n";
  const ProblemEntry entry = entry_of(yaml);
  const std::string text = scene_table(std::get<Scene>(entry.problem), 1,
                                       resolve(std::get<Scene>(entry.problem), entry.laws), {});
  EXPECT_THAT(text, HasSubstr("... and 14 more bodies"));
}

TEST(VehicleTable, GivesTheSheetInItsUnits) {
  const ProblemEntry entry = scene_example("car_against_barrier").at(0);
  const std::string text =
      vehicle_table(std::get<Scene>(entry.problem), 1,
                    resolve(std::get<Scene>(entry.problem), entry.laws), {.units = UnitSystem::us});
  EXPECT_THAT(text, ::testing::ContainsRegex("forward +mph +-35.7275"));
  EXPECT_THAT(text, ::testing::ContainsRegex("left +mph +7.599"));
  EXPECT_THAT(text, ::testing::ContainsRegex("yaw rate change +deg/s +-176.43"));
  EXPECT_THAT(text, ::testing::ContainsRegex("impulse p_t +lbf s +-351.77"));
  EXPECT_THAT(text, ::testing::ContainsRegex("impulse p_n +lbf s +5936.16"));
}

/// The report on the two cars after a change of their file, in the units of the sheet.
std::string cars_report(std::string_view old, std::string_view fresh) {
  const ProblemEntry entry = entry_of(with(two_cars, old, fresh));
  return vehicle_table(std::get<Scene>(entry.problem), 1,
                       resolve(std::get<Scene>(entry.problem), entry.laws),
                       {.width = 1000, .units = UnitSystem::us});
}

TEST(VehicleTable, SaysInItsUnitsWhatIsTheWrongWayRound) {
  EXPECT_THAT(cars_report("ratio: 0.2", "ratio: -0.2"),
              HasSubstr("the tangential impulse adds 80411.3 ft lbf: friction opposes slip, this "
                        "drives it; write impulse_ratio: 0.2."));
  EXPECT_THAT(cars_report("[0 ft, 0]", "[5 ft, 0]"),
              HasSubstr("first.impact and second.impact are 5 ft apart"));
  const std::string reversed = cars_report("55", "235");
  EXPECT_THAT(reversed, HasSubstr("nothing approaches, so there is no collision"));
  EXPECT_THAT(reversed, HasSubstr("separate along this normal at 52.3502 mph; if they do collide"));
  EXPECT_THAT(reversed, Not(HasSubstr("took")));
}

TEST(VehicleTable, CallsEnergyThatIsGainedCreated) {
  const std::string text = cars_report("ratio: 0.2", "ratio: 2");
  EXPECT_THAT(text, HasSubstr("the collision CREATED 2.82454e+06 ft lbf, 845 % of the energy"));
  EXPECT_THAT(text, HasSubstr("2 is beyond the critical ratio 0.509866"));
  EXPECT_THAT(text, Not(HasSubstr("took")));
  EXPECT_THAT(cars_report("55", "55.0"), HasSubstr("the collision took 231358 ft lbf"));
}

// --- pictures -----------------------------------------------------------------------------------

TEST(MechanismPicture, ShowsEverythingWithinAPanelOfItsShape) {
  const auto folder = source_folder() / "examples/scenes";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".yaml") continue;
    const MechanismPicture p = mechanism_picture(
        std::get<Scene>(scene_example(file.path().stem().string()).at(0).problem));
    const Eigen::Vector2d sides = p.high - p.low;
    EXPECT_NEAR(sides.x() / sides.y(), panel_shape, 1e-12);
    const auto inside = [&](const Eigen::Vector2d& x) {
      return (x.array() >= p.low.array()).all() && (x.array() <= p.high.array()).all();
    };
    for (const PictureBody& body : p.bodies) {
      EXPECT_TRUE(inside(body.centre)) << file.path();
      for (const Eigen::Vector2d& corner : body.outline) EXPECT_TRUE(inside(corner)) << file.path();
    }
    for (const PictureArrow& v : p.velocities) EXPECT_TRUE(inside(v.from + v.along)) << file.path();
  }
}

TEST(MechanismPicture, ArrowsHaveOneScale) {
  const ProblemEntry entry = entry_of(pendulum);
  const MechanismPicture p = mechanism_picture(std::get<Scene>(entry.problem));
  const Kinematics k =
      kinematics(std::get<Scene>(entry.problem).model, std::get<Scene>(entry.problem).state);
  ASSERT_EQ(p.velocities.size(), 2U);
  for (std::size_t b = 0; b < 2; ++b) {
    const Eigen::Vector2d v = point_velocity(
        k, static_cast<int>(b), std::get<Scene>(entry.problem).model.bodies()[b].centre_of_mass);
    EXPECT_LT((p.velocities[b].along - p.speed_scale * v).norm(), 1e-14);
  }
  const PictureArrow& u = p.approaches.at(0);
  EXPECT_LT((u.from + u.along - p.normals.at(0).from).norm(), 1e-14)
      << "the head is at the contact";
}

TEST(MechanismPicture, DrawsPrescribedBodiesAndTheirMotion) {
  const MechanismPicture p = mechanism_picture(std::get<Scene>(entry_of(bat).problem));
  ASSERT_EQ(p.prescribed.size(), 1U);
  EXPECT_LT((p.prescribed[0].outline.at(0) - Eigen::Vector2d(-0.5, -0.1)).norm(), 1e-15);
  ASSERT_EQ(p.velocities.size(), 2U);
  EXPECT_LT((p.velocities[1].along - p.speed_scale * Eigen::Vector2d(0, 2)).norm(), 1e-15);
  EXPECT_LE(p.low.x(), -0.5);
  const std::string upright =
      with(with(with(bat, "prescribed: true", "prescribed: true, angle_deg: 90"), "bat.top",
                "bat.right"),
           "[0.5 m, 14 cm]", "[0 m, 54 cm]");
  const MechanismPicture turned = mechanism_picture(std::get<Scene>(entry_of(upright).problem));
  EXPECT_LT((turned.prescribed.at(0).outline.at(0) - Eigen::Vector2d(0.1, -0.5)).norm(), 1e-15);
}

TEST(MechanismPicture, HatchesTheSideOfTheGround) {
  const MechanismPicture p = mechanism_picture(std::get<Scene>(entry_of(pendulum).problem));
  ASSERT_TRUE(p.surfaces.at(0).solid.has_value());
  EXPECT_LT(p.surfaces[0].solid->y(), 0) << "below the floor";
}

TEST(MechanismScript, TakesNamesAsTextOnly) {
  const std::string text = with(pendulum, "name: pendulum", "name: \"a'; system 'ls\"");
  const std::string script =
      gnuplot_script(mechanism_picture(std::get<Scene>(entry_of(text).problem)), PictureFormat::svg,
                     UnitSystem::si);
  EXPECT_THAT(script, HasSubstr("'a''; system ''ls'"));
  EXPECT_EQ(script, gnuplot_script(mechanism_picture(std::get<Scene>(entry_of(text).problem)),
                                   PictureFormat::svg, UnitSystem::si));
}

}  // namespace
}  // namespace carom
