// Scenes in space: bodies, rotations, joints, contacts by features, and the words in which they are refused.

#include "scene_text.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/io/result/json.hpp>
#include <carom/io/spatial/reader.hpp>
#include <carom/multibody/spatial/dynamics.hpp>

#include <fmt/format.h>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace carom {
namespace {

using Eigen::Vector3d;

/// A box on its corner without any file of a robot; the state of docs/robots.md's first example.
constexpr std::string_view box = R"(law: [newton, poisson, stronge]
dimension: 3
bodies:
  box:
    box: {size: [0.3, 0.2, 0.1]}
    mass: 1 kg
    position: [0, 0, 1]
    velocity: [0.5, 0.2, -1]
contacts:
  corner: {between: [box, world], at: [0.15, 0.1, 0.95], normal: [0, 0, 1], tangent: [1, 0, 0], restitution: 0.6, friction: 0.5}
)";

spatial::Scene space_scene(std::string_view yaml) {
  const ProblemEntry entry = good(yaml, FileFormat::yaml);
  EXPECT_TRUE(std::holds_alternative<spatial::Scene>(entry.problem));
  return std::get<spatial::Scene>(entry.problem);
}

std::string box_error(std::string_view old, std::string_view fresh) {
  return yaml_error(with(box, old, fresh));
}

/// One free body with that line among its keys, and a contact that is of no interest.
spatial::Scene one_body(const std::string& keys) {
  return space_scene(fmt::format(
      "law: newton\ndimension: 3\nbodies: {{a: {{{}}}}}\ncontacts: {{c: {{between: [a, world], at: "
      "[0, 0, 0], normal: [0, 0, 1], restitution: 0, friction: 0}}}}\n",
      keys));
}

/// theory: W and u of a cuboid's corner, and what the laws make of it.
TEST(SpatialScene, StrikesACornerAsTheTheorySays) {
  const spatial::Scene scene = space_scene(box);
  const std::vector<SceneResult> r =
      resolve(scene, {LawId::newton, LawId::poisson, LawId::stronge});
  const double u[3][3] = {{.59319528, .44629107, .6},
                          {.59291381, .44586466, .59646076},
                          {.59299828, .44599268, .59752310}};
  const double change[3] = {-.152921681, -.153071143, -.153026508};
  for (std::size_t i = 0; i < 3; ++i) {
    const ContactVector& after = r[i].impact.contacts[0].u_after;
    EXPECT_NEAR(after.t, u[i][0], 5e-9);
    EXPECT_NEAR(after.t2, u[i][1], 5e-9);
    EXPECT_NEAR(after.n, u[i][2], 5e-9);
    EXPECT_NEAR(r[i].impact.energy.change, change[i], 5e-10);
    EXPECT_NEAR(*r[i].impact.energy.after - *r[i].impact.energy.before, change[i], 5e-10);
  }
}

