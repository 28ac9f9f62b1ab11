// Whole bodies that meet: every way in which they can, and of these the ones that touch.

#include "scene_text.hpp"

#include <carom/io/scene/reader.hpp>
#include <carom/io/tree/tree.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace carom {
namespace {

using testing::ElementsAre;

/// A scene of the bodies and surfaces, with one contact "hit" between two of them.
std::string scene_text(const std::string& bodies, const std::string& surfaces,
                       const std::string& between) {
  return fmt::format(
      "law: newton\nbodies:\n{}\nsurfaces: {{{}}}\ncontacts:\n  hit: {{between: [{}], restitution: "
      "0.5, friction: 0.3}}\n",
      bodies, surfaces, between);
}

Scene motion_of(const std::string& yaml) {
  return read_scene(parse_yaml(yaml).documents.at(0), SceneUse::motion).scene;
}

Scene impact_of(const std::string& yaml) {
  return read_scene(parse_yaml(yaml).documents.at(0), SceneUse::impact).scene;
}

std::vector<std::string> names_of(const Scene& scene) {
  std::vector<std::string> names;
  names.reserve(scene.contacts.size());
  for (const SceneContact& contact : scene.contacts) names.push_back(contact.material.name);
  return names;
}

const std::string tilted_box =
    "  box: {box: {width: 2, height: 1}, mass: 1, angle_deg: 30, position: {bottom_left: [0, 0]}, "
    "velocity: [0, -1]}";

TEST(WholeContacts, EveryCornerOfABoxMayMeetTheFloor) {
  const Scene scene = motion_of(scene_text(tilted_box, "floor: {}", "box, floor"));
  EXPECT_THAT(names_of(scene), ElementsAre("hit: bottom_left", "hit: bottom_right",
                                           "hit: top_right", "hit: top_left"));
  for (const SceneContact& contact : scene.contacts) {
    EXPECT_TRUE(contact.of_whole_bodies);
    EXPECT_EQ(contact.material.friction, 0.3);
  }
  EXPECT_EQ(scene.contacts[0].words.first, "box.bottom_left");
  EXPECT_EQ(scene.contacts[0].words.second, "floor");
}

TEST(WholeContacts, OfAnImpactThoseThatTouchAreKept) {
  EXPECT_THAT(names_of(impact_of(scene_text(tilted_box, "floor: {}", "box, floor"))),
              ElementsAre("hit: bottom_left"));
}

TEST(WholeContacts, ThatTouchNowhereSayHowFarApartTheyAre) {
  EXPECT_EQ(yaml_error(scene_text(tilted_box, "floor: {through: [0, -0.25]}", "box, floor")),
            "p.yaml:6: contacts.hit: the two are 0.25 m apart; want them to touch");
}

TEST(WholeContacts, ABoxOnABoxRestsOnTheCornersThatFaceASide) {
  const std::string boxes =
      "  low: {box: {width: 2, height: 1}, mass: 1, position: [0, 0.5]}\n"
      "  high: {box: {width: 1, height: 1}, mass: 1, position: [0.25, 1.5], velocity: [0, -1]}";
  const std::string yaml = scene_text(boxes, "", "high, low");
  EXPECT_THAT(names_of(impact_of(yaml)),
              ElementsAre("hit: bottom_left on top", "hit: bottom_right on top"));
  EXPECT_EQ(motion_of(yaml).contacts.size(), 32U);  // 4 corners on 4 sides, either way
}

TEST(WholeContacts, ACornerBeyondTheEndOfASideDoesNotTouchIt) {
  const std::string boxes =
      "  low: {box: {width: 2, height: 1}, mass: 1, position: [0, 0.5]}\n"
      "  high: {box: {width: 1, height: 1}, mass: 1, position: [1, 1.5], velocity: [0, -1]}";
  EXPECT_THAT(names_of(impact_of(scene_text(boxes, "", "high, low"))),
              ElementsAre("hit: bottom_left on top", "hit: bottom on top_right"));
}

TEST(WholeContacts, SidesEndAtCorners) {
  const std::string boxes =
      "  low: {box: {width: 2, height: 1}, mass: 1, position: [0, 0.5]}\n"
      "  rod: {rod: {length: 3}, mass: 1, position: [0.25, 1.5]}\n"
      "  plate: {polygon: [[0, 0], [0, 4], [3, 0]], mass: 1}";
  for (const char* between : {"low, rod", "low, plate", "rod, plate"}) {
    const Scene scene = motion_of(scene_text(boxes, "", between));
    const Kinematics k = kinematics(scene.model, scene.state);
    for (const SceneContact& contact : scene.contacts) {
      const auto& pair = std::get<ContactPair>(contact.geometry);
      for (const ContactSide& side : {pair.first, pair.second}) {
        const auto* edge = std::get_if<EdgeFeature>(&side.feature);
        if (edge == nullptr) continue;
        const std::vector<Eigen::Vector2d>& outline =
            scene.model.bodies()[static_cast<std::size_t>(side.body)].outline;
        for (const double reach : {-edge->back, edge->ahead}) {
          const Eigen::Vector2d end = edge->point + reach * direction(edge->angle);
          double nearest = std::numeric_limits<double>::infinity();
          for (const Eigen::Vector2d& corner : outline)
            nearest = std::min(nearest, (corner - end).norm());
          EXPECT_LT(nearest, 1e-14) << contact.material.name;  // rounding of the direction
        }
      }
    }
  }
}

TEST(WholeContacts, ARodThatIsHitInTheMiddleTouchesOnTheSideThatIsApproached) {
  const auto between = [](double speed) {
    return scene_text(
        fmt::format("  arm: {{rod: {{length: 2}}, mass: 1}}\n  nail: {{rod: {{length: 1, pointing: "
                    "down}}, mass: 1, position: {{end: [0.2, 0]}}, velocity: [0, {}]}}",
                    speed),
        "", "nail, arm");
  };
  EXPECT_THAT(names_of(impact_of(between(-1))), ElementsAre("hit: end on left"));
  EXPECT_THAT(names_of(impact_of(between(1))), ElementsAre("hit: end on right"));
}

TEST(WholeContacts, AnInwardCornerOfAPolygonTouchesNothing) {
  const std::string hook =
      "  hook: {polygon: [[0, 0], [2, 0], [2, 2], [1, 1], [0, 2]], mass: 1, velocity: [0, -1]}";
  EXPECT_THAT(names_of(motion_of(scene_text(hook, "floor: {}", "hook, floor"))),
              ElementsAre("hit: corner_1", "hit: corner_2", "hit: corner_3", "hit: corner_5"));
}

TEST(WholeContacts, ADiscMayMeetTheSurfaceAndEitherEndOfALedge) {
  const std::string ball = "  ball: {disc: {radius: 1}, mass: 1, position: [0, 1]}";
  const Scene scene =
      motion_of(scene_text(ball, "ledge: {from: [-1, 0], to: [3, 0]}", "ball, ledge"));
  EXPECT_THAT(names_of(scene), ElementsAre("hit: rim", "hit: rim on from", "hit: rim on to"));
  const auto& edge =
      std::get<EdgeFeature>(std::get<ContactPair>(scene.contacts[0].geometry).second.feature);
  EXPECT_EQ(edge.back, 0);
  EXPECT_EQ(edge.ahead, 4);
  EXPECT_EQ(edge.angle, 0);
}

TEST(WholeContacts, ADiscOnAPlaneIsOneContactWithItsOwnName) {
  const std::string ball = "  ball: {disc: {radius: 1}, mass: 1, position: [0, 1]}";
  const Scene scene = motion_of(scene_text(ball, "floor: {}", "ball, floor"));
  EXPECT_THAT(names_of(scene), ElementsAre("hit"));
  EXPECT_FALSE(scene.contacts[0].of_whole_bodies);
}

TEST(WholeContacts, ADiscOnACornerOfABox) {
  const std::string bodies =
      "  ball: {disc: {radius: 1}, mass: 1, position: [1.6, 1.8], velocity: [-1, -1]}\n"
      "  box: {box: {width: 2, height: 2}, mass: 1, position: [0, 0]}";
  const Scene scene = impact_of(scene_text(bodies, "", "ball, box"));
  EXPECT_THAT(names_of(scene), ElementsAre("hit: rim on top_right"));
}

TEST(WholeContacts, APrescribedBoxIsHitAsAWhole) {
  const std::string bodies =
      "  ball: {disc: {radius: 1}, mass: 1, position: [0.2, 2]}\n"
      "  bat: {box: {width: 2, height: 2}, prescribed: true, velocity: [0, 2]}";
  const Scene scene = impact_of(scene_text(bodies, "", "ball, bat"));
  EXPECT_THAT(names_of(scene), ElementsAre("hit: rim on top"));
  EXPECT_EQ(scene.contacts[0].surface_motion.twist.velocity.y(), 2);
}

TEST(WholeContacts, ObjectionsNameTheContactOfTheFile) {
  const std::string text = scene_text(tilted_box, "floor: {}", "box, floor");
  EXPECT_EQ(yaml_error(with(text, "restitution: 0.5", "restitution: 1.5")),
            "p.yaml:6: contacts.hit.restitution: 1.5 is outside [0, 1]");
}

TEST(FiniteSurface, NeedsBothEndsAndNothingElse) {
  const std::string ball = "  ball: {disc: {radius: 1}, mass: 1, position: [0, 1]}";
  EXPECT_EQ(
      yaml_error(scene_text(ball, "ledge: {from: [0, 0]}", "ball, ledge")),
      "p.yaml:4: surfaces.ledge: a piece of a line has two ends; give from and to (free space is "
      "to its left)");
  EXPECT_EQ(
      yaml_error(scene_text(ball, "ledge: {from: [0, 0], to: [1, 0], angle: 1}", "ball, ledge")),
      "p.yaml:4: surfaces.ledge.angle: given together with from and to, which say where the "
      "surface is");
  EXPECT_EQ(yaml_error(scene_text(ball, "ledge: {from: [1, 0], to: [1, 0]}", "ball, ledge")),
            "p.yaml:4: surfaces.ledge: from and to are the same point");
}

TEST(StatedSimulation, IsReadWithUnitsAndDoesNotBotherAnImpact) {
  const std::string text =
      scene_text(tilted_box, "floor: {}", "box, floor") +
      "simulation: {duration: 2 min, sample: 10 ms, tolerance: 1e-8, events: 50}\n";
  const StatedScene stated = read_scene(parse_yaml(text).documents.at(0), SceneUse::motion);
  EXPECT_EQ(stated.simulation.duration, 120);
  EXPECT_EQ(stated.simulation.sample, 0.01);
  EXPECT_EQ(stated.simulation.tolerance, 1e-8);
  EXPECT_EQ(stated.simulation.events, 50);
  EXPECT_EQ(yaml_error(text), "");
}

TEST(StatedSimulation, RefusesWhatCannotBe) {
  const std::string text = scene_text(tilted_box, "floor: {}", "box, floor");
  const auto error = [&](const std::string& map) {
    return yaml_error(text + "simulation: " + map);
  };
  EXPECT_EQ(error("{duration: 2 m}"),
            "p.yaml:7: simulation.duration: \"2 m\" is a length; want a time, such as 3 s");
  EXPECT_EQ(error("{duration: 0}"), "p.yaml:7: simulation.duration: 0 is not greater than 0");
  EXPECT_EQ(error("{events: 0.5}"),
            "p.yaml:7: simulation.events: 0.5 is no number of events; want a whole number from 1");
  EXPECT_EQ(
      error("{time: 1}"),
      "p.yaml:7: simulation.time: unknown key; known are duration, sample, tolerance, events, "
      "contact_time");
}

}  // namespace
}  // namespace carom
