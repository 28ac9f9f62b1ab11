// Motions in files: which law, how long, how finely, and what the command line changes.

#include <carom/impact/objection.hpp>
#include <carom/io/motion_file.hpp>

#include "problem_text.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

constexpr std::string_view ball =
    R"(bodies: {ball: {sphere: {radius: 0.1}, mass: 1, position: [0, 1]}}
surfaces: {floor: {}}
contacts: {floor: {between: [ball, floor], restitution: 0.5, friction: 0}}
simulation: {duration: 2 s}
)";

StatedMotion motion_of(const std::string& text, const MotionOverrides& overrides = {}) {
  return read_motion(text, FileFormat::yaml, overrides);
}

std::string refusal(const std::string& text, const MotionOverrides& overrides = {}) {
  try {
    motion_of(text, overrides);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(MotionFile, NeedsOnlyADuration) {
  const SimulationOptions options = motion_of(std::string(ball)).options;
  EXPECT_EQ(options.duration, 2);
  EXPECT_EQ(options.law, LawId::stronge);
  EXPECT_EQ(options.simultaneous, Simultaneous::together);
  EXPECT_EQ(options.sample_interval, 2.0 / usual_samples);
  EXPECT_EQ(options.tolerance, SimulationOptions{}.tolerance);
}

TEST(MotionFile, TheCommandLineWins) {
  const std::string text = std::string(ball) + "law: newton\nsimultaneous: together\n";
  const SimulationOptions options = motion_of(text, {.law = "poisson",
                                                     .simultaneous = Simultaneous::sequential,
                                                     .duration = "300ms",
                                                     .sample = "0.1",
                                                     .tolerance = 1e-6,
                                                     .events = 7})
                                        .options;
  EXPECT_EQ(options.law, LawId::poisson);
  EXPECT_EQ(options.simultaneous, Simultaneous::sequential);
  EXPECT_EQ(options.duration, 0.3);
  EXPECT_EQ(options.sample_interval, 0.1);
  EXPECT_EQ(options.tolerance, 1e-6);
  EXPECT_EQ(options.most_events, 7);
}

TEST(MotionFile, TheRuleForSeveralCollisionsIsTheScenes) {
  EXPECT_EQ(motion_of(std::string(ball) + "simultaneous: sequential\n").options.simultaneous,
            Simultaneous::sequential);
  EXPECT_EQ(motion_of(std::string(ball) + "simultaneous: refuse\n").options.simultaneous,
            Simultaneous::together);
}

TEST(MotionFile, FollowsOneLaw) {
  EXPECT_EQ(refusal(std::string(ball) + "law: [newton, poisson]\n"),
            "standard input:1: law: a motion follows one law; choose it, such as --law stronge");
  EXPECT_EQ(refusal(std::string(ball), {.law = "all"}),
            "standard input: --law: a motion follows one law; choose it, such as --law stronge");
}

TEST(MotionFile, TimesOnTheCommandLineAreChecked) {
  EXPECT_EQ(refusal(std::string(ball), {.duration = "0"}),
            "standard input: --duration: 0 is not greater than 0");
  EXPECT_EQ(refusal(std::string(ball), {.sample = "5 kg"}),
            "standard input: --sample: \"5 kg\" is a mass; want a time, such as 3 s");
  EXPECT_EQ(
      refusal(with(ball, "{duration: 2 s}", "{}")),
      "standard input:1: simulation.duration: missing; how long is the motion? (or --duration, "
      "such as --duration 5s)");
}

TEST(MotionFile, ObjectionsStandAtTheirPlace) {
  const StatedMotion motion = motion_of(std::string(ball));
  EXPECT_EQ(motion_objection(motion, Objection(path_to_contact("floor"), "starts inside")),
            "standard input:3: contacts.floor: starts inside");
}

}  // namespace
}  // namespace carom