/// A planar scene lifted into space, (x, y) to (x, 0, y) and angles to minus angles about y, is the same
/// impact.
TEST(SpatialScene, GivesAPlanarSceneItsPlanarNumbers) {
  const ProblemEntry planar = good(pendulum, FileFormat::yaml);
  const std::vector<SceneResult> flat = resolve(std::get<Scene>(planar.problem), {LawId::poisson});
  const spatial::Scene scene = space_scene(R"(law: poisson
dimension: 3
bodies:
  upper: {mass: 3, inertia: [1, 1, 0.01], points: {start: [0, 0, 1], end: [0, 0, -1]}}
  lower: {mass: 3, inertia: [1, 1, 0.01], points: {start: [0, 0, 1], end: [0, 0, -1]}}
joints:
  pivot: {hinge: [world, upper.start], axis: [0, -1, 0], angle: 20 deg, rate: -0.1}
  hinge: {hinge: [upper.end, lower.start], axis: [0, -1, 0], angle_deg: 10, rate: -0.1 rad/s}
contacts:
  tip: {between: [lower.end, world], normal: [0, 0, 1], tangent: [1, 0, 0], restitution: 0.7, friction: 0.5, static_friction: 0.51}
)");
  const std::vector<SceneResult> solid = resolve(scene, {LawId::poisson});
  const ContactResult& a = flat[0].impact.contacts[0];
  const ContactResult& b = solid[0].impact.contacts[0];
  EXPECT_EQ(a.mode, b.mode);
  EXPECT_NEAR(a.u_before.t, b.u_before.t, 1e-14);
  EXPECT_NEAR(a.u_after.t, b.u_after.t, 1e-13);
  EXPECT_NEAR(a.u_after.n, b.u_after.n, 1e-13);
  EXPECT_NEAR(a.impulse.n, b.impulse.n, 1e-13);
  EXPECT_EQ(b.impulse.t2, 0);
  for (std::size_t j : {0, 1}) {
    EXPECT_NEAR(flat[0].joints[j].impulse.x(), solid[0].space->joints[j].impulse.x(), 1e-12);
    EXPECT_NEAR(flat[0].joints[j].impulse.y(), solid[0].space->joints[j].impulse.z(), 1e-12);
  }
  EXPECT_NEAR(*flat[0].impact.energy.after, *solid[0].impact.energy.after, 1e-13);
}

TEST(SpatialScene, ChangesTheMomentumOfAFreeBodyByTheImpulse) {
  const spatial::Scene scene = space_scene(with(
      box, "position: [0, 0, 1]",
      "rotation: {axis: [1, 2, -1], angle: 0.7}\n    rate: [3, -2, 1]\n    position: [0, 0, 1]"));
  for (const SceneResult& r : resolve(scene, {LawId::newton, LawId::stronge})) {
    const ContactResult& c = r.impact.contacts[0];
    const Vector3d p = *r.space->frames[0] * Vector3d(c.impulse.t, c.impulse.t2, c.impulse.n);
    const Vector3d x(0.15, 0.1, 0.95);
    const spatial::Momentum &before = r.space->momentum_before, &after = r.space->momentum_after;
    EXPECT_LT((after.linear - before.linear - p).norm(), 1e-14);
    EXPECT_LT((after.angular - before.angular - x.cross(p)).norm(), 1e-14);
  }
}

/// Every way to write a turn of 90° about z, and one of 120° about the diagonal.
TEST(SpatialScene, ReadsEveryWayToWriteARotation) {
  const auto rotation = [](const std::string& text) {
    return pose_of(kinematics(one_body("sphere: {radius: 1}, mass: 1, rotation: " + text).model,
                              one_body("sphere: {radius: 1}, mass: 1, rotation: " + text).state),
                   0)
        .rotation;
  };
  Eigen::Matrix3d quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  for (const char* text :
       {"{axis: [0, 0, 2], angle: 90 deg}", "{axis: [0, 0, 1], angle_deg: 90}",
        "{euler_deg: [0, 0, 90], order: xyz}", "{quaternion: [1, 0, 0, 1]}", "[1, 0, 0, 1]",
        "{from: [1, 0, 0], to: [0, 3, 0]}", "{x: [0, 1, 0], y: [-1, 1, 0]}"})
    EXPECT_LT((rotation(text) - quarter).norm(), 1e-15) << text;
  Eigen::Matrix3d third;
  third << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_LT((rotation("{axis: [1, 1, 1], angle_deg: 120}") - third).norm(), 1e-15);
  // Small letters: axes that turn along. x by 90° then (the new) y by 90°: z of the body points to +x.
  EXPECT_LT((rotation("{euler_deg: [90, 90, 0], order: xyz}").col(2) - Vector3d(1, 0, 0)).norm(),
            1e-15);
  EXPECT_LT((rotation("{euler_deg: [90, 90, 0], order: XYZ}").col(2) - Vector3d(0, -1, 0)).norm(),
            1e-15);
}

