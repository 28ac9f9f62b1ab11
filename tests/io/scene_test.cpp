#include "scene_text.hpp"

#include <carom/io/result/json.hpp>
#include <carom/multibody/planar/dynamics.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace carom {
namespace {

using Json = nlohmann::json;

Eigen::Vector2d end_of_second_body(const Scene& scene) {
  return point_position(kinematics(scene.model, scene.state), 1, {0, -1});
}

TEST(SceneReader, HangsBodiesByTheirPoints) {
  const Scene scene = scene_of(pendulum);
  const Kinematics k = kinematics(scene.model, scene.state);
  const Eigen::Vector2d knee(2 * std::sin(20 * degree), -2 * std::cos(20 * degree));
  const Eigen::Vector2d tip =
      knee + 2 * Eigen::Vector2d(std::sin(30 * degree), -std::cos(30 * degree));
  EXPECT_LT((point_position(k, 0, {0, -1}) - knee).norm(), 1e-15);
  EXPECT_LT((point_position(k, 1, {0, -1}) - tip).norm(), 1e-15);
  EXPECT_NEAR(k.twist[1].rate, -0.2, 1e-16);
  EXPECT_EQ(scene.model.size(), 2);
}

/// θ₂ = 30° and a joint at 10° say the same; likewise the rates.
TEST(SceneReader, TakesAnglesOfBodiesAndOfJointsForTheSame) {
  const Scene absolute = scene_of(pendulum);
  const std::string text = with(with(pendulum, ", angle_deg: 30, rate: -0.2", ""), "lower.start]}",
                                "lower.start], angle_deg: 10, rate: -0.1}");
  const Scene relative = scene_of(text);
  EXPECT_LT((absolute.state.q - relative.state.q).norm(), 1e-15);
  EXPECT_LT((absolute.state.v - relative.state.v).norm(), 1e-15);
  const Scene both = scene_of(with(pendulum, "lower.start]}", "lower.start], angle_deg: 10}"));
  EXPECT_LT((absolute.state.q - both.state.q).norm(), 1e-15);
}

/// The order of a joint's two sides decides what its angle counts, not what hangs on what.
TEST(SceneReader, AJointWrittenTheOtherWayRoundCountsBackwards) {
  const std::string text =
      with(with(pendulum, ", angle_deg: 30, rate: -0.2", ""), "[upper.end, lower.start]}",
           "[lower.start, upper.end], angle_deg: -10, rate: 0.1}");
  const Scene scene = scene_of(text);
  EXPECT_LT((end_of_second_body(scene) - end_of_second_body(scene_of(pendulum))).norm(), 1e-15);
  EXPECT_NEAR(kinematics(scene.model, scene.state).twist[1].rate, -0.2, 1e-16);
}

TEST(SceneReader, WhatIsNotGivenIsAtRestAgainstWhatItHangsOn) {
  const Scene scene = scene_of(with(pendulum, ", angle_deg: 30, rate: -0.2", ""));
  EXPECT_EQ(scene.state.q[1], 0);
  EXPECT_EQ(scene.state.v[1], 0);
}

TEST(SceneReader, ReadsJsonAsWell) {
  const char* text = R"({"law": "newton", "bodies": {"ball": {"disc": {"radius": "10 cm"},
    "mass": 2, "position": [0, "0.1 m"], "velocity": ["36 km/h", -1]}},
    "surfaces": {"floor": {}}, "contacts": {"hit": {"between": ["ball", "floor"],
    "restitution": 0.5, "friction": 0}}})";
  const ProblemEntry entry = good(text, FileFormat::json);
  ASSERT_TRUE(std::holds_alternative<Scene>(entry.problem));
  const SceneResult result = resolve(std::get<Scene>(entry.problem), entry.laws).front();
  EXPECT_NEAR(result.impact.contacts[0].impulse.n, 3, 1e-14);
  EXPECT_NEAR(result.bodies[0].after.velocity.x(), 10, 1e-14);
}

