// What is wrong with a scene is said in the scene's words, with file, line and place.

#include "scene_text.hpp"

namespace carom {
namespace {

TEST(BadScene, UnknownKeysSuggestTheNearest) {
  EXPECT_EQ(pendulum_error("mass: 3 kg", "mas: 3 kg"),
            "p.yaml:4: bodies.upper.mas: unknown key; did you mean mass?");
  EXPECT_EQ(pendulum_error("revolute", "revolut"),
            "p.yaml:7: joints.pivot.revolut: unknown key; did you mean revolute?");
  EXPECT_EQ(pendulum_error("pointing", "pointig"),
            "p.yaml:4: bodies.upper.rod.pointig: unknown key; did you mean pointing?");
  EXPECT_EQ(pendulum_error("surfaces:", "surface:"),
            "p.yaml:9: surface: unknown key; did you mean surfaces?");
  EXPECT_EQ(pendulum_error("restitution: 0.7", "e: 0.7"),
            "p.yaml:12: contacts.tip.e: unknown key; did you mean restitution?");
  EXPECT_EQ(pendulum_error("through:", "point:"),
            "p.yaml:10: surfaces.floor.point: unknown key; did you mean through?");
}

TEST(BadScene, UnknownNamesSuggestTheNearest) {
  EXPECT_EQ(pendulum_error("[upper.end", "[uper.end"),
            "p.yaml:8: joints.hinge.revolute[0]: no body \"uper\"; did you mean upper?");
  EXPECT_EQ(pendulum_error("[upper.end", "[upper.ned"),
            "p.yaml:8: joints.hinge.revolute[0]: no point of upper \"ned\"; did you mean end?");
  EXPECT_EQ(pendulum_error("[upper.end", "[upper"),
            "p.yaml:8: joints.hinge.revolute[0]: which point of upper? It has upper.origin, "
            "upper.centre, upper.start, upper.end");
  EXPECT_EQ(pendulum_error("[world,", "[world.anchor,"),
            "p.yaml:7: joints.pivot.revolute[0]: no point of world \"anchor\"; there is none");
  EXPECT_EQ(pendulum_error("[lower.end, floor]", "[lower.end, flor]"),
            "p.yaml:12: contacts.tip.between[1]: no body or surface \"flor\"; did you mean floor?");
  EXPECT_EQ(
      pendulum_error("[lower.end, floor]", "[lower.tip, floor]"),
      "p.yaml:12: contacts.tip.between[0]: no part of lower \"tip\"; there are origin, centre, "
      "start, end, left, right");
  EXPECT_EQ(pendulum_error("between: [lower.end, floor]", "stop: hing, upper_deg: 3"),
            "p.yaml:12: contacts.tip.friction: a joint stop has neither friction nor a place; give "
            "stop, lower or upper, restitution");
  EXPECT_EQ(
      pendulum_error(
          "between: [lower.end, floor], restitution: 0.7, friction: 0.5, static_friction: 0.51",
          "stop: hing, upper_deg: 3"),
      "p.yaml:12: contacts.tip.stop: no joint \"hing\"; did you mean hinge?");
}

TEST(BadScene, WrongDimensionsAreNamedBoth) {
  EXPECT_EQ(pendulum_error("mass: 3 kg", "mass: 3 m"),
            "p.yaml:4: bodies.upper.mass: \"3 m\" is a length; want a mass, such as 3 kg");
  EXPECT_EQ(pendulum_error("rate: -0.1", "rate: 3 m/s"),
            "p.yaml:4: bodies.upper.rate: \"3 m/s\" is a speed; want a rate of turning, such as 3 "
            "rad/s");
  EXPECT_EQ(
      pendulum_error("angle_deg: 20", "angle_deg: 20 deg"),
      "p.yaml:4: bodies.upper.angle_deg: expected a number of degrees (values with units belong "
      "to angle), got the string \"20 deg\"");
  EXPECT_EQ(pendulum_error("mass: 3 kg", "mass: 3 lbs"),
            "p.yaml:4: bodies.upper.mass: \"3 lbs\": unknown unit lbs; did you mean lb?");
  EXPECT_EQ(
      pendulum_error("mass: 3 kg", "density: 3 kg/m^2"),
      "p.yaml:4: bodies.upper.density: \"3 kg/m^2\" is a mass per area; want a mass per length, "
      "such as 3 kg/m");
}

TEST(BadScene, BodiesNeedMass) {
  EXPECT_EQ(pendulum_error("mass: 3 kg, angle_deg: 20", "angle_deg: 20"),
            "p.yaml:4: bodies.upper.mass: missing; give mass or density");
  EXPECT_EQ(pendulum_error("mass: 3 kg, angle_deg: 20", "mass: -3, angle_deg: 20"),
            "p.yaml:4: bodies.upper.mass: -3 is negative");
  EXPECT_EQ(pendulum_error("rod: {length: 2 m, pointing: down}, mass: 3 kg", "mass: 3"),
            "p.yaml:4: bodies.upper.inertia: missing; give it (0 for a point mass), or a shape");
  EXPECT_EQ(pendulum_error("length: 2 m", "length: 0"),
            "p.yaml:4: bodies.upper.rod.length: 0 is not greater than 0");
  EXPECT_EQ(pendulum_error("rod: {length: 2 m, pointing: down}, mass",
                           "rod: {length: 2}, disc: {radius: 1}, mass"),
            "p.yaml:4: bodies.upper.disc: a body has one shape; it is a rod already");
}

TEST(BadScene, AMotionThatMovesNoInertiaIsNamed) {
  const std::string message = yaml_error(R"(law: newton
bodies:
  bob: {mass: 1, inertia: 0, velocity: [0, -1]}
surfaces: {floor: {}}
contacts: {hit: {between: [bob.centre, floor], restitution: 0, friction: 0}}
)");
  EXPECT_EQ(message.substr(0, 17), "p.yaml:3: bodies.") << message;
}

TEST(BadScene, AnglesThatContradictNameBoth) {
  EXPECT_EQ(pendulum_error("lower.start]}", "lower.start], angle_deg: 12}"),
            "p.yaml:5: bodies.lower.angle_deg: contradicts joints.hinge.angle_deg, from which "
            "0.558505361 would follow (rad or rad/s); give one of them");
  EXPECT_EQ(
      pendulum_error("lower.start]}", "lower.start], rate: 0}"),
      "p.yaml:5: bodies.lower.rate: contradicts joints.hinge.rate, from which -0.1 would follow "
      "(rad or rad/s); give one of them");
  EXPECT_EQ(pendulum_error("angle_deg: 20", "angle_deg: 20, angle: 0.3"),
            "p.yaml:4: bodies.upper.angle_deg: given together with angle; give one of them");
}

TEST(BadScene, ABodyOnAJointHasNoPlaceOfItsOwn) {
  EXPECT_EQ(pendulum_error("angle_deg: 20", "angle_deg: 20, position: [0, 0]"),
            "p.yaml:4: bodies.upper.position: upper hangs on the joint pivot, which decides; give "
            "angles (or the distance of a prismatic joint)");
  EXPECT_EQ(
      pendulum_error("angle_deg: 20", "guess_deg: 20"),
      "p.yaml:4: bodies.upper.guess_deg: there is nothing to find: no loop decides here; give "
      "the value itself");
}

TEST(BadScene, ContactsThatDoNotTouchSayHowFar) {
  EXPECT_EQ(pendulum_error("through: lower.end", "through: [0, -4]"),
            "p.yaml:12: contacts.tip: the features are 0.388564 m apart; want them to touch");
  EXPECT_EQ(pendulum_error("[lower.end, floor]", "[lower, floor]"), "");
  EXPECT_EQ(
      yaml_error("law: newton\nbodies: {load: {mass: 1, inertia: 1}}\nsurfaces: {floor: {}}\n"
                 "contacts: {hit: {between: [load, floor], restitution: 0, friction: 0}}\n"),
      "p.yaml:4: contacts.hit.between[0]: which part of load touches? It has origin, centre; or "
      "give the contact's at and normal_deg");
  EXPECT_EQ(pendulum_error("[lower.end, floor]", "[lower.left, floor]"),
            "p.yaml:12: contacts.tip: two sides touch along a line; give a corner of one of them");
  EXPECT_EQ(pendulum_error("[lower.end, floor]", "[lower.end, upper.end]"),
            "p.yaml:12: contacts.tip: two points have no common normal; give normal_deg");
  EXPECT_EQ(pendulum_error("[lower.end, floor]", "[lower.end, upper.end], normal_deg: 90"),
            "p.yaml:12: contacts.tip: the two points are 2 m apart; want them to touch");
  EXPECT_EQ(pendulum_error("[lower.end, floor]", "[lower.end, lower.start]"),
            "p.yaml:12: contacts.tip: both sides belong to lower; want two bodies, or one and a "
            "surface");
}

TEST(BadScene, RoundBodiesInOnePlaceHaveNoNormal) {
  EXPECT_EQ(yaml_error(R"(law: newton
bodies:
  a: {disc: {radius: 1}, mass: 1}
  b: {disc: {radius: 2}, mass: 1}
contacts:
  hit: {between: [a, b], restitution: 0, friction: 0}
)"),
            "p.yaml:6: contacts.hit: the centres coincide");
}

TEST(BadScene, MaterialsWithoutPairAreNamed) {
  const std::string with_materials =
      with(with(with(pendulum, ", restitution: 0.7, friction: 0.5, static_friction: 0.51", ""),
                "{through: lower.end}", "{through: lower.end, material: ice}"),
           "rate: -0.2}", "rate: -0.2, material: steel}");
  EXPECT_EQ(
      yaml_error(with_materials),
      "p.yaml:12: contacts.tip: no pair of \"steel\" and \"ice\"; add {between: [steel, ice], "
      "restitution: ..., friction: ...} to pairs, or give both on the contact (pairs: none)");
  EXPECT_EQ(yaml_error(with(with_materials, ", material: steel", "")),
            "p.yaml:12: contacts.tip: lower has no material; give it one, or give restitution and "
            "friction on the contact");
  EXPECT_EQ(pendulum_error("contacts:", "pairs: [{between: [a, b]}, {between: [b, a]}]\ncontacts:"),
            "p.yaml:11: pairs[1].between: \"b\" and \"a\" are a pair already, in pairs[0]");
}

TEST(BadScene, APairThatNothingUsesIsCheckedWhereItStands) {
  EXPECT_EQ(
      pendulum_error("contacts:",
                     "pairs:\n  - {between: [a, b], friction: 1, restitution: 1.2}\ncontacts:"),
      "p.yaml:12: pairs[0].restitution: 1.2 is outside [0, 1]");
}

TEST(BadScene, AJointAwayFromItsStopSaysHowFarAndInWhat) {
  constexpr std::string_view lift = R"(law: stronge
bodies:
  car: {box: {width: 1, height: 1}, mass: 2}
joints:
  shaft: {prismatic: [world, car.centre], axis_deg: 90, distance: 2, speed: -1}
contacts:
  buffer: {stop: shaft, lower: 1.5, restitution: 0.1}
)";
  EXPECT_EQ(yaml_error(lift),
            "p.yaml:7: contacts.buffer: the joint is 0.5 m away from its stop; want it there");
  EXPECT_EQ(yaml_error(with(lift, "lower: 1.5", "lower: 2.5")),
            "p.yaml:7: contacts.buffer: the joint is 0.5 m beyond its stop; want it there");
}

TEST(BadScene, WhatImpactRefusesIsSaidWithTheContactsName) {
  EXPECT_EQ(pendulum_error("restitution: 0.7", "restitution: 1.7"),
            "p.yaml:12: contacts.tip.restitution: 1.7 is outside [0, 1]");
  EXPECT_EQ(pendulum_error("law: poisson", "law: brach").substr(0, 40),
            "p.yaml:12: contacts.tip.static_friction:");
  EXPECT_EQ(pendulum_error("law: poisson\n", ""),
            "p.yaml:1: law: missing; give a name, a list of names or \"all\"");
}

constexpr std::string_view box_on_floor = R"(law: stronge
bodies:
  box: {box: {width: 1, height: 0.6}, mass: 2, position: [0, 0.3], velocity: [1, -1], material: oak}
surfaces:
  floor: {material: stone}
contacts:
  left: {between: [box.bottom_left, floor], restitution: 0, friction: 0.2}
  right: {between: [box.bottom_right, floor], restitution: 0, friction: 0.2}
)";