/// Against integrals worked out by hand.
TEST(SpatialScene, WeighsShapes) {
  const auto inertia = [](const std::string& shape) {
    return Vector3d(one_body(shape + ", mass: 3").model.body(0).inertia.diagonal());
  };
  EXPECT_LT((inertia("sphere: {radius: 2}") - Vector3d::Constant(4.8)).norm(), 1e-14);
  EXPECT_LT((inertia("box: {size: [1, 2, 3]}") - Vector3d(3.25, 2.5, 1.25)).norm(), 1e-14);
  EXPECT_LT((inertia("cylinder: {radius: 1, length: 2}") - Vector3d(1.75, 1.75, 1.5)).norm(),
            1e-14);
  EXPECT_LT((inertia("ellipsoid: {semi_axes: [1, 2, 3]}") - Vector3d(7.8, 6, 3)).norm(), 1e-14);
  // A capsule of almost no tube is a ball; one of almost no radius is a rod.
  EXPECT_LT((inertia("capsule: {radius: 2, length: 1.0e-9}") - Vector3d::Constant(4.8)).norm(),
            1e-7);
  EXPECT_NEAR(inertia("capsule: {radius: 1.0e-6, length: 2}").x(), 1, 1e-5);
  EXPECT_NEAR(one_body("sphere: {radius: 0.1}, density: 1000").model.body(0).mass,
              4 * std::numbers::pi / 3, 1e-12);
}

/// Two point masses on a rod, by `masses`: the reduced mass times the square of their distance.
TEST(SpatialScene, AddsPointMasses) {
  const spatial::Scene s = one_body(
      "masses: [{mass: 1, at: [0, 0, 0]}, {mass: 2, at: [3, 0, 0]}, {mass: 1, at: [0, 0, 0.5]}]");
  const spatial::Body& body = s.model.body(0);
  EXPECT_EQ(body.mass, 4);
  EXPECT_LT((body.centre_of_mass - Vector3d(1.5, 0, 0.125)).norm(), 1e-15);
  EXPECT_NEAR(body.inertia(1, 1), 0.75 * 0.25 + 2. * 2. / 4. * 9., 1e-14);
}

/// A ball's contact with a plane that leans, a capsule's end, a box's corner, a cylinder's rim: the place
/// follows from the shape.
TEST(SpatialScene, FindsWhereShapesTouchPlanes) {
  const auto place = [](const std::string& body, const std::string& surface) {
    const spatial::Scene s = space_scene(fmt::format(
        "law: newton\ndimension: 3\nbodies: {{a: {{{}, mass: 1, velocity: [0, 0, "
        "-1]}}}}\nsurfaces: "
        "{{floor: {}}}\ncontacts: {{c: {{between: [a, floor], restitution: 0, friction: 0}}}}\n",
        body, surface));
    EXPECT_EQ(s.contacts.size(), 1U);
    return s.contacts.at(0).frame.position;
  };
  EXPECT_LT(
      (place("sphere: {radius: 0.5}, position: [1, 2, 0.5]", "{}") - Vector3d(1, 2, 0)).norm(),
      1e-15);
  EXPECT_LT((place("sphere: {radius: 0.5}, position: [1, 2, 5]",
                   "{through: [0.5, 0, 0], normal: [3, 0, 0]}") -
             Vector3d(0.5, 2, 5))
                .norm(),
            1e-15);
  EXPECT_LT((place("capsule: {radius: 0.1, length: 2}, position: [0, 0, 0.6], "
                   "rotation: {axis: [0, 1, 0], angle_deg: 60}",
                   "{}") -
             Vector3d(-std::sqrt(0.75), 0, 0))
                .norm(),
            1e-15);
  EXPECT_LT((place(fmt::format("cylinder: {{radius: 1, length: 2}}, position: [0, 0, {:.17g}], "
                               "rotation: {{axis: [0, 1, 0], angle_deg: 45}}",
                               std::sqrt(2.)),
                   "{}") -
             Vector3d(0, 0, 0))
                .norm(),
            1e-15);
  EXPECT_LT((place("convex: {points: [[0, 0, -1], [1, 0, 1], [0, 1, 1]]}, inertia: [1, 1, 1], "
                   "position: [0, 0, 1]",
                   "{}") -
             Vector3d(0, 0, 0))
                .norm(),
            1e-15);
  EXPECT_LT((place(fmt::format("ellipsoid: {{semi_axes: [1, 2, 3]}}, position: [0, 0, {:.17g}], "
                               "rotation: {{axis: [0, 1, 0], angle_deg: 45}}",
                               std::sqrt(5.)),
                   "{}") -
             Vector3d(-4 / std::sqrt(5.), 0, 0))
                .norm(),
            1e-14);
}