TEST(SceneReader, PlacesAFreeBodyByAnyOfItsPoints) {
  const Scene scene = scene_of(R"(
law: poisson
bodies:
  rod: {rod: {length: 2}, mass: 1, angle_deg: 30, rate: 0.5, position: {end: [3, 4]}, velocity: {start: [1, -2]}}
surfaces: {floor: {through: rod.start}}
contacts: {tip: {between: [rod.start, floor], restitution: 0, friction: 0}}
)");
  const Kinematics k = kinematics(scene.model, scene.state);
  EXPECT_LT((point_position(k, 0, {1, 0}) - Eigen::Vector2d(3, 4)).norm(), 1e-15);
  EXPECT_LT((point_velocity(k, 0, {-1, 0}) - Eigen::Vector2d(1, -2)).norm(), 1e-15);
}

TEST(SceneReader, APairWithAnAngleIsASizeAndADirection) {
  const Scene scene = scene_of(R"(
law: poisson
bodies: {car: {mass: 1000, inertia: 2000, velocity: [20 m/s, 30 deg]}}
contacts: {hit: {between: [car, wall], at: [1, 0], restitution: 0, friction: 0}}
surfaces: {wall: {through: [1, 0], angle_deg: 90}}
)");
  EXPECT_NEAR(scene.state.v[0], 20 * std::cos(30 * degree), 1e-14);
  EXPECT_NEAR(scene.state.v[1], 10, 1e-14);
}

TEST(SceneReader, ADensityGivesTheMassOfTheShape) {
  const Scene scene = scene_of(R"(
law: poisson
bodies: {plate: {box: {width: 2, height: 3}, density: 10 kg/m^2, position: {bottom_left: [0, 0]}, angle_deg: 10, velocity: [0, -1]}}
surfaces: {floor: {}}
contacts: {corner: {between: [plate.bottom_left, floor], restitution: 0, friction: 0}}
)");
  EXPECT_NEAR(scene.model.bodies()[0].mass, 60, 1e-13);
  EXPECT_NEAR(scene.model.bodies()[0].inertia, 60 * 13.0 / 12, 1e-12);
}

/// The lowest point of a tilted ellipse: height √(a² sin² + b² cos²) under its centre.
TEST(SceneReader, AnEllipseTouchesWithItsLowestPoint) {
  const double height = std::hypot(2 * std::sin(25 * degree), std::cos(25 * degree));
  const Scene scene = scene_of(with(R"(
law: poisson
bodies: {egg: {ellipse: {width: 4, height: 2}, mass: 1, angle_deg: 25, position: [0, HEIGHT], velocity: [0, -1]}}
surfaces: {floor: {}}
contacts: {hit: {between: [egg, floor], restitution: 0, friction: 0}}
)",
                                    "HEIGHT", std::to_string(height)));
  const SceneResult result = resolve(scene, {LawId::poisson}).front();
  const double lever = (4 - 1) * std::sin(25 * degree) * std::cos(25 * degree) / height;
  EXPECT_NEAR(result.impact.contacts[0].impulse.n, 1 / (1 + lever * lever / 1.25), 1e-6);
}

TEST(SceneReader, ASurfaceThatMovesDrives) {
  const Scene scene = scene_of(R"(
law: all
bodies: {disc: {disc: {radius: 5 cm}, mass: 0.2 kg, position: [0, 0.05]}}
surfaces: {paddle: {velocity: [0.5, 2]}}
contacts: {hit: {between: [disc, paddle], restitution: 0.8, friction: 0.3}}
)");
  EXPECT_EQ(contact_problem(scene).surface_velocity, Eigen::Vector2d(0.5, 2));
  EXPECT_NEAR(resolve(scene, {LawId::newton}).front().bodies[0].after.velocity.y(), 3.6, 1e-14);
}

