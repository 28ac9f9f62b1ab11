/// @file
/// Scenes as text, for the tests of the scene reader.
#pragma once

#include "problem_text.hpp"

#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/scene.hpp>

#include <source_folder.hpp>

#include <fstream>
#include <numbers>
#include <sstream>

namespace carom {

inline constexpr double degree = std::numbers::pi / 180;  ///< rad

/// Kane & Levinson's double pendulum; lines are counted in the tests of messages.
inline constexpr std::string_view pendulum = R"(name: pendulum
law: poisson
bodies:
  upper: {rod: {length: 2 m, pointing: down}, mass: 3 kg, angle_deg: 20, rate: -0.1}
  lower: {rod: {length: 2 m, pointing: down}, mass: 3 kg, angle_deg: 30, rate: -0.2}
joints:
  pivot: {revolute: [world, upper.start]}
  hinge: {revolute: [upper.end, lower.start]}
surfaces:
  floor: {through: lower.end}
contacts:
  tip: {between: [lower.end, floor], restitution: 0.7, friction: 0.5, static_friction: 0.51}
)";

/// NHTSA test 4363 of two_cars.yaml with a given impulse ratio of the right sign.
inline constexpr std::string_view two_cars = R"(law: impulse_ratio
bodies:
  first:
    mass: 3451.1 lb
    inertia: 2152 slug ft^2
    points: {impact: [2.6 ft, 23.8 deg]}
    position: {impact: [0, 0]}
    angle_deg: 180
    velocity: [35.1 mph, 180 deg]
  second:
    mass: 4695.4 lb
    inertia: 2805 slug ft^2
    points: {impact: [5.7 ft, 10.6 deg]}
    position: {impact: [0 ft, 0]}
    angle_deg: 32
    velocity: [35.0 mph, 32 deg]
contacts:
  crush:
    between: [first, second]
    at: first.impact
    normal_deg: 55
    restitution: 0.126
    impulse_ratio: 0.2
)";

/// The scene of a text that is in order.
inline Scene scene_of(std::string_view yaml) {
  const ProblemEntry entry = good(yaml, FileFormat::yaml);
  EXPECT_TRUE(std::holds_alternative<Scene>(entry.problem));
  return std::get<Scene>(entry.problem);
}

/// The message about a change of the pendulum.
inline std::string pendulum_error(std::string_view old, std::string_view fresh) {
  return yaml_error(with(pendulum, old, fresh));
}

/// Body `name` of a result.
inline BodyMotion body_of(const SceneResult& result, std::string_view name) {
  for (const BodyMotion& body : result.bodies)
    if (body.name == name) return body;
  ADD_FAILURE() << "no body " << name;
  return {};
}

/// The problems of examples/scenes/NAME.yaml, all in order.
inline std::vector<ProblemEntry> scene_example(const std::string& name) {
  const std::string path = source_folder() / "examples/scenes" / (name + ".yaml");
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<ProblemEntry> entries = read_problems(text.str(), FileFormat::yaml, {.source = path});
  for (const ProblemEntry& entry : entries) {
    EXPECT_EQ(entry.error, "");
    EXPECT_TRUE(std::holds_alternative<Scene>(entry.problem));
  }
  return entries;
}

}  // namespace carom