/// Of two balls, of a ball and a capsule, of a ball and a box.
TEST(SpatialScene, FindsWhereShapesTouchEachOther) {
  const auto frame = [](const std::string& first, const std::string& second) {
    return space_scene(
               fmt::format(
                   "law: newton\ndimension: 3\nbodies: {{a: {{{}, mass: 1}}, b: {{{}, mass: "
                   "1}}}}\ncontacts: {{c: {{between: [a, b], restitution: 0, friction: 0}}}}\n",
                   first, second))
        .contacts.at(0)
        .frame;
  };
  const auto balls = frame("sphere: {radius: 1}, position: [0, 0, 0]",
                           "sphere: {radius: 4}, position: [3, 0, -4]");
  EXPECT_LT((balls.position - Vector3d(0.6, 0, -0.8)).norm(), 1e-15);
  EXPECT_LT((balls.axes.col(2) - Vector3d(-0.6, 0, 0.8)).norm(), 1e-15);
  const auto on_tube = frame("sphere: {radius: 1}, position: [0.2, 1.5, 0]",
                             "capsule: {radius: 0.5, length: 2}, position: [0.2, 0, 0.4]");
  EXPECT_LT((on_tube.position - Vector3d(0.2, 0.5, 0)).norm(), 1e-15);
  const auto on_corner = frame("sphere: {radius: 3}, position: [2, 3, 3]",
                               "box: {size: [2, 2, 2]}, position: [0, 0, 0]");
  EXPECT_LT((on_corner.position - Vector3d(1, 1, 1)).norm(), 1e-15);
  EXPECT_LT((on_corner.axes.col(2) - Vector3d(1, 2, 2) / 3).norm(), 1e-15);
}

/// A box that lies flat meets the floor at four corners: contacts with names of their own.
TEST(SpatialScene, MakesAContactOfEveryCornerThatTouches) {
  const ParsedDocuments parsed = parse_yaml(
      "law: newton\ndimension: 3\nbodies: {a: {box: {size: [2, 2, 1]}, mass: 1, position: [0, 0, "
      "0.5]}}\n"
      "surfaces: {floor: {}}\ncontacts: {c: {between: [a, floor], restitution: 0, friction: 0}}\n");
  const spatial::Scene s = read_spatial_scene(parsed.documents.at(0), "").scene;
  ASSERT_EQ(s.contacts.size(), 4U);
  EXPECT_EQ(s.contacts[3].material.name, "c: 4");
}

TEST(SpatialScene, TakesMaterialsFromPairs) {
  const spatial::Scene s = space_scene(R"(law: newton
bodies: {a: {sphere: {radius: 1}, mass: 1, position: [0, 0, 1], velocity: [0, 0, -1], material: ivory}}
surfaces: {table: {material: felt}}
pairs: [{between: [felt, ivory], restitution: 0.7, friction: 0.2}]
contacts: {c: {between: [a, table]}}
)");
  EXPECT_EQ(s.contacts[0].material.restitution, 0.7);
  EXPECT_EQ(s.contacts[0].material.friction, 0.2);
}

