// Units: impact/held_rows.
#include "scene_text.hpp"

#include <carom/impact/held_rows.hpp>

#include <fmt/format.h>

#include <random>

namespace carom {
namespace {

constexpr std::array path_laws{LawId::newton, LawId::poisson, LawId::stronge};

/// A pinned arm strikes a table with its hand while its elbow rests on a support, around which it can only turn.
std::string arm(double hand_angle) {
  return fmt::format(R"(law: poisson
bodies:
  upper: {{rod: {{length: 0.4}}, mass: 2, angle_deg: -20, rate: 0}}
  fore: {{rod: {{length: 0.3}}, mass: 1.2, angle_deg: -35, rate: -2}}
  hand: {{rod: {{length: 0.15}}, mass: 0.4, angle_deg: {}, rate: -5}}
joints:
  shoulder: {{revolute: [world, upper.start]}}
  elbow: {{revolute: [upper.end, fore.start]}}
  wrist: {{revolute: [fore.end, hand.start]}}
surfaces: {{support: {{through: upper.end}}, table: {{through: hand.end}}}}
contacts:
  tip: {{between: [hand.end, table], restitution: 0.5, friction: 0.3}}
  rest: {{between: [upper.end, support], friction: 0.4}}
)",
                     hand_angle);
}

/// A chain of four pinned rods, the ends of the first two on supports of random slope.
std::string supported_chain(std::mt19937_64& random) {
  std::uniform_real_distribution<double> angle(-80, 80);
  std::uniform_real_distribution<double> unit(0, 1);
  std::string bodies;
  for (int i = 0; i < 4; ++i)
    bodies += fmt::format("  b{}: {{rod: {{length: {}}}, mass: {}, angle_deg: {}, rate: {}}}\n", i,
                          0.1 + 0.4 * unit(random), 0.3 + unit(random), angle(random),
                          i < 2 ? 0.0 : 6 * unit(random) - 3);
  return fmt::format(R"(law: poisson
bodies:
{}joints: {{j0: {{revolute: [world, b0.start]}}, j1: {{revolute: [b0.end, b1.start]}},
  j2: {{revolute: [b1.end, b2.start]}}, j3: {{revolute: [b2.end, b3.start]}}}}
surfaces: {{table: {{through: b3.end}}, s0: {{through: b0.end, angle_deg: {}}}, s1: {{through: b1.end}}}}
contacts:
  tip: {{between: [b3.end, table], restitution: {}, friction: {}}}
  r0: {{between: [b0.end, s0], friction: {}}}
  r1: {{between: [b1.end, s1], friction: {}}}
)",
                     bodies, angle(random) / 4, unit(random), unit(random), unit(random),
                     unit(random));
}

/// A velocity that only rounding can have left.
bool is_rounding(double u) { return u != 0 && std::abs(u) < 1e-10; }

TEST(HeldSupport, AnElbowThatCanOnlyTurnNeverSlides) {
  for (const LawId law : path_laws) {
    int changes = 0;
    double last = 0;
    for (int k = 0; k <= 64; ++k) {
      const ImpactResult r = resolve(scene_of(arm(-90 + 0.25 * k)), {law}).front().impact;
      ASSERT_EQ(r.status, ImpactStatus::solved);
      EXPECT_NE(r.contacts[1].outcome, Outcome::slides) << k;
      const double p_t = r.contacts[1].impulse.t;
      if (p_t * last < 0) ++changes;
      if (p_t != 0) last = p_t;
    }
    EXPECT_LE(changes, 1);
  }
}

TEST(HeldSupport, NoContactOfASupportedChainSlidesByRounding) {
  std::mt19937_64 random(20);
  for (int k = 0; k < 150; ++k) {
    const Scene scene = scene_of(supported_chain(random));
    for (const LawId law : path_laws) {
      const ImpactResult r = resolve(scene, {law}).front().impact;
      if (!has_answer(r.status)) continue;
      for (const ContactResult& c : r.contacts) {
        EXPECT_FALSE(is_rounding(c.u_after.t)) << k << " " << c.name << " " << c.u_after.t;
        EXPECT_FALSE(is_rounding(c.u_after.n)) << k << " " << c.name << " " << c.u_after.n;
      }
    }
  }
}

/// Projected onto the support, the elbow has no slip left, not even rounding.
TEST(HeldSupport, TouchingTakesTheSlipOfAHeldSupportToZero) {
  const std::string text =
      with(with(arm(-85), "angle_deg: -20, rate: 0", "angle_deg: -20, rate: 0.3"), "friction: 0.4}",
           "friction: 0.4, touching: true}");
  const ImpactResult r = resolve(scene_of(text), {LawId::stronge}).front().impact;
  EXPECT_EQ(r.contacts[1].u_before.t, 0);
  EXPECT_EQ(r.contacts[1].u_before.n, 0);
}

TEST(HeldRows, ARowIsHeldByTheRowsThatItIsTheSumOf) {
  const Eigen::MatrixXd J{{1, 2, 0}, {0, 1, 1}, {1, 3, 1}, {0, 0, 1}};
  const Eigen::MatrixXd W = J * J.transpose();
  EXPECT_TRUE(is_held(W, {0, 1}, 2));
  EXPECT_FALSE(is_held(W, {0}, 2));
  EXPECT_FALSE(is_held(W, {0, 1}, 3));
}

}  // namespace
}  // namespace carom