TEST(BadScene, CollidingContactsAreCalledByTheirNames) {
  EXPECT_EQ(yaml_error(box_on_floor),
            "p.yaml:7: contacts: 2 collide (u_n < 0: left, right); want one colliding contact, the "
            "others touching or apart, or simultaneous: together, sequential or springs");
}

TEST(GoodScene, SaysWhatBecomesOfSeveralCollisions) {
  const std::string asked = "simultaneous: sequential\n" + std::string(box_on_floor);
  EXPECT_EQ(scene_of(asked).simultaneous, Simultaneous::sequential);
}

TEST(BadScene, ASurfaceThatNothingTouchesIsCheckedAsWell) {
  EXPECT_EQ(pendulum_error("floor: {through: lower.end}",
                           "floor: {through: lower.end}\n  wall: {through: lower.ende}"),
            "p.yaml:11: surfaces.wall.through: no point of lower \"ende\"; did you mean end?");
}

TEST(GoodScene, ATouchingContactNeedsFrictionOnlyWhateverItsMaterials) {
  const Scene scene = scene_of(with(with(box_on_floor, "bottom_left, floor], restitution: 0,",
                                         "bottom_left, floor], "
                                         "touching: true,"),
                                    "bottom_right, floor], restitution: 0,",
                                    "bottom_right, floor], touching: true,"));
  EXPECT_EQ(scene.contacts.at(0).material.friction, 0.2);
  EXPECT_FALSE(scene.contacts.at(0).material.restitution.has_value());
}