/// The default of t1: x less its part along n, and y where n is along x.
TEST(SpatialScene, ChoosesTheTangentWhereNoneIsGiven) {
  const auto axes = [](const char* normal) {
    const std::string text = with(with(box, ", tangent: [1, 0, 0]", ""), "normal: [0, 0, 1]",
                                  fmt::format("normal: {}", normal));
    return space_scene(text).contacts[0].frame.axes;
  };
  EXPECT_LT((axes("[0, 0, 5]").col(0) - Vector3d(1, 0, 0)).norm(), 1e-15);
  EXPECT_LT((axes("[1, 0, 1]").col(0) - Vector3d(1, 0, -1).normalized()).norm(), 1e-15);
  EXPECT_LT((axes("[-2, 0, 0]").col(0) - Vector3d(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((axes("[0, 0, 5]").col(1) - Vector3d(0, 1, 0)).norm(), 1e-15);  // n × t1
}

/// The wheel's spin does not act on the stop, and the rate behind it is reflected with e.
TEST(SpatialScene, StopsAJoint) {
  const spatial::Scene s = space_scene(R"(law: newton
dimension: 3
bodies:
  arm: {box: {size: [1, 0.1, 0.1]}, mass: 1}
joints:
  hinge: {hinge: [world, arm], axis: [0, 1, 0], angle: 0.3, rate: 2}
contacts: {end: {stop: hinge, upper: 0.3, restitution: 0.5}}
)");
  const SceneResult r = resolve(s, {LawId::newton})[0];
  EXPECT_NEAR((*r.impact.velocity_after)[0], -1, 1e-15);
  EXPECT_FALSE(r.space->frames[0].has_value());
}

/// A square of four rods, closed by a hinge: the result says what the closing joint passes on.
TEST(SpatialScene, ClosesLoops) {
  const spatial::Scene s = space_scene(R"(law: newton
dimension: 3
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {end: [1, 0, 0]}}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {end: [0, 0, 1]}}
  c: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {end: [-1, 0, 0]}}
points: {peg: [0, 0, 1]}
joints:
  one: {hinge: [world, a], axis: [0, 1, 0], rate: 1}
  two: {hinge: [a.end, b], axis: [0, 1, 0], rate: -1}
  three: {hinge: [b.end, c], axis: [0, 1, 0], rate: 1}
  four: {hinge: [world.peg, c.end], axis: [0, 1, 0]}
contacts: {hit: {between: [b.end, world], normal: [0, 0, -1], restitution: 0, friction: 0}}
)");
  ASSERT_EQ(s.model.loops().size(), 1U);
  const SceneResult r = resolve(s, {LawId::newton})[0];
  EXPECT_EQ(r.space->loops[0].name, "four");
  const Eigen::VectorXd v = *r.impact.velocity_after;
  EXPECT_NEAR(v[0] + v[1], 0, 1e-14);  // b does not turn
}

/// Results say in which frame their numbers are, and how the bodies move.
TEST(SpatialScene, WritesFramesBodiesAndJoints) {
  const ProblemEntry entry = good(box, FileFormat::yaml);
  const auto json = nlohmann::json::parse(
      to_json(resolve(std::get<spatial::Scene>(entry.problem), entry.laws)[0], 1, {}));
  EXPECT_EQ(json["contacts"][0]["frame"], nlohmann::json::parse("[[1,0,0],[0,1,0],[0,0,1]]"));
  EXPECT_EQ(json["bodies"][0]["before"]["vx"], 0.5);
  EXPECT_TRUE(json["bodies"][0]["after"].contains("wz"));
  EXPECT_TRUE(json["joints"].empty());  // nothing carries a free body
  EXPECT_EQ(json["velocity_after"].size(), 6U);
}

// --- what is refused ------------------------------------------------------------------------------

TEST(SpatialScene, RefusesTwoComponentsAmongThree) {
  EXPECT_EQ(
      box_error("position: [0, 0, 1]", "position: [0, 1]"),
      "p.yaml:7: bodies.box.position: expected three values [x, y, z], got 2: this scene is in "
      "space, where nothing has two");
}