/// v + ω × r at the contact point, of a surface about its point and of a prescribed body.
TEST(SceneReader, WhatTurnsMovesTheContactPointWithItsLever) {
  const std::string text = R"(
law: newton
bodies:
  ball: {sphere: {radius: 0.1}, mass: 1, position: [0.5, 0.1], velocity: [0, -1]}
surfaces: {paddle: {through: [-0.5, 0], velocity: [0.2, 0.3], rate: 2}}
contacts: {hit: {between: [ball, paddle], restitution: 0.5, friction: 0}}
)";
  const Scene paddle = scene_of(text);
  EXPECT_LT((contact_problem(paddle).surface_velocity - Eigen::Vector2d(0.2, 2.3)).norm(), 1e-15);
  const Twist after = resolve(paddle, {LawId::newton}).front().bodies[0].after;
  EXPECT_NEAR(after.velocity.y(), 2.3 + 0.5 * 3.3, 1e-14);

  std::string bat =
      with(text, "surfaces: {paddle: {through: [-0.5, 0], velocity: [0.2, 0.3], rate: 2}}", "");
  bat = with(bat, "velocity: [0, -1]}", R"(velocity: [0, -1]}
  bat: {box: {width: 1, height: 0.2}, angle_deg: 180, position: {top_right: [-0.5, -0.2]},
        velocity: {bottom_right: [0.2, 0.3]}, rate: 2, prescribed: true})");
  bat = with(bat, "ball, paddle", "ball, bat.bottom");
  const SceneResult struck = resolve(scene_of(bat), {LawId::newton}).front();
  ASSERT_EQ(struck.bodies.size(), 1U) << "a prescribed body is no body that an impact moves";
  EXPECT_NEAR(struck.bodies[0].after.velocity.y(), after.velocity.y(), 1e-14);
  EXPECT_NEAR(*struck.impact.energy.drive, struck.impact.contacts[0].impulse.n * 2.3, 1e-13);
}

/// Impacts do not feel them; motion will.
TEST(SceneReader, SpringsDampersAndTorquesAreCarriedWithTheirSigns) {
  const std::string plain = std::string(pendulum);
  const std::string text = with(
      with(
          plain, "[upper.end, lower.start]}",
          "[upper.end, lower.start], stiffness: 2 N m/rad, rest_deg: 90, damping: 3, torque: 4 J}"),
      "surfaces:",
      "springs:\n  s: {between: [world, lower.end], stiffness: 5 N/m, length: 10 cm, "
      "damping: 6}\ngravity: [1, -2]\nsurfaces:");
  const Scene scene = scene_of(text);
  const Joint& hinge = scene.model.joint(1);
  EXPECT_EQ(hinge.stiffness, 2);
  EXPECT_NEAR(hinge.rest, 90 * degree, 1e-15);
  EXPECT_EQ(hinge.damping, 3);
  EXPECT_EQ(hinge.effort, 4);
  ASSERT_EQ(scene.model.springs().size(), 1U);
  const Spring& spring = scene.model.springs()[0];
  EXPECT_EQ(spring.body_a, world);
  EXPECT_EQ(spring.body_b, 1);
  EXPECT_EQ(spring.point_b, Eigen::Vector2d(0, -1));
  EXPECT_EQ(spring.stiffness, 5);
  EXPECT_EQ(spring.length, 0.1);
  EXPECT_EQ(spring.damping, 6);
  EXPECT_EQ(scene.model.gravity(), Eigen::Vector2d(1, -2));
  EXPECT_EQ(resolve(scene, {LawId::poisson}).front().impact.contacts[0].impulse.n,
            resolve(scene_of(plain), {LawId::poisson}).front().impact.contacts[0].impulse.n);

  // The same joint written the other way round: its coordinate counts backwards.
  const Scene reversed =
      scene_of(with(text, "[upper.end, lower.start]", "[lower.start, upper.end]"));
  EXPECT_NEAR(reversed.model.joint(1).rest, -90 * degree, 1e-15);
  EXPECT_EQ(reversed.model.joint(1).effort, -4);
}

/// The same contact, seen from the paddle: t and n turn by 180°, the motion of the disc is the same.
TEST(SceneReader, TheOrderOfTheTwoSidesDoesNotMoveTheBodies) {
  const std::string text = R"(
law: stronge
bodies: {disc: {disc: {radius: 5 cm}, mass: 0.2 kg, position: [0, 0.05], rate: 3}}
surfaces: {paddle: {velocity: [0.5, 2]}}
contacts: {hit: {between: [disc, paddle], restitution: 0.8, friction: 0.3}}
)";
  const auto a = resolve(scene_of(text), {LawId::stronge}).front();
  const auto b =
      resolve(scene_of(with(text, "[disc, paddle]", "[paddle, disc]")), {LawId::stronge}).front();
  EXPECT_LT((a.bodies[0].after.velocity - b.bodies[0].after.velocity).norm(), 1e-14);
  EXPECT_NEAR(a.bodies[0].after.rate, b.bodies[0].after.rate, 1e-12);
  EXPECT_EQ(b.impact.contacts[0].u_before.n, a.impact.contacts[0].u_before.n);
}

