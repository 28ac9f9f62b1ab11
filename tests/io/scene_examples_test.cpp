// The example scenes against the numbers that papers and sheets print.

#include "scene_text.hpp"

#include <carom/io/result/json.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <source_folder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

namespace carom {
namespace {

constexpr double mph = 1609.344 / 3600;

constexpr std::array all_examples{"block_that_fools_poisson",
                                  "box_landing_flat",
                                  "car_against_barrier",
                                  "compass_gait_heel_strike",
                                  "falling_rod",
                                  "four_bar_hits_stop",
                                  "groesberg_spheres",
                                  "kane_double_pendulum",
                                  "rimless_wheel",
                                  "rocking_block",
                                  "single_pendulum",
                                  "slip_reversal",
                                  "slider_crank",
                                  "three_balls",
                                  "three_link_chain",
                                  "two_cars",
                                  "two_double_pendulums"};

using Json = nlohmann::json;

/// Where two results differ: words must be the same, numbers to 1e-9 of the largest beside them.
std::string difference(const Json& a, const Json& b, double scale) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>();
    const double y = b.get<double>();
    return std::abs(x - y) <= 1e-9 * (scale + std::abs(x)) ? "" : fmt::format("{} is {}", x, y);
  }
  if (a.type() != b.type() || (a.is_structured() && a.size() != b.size()))
    return fmt::format("{} is {}", a.dump(), b.dump());
  if (!a.is_structured()) return a == b ? "" : fmt::format("{} is {}", a.dump(), b.dump());
  for (const Json& entry : a)
    if (entry.is_number()) scale = std::max(scale, std::abs(entry.get<double>()));
  for (const auto& [key, value] : a.items()) {
    if (key == "residual") continue;
    const Json& other = a.is_array() ? b[std::stoul(key)] : b.value(key, Json());
    const std::string found = difference(value, other, scale);
    if (!found.empty()) return fmt::format("{}: {}", key, found);
  }
  return "";
}

double energy_change(const ProblemEntry& entry, LawId law) {
  return resolve(std::get<Scene>(entry.problem), {law}).front().impact.energy.change;
}

/// Shen & Townsend's Tables 1 to 4; our own digits beyond those printed.
TEST(SceneExamples, KanesPendulumGivesTheTables) {
  struct Row {
    double whittaker, conventional, poisson;
  };
  const Row rows[] = {
      {-0.032900117, -0.10332717, -0.10632322},   {0.16342747, 0.16342747, -0.12130023},
      {-0.11919935, -0.11919935, -0.12937594},    {0.48892685, -0.1011253, -0.11915066},
      {-0.080278329, -0.080278329, -0.080278329}, {-0.13237612, -0.13237612, -0.13237612},
      {0.58736769, 0.58736769, -0.11937081}};
  const auto entries = scene_example("kane_double_pendulum");
  ASSERT_EQ(entries.size(), std::size(rows));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_NEAR(energy_change(entries[i], LawId::whittaker), rows[i].whittaker, 6e-9) << i;
    EXPECT_NEAR(energy_change(entries[i], LawId::conventional), rows[i].conventional, 6e-9) << i;
    EXPECT_NEAR(energy_change(entries[i], LawId::poisson), rows[i].poisson, 6e-9) << i;
  }
  const auto sticks =
      resolve(std::get<Scene>(entries[6].problem), {LawId::poisson}).front().impact.contacts[0];
  EXPECT_EQ(sticks.mode, ImpactMode::stick_in_restitution);
  EXPECT_NEAR(*sticks.friction.to_hold_stick, 0.62340079, 5e-9);
}

TEST(SceneExamples, GroesbergsSpheresLeaveAsPrinted) {
  const auto entries = scene_example("groesberg_spheres");
  for (const SceneResult& result :
       resolve(std::get<Scene>(entries.at(0).problem), entries[0].laws)) {
    const Twist first = body_of(result, "first").after;
    const Twist second = body_of(result, "second").after;
    EXPECT_NEAR(first.velocity.x(), 0.015, 1e-12);
    EXPECT_NEAR(first.velocity.y(), 0.28554939, 5e-9);
    EXPECT_NEAR(second.velocity.x(), 0.135, 1e-12);
    EXPECT_NEAR(second.velocity.y(), -0.025741768, 5e-10);
    EXPECT_NEAR(first.rate, -9.3911395, 5e-8);
    EXPECT_NEAR(second.rate, 1.6088605, 5e-8);
  }
}