TEST(SpatialScene, NamesTheKeyThatIsWrong) {
  EXPECT_THAT(box_error("size:", "sise:"),
              testing::HasSubstr("bodies.box.box.sise: unknown key; did you mean size?"));
  EXPECT_THAT(box_error("mass: 1 kg", "mass: 1 m"),
              testing::HasSubstr("p.yaml:6: bodies.box.mass: \"1 m\" is a length; want a mass"));
  EXPECT_THAT(box_error("between: [box,", "between: [bix,"),
              testing::HasSubstr("did you mean box?"));
  EXPECT_THAT(box_error("tangent: [1, 0, 0]", "tangent: [0, 0, 1]"),
              testing::HasSubstr("contacts.corner.tangent: the tangent is along the normal"));
  EXPECT_THAT(box_error("normal: [0, 0, 1]", "normal: [0, 0, 0]"),
              testing::HasSubstr("contacts.corner.normal: a direction of zeros points nowhere"));
  EXPECT_THAT(box_error("restitution: 0.6", "restitution: 1.6"),
              testing::HasSubstr("contacts.corner.restitution: 1.6 is outside [0, 1]"));
  EXPECT_THAT(box_error("at: [0.15, 0.1, 0.95], normal: [0, 0, 1], ", ""),
              testing::HasSubstr("contacts.corner: world has no shape"));
}

TEST(SpatialScene, RefusesShapesThatDoNotTouch) {
  const std::string text = with(with(box, "at: [0.15, 0.1, 0.95], normal: [0, 0, 1], ", ""),
                                "[box, world]", "[box, floor]");
  EXPECT_THAT(yaml_error(text + "surfaces: {floor: {}}\n"),
              testing::HasSubstr("contacts.corner: the two are 0.95 m apart; want them to touch"));
}

TEST(SpatialScene, RefusesToBeSimulated) {
  EXPECT_THAT(yaml_error(std::string(box) + "simulation: {duration: 1}\n"),
              testing::HasSubstr("scenes in space cannot be simulated, only solved"));
}

TEST(SpatialScene, NamesPlanarLawsThatItDoesNotHave) {
  EXPECT_THAT(box_error("law: [newton, poisson, stronge]", "law: cataldo_sampaio"),
              testing::HasSubstr("cataldo_sampaio"));
}

/// A belt under a ball is the ball above a floor, seen by one who rides on the belt.
TEST(SpatialScene, SurfacesMove) {
  constexpr std::string_view belt = R"(law: [newton, poisson, stronge]
dimension: 3
bodies: {ball: {sphere: {radius: 0.1}, mass: 1, position: [0, 0, 0.1], velocity: [0.5, 0.2, -1]}}
surfaces: {belt: {velocity: [2, -1, 0], rate: [0, 0, 3], through: [0.2, 0, 0]}}
contacts: {c: {between: [ball, belt], restitution: 0.5, friction: 0.3}}
)";
  const spatial::Scene moving = space_scene(belt);
  EXPECT_LE((moving.contacts[0].surface_velocity - Vector3d(2, -1.6, 0)).norm(), 1e-15);
  const std::string at_rest = with(belt, "velocity: [2, -1, 0], rate: [0, 0, 3], ", "");
  const spatial::Scene still = space_scene(with(at_rest, "[0.5, 0.2, -1]", "[-1.5, 1.8, -1]"));
  const std::vector<LawId> laws{LawId::newton, LawId::poisson, LawId::stronge};
  const auto a = resolve(moving, laws), b = resolve(still, laws);
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const Vector3d relative = a[i].space->bodies[0].after.velocity - Vector3d(2, -1.6, 0);
    EXPECT_LE((relative - b[i].space->bodies[0].after.velocity).norm(), 1e-14);
    const Energy& e = a[i].impact.energy;
    EXPECT_NEAR(e.change, e.contact_work + e.drive.value(), 1e-14);
    EXPECT_NEAR(e.change, *e.after - *e.before, 1e-14);
  }
  const spatial::Scene stated = space_scene(
      with(at_rest, "restitution: 0.5", "surface_velocity: [2, -1.6, 0], restitution: 0.5"));
  EXPECT_NEAR(*resolve(stated, laws)[0].impact.energy.after, *a[0].impact.energy.after, 1e-14);
}

}  // namespace
}  // namespace carom
