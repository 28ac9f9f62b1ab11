// The text for lanes and the plain text of Routh's path give the same bits.
#include "random_problems.hpp"

#include <carom/core/planar/planar_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#if defined(__SSE2__)

namespace carom {
namespace {

using testing::Random;

/// The same bits, but that a zero has no sign.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a + 0.0) == std::bit_cast<std::uint64_t>(b + 0.0);
}

bool same(const PlanarImpact<double>& a, const PlanarImpact<double>& b) {
  return same(a.impulse.t, b.impulse.t) && same(a.impulse.n, b.impulse.n) &&
         same(a.u_after.t, b.u_after.t) && same(a.u_after.n, b.u_after.n) &&
         same(a.compression, b.compression) && a.mode == b.mode && a.status == b.status;
}

/// Problems of all scales whose W is regular, every tenth with a slip that stops just as compression or the impact ends.
testing::Problem regular_problem(Random& random, double decades) {
  testing::Problem p = testing::any_problem(random, decades);
  while (is_narrow(p.W) || !(p.u.n < 0)) p = testing::any_problem(random, decades);
  const double s = p.u.t < 0 ? -1 : 1;
  const double h = p.law.friction * p.W.tt - s * p.W.tn;
  const double k1 = p.W.nn - s * p.law.friction * p.W.tn;
  if (h > 0 && k1 > 0 && random.chance(0.1))
    p.u.t = s * (random.chance(0.5) ? 1 : 1 + p.law.restitution) * h * -p.u.n / k1;
  return p;
}

class EveryLaneRule : public ::testing::TestWithParam<Restitution> {};

TEST_P(EveryLaneRule, HasTheSameBitsInLanesAndInPlainText) {
  Random random{31};
  std::array<int, 8> seen{};
  const std::int64_t count = testing::scaled_count(3e5);
  for (std::int64_t i = 0; i < count; ++i) {
    testing::Problem p = regular_problem(random, i % 2 == 0 ? 0 : 20);
    p.law.rule = GetParam();
    const PlanarImpact<double> plain = detail::resolve_regular(p.W, p.u, p.law);
    ASSERT_TRUE(same(detail::quick_impact(p.W, p.u, p.law), plain))
        << "W " << p.W.tt << " " << p.W.tn << " " << p.W.nn << " u " << p.u.t << " " << p.u.n
        << " mu " << p.law.friction << " " << p.law.static_friction << " e " << p.law.restitution;
    ++seen[static_cast<std::size_t>(plain.mode)];
  }
  for (const ImpactMode mode :
       {ImpactMode::sliding, ImpactMode::stick_in_compression, ImpactMode::stick_in_restitution,
        ImpactMode::reverse_in_compression, ImpactMode::reverse_in_restitution})
    EXPECT_GT(seen[static_cast<std::size_t>(mode)], 0) << to_string(mode);
}

std::string name_of(const ::testing::TestParamInfo<Restitution>& info) {
  switch (info.param) {
    case Restitution::newton: return "newton";
    case Restitution::poisson: return "poisson";
    case Restitution::stronge: return "stronge";
  }
  return "";
}

INSTANTIATE_TEST_SUITE_P(LanePath, EveryLaneRule,
                         ::testing::Values(Restitution::newton, Restitution::poisson,
                                           Restitution::stronge),
                         name_of);

}  // namespace
}  // namespace carom

#endif