/// Wang & Mason's closed forms: W, and the impulses of their four cases.
TEST(SceneExamples, TheFallingRodMeetsTheClosedForms) {
  const auto entries = scene_example("falling_rod");
  ASSERT_EQ(entries.size(), 4U);
  const Eigen::MatrixXd W = contact_problem(std::get<Scene>(entries[0].problem)).W;
  EXPECT_NEAR(W(0, 0), 2.5, 1e-14);
  EXPECT_NEAR(W(0, 1), -1.5, 1e-14);
  EXPECT_NEAR(W(1, 1), 2.5, 1e-14);
  const auto impulse = [&](std::size_t i, LawId law) {
    return resolve(std::get<Scene>(entries[i].problem), {law}).front().impact.contacts[0].impulse;
  };
  EXPECT_NEAR(impulse(0, LawId::newton).n, 6.0 / 7, 1e-14);
  EXPECT_NEAR(impulse(1, LawId::newton).t, 3 * 0.9 / 8, 1e-14);
  EXPECT_NEAR(impulse(1, LawId::newton).n, 5 * 0.9 / 8 + 0.4, 1e-14);
  EXPECT_NEAR(impulse(1, LawId::poisson).t, 6 * 0.9 / 25, 1e-14);
  EXPECT_NEAR(energy_change(entries[1], LawId::newton), 5 * 0.81 / 16 - 0.2, 1e-14);
  EXPECT_NEAR(energy_change(entries[1], LawId::poisson), 16 * 0.81 / 125 - 0.2, 1e-14);
  EXPECT_NEAR(impulse(3, LawId::poisson).t, 9 * 0.5 / 200 + 0.125, 1e-14);
  EXPECT_NEAR(impulse(3, LawId::stronge).t, 0.135978875821, 1e-12);
  EXPECT_NEAR(impulse(3, LawId::stronge).n, 0.0932981263678, 1e-12);
}

TEST(SceneExamples, TheSinglePendulumLocksAboveTheThreshold) {
  const auto entries = scene_example("single_pendulum");
  const auto contact = [&](std::size_t i) {
    return resolve(std::get<Scene>(entries.at(i).problem), {LawId::poisson})
        .front()
        .impact.contacts[0];
  };
  EXPECT_NEAR(*contact(0).friction.to_hold_stick, std::tan(25 * degree), 1e-14);
  EXPECT_EQ(contact(0).outcome, Outcome::rebounds);
  EXPECT_EQ(contact(1).outcome, Outcome::sticks);
}

/// The worked sheets, in mph and deg/s: all digits that they print.
TEST(SceneExamples, TheCarMeetsTheBarrierAsTheSheetsSay) {
  const auto entries = scene_example("car_against_barrier");
  const auto change = [&](std::size_t i) {
    const BodyMotion car = body_of(
        resolve(std::get<Scene>(entries.at(i).problem), {LawId::impulse_ratio}).front(), "car");
    return Twist{(car.after.velocity - car.before.velocity) / mph,
                 (car.after.rate - car.before.rate) / degree};
  };
  EXPECT_NEAR(change(0).velocity.x(), -35.727527, 2e-5);
  EXPECT_NEAR(change(0).velocity.y(), 7.599763, 2e-5);
  EXPECT_NEAR(change(0).rate, -176.429803, 1e-3);
  EXPECT_NEAR(change(1).velocity.x(), -29.630159, 2e-5);
  EXPECT_NEAR(change(1).velocity.y(), 9.469696, 2e-5);
  EXPECT_NEAR(change(1).rate, -100.539853, 1e-3);
  const auto impulse = resolve(std::get<Scene>(entries[0].problem), {LawId::impulse_ratio})
                           .front()
                           .impact.contacts[0]
                           .impulse;
  constexpr double pound_force = 4.4482216152605;
  EXPECT_NEAR(impulse.n / pound_force, 5936.1615, 5e-3);
  EXPECT_NEAR(impulse.t / pound_force, -351.7728, 5e-3);
}