TEST(BadScene, NamesMustNotConfuse) {
  EXPECT_EQ(pendulum_error("  upper:", "  world:"),
            "p.yaml:4: bodies.world: \"world\" cannot be a name: the world has it");
  EXPECT_EQ(pendulum_error("  upper:", "  up.per:"),
            "p.yaml:4: bodies.up.per: \"up.per\" cannot be a name: it contains one of . [ ]");
  EXPECT_EQ(pendulum_error("  floor:", "  lower:"),
            "p.yaml:10: surfaces.lower: \"lower\" is a body already");
  EXPECT_EQ(pendulum_error("angle_deg: 20", "points: {end: [0, 0]}, angle_deg: 20"),
            "p.yaml:4: bodies.upper: two of its parts are called \"end\"");
}

// --- springs and prescribed motion -----------------------------------------------------------------

TEST(BadScene, SpringsSayWhatTheyMiss) {
  const auto hinge = [](const std::string& keys) {
    return pendulum_error("lower.start]}", "lower.start], " + keys + "}");
  };
  EXPECT_EQ(hinge("stiffness: 3 N/m"),
            "p.yaml:8: joints.hinge.stiffness: \"3 N/m\" is a stiffness; want a stiffness against "
            "turning, such as 3 N m/rad");
  EXPECT_EQ(hinge("stiffness: -3"), "p.yaml:8: joints.hinge.stiffness: -3 is negative");
  EXPECT_EQ(
      hinge("rest_deg: 3"),
      "p.yaml:8: joints.hinge.rest_deg: given without stiffness; there is no spring that could "
      "rest");
  EXPECT_EQ(hinge("force: 3"), "p.yaml:8: joints.hinge.force: belongs to prismatic joints");
  EXPECT_EQ(hinge("stifness: 3"),
            "p.yaml:8: joints.hinge.stifness: unknown key; did you mean stiffness?");
  const auto spring = [](const std::string& keys) {
    return pendulum_error("surfaces:", "springs: {s: {" + keys + "}}\nsurfaces:");
  };
  EXPECT_EQ(spring("between: [lower.end, world]"),
            "p.yaml:9: springs.s: give stiffness and length, or damping, or all");
  EXPECT_EQ(spring("between: [lower.end, world], stiffness: 3"),
            "p.yaml:9: springs.s.length: missing; how long is the spring when it is relaxed?");
  EXPECT_EQ(spring("between: [lower.end, world], damping: 3, length: 1"),
            "p.yaml:9: springs.s.length: given without stiffness; a damper has no length");
  EXPECT_EQ(spring("between: [lower.end, lower.start], damping: 3"),
            "p.yaml:9: springs.s: both ends belong to lower");
  EXPECT_EQ(spring("between: [lower.emd, world], damping: 3"),
            "p.yaml:9: springs.s.between[0]: no point of lower \"emd\"; did you mean end?");
}

