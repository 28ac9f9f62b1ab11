// Motions of many bodies, from text: piles that come to rest, shapes that slide along each other, sleep.

#include <carom/io/motion_file.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace carom {
namespace {

constexpr double g = 9.81;

struct Told {
  std::vector<MotionEvent> events;
  std::vector<MotionSample> samples;
  SimulationEnd end;
  Scene scene;
};

Told told(const std::string& yaml) {
  const StatedMotion motion = read_motion(yaml, FileFormat::yaml, {});
  Told all;
  all.scene = motion.scene;
  all.end = simulate(all.scene, motion.options,
                     {.sample =
                          [&](const MotionSample& s) {
                            all.samples.push_back(s);
                            return true;
                          },
                      .event =
                          [&](const MotionEvent& e) {
                            all.events.push_back(e);
                            return true;
                          }});
  return all;
}

/// The sum of the forces at contacts whose name has the word, N.
double force_at(const Told& all, const std::string& word) {
  double sum = 0;
  for (std::size_t i = 0; i < all.scene.contacts.size(); ++i)
    if (all.scene.contacts[i].material.name.find(word) != std::string::npos)
      sum += all.samples.back().force[static_cast<Eigen::Index>(2 * i + 1)];
  return sum;
}

/// Discs of radius 0.1 in rows of three between walls.
std::string discs(int count, double e, double mu, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> shift(-0.02, 0.02);
  std::uniform_real_distribution<double> speed(-0.5, 0.5);
  std::string bodies, contacts;
  const std::string pair = fmt::format("restitution: {}, friction: {}", e, mu);
  for (int i = 0; i < count; ++i) {
    const double x = 0.3 * (i % 3 - 1) + shift(random);
    const double y = 0.15 + 0.25 * (i / 3) + (i < 3 ? 0.0 : shift(random));
    bodies += fmt::format(
        "  d{}: {{disc: {{radius: 0.1}}, mass: 1, position: [{}, {}], velocity: [{}, 0]}}\n", i, x,
        y, speed(random));
    for (const char* surface : {"floor", "left", "right"})
      contacts += fmt::format("  d{0} {1}: {{between: [d{0}, {1}], {2}}}\n", i, surface, pair);
    for (int j = 0; j < i; ++j)
      contacts += fmt::format("  d{0} d{1}: {{between: [d{0}, d{1}], {2}}}\n", i, j, pair);
  }
  return fmt::format(
      "law: stronge\nbodies:\n{}surfaces:\n  floor: {{}}\n  left: {{through: [-0.53, 0], "
      "angle_deg: -90}}\n  right: {{through: [0.53, 0], angle_deg: 90}}\ncontacts:\n{}"
      "simulation: {{duration: 3, sample: 0.1}}\n",
      bodies, contacts);
}

/// The deepest overlap of two discs, or of a disc and the box, over all samples.
double deepest_of_discs(const Told& all) {
  double deepest = 0;
  for (const MotionSample& s : all.samples)
    for (Eigen::Index i = 0; i < s.state.q.size(); i += 3) {
      const Eigen::Vector2d a = s.state.q.segment<2>(i);
      deepest = std::max({deepest, 0.1 - a.y(), std::abs(a.x()) + 0.1 - 0.53});
      for (Eigen::Index j = 0; j < i; j += 3)
        deepest = std::max(deepest, 0.2 - (a - s.state.q.segment<2>(j)).norm());
    }
  return deepest;
}

TEST(Discs, ComeToRestWithoutOverlapUnderTheirWeight) {
  for (const double e : {0.0, 0.3})
    for (const int count : {5, 6, 7, 8}) {
      const Told all = told(discs(count, e, 0, static_cast<unsigned>(count)));
      EXPECT_EQ(all.end.reason, StopReason::finished) << all.end.message;
      EXPECT_LT(all.end.ledger_error, 1e-9);
      EXPECT_LT(deepest_of_discs(all), 1e-9);
      if (all.end.ledger.kinetic > 0) continue;  // still rolling about
      EXPECT_NEAR(force_at(all, "floor"), count * g, 1e-9 * count * g);
    }
}

/// One disc hops by 1e-11 m beside five that sleep, so that the flight is a single long step: it must not fall through
/// the others meanwhile.
TEST(Discs, ThatHopOnASleepingPileStayOnIt) {
  const std::vector<Eigen::Vector3d> starts{
      // x, y, v_x
      {-0.30898110626893743, 0.15, -0.05132879590513795},
      {-0.002700924540504298, 0.15, 0.3532342191651374},
      {0.3150275481038504, 0.15, -0.15041708378668095},
      {-0.2855991244555227, 0.4168907474626096, -0.05391649316221403},
      {0.00550745037305873, 0.4019403635439591, 0.1720612633773052},
      {0.31706671949299925, 0.3994869749279385, 0.39381218701551257}};
  std::string text = discs(6, 0.5, 0.3, 0);
  std::string bodies = "bodies:\n";
  for (std::size_t i = 0; i < starts.size(); ++i)
    bodies += fmt::format(
        "  d{}: {{disc: {{radius: 0.1}}, mass: 1, position: [{}, {}], velocity: [{}, 0]}}\n", i,
        starts[i].x(), starts[i].y(), starts[i].z());
  const std::size_t begin = text.find("bodies:");
  text.replace(begin, text.find("surfaces:") - begin, bodies);
  const Told all = told(text);
  EXPECT_EQ(all.end.reason, StopReason::finished) << all.end.message;
  EXPECT_LT(deepest_of_discs(all), 1e-9);
}

/// Two rods joined at their lower ends, which a touching down of both feet sets on the floor. The feet stop to
/// slip just as the joint arrives: what counts is the impact.
TEST(Vee, LosesNothingInClosingWhereSlipsEndWithAnImpact) {
  for (const double mu : {0.2, 0.4, 0.8}) {
    const Told all = told(fmt::format(
        "law: stronge\nbodies:\n"
        "  left: {{rod: {{length: 0.5}}, mass: 0.5, angle_deg: -10, position: [0.25, 0.75]}}\n"
        "  right: {{rod: {{length: 0.5}}, mass: 0.5, angle_deg: 10}}\n"
        "joints:\n  knee: {{revolute: [left.end, right.start], rate: 0}}\n"
        "surfaces: {{floor: {{}}}}\ncontacts:\n"
        "  l: {{between: [left.start, floor], restitution: 0.3, friction: {0}}}\n"
        "  m: {{between: [left.end, floor], restitution: 0.3, friction: {0}}}\n"
        "  r: {{between: [right.end, floor], restitution: 0.3, friction: {0}}}\n"
        "simulation: {{duration: 3, sample: 0.02}}\n",
        mu));
    EXPECT_EQ(all.end.reason, StopReason::finished) << all.end.message;
    EXPECT_LT(all.end.ledger.kinetic, 1e-12);
    EXPECT_LT(all.end.ledger.closing, 1e-6) << mu;
  }
}

/// "b: left on top_left" and "b: bottom_right on left"
bool is_of_a_side(const SceneContact& contact) {
  const std::string& name = contact.material.name;
  return name.starts_with("b: left on") || name.starts_with("b: right on") ||
         name.ends_with("on left") || name.ends_with("on right");
}

/// A corner that slides over the rim of the box below passes the line of its side: it hits nothing.
TEST(Boxes, SlideOverARimWithoutAnImpact) {
  for (int seed = 0; seed < 8; ++seed) {
    std::mt19937_64 random(static_cast<unsigned>(seed));
    std::uniform_real_distribution<double> size(0.05, 0.4);
    const double w = size(random), W = size(random) + w, h = size(random), H = size(random);
    const double v = 0.3;
    const Told all = told(
        fmt::format("law: stronge\nbodies:\n"
                    "  low: {{box: {{width: {0}, height: {1}}}, mass: 100, position: [0, {2}]}}\n"
                    "  up: {{box: {{width: {3}, height: {4}}}, mass: 1, position: [{5}, {6}], "
                    "velocity: [{7}, 0]}}\n"
                    "surfaces: {{floor: {{}}}}\ncontacts:\n"
                    "  a: {{between: [low, floor], restitution: 0, friction: 1}}\n"
                    "  b: {{between: [up, low], restitution: 0.3, friction: 0}}\n"
                    "simulation: {{duration: {8}, sample: 0.1}}\n",
                    W, H, H / 2, w, h, -(W - w) / 2 - 0.1 * w, H + h / 2, v, 0.2 * w / v));
    EXPECT_EQ(all.end.reason, StopReason::finished) << all.end.message;
    EXPECT_NEAR(all.end.state.v[3], v, 1e-9);
    for (const MotionEvent& event : all.events)
      for (const int c :
           event.kind == MotionEventKind::impact ? event.contacts : std::vector<int>{})
        EXPECT_FALSE(is_of_a_side(all.scene.contacts[static_cast<std::size_t>(c)]));
  }
}

/// There all corners are at ends of sides, and the impact is real.
TEST(Boxes, OfOneHeightCollideSideBySide) {
  const Told all = told(
      "law: stronge\nbodies:\n"
      "  a: {box: {width: 0.3, height: 0.2}, mass: 1, position: [0, 0.1], velocity: [1, 0]}\n"
      "  b: {box: {width: 0.3, height: 0.2}, mass: 1, position: [0.5, 0.1]}\n"
      "surfaces: {floor: {}}\ncontacts:\n"
      "  a f: {between: [a, floor], restitution: 0, friction: 0}\n"
      "  b f: {between: [b, floor], restitution: 0, friction: 0}\n"
      "  a b: {between: [a, b], restitution: 0.5, friction: 0}\n"
      "simulation: {duration: 0.4, sample: 0.1}\n");
  EXPECT_EQ(all.end.impacts, 1);
  EXPECT_NEAR(all.end.state.v[0], 0.25, 1e-12);
  EXPECT_NEAR(all.end.state.v[3], 0.75, 1e-12);
}

std::string tower(const std::string& more_bodies, const std::string& more_contacts) {
  return "law: stronge\nbodies:\n"
         "  low: {box: {width: 0.4, height: 0.2}, mass: 2, position: [0.01, 0.12], angle: 0.02}\n"
         "  top: {box: {width: 0.4, height: 0.2}, mass: 1, position: [-0.02, 0.36], angle: "
         "-0.03}\n" +
         more_bodies +
         "surfaces: {floor: {}}\ncontacts:\n"
         "  low floor: {between: [low, floor], restitution: 0, friction: 0.6}\n"
         "  top floor: {between: [top, floor], restitution: 0, friction: 0.6}\n"
         "  top low: {between: [top, low], restitution: 0, friction: 0.6}\n" +
         more_contacts + "simulation: {duration: 2, sample: 0.1}\n";
}

TEST(Tower, SleepsWithoutAnyMotionAndCarriesItsWeight) {
  const Told all = told(tower("", ""));
  ASSERT_EQ(all.end.reason, StopReason::finished) << all.end.message;
  EXPECT_EQ(all.end.ledger.kinetic, 0);
  EXPECT_NEAR(force_at(all, "low floor"), 3 * g, 3e-9 * g);
  EXPECT_EQ(all.samples.back().state.q, all.samples[10].state.q);
}

TEST(Tower, IsWokenByABall) {
  const Told all = told(tower(
      "  ball: {disc: {radius: 0.06}, mass: 0.5, position: [-4.1, 0.3], velocity: [3, 6.5]}\n",
      "  ball top: {between: [ball, top], restitution: 0.5, friction: 0.4}\n"
      "  ball low: {between: [ball, low], restitution: 0.5, friction: 0.4}\n"
      "  ball floor: {between: [ball, floor], restitution: 0.5, friction: 0.4}\n"));
  ASSERT_EQ(all.end.reason, StopReason::finished) << all.end.message;
  EXPECT_LT(all.end.ledger_error, 1e-9);
  EXPECT_EQ(all.samples[11].state.v.head(6).norm(), 0);
  EXPECT_GT((all.samples.back().state.q - all.samples[11].state.q).head(6).norm(), 1e-5);
}

/// Coordinates of the first bodies at every sample.
TEST(Tower, FeelsNothingOfAPileFarAway) {
  const std::string far =
      "  ball: {disc: {radius: 0.1}, mass: 0.5, position: [-4, 0.8]}\n"
      "  other: {disc: {radius: 0.1}, mass: 0.7, position: [-4.05, 1.3]}\n";
  const std::string contacts =
      "  ball floor: {between: [ball, floor], restitution: 0.5, friction: 0.4}\n"
      "  other floor: {between: [other, floor], restitution: 0.5, friction: 0.4}\n"
      "  ball other: {between: [ball, other], restitution: 0.5, friction: 0.4}\n";
  const Told alone = told(tower("", ""));
  const Told both = told(tower(far, contacts));
  ASSERT_EQ(both.end.reason, StopReason::finished) << both.end.message;
  const Eigen::VectorXd a = alone.end.state.q;
  const Eigen::VectorXd b = both.end.state.q.head(6);
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace carom