/// Rose et al. 2006: their list is rounded model output.
TEST(SceneExamples, TwoCarsMeetThePublishedChanges) {
  const double published[4][4] = {
      {39.5, 29.1, 31, 182}, {40.1, 26.6, 108, 148}, {39.7, 27.8, 68, 166}, {40.5, 28.7, 40, 194}};
  const auto entries = scene_example("two_cars");
  ASSERT_EQ(entries.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const SceneResult result =
        resolve(std::get<Scene>(entries[i].problem), {LawId::impulse_ratio}).front();
    for (std::size_t car = 0; car < 2; ++car) {
      const BodyMotion& body = result.bodies[car];
      const double change = (body.after.velocity - body.before.velocity).norm() / mph;
      const double turn = std::abs(body.after.rate - body.before.rate) / degree;
      EXPECT_NEAR(change, published[i][car], 0.2) << i << " car " << car;
      EXPECT_NEAR(turn, published[i][car + 2], 1.3) << i << " car " << car;
    }
  }
}

/// In the plane of the mechanism: x = r cos α + √(l² − r² sin² α), and its rate.
TEST(SceneExamples, TheSliderIsWhereTheCrankPutsIt) {
  const auto entries = scene_example("slider_crank");
  const Scene& scene = std::get<Scene>(entries.at(0).problem);
  const Kinematics k = kinematics(scene.model, scene.state);
  const double a = 40 * degree;
  const double root = std::sqrt(0.49 - std::pow(0.2 * std::sin(a), 2));
  EXPECT_NEAR(k.pose[2].position.x(), 0.2 * std::cos(a) + root, 1e-13);
  EXPECT_NEAR(k.pose[1].angle, -std::asin(0.2 * std::sin(a) / 0.7), 1e-13);
  const double rate = -4 * std::acos(-1.0);
  const double speed = -0.2 * std::sin(a) * rate - 0.04 * std::sin(a) * std::cos(a) * rate / root;
  EXPECT_NEAR(k.twist[2].velocity.x(), speed, 1e-12);
  const SceneResult result = resolve(scene, {LawId::newton}).front();
  EXPECT_NEAR(body_of(result, "slider").after.velocity.x(), -0.4 * speed, 1e-12);
  EXPECT_EQ(result.impact.contacts[0].impulse.t, 0) << "a guided slider cannot slip along the wall";
}

TEST(SceneExamples, TheFourBarLinkageIsThrownBackByItsStop) {
  const auto entries = scene_example("four_bar_hits_stop");
  const Scene& scene = std::get<Scene>(entries.at(0).problem);
  EXPECT_LT(constraint_error(scene.model, kinematics(scene.model, scene.state)).norm(), 1e-13);
  for (const SceneResult& result : resolve(scene, entries[0].laws)) {
    EXPECT_NEAR(body_of(result, "rocker").after.rate, -0.3 * 1.5, 1e-13);
    const double before = body_of(result, "crank").before.rate;
    EXPECT_NEAR(body_of(result, "crank").after.rate, -0.3 * before, 1e-12)
        << "one degree of freedom";
  }
}

/// The rate before a plastic, sticking landing times the closed form of the loss.
TEST(SceneExamples, TheRimlessWheelKeepsItsShareOfTheRate) {
  const auto entries = scene_example("rimless_wheel");
  ASSERT_EQ(entries.size(), 2U);
  const double rate = -1.5492184049;
  const double cosine = std::cos(45 * degree);
  for (const SceneResult& result : resolve(std::get<Scene>(entries[0].problem), entries[0].laws)) {
    EXPECT_NEAR(body_of(result, "wheel").after.rate, rate * (0.1 + cosine) / 1.1, 1e-14);
    EXPECT_EQ(result.impact.contacts[0].outcome, Outcome::sticks);
  }
  // A point mass: the hub goes on across the leading spoke, as fast as that spoke then turns.
  for (const SceneResult& result : resolve(std::get<Scene>(entries[1].problem), entries[1].laws)) {
    const BodyMotion hub = body_of(result, "wheel");
    EXPECT_NEAR(hub.before.velocity.norm(), -rate, 1e-10);
    EXPECT_NEAR(hub.after.velocity.norm() / hub.before.velocity.norm(), cosine, 1e-10);
    EXPECT_NEAR(hub.after.rate, rate * cosine, 1e-10);
    EXPECT_NEAR(result.impact.energy.change, -0.6000194165, 1e-10);
    const Eigen::Vector2d change = hub.after.velocity - hub.before.velocity;
    EXPECT_NEAR(cross(hub.centre.normalized(), change), 0, 1e-10)
        << "a spoke without mass passes on what acts along it, its foot is the origin";
  }
}