TEST(BadScene, APrescribedBodyHasNeitherMassNorJoints) {
  EXPECT_EQ(pendulum_error("angle_deg: 20", "angle_deg: 20, prescribed: true"),
            "p.yaml:4: bodies.upper.mass: the body's motion is prescribed, so this has no effect; "
            "leave it out");
  EXPECT_EQ(pendulum_error("mass: 3 kg, angle_deg: 20", "angle_deg: 20, prescribed: true"),
            "p.yaml:7: joints.pivot.revolute[1]: the motion of upper is prescribed; nothing but a "
            "contact can involve it");
  EXPECT_EQ(
      yaml_error("law: newton\nbodies: {bat: {box: {width: 1, height: 1}, prescribed: true}}\n"
                 "contacts: {hit: {between: [bat.top, bat.left], restitution: 0}}\n"),
      "p.yaml:2: bodies: all prescribed; give at least one that can be moved");
  EXPECT_EQ(
      pendulum_error("[lower.end, floor]", "[world.origin, floor]"),
      "p.yaml:12: contacts.tip: nothing that could be moved takes part; want a body that is not "
      "prescribed");
  EXPECT_EQ(pendulum_error("{through: lower.end}", "{through: lower.end, on: upper, rate: 1}"),
            "p.yaml:10: surfaces.floor.rate: a surface on a body moves with it; give the body's "
            "velocity and rate");
}