TEST(SceneReader, MaterialsMeetInPairsAndTheContactWins) {
  const std::string text = R"(
law: poisson
bodies: {ball: {sphere: {radius: 1}, mass: 1, material: steel, position: [0, 1], velocity: [0, -1]}}
surfaces: {floor: {material: ice}}
contacts: {hit: {between: [ball, floor]}}
pairs: [{between: [ice, steel], restitution: 0.3, friction: 0.05, static_friction: 0.1}]
)";
  const Contact pair = scene_of(text).contacts[0].material;
  EXPECT_EQ(pair.restitution, 0.3);
  EXPECT_EQ(pair.friction, 0.05);
  EXPECT_EQ(pair.static_friction, 0.1);
  const Contact own =
      scene_of(with(text, "floor]}", "floor], friction: 0.4}")).contacts[0].material;
  EXPECT_EQ(own.restitution, 0.3);
  EXPECT_EQ(own.friction, 0.4);
  EXPECT_EQ(own.static_friction, std::nullopt) << "friction and static friction belong together";
}

TEST(SceneReader, AStopCountsAsItsJointDoes) {
  const std::string text = with(
      with(with(pendulum, "rate: -0.2", "rate: 0.9"), "surfaces:\n  floor: {through: lower.end}\n",
           ""),
      "tip: {between: [lower.end, floor], restitution: 0.7, friction: 0.5, static_friction: 0.51}",
      "stop: {stop: hinge, upper_deg: 10, restitution: 0.5}");
  const SceneResult upper = resolve(scene_of(text), {LawId::newton}).front();
  EXPECT_NEAR(upper.impact.contacts[0].u_before.n, -1, 1e-15);
  EXPECT_NEAR(upper.impact.contacts[0].u_after.n, 0.5, 1e-15);
  const std::string reversed =
      with(with(text, "[upper.end, lower.start]", "[lower.start, upper.end]"), "upper_deg: 10",
           "lower_deg: -10");
  const SceneResult lower = resolve(scene_of(reversed), {LawId::newton}).front();
  EXPECT_NEAR(lower.impact.contacts[0].impulse.n, upper.impact.contacts[0].impulse.n, 1e-14);
  EXPECT_NEAR(lower.bodies[1].after.rate, upper.bodies[1].after.rate, 1e-14);
}

/// With k = r √(1 − cos) the joint's inertia alone resists: armature adds to it.
TEST(SceneReader, ArmatureAddsToTheJointsInertia) {
  const std::string text = R"(
law: newton
bodies: {arm: {rod: {length: 3}, mass: 1, rate: -2}}
joints: {motor: {revolute: [world, arm.start], armature: 5 kg m^2}}
contacts: {stop: {stop: motor, lower: 0, restitution: 0}}
)";
  const SceneResult result = resolve(scene_of(text), {LawId::newton}).front();
  EXPECT_NEAR(result.impact.contacts[0].impulse.n, (1 * 9.0 / 3 + 5) * 2, 1e-13);
}

TEST(SceneReader, APrismaticJointSlidesAlongItsAxis) {
  const Scene scene = scene_of(R"(
law: newton
bodies: {slider: {box: {width: 2, height: 1}, mass: 3}}
joints: {rail: {prismatic: [world, slider.centre], axis_deg: 30, angle_deg: 90, distance: 2, speed: -4}}
surfaces: {wall: {through: slider.centre, angle_deg: -60}}
contacts: {hit: {between: [slider.centre, wall], restitution: 0, friction: 0.1}}
)");
  const Kinematics k = kinematics(scene.model, scene.state);
  EXPECT_LT((k.pose[0].position - Eigen::Vector2d(std::sqrt(3.0), 1)).norm(), 1e-15);
  EXPECT_NEAR(k.pose[0].angle, 90 * degree, 1e-15);
  const SceneResult result = resolve(scene, {LawId::newton}).front();
  EXPECT_NEAR(result.impact.contacts[0].impulse.n, 12, 1e-13);
  EXPECT_EQ(result.impact.contacts[0].impulse.t, 0);
}

