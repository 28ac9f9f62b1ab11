#include "motion_scenes.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

using testing::body_of;
using testing::contact_of;
using testing::free_bodies;
using testing::pi;
using testing::Seen;
using testing::watch;

/// A solid sphere thrown under a table, floor and table a metre apart.
Scene between_barriers(const Contact& material) {
  const double r = 0.1;
  Scene scene = free_bodies({body_of("ball", 1, 0.4 * r * r)}, {{0, 0.5, 0}}, {{1, -1, 0}});
  for (const bool floor : {true, false}) {
    scene.contacts.push_back(
        contact_of(floor ? "floor" : "table", {0, DiscFeature{{0, 0}, r}},
                   {world, EdgeFeature{{0, floor ? 0.0 : 1.0}, floor ? 0 : pi}}, {1, 0}));
    const std::string name = scene.contacts.back().material.name;
    scene.contacts.back().material = material;
    scene.contacts.back().material.name = name;
  }
  return testing::with_gravity(scene, {0, 0});
}

/// [Garwin1969]: it comes back after two bounces, v = 3/7, -31/49, -333/343 of what it had.
TEST(Superball, ComesBackFromUnderTheTable) {
  const Contact material{
      .restitution = 1, .friction = 10, .tangential_restitution = 1, .friction_recovery = 1};
  const Seen seen =
      watch(between_barriers(material), {.law = LawId::cataldo_sampaio, .duration = 3});
  ASSERT_GE(seen.end.impacts, 3) << seen.end.message;
  const double speed[] = {3.0 / 7, -31.0 / 49, -333.0 / 343};
  const double spin[] = {-10.0 / 7, 60.0 / 49, 130.0 / 343};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(seen.events[i + 1].state.v[0], speed[i], 1e-13);
    EXPECT_NEAR(0.1 * seen.events[i + 1].state.v[2], spin[i], 1e-13);
  }
  EXPECT_LT(seen.end.ledger_error, 1e-13);
}

/// Motions that keep no impacts take a short cut through the law: the same bits, the same events.
TEST(FreeBounce, GivesTheBitsOfTheFullResult) {
  const Contact rough{.restitution = 0.97, .friction = 0.3};
  const Contact rubber{.restitution = 0.9,
                       .friction = 0.8,
                       .tangential_restitution = 0.7,
                       .friction_recovery = 0.9,
                       .moment_compression = -0.1,
                       .moment_restitution = -0.2};
  for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker,
                          LawId::brach, LawId::cataldo_sampaio}) {
    const Scene scene = between_barriers(law == LawId::cataldo_sampaio ? rubber : rough);
    const Seen whole = watch(scene, {.law = law, .duration = 40});
    const Seen light = watch(scene, {.law = law, .duration = 40, .keep_impacts = false});
    ASSERT_EQ(whole.events.size(), light.events.size());
    EXPECT_GT(whole.end.impacts, 10);
    for (std::size_t i = 0; i < whole.events.size(); ++i) {
      ASSERT_EQ(whole.events[i].state.t, light.events[i].state.t) << i;
      ASSERT_EQ(whole.events[i].state.q, light.events[i].state.q) << i;
      ASSERT_EQ(whole.events[i].state.v, light.events[i].state.v) << i;
      ASSERT_EQ(whole.events[i].ledger.impacts, light.events[i].ledger.impacts) << i;
      ASSERT_FALSE(light.events[i].impact.has_value());
    }
    EXPECT_LT(light.end.ledger_error, 1e-13);
  }
}

}  // namespace
}  // namespace carom