/// Housner's ratio, 1 − 3/2 sin² a with tan a = b/h.
TEST(SceneExamples, TheRockingBlockKeepsHousnersShareOfTheRate) {
  const double shapes[] = {0.2, 0.5, 2};
  const double ratios[] = {0.94230769, 0.7, -0.2};
  const auto entries = scene_example("rocking_block");
  ASSERT_EQ(entries.size(), std::size(shapes));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double ratio = 1 - 1.5 * std::pow(std::sin(std::atan(shapes[i])), 2);
    EXPECT_NEAR(ratio, ratios[i], 5e-9);
    for (const SceneResult& result :
         resolve(std::get<Scene>(entries[i].problem), entries[i].laws)) {
      EXPECT_NEAR(body_of(result, "block").after.rate, ratio, 1e-14) << i;
      const double needed = (1 - ratio) / (1 + ratio) / shapes[i];
      EXPECT_NEAR(*result.impact.contacts[0].friction.to_stick, needed, 1e-14) << i;
    }
  }
}

TEST(SceneExamples, TheCompassGaitStepsAsComputedElsewhere) {
  const auto entries = scene_example("compass_gait_heel_strike");
  ASSERT_EQ(entries.size(), 2U);
  for (const SceneResult& result : resolve(std::get<Scene>(entries[0].problem), entries[0].laws)) {
    const ContactResult& foot = result.impact.contacts[0];
    EXPECT_NEAR(body_of(result, "trailing").after.rate, -1.7241382121, 1e-10);
    EXPECT_NEAR(body_of(result, "leading").after.rate, -2.0216566744, 1e-10);
    EXPECT_NEAR(foot.impulse.n, 14.34180734, 1e-8);
    EXPECT_NEAR(foot.impulse.t, -6.30315484, 1e-8);
    EXPECT_NEAR(*foot.friction.to_stick, 0.439495, 5e-7);
    EXPECT_NEAR(*result.impact.energy.before, 37.73030, 5e-6);
    EXPECT_NEAR(*result.impact.energy.after, 27.03940, 5e-6);
    EXPECT_EQ(foot.outcome, Outcome::sticks);
  }
  for (const SceneResult& result : resolve(std::get<Scene>(entries[1].problem), entries[1].laws))
    EXPECT_EQ(result.impact.contacts[0].outcome, Outcome::slides);
}

TEST(SceneExamples, ThreeBallsLeaveByTheRuleForSeveralCollisions) {
  const std::array<Eigen::Vector3d, 3> after{
      Eigen::Vector3d(-1, 2, 2) / 3, Eigen::Vector3d(0, 0, 1), Eigen::Vector3d(-0.5, 0, 0.5)};
  const auto entries = scene_example("three_balls");
  ASSERT_EQ(entries.size(), after.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const SceneResult& result : resolve(std::get<Scene>(entries[i].problem), entries[i].laws))
      for (std::size_t b = 0; b < 3; ++b)
        EXPECT_NEAR(result.bodies[b].after.velocity.x(), after[i][static_cast<Eigen::Index>(b)],
                    1e-15);
}

TEST(SceneExamples, TheBoxThatLandsFlatReboundsFlat) {
  const auto entries = scene_example("box_landing_flat");
  for (const SceneResult& result :
       resolve(std::get<Scene>(entries.at(0).problem), entries[0].laws)) {
    EXPECT_LE((result.bodies[0].after.velocity - Eigen::Vector2d(0.7, 0.5)).norm(), 1e-15);
    EXPECT_NEAR(result.bodies[0].after.rate, 0, 1e-14);
    EXPECT_NEAR(result.impact.contacts[1].impulse.n, 1.68, 1e-14);
  }
}

/// Newton's equations want inertia in every body, and a stop wants the joint's coordinate.
bool has_newtonian_form(const Scene& scene) {
  const auto& bodies = scene.model.bodies();
  return std::all_of(bodies.begin(), bodies.end(), [](const Body& b) { return b.inertia > 0; }) &&
         std::none_of(scene.contacts.begin(), scene.contacts.end(), [](const SceneContact& c) {
           return std::holds_alternative<JointStop>(c.geometry);
         });
}