// --- loops --------------------------------------------------------------------------------------

constexpr std::string_view four_bar = R"(law: newton
points: {right: [2, 0]}
bodies:
  crank: {rod: {length: 0.8}, mass: 1, guess_deg: 60}
  coupler: {rod: {length: 1.8}, mass: 3, guess_deg: 10}
  rocker: {rod: {length: 1.2}, mass: 2, angle_deg: 100, rate: 1.5}
joints:
  a: {revolute: [world, crank.start]}
  b: {revolute: [crank.end, coupler.start]}
  d: {revolute: [world.right, rocker.start]}
  c: {revolute: [coupler.end, rocker.end]}
contacts:
  stop: {stop: d, upper_deg: 100, restitution: 0.3}
)";

std::string four_bar_error(std::string_view old, std::string_view fresh) {
  return yaml_error(with(four_bar, old, fresh));
}

TEST(BadScene, LoopsThatDoNotCloseSayByHowMuch) {
  EXPECT_EQ(yaml_error(four_bar), "");
  EXPECT_EQ(
      yaml_error(
          with(with(four_bar, "guess_deg: 60", "angle_deg: 60"), "guess_deg: 10", "angle_deg: 10")),
      "p.yaml:11: joints.c: the loop does not close: coupler and rocker are 0.381 m or rad apart; "
      "write guess_deg instead of angle_deg where an angle may follow");
  EXPECT_EQ(four_bar_error("length: 1.8", "length: 0.1").substr(0, 71),
            "p.yaml:11: joints.c: the loop cannot be closed from these guesses: coup");
}

TEST(BadScene, LoopsSayWhatIsMissing) {
  EXPECT_EQ(four_bar_error(", guess_deg: 60", ""),
            "p.yaml:8: joints.a: its angle is not given, and a loop closes in two ways; give "
            "angle_deg, or guess_deg near the one that is meant");
  EXPECT_EQ(
      four_bar_error("angle_deg: 100, rate: 1.5", "guess_deg: 100, rate: 1.5"),
      "p.yaml:11: joints.c: the loops leave the positions of a, d, b undetermined; give one more "
      "of them");
}

/// All links of a parallelogram in one line: it may go on as a parallelogram or cross over.
TEST(BadScene, ASingularConfigurationIsNotDividedBy) {
  const std::string flat = R"(law: newton
points: {right: [2, 0]}
bodies:
  crank: {rod: {length: 1}, mass: 1, angle_deg: 0, rate: 1}
  coupler: {rod: {length: 2}, mass: 3, angle_deg: 0}
  rocker: {rod: {length: 1}, mass: 2, angle_deg: 0}
joints:
  a: {revolute: [world, crank.start]}
  b: {revolute: [crank.end, coupler.start]}
  d: {revolute: [world.right, rocker.start]}
  c: {revolute: [coupler.end, rocker.end]}
surfaces: {floor: {through: coupler.start, angle_deg: 180}}
contacts:
  hit: {between: [coupler.start, floor], restitution: 0.3, friction: 0}
)";
  EXPECT_EQ(
      yaml_error(flat),
      "p.yaml:11: joints.c: the loops leave the velocities of d, b undetermined; give one more "
      "of them");
  const Scene scene = scene_of(with(flat, "{length: 2}, mass: 3, angle_deg: 0",
                                    "{length: 2}, mass: 3, angle_deg: 0, rate: 0"));
  const SceneResult result = resolve(scene, {LawId::newton}).front();
  ASSERT_EQ(result.impact.notes.size(), 1U);
  EXPECT_EQ(result.impact.notes[0].substr(0, 45), "1 of the loop constraints are redundant: velo");
}

TEST(BadScene, LoopsRefuseVelocitiesThatOpenThem) {
  EXPECT_EQ(yaml_error(with(with(four_bar, "guess_deg: 60", "guess_deg: 60, rate: 1"),
                            "guess_deg: 10", "guess_deg: 10, rate: 0"))
                .substr(0, 58),
            "p.yaml:11: joints.c: the velocities tear the loop open at ");
  EXPECT_EQ(four_bar_error("rocker.end]}", "rocker.end], rate: 3}"),
            "p.yaml:11: joints.c.rate: the joint closes a loop, so this follows; to give it, list "
            "another joint of the loop last");
}

}  // namespace
}  // namespace carom
