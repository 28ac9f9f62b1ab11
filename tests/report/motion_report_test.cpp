// A motion as tables, summary and picture, from made-up moments: what the reports do with what they get.

#include <carom/io/result/motion_json.hpp>
#include <carom/report/motion_rows.hpp>
#include <carom/report/picture/ground.hpp>
#include <carom/report/picture/motion.hpp>
#include <carom/report/plot/motion.hpp>
#include <carom/report/table/motion.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A disc above a floor.
Scene ball_scene() {
  Scene scene;
  scene.name = "ball, \"quoted\"";
  scene.model = make_model({.bodies = {{.name = "ball",
                                        .mass = 2,
                                        .inertia = 1,
                                        .centre_of_mass = {0.5, 0},
                                        .outline = {{0, 0}, {1, 0}, {1, 1}}}},
                            .tree = {{.kind = JointKind::free, .parent = world, .child = 0}}});
  scene.state.q = Eigen::Vector3d(1, 2, 0);
  scene.state.v = Eigen::Vector3d(0.1, 0, 3);
  SceneContact contact;
  contact.material.name = "floor";
  contact.geometry = ContactPair{
      .name = "floor", .first = {0, DiscFeature{{0, 0}, 0.5}}, .second = {world, EdgeFeature{}}};
  scene.contacts.push_back(contact);
  return scene;
}

MotionEvent event_at(const Scene& scene, double t, MotionEventKind kind) {
  MotionEvent event{.kind = kind, .contacts = {0}, .state = scene.state};
  event.state.t = t;
  event.modes = {ContactMode::open};
  event.ledger = {.kinetic = 5 - t, .impacts = t};
  return event;
}

MotionEvent impact_at(const Scene& scene, double t) {
  MotionEvent event = event_at(scene, t, MotionEventKind::impact);
  event.impact = ImpactResult{.status = ImpactStatus::solved};
  event.impact->contacts.push_back({.name = "floor",
                                    .impulse = {.t = 0, .n = 3},
                                    .u_before = {.t = 0.25, .n = -1},
                                    .u_after = {.t = 0.25, .n = 0.5}});
  event.impact_contacts = {0};
  return event;
}

std::size_t cells(const std::string& line) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
}

TEST(MotionRows, HaveACellForEveryColumn) {
  const Scene scene = ball_scene();
  MotionRows samples(scene, MotionRows::Kind::samples);
  MotionSample sample{.state = scene.state};
  sample.modes = {ContactMode::stick};
  sample.force = Eigen::Vector2d(1, 2);
  sample.gap = Eigen::VectorXd::Constant(1, 0.125);
  EXPECT_EQ(cells(samples.row(sample)), cells(samples.head()));
  EXPECT_THAT(samples.row(sample), HasSubstr(",stick,0.125,1.0,2.0,"));
  MotionRows events(scene, MotionRows::Kind::events);
  for (const MotionEvent& event :
       {impact_at(scene, 1), event_at(scene, 2, MotionEventKind::lifts_off)})
    EXPECT_EQ(cells(events.row(event)), cells(events.head()));
}

TEST(MotionRows, GiveTheMotionOfTheCentreOfMass) {
  const Scene scene = ball_scene();
  MotionRows events(scene, MotionRows::Kind::events);
  // x = 1 + 0.5, vy = 3 rad/s × 0.5 m
  EXPECT_THAT(
      events.row(impact_at(scene, 1)),
      HasSubstr(
          "1.0,impact,floor,solved,1.5,2.0,0.0,0.1,1.5,3.0,open,0.25,-1.0,0.25,0.5,0.0,3.0,"));
}

TEST(MotionJson, OfAnEventHoldsTheResultOfItsImpact) {
  const Scene scene = ball_scene();
  const auto json =
      nlohmann::json::parse(to_json(scene, impact_at(scene, 1), 7, SimulationOptions{}));
  EXPECT_EQ(json["event"], "impact");
  EXPECT_EQ(json["contacts"][0], "floor");
  EXPECT_EQ(json["impact"]["problem"], 7);
  EXPECT_EQ(json["impact"]["contacts"][0]["u_after"]["n"], 0.5);
  EXPECT_EQ(json["bodies"][0]["x"], 1.5);
  EXPECT_EQ(json["energy"]["total"], 5);
}

TEST(MotionTable, KeepsTheFirstAndTheLastOfManyEvents) {
  const Scene scene = ball_scene();
  EventDigest events;
  for (int i = 0; i < 1000; ++i) events.add(impact_at(scene, i));
  EXPECT_EQ(events.count(), 1000);
  EXPECT_EQ(
      events.left_out() + static_cast<std::int64_t>(events.first().size() + events.last().size()),
      1000);
  const std::string text = motion_table(scene, {}, events, {.events = 1000, .impacts = 1000}, {});
  EXPECT_THAT(text, HasSubstr("\n1000   999  impact    floor    -1 → 0.5  0.25 → 0.25\n"));
  EXPECT_THAT(text, HasSubstr("976 more"));
}

