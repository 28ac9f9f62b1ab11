#include "motion_scenes.hpp"

#include "multibody/random_mechanisms.hpp"
#include "random_problems.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::body_of;
using testing::contact_of;
using testing::floor_side;
using testing::free_bodies;
using testing::pi;
using testing::Random;
using testing::Seen;
using testing::watch;

testing::Material random_material(Random& random) {
  const double e = random.chance(0.2) ? 0 : random.chance(0.2) ? 1 : random.uniform(0, 1);
  return {e, random.chance(0.2) ? 0 : random.uniform(0, 1.2)};
}

/// Boxes and discs thrown into a valley, between two discs each a contact, sometimes with a spring.
Scene random_scene(Random& random) {
  const int n = 1 + random.below(3);
  std::vector<Body> bodies;
  std::vector<Eigen::Vector3d> q;
  std::vector<Eigen::Vector3d> v;
  for (int b = 0; b < n; ++b) {
    bodies.push_back(body_of("body", random.uniform(0.3, 3), random.uniform(0.005, 0.05)));
    q.emplace_back(1.0 * b, random.uniform(0.6, 1.5), random.uniform(-3, 3));
    v.emplace_back(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-8, 8));
  }
  Scene scene = free_bodies(bodies, q, v);
  std::vector<bool> round;
  for (int b = 0; b < n; ++b) {
    round.push_back(random.chance(0.5));
    for (const double slope : {-0.3, 0.2}) {
      const ContactSide ground{world, EdgeFeature{{0.5, -0.5}, slope}};
      const testing::Material material = random_material(random);
      if (round.back())
        scene.contacts.push_back(
            contact_of("disc", {b, DiscFeature{{0, 0}, 0.2}}, ground, material));
      for (int corner = 0; !round.back() && corner < 4; ++corner)
        scene.contacts.push_back(contact_of(
            "corner", {b, PointFeature{{corner % 2 ? 0.2 : -0.2, corner / 2 ? 0.1 : -0.1}}}, ground,
            material));
    }
  }
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b)
      if (round[static_cast<std::size_t>(a)] && round[static_cast<std::size_t>(b)])
        scene.contacts.push_back(contact_of("pair", {a, DiscFeature{{0, 0}, 0.2}},
                                            {b, DiscFeature{{0, 0}, 0.2}},
                                            random_material(random)));
  return scene;
}

TEST(RandomScenes, KeepTheirLedgerAndStayApart) {
  Random random{501};
  int finished = 0;
  const int scenes = 60;
  for (int i = 0; i < scenes; ++i) {
    const Scene scene = random_scene(random);
    const Seen seen = watch(scene, {.duration = 2, .sample_interval = 0.02, .most_events = 20000});
    finished += seen.end.reason == StopReason::finished ? 1 : 0;
    // A law may have no answer to several contacts; then the motion ends there and says so.
    EXPECT_TRUE(seen.end.reason == StopReason::finished ||
                seen.end.reason == StopReason::no_solution)
        << i << " " << to_string(seen.end.reason) << ": " << seen.end.message;
    EXPECT_LT(seen.end.ledger_error, 1e-9) << i;
    for (const MotionSample& s : seen.samples)
      ASSERT_GT(s.gap.minCoeff(), -1e-10) << i << " at " << s.state.t;
  }
  EXPECT_GT(finished, scenes * 9 / 10);
}

/// Boxes whose corners hop within the hops of the others: series within series, which rounding would keep alive.
TEST(RandomScenes, HopsWithinHopsComeToRest) {
  for (const unsigned seed : {1598U, 1614U, 1707U, 1757U, 1871U, 1965U, 2447U, 2881U}) {
    Random random{seed};
    const Seen seen = watch(random_scene(random), {.duration = 2, .most_events = 2000});
    EXPECT_EQ(seen.end.reason, StopReason::finished) << seed << ": " << seen.end.message;
    EXPECT_LT(seen.end.ledger_error, 1e-9) << seed;
  }
}

/// Trees with springs, dampers, efforts and rotors above a floor for each body, with stops in their joints.
Scene random_mechanism(Random& random) {
  const testing::Mechanism m = testing::random_tree(random, 1 + random.below(4));
  Scene scene;
  scene.model = m.model;
  scene.state = m.state;
  const Kinematics k = kinematics(m.model, m.state);
  for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b) {
    const Eigen::Vector2d point = testing::random_point(random, 0.5);
    const double floor = point_position(k, b, point).y() - random.uniform(0.05, 1);
    const testing::Material material = random_material(random);
    scene.contacts.push_back(contact_of("point", {b, PointFeature{point}},
                                        {world, EdgeFeature{{0, floor}, 0}}, material));
    if (coordinates(m.model.joint(b).kind) != 1) continue;
    SceneContact stop;
    stop.geometry = JointStop{b, m.state.q[m.model.first_coordinate(b)] + 0.7, true};
    stop.material.name = "stop";
    stop.material.restitution = material.restitution;
    scene.contacts.push_back(stop);
  }
  return scene;
}

TEST(RandomMechanisms, KeepTheirLedgerAndStayApart) {
  Random random{503};
  for (int i = 0; i < 60; ++i) {
    const Seen seen = watch(random_mechanism(random), {.duration = 2, .sample_interval = 0.02});
    EXPECT_TRUE(seen.end.reason == StopReason::finished ||
                seen.end.reason == StopReason::no_solution)
        << i << " " << to_string(seen.end.reason) << ": " << seen.end.message;
    EXPECT_LT(seen.end.ledger_error, 1e-9) << i;
    for (const MotionSample& s : seen.samples)
      ASSERT_GT(s.gap.minCoeff(), -1e-10) << i << " at " << s.state.t;
  }
}

}  // namespace
}  // namespace carom
