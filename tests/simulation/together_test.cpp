#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::body_of;
using testing::box;
using testing::contact_of;
using testing::free_bodies;
using testing::Seen;
using testing::watch;

TEST(BoxLandingFlat, ReboundsFlat) {
  const Seen seen = watch(box(0.2, 0.1, {0, 0.6, 0}, {0, 0, 0}, {0.5, 0.4}), {.duration = 0.5});
  const MotionEvent* hit = seen.find(MotionEventKind::impact);
  ASSERT_NE(hit, nullptr);
  EXPECT_EQ(hit->contacts.size(), 2u);
  EXPECT_NEAR(hit->state.v[1], 0.5 * std::sqrt(2 * 9.81 * 0.5), 1e-12);
  EXPECT_NEAR(hit->state.v[2], 0, 1e-12);
}

TEST(BoxLandingFlat, ComesToRest) {
  const Seen seen = watch(box(0.2, 0.1, {0, 0.6, 0}, {0, 0, 0}, {0.5, 0.4}), {.duration = 3});
  EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
  EXPECT_EQ(seen.count(MotionEventKind::rests), 1);
  EXPECT_NEAR(seen.find(MotionEventKind::rests)->state.t, std::sqrt(2 * 0.5 / 9.81) * 3, 1e-9);
  EXPECT_LT(seen.end.state.v.norm(), 1e-13);
  EXPECT_LT(seen.end.ledger_error, 1e-11);
}

/// Equal balls in a row that touch: one after the other, or together.
TEST(NewtonsCradle, PassesTheBallOnOrShares) {
  for (const Simultaneous rule : {Simultaneous::sequential, Simultaneous::together}) {
    Scene scene = free_bodies({body_of("a", 1, 1), body_of("b", 1, 1), body_of("c", 1, 1)},
                              {{0, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}});
    for (int b = 0; b < 2; ++b)
      scene.contacts.push_back(contact_of("pair", {b, DiscFeature{{0, 0}, 0.5}},
                                          {b + 1, DiscFeature{{0, 0}, 0.5}}, {1, 0}));
    scene = testing::with_gravity(scene, {0, 0});
    const Seen seen = watch(scene, {.law = LawId::poisson, .simultaneous = rule, .duration = 2});
    EXPECT_EQ(seen.end.reason, StopReason::finished) << seen.end.message;
    if (rule == Simultaneous::sequential) {
      EXPECT_NEAR(seen.end.state.v[0], 0, 1e-13);
      EXPECT_NEAR(seen.end.state.v[6], 1, 1e-13);
    }
    EXPECT_NEAR(seen.end.state.v[0] + seen.end.state.v[3] + seen.end.state.v[6], 1, 1e-13);
    EXPECT_LT(seen.end.ledger_error, 1e-12);
  }
}

}  // namespace
}  // namespace carom