TEST(SceneExamples, AgreeWithNewtonsEquations) {
  int compared = 0;
  std::set<std::string> left_out;
  for (const char* name : all_examples) {
    for (const ProblemEntry& entry : scene_example(name)) {
      if (!has_newtonian_form(std::get<Scene>(entry.problem))) {
        left_out.insert(name);
        continue;
      }
      const auto minimal = resolve(std::get<Scene>(entry.problem), entry.laws);
      const auto newtonian = resolve(newtonian_form(std::get<Scene>(entry.problem)), entry.laws);
      for (std::size_t i = 0; i < minimal.size(); ++i) {
        ASSERT_EQ(minimal[i].impact.status, newtonian[i].impact.status) << name;
        for (std::size_t b = 0; b < minimal[i].bodies.size(); ++b) {
          const Twist& x = minimal[i].bodies[b].after;
          const Twist& y = newtonian[i].bodies[b].after;
          EXPECT_LT((x.velocity - y.velocity).norm(), 1e-12 * (1 + x.velocity.norm())) << name;
          EXPECT_NEAR(x.rate, y.rate, 1e-11 * (1 + std::abs(x.rate))) << name;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_EQ(left_out, (std::set<std::string>{"compass_gait_heel_strike", "four_bar_hits_stop",
                                             "rimless_wheel"}));
}

TEST(SceneExamples, AreAllCompared) {
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(source_folder() / "examples/scenes"))
    if (file.is_regular_file()) files.insert(file.path().stem());
  EXPECT_EQ(files, std::set<std::string>(all_examples.begin(), all_examples.end()));
}

/// examples/scenes/expected/NAME.jsonl holds what `carom solve` prints.
TEST(SceneExamples, GiveTheExpectedOutput) {
  for (const char* name : all_examples) {
    const std::string path =
        source_folder() / "examples/scenes/expected" / (std::string(name) + ".jsonl");
    std::ifstream file(path);
    ASSERT_TRUE(file.good()) << path;
    for (const ProblemEntry& entry : scene_example(name)) {
      for (const SceneResult& result : resolve(std::get<Scene>(entry.problem), entry.laws)) {
        std::string line;
        ASSERT_TRUE(std::getline(file, line)) << path << " is too short";
        const Json expected = Json::parse(line);
        const Json computed = Json::parse(to_json(result, entry.number));
        EXPECT_EQ(difference(expected, computed, 0), "") << name << ": " << expected["name"];
      }
    }
    std::string rest;
    EXPECT_FALSE(std::getline(file, rest)) << path << " is too long";
  }
}

/// The blocks of docs/scenes.md that are whole scenes.
TEST(SceneExamples, OfTheManualAreInOrder) {
  std::ifstream file(source_folder() / "docs/scenes.md");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string manual = text.str();
  int scenes = 0;
  for (std::size_t at = manual.find("```yaml\n"); at != std::string::npos;
       at = manual.find("```yaml\n", at + 1)) {
    const std::string block = manual.substr(at + 8, manual.find("```", at + 8) - at - 8);
    if (block.find("bodies:\n") == std::string::npos ||
        block.find("contacts:\n") == std::string::npos)
      continue;
    ++scenes;
    const auto entries = read_problems(
        block, FileFormat::yaml, {.source = "manual", .laws = std::vector<std::string>{"all"}});
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].error, "") << block;
  }
  EXPECT_GE(scenes, 2);
}

/// Contacts, joints and nothing else change the momentum of the whole.
TEST(SceneExamples, ContactAndPivotsGiveTheWholeMomentum) {
  const auto entries = scene_example("two_double_pendulums");
  for (const SceneResult& result :
       resolve(std::get<Scene>(entries.at(0).problem), entries[0].laws)) {
    Eigen::Vector2d change = Eigen::Vector2d::Zero();
    for (std::size_t b = 0; b < result.bodies.size(); ++b)
      change += std::get<Scene>(entries[0].problem).model.bodies()[b].mass *
                (result.bodies[b].after.velocity - result.bodies[b].before.velocity);
    for (const JointImpulse& joint : result.joints)
      if (joint.name == "left shoulder" || joint.name == "right shoulder") change -= joint.impulse;
    EXPECT_LT(change.norm(), 1e-13);
  }
}

}  // namespace
}  // namespace carom