TEST(SceneReader, AWeldHoldsTheAngleThatIsGiven) {
  const std::string text = R"(
law: newton
bodies:
  handle: {rod: {length: 2}, mass: 1, angle_deg: 20, velocity: [0, -1]}
  head: {box: {width: 1, height: 1}, mass: 2}
joints: {glue: {weld: [handle.end, head.centre], angle_deg: 45}}
surfaces: {floor: {through: handle.start}}
contacts: {hit: {between: [handle.start, floor], restitution: 0, friction: 0}}
)";
  const Scene relative = scene_of(text);
  EXPECT_NEAR(kinematics(relative.model, relative.state).pose[1].angle, 65 * degree, 1e-15);
  const Scene absolute =
      scene_of(with(with(text, ", angle_deg: 45", ""), "mass: 2}", "mass: 2, angle_deg: 65}"));
  EXPECT_NEAR(kinematics(absolute.model, absolute.state).pose[1].angle, 65 * degree, 1e-15);
}

TEST(SceneReader, WritesBodiesAndJoints) {
  const ProblemEntry entry = good(pendulum, FileFormat::yaml);
  const SceneResult result = resolve(std::get<Scene>(entry.problem), entry.laws).front();
  const Json line = Json::parse(to_json(result, entry.number));
  ASSERT_EQ(line["bodies"].size(), 2U);
  EXPECT_EQ(line["bodies"][0]["name"], "upper");
  EXPECT_EQ(line["bodies"][0]["before"]["omega"], -0.1);
  EXPECT_EQ(line["bodies"][1]["after"]["vx"], result.bodies[1].after.velocity.x());
  ASSERT_EQ(line["joints"].size(), 2U);
  EXPECT_EQ(line["joints"][0]["name"], "pivot");
  EXPECT_EQ(line["joints"][0]["impulse"]["y"], result.joints[0].impulse.y());
  EXPECT_EQ(line["joints"][1]["position"]["x"], result.joints[1].position.x());
  EXPECT_EQ(line["contacts"][0]["name"], "tip");
  EXPECT_EQ(line["velocity_after"].size(), 2U);
}

TEST(SceneReader, FreeBodiesHaveNoJointsInResults) {
  const auto entries = scene_example("groesberg_spheres");
  const Json line = Json::parse(to_json(
      resolve(std::get<Scene>(entries[0].problem), {LawId::poisson}).front(), entries[0].number));
  EXPECT_EQ(line["bodies"].size(), 2U);
  EXPECT_EQ(line["joints"].size(), 0U);
}

/// Two legs on a moving belt: the rear foot touches, up to noise, and the front one strikes.
constexpr std::string_view walker = R"(law: stronge
bodies:
  left: {rod: {length: 1, pointing: down}, mass: 2, angle_deg: -20, position: {end: [0, 0]}, rate: -1}
  right: {rod: {length: 1, pointing: down}, mass: 3, angle_deg: 20, rate: 0.3}
joints:
  hip: {revolute: [left.start, right.start]}
surfaces:
  belt: {velocity: [0.2, 0]}
contacts:
  rear: {between: [left.end, belt], friction: 0.6, touching: true}
  front: {between: [right.end, belt], restitution: 0.4, friction: 0.6}
)";

TEST(SeveralContactsOfAScene, AgreeWithNewtonsEquations) {
  bool rear_took_part = false;
  for (const char* angle : {"20", "40", "55", "65"}) {
    const std::string text =
        with(with(walker, "angle_deg: -20", std::string("angle_deg: -") + angle), "angle_deg: 20",
             std::string("angle_deg: ") + angle);
    const Scene scene = scene_of(text);
    const std::vector<LawId> laws = defined_laws(scene);
    const auto minimal = resolve(scene, laws);
    const auto newtonian = resolve(newtonian_form(scene), laws);
    for (std::size_t i = 0; i < laws.size(); ++i) {
      ASSERT_TRUE(minimal[i].impact.velocity_after.has_value()) << text;
      ASSERT_EQ(minimal[i].impact.status, newtonian[i].impact.status) << text;
      for (std::size_t b = 0; b < 2; ++b) {
        const Twist& x = minimal[i].bodies[b].after;
        const Twist& y = newtonian[i].bodies[b].after;
        // Two routes of some tens of operations; masses and lengths are of the order of 1.
        EXPECT_LT((x.velocity - y.velocity).norm(), 1e-12) << text;
        EXPECT_NEAR(x.rate, y.rate, 1e-12) << text;
      }
      rear_took_part = rear_took_part || minimal[i].impact.contacts[0].impulse.n > 0;
    }
  }
  EXPECT_TRUE(rear_took_part) << "else only one contact was compared";
}

}  // namespace
}  // namespace carom