TEST(MotionTable, SaysWhenTheEnergyDoesNotBalance) {
  const Scene scene = ball_scene();
  SimulationEnd end;
  EXPECT_EQ(ledger_objection(end), "");
  end.ledger_error = 2 * ledger_limit;
  EXPECT_THAT(motion_table(scene, {}, {}, end, {}), HasSubstr("the energy does not balance"));
}

TEST(MotionPicture, HasTheWayOfEveryBodyAndTheTermsThatAreNotZero) {
  const Scene scene = ball_scene();
  std::vector<MotionMoment> moments;
  for (int i = 0; i <= 100; ++i) {
    const MotionEvent event = event_at(scene, i, MotionEventKind::impact);
    moments.push_back({event.state, event.ledger, i == 50});
  }
  const MotionPicture picture = motion_picture(scene, moments);
  ASSERT_EQ(picture.bodies.size(), 1U);
  EXPECT_EQ(picture.bodies[0].centre.size(), 101U);
  EXPECT_EQ(picture.bodies[0].outlines.size(), 9U);
  EXPECT_EQ(picture.events, std::vector<double>{50});
  ASSERT_EQ(picture.energies.size(), 2U);
  EXPECT_EQ(picture.energies[1].name, "lost in impacts");
  EXPECT_EQ(picture.surfaces.size(), 1U);
  const std::string script = gnuplot_script(picture, PictureFormat::svg);
  EXPECT_THAT(script, HasSubstr("lost in impacts"));
  EXPECT_THAT(script, Not(HasSubstr("nan")));
}

TEST(MotionPicture, HoldsTheSurfacesNearByNameHatchedAndInFull) {
  Scene scene = ball_scene();
  scene.contacts[0].words.second = "table";
  const MotionPicture picture = motion_picture(scene, {{scene.state, {}, false}});
  // The ball is at y = 2 to 3 with a side of 1: the floor at y = 0 is too far away to be drawn.
  EXPECT_GT(picture.low.y(), 1);
  scene.state.q.y() = 0.5;
  const MotionPicture near = motion_picture(scene, {{scene.state, {}, false}});
  EXPECT_LT(near.low.y(), 0);
  ASSERT_EQ(near.surfaces.size(), 1U);
  EXPECT_EQ(near.surfaces[0].name, "table");
  EXPECT_EQ(near.surfaces[0].solid, Eigen::Vector2d(0, -1));
  const std::string script = gnuplot_script(near, PictureFormat::svg);
  EXPECT_THAT(script, HasSubstr("set label 'table' at "));
  EXPECT_THAT(script, HasSubstr("lw 3.5"));
  EXPECT_THAT(gnuplot_script(picture, PictureFormat::svg), Not(HasSubstr("set label 'table'")));
}

TEST(MotionPicture, LeavesRoomForTheNumbersOfANarrowOne) {
  const Scene scene = ball_scene();
  MotionPicture picture = motion_picture(scene, {{scene.state, {}, false}});
  picture.low = {-0.2, 0};
  picture.high = {0.2, 4};  // 400 pixels high: a metre has 100, a number along x needs 55
  EXPECT_THAT(gnuplot_script(picture, PictureFormat::svg),
              HasSubstr("set xtics 1\nset ytics 0.5\n"));
  picture.high = {6.4, 0.4};  // 660 pixels wide, as before
  EXPECT_THAT(gnuplot_script(picture, PictureFormat::svg),
              HasSubstr("set xtics 1\nset ytics 0.5\n"));
}

TEST(Plot, RoundNumbersAreOneTwoOrFiveTimesAPowerOfTen) {
  for (const double x : {1.0, 1.99, 2.0, 4.99, 5.0, 9.99, 0.03, 7e5, 1e-9}) {
    const double round = round_number(x);
    EXPECT_LE(round, x);
    EXPECT_GE(round, 0.4 * x);
  }
  EXPECT_EQ(round_number(4.99), 2);
  EXPECT_EQ(round_number(700), 500);
}

TEST(PictureGround, IsCutOffAtThePanelAndHatchedBehind) {
  const PicturePanel panel{{0, 0}, {10, 5}};
  const Polyline line = clipped(panel, {-100, 1}, {100, 1});
  EXPECT_TRUE(line.front().isApprox(Eigen::Vector2d(0, 1), 1e-12)) << line.front();
  EXPECT_TRUE(line.back().isApprox(Eigen::Vector2d(10, 1), 1e-12)) << line.back();
  const Polyline outside = clipped(panel, {-1, -7}, {1, -9});
  EXPECT_EQ(outside.front(), outside.back());
  const Polyline beside = clipped(panel, {-100, 6}, {100, 6});
  EXPECT_EQ(beside.front(), beside.back());
  const std::vector<Polyline> strokes = hatching(line, {0, -1}, 10);
  EXPECT_GT(strokes.size(), 40U);
  for (const Polyline& stroke : strokes) {
    EXPECT_EQ(stroke.front().y(), 1);
    EXPECT_LT(stroke.back().y(), 1);
  }
}

TEST(MotionPicture, OfOneMomentIsNotFlat) {
  const Scene scene = ball_scene();
  const MotionPicture picture = motion_picture(scene, {{scene.state, {}, false}});
  EXPECT_GT((picture.high - picture.low).minCoeff(), 0);
  EXPECT_THROW(motion_picture(scene, {}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
