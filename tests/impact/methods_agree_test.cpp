/// When the five laws of several contacts agree: what [HurmuzluMarghitu1994] concludes, and where it
/// holds (docs/errata.md, E-HM18).
#include "tests/impact/random_chains.hpp"

#include <carom/impact/resolve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {
namespace {

using testing::Chain;
using testing::ChainKind;
using testing::Random;
using testing::Role;

const std::vector<LawId> five{LawId::newton, LawId::poisson, LawId::stronge, LawId::whittaker,
                              LawId::brach};

/// How many chains all laws solve, and on how many of them the velocities differ.
struct Tally {
  int differ = 0;
  int of = 0;
};

/// Tallies by what the second contact does before the impact.
using Tallies = std::array<Tally, 4>;

std::size_t colliding(const Chain& chain) { return chain.roles[0] == Role::collides ? 0 : 1; }

bool all_solved(const std::vector<ImpactResult>& results) {
  return std::all_of(results.begin(), results.end(),
                     [](const ImpactResult& r) { return r.status == ImpactStatus::solved; });
}

bool slip_keeps_its_sign(const std::vector<ImpactResult>& results, std::size_t c) {
  return std::all_of(results.begin(), results.end(), [c](const ImpactResult& r) {
    return r.contacts[c].mode == ImpactMode::sliding &&
           r.contacts[c].u_after.t * r.contacts[c].u_before.t > 0;
  });
}

bool velocities_differ(const std::vector<ImpactResult>& results) {
  double worst = 0;
  for (const ImpactResult& r : results)
    for (std::size_t k = 0; k < r.contacts.size(); ++k) {
      const ContactVector& a = r.contacts[k].u_after;
      const ContactVector& b = results.front().contacts[k].u_after;
      worst = std::max({worst, std::abs(a.t - b.t), std::abs(a.n - b.n)});
    }
  return worst > 1e-9;  // rounding is below 1e-12, what differs is 1e-6 or more
}

/// Chains of two or three links with two contacts; `smooth`: without friction at the colliding one,
/// else those on which its slip keeps its sign under every law.
Tallies compare_laws(bool smooth, std::uint64_t seed, int count) {
  Random random{seed};
  Tallies tallies;
  for (int i = 0; i < count; ++i) {
    Chain chain =
        random_chain({.links = 2 + random.below(2), .contacts = 2, .most_friction = 1}, random);
    const std::size_t c = colliding(chain);
    if (smooth) chain.contacts[c].friction = 0;
    const auto results = resolve(testing::problem_of(chain), five);
    if (!all_solved(results) || (!smooth && !slip_keeps_its_sign(results, c))) continue;
    Tally& tally = tallies[static_cast<std::size_t>(chain.roles[1 - c])];
    tally.of += 1;
    tally.differ += velocities_differ(results) ? 1 : 0;
  }
  return tallies;
}

Tally of(const Tallies& tallies, Role role) { return tallies[static_cast<std::size_t>(role)]; }

TEST(MethodsAgree, WithoutFrictionAtTheCollisionIfTheOtherContactRests) {
  const Tallies tallies = compare_laws(true, 21, 5000);
  EXPECT_GT(of(tallies, Role::rests).of, 1500);
  EXPECT_EQ(of(tallies, Role::rests).differ, 0);
  EXPECT_GT(of(tallies, Role::slides).differ, of(tallies, Role::slides).of / 40);
  EXPECT_GT(of(tallies, Role::separates).differ, of(tallies, Role::separates).of / 40);
}

TEST(MethodsAgree, WhileSlipKeepsItsSignIfTheOtherContactRests) {
  const Tallies tallies = compare_laws(false, 22, 5000);
  EXPECT_GT(of(tallies, Role::rests).of, 800);
  EXPECT_EQ(of(tallies, Role::rests).differ, 0);
  EXPECT_GT(of(tallies, Role::slides).differ, of(tallies, Role::slides).of / 50);
}

}  // namespace
}  // namespace carom
