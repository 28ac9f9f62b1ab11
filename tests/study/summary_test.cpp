#include <carom/study/sweep/summary.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr std::string_view falling_rod =
    "{law: [poisson, stronge], W: [[3, 0], [0, 1]], u: [1, -1], contacts: [{name: tip, "
    "restitution: "
    "0.5, friction: 0.1}]}";

SweepSummary summary_of(const SweepPlan& plan) {
  SweepCollection collection(plan);
  PointSolver solver(plan);
  for (std::uint64_t at = 0; at < plan.points; at += 7)
    collection.add(sweep_answers(plan, solver, at, std::min(plan.points, at + 7)));
  return collection.summary();
}

TEST(SweepSummary, KnowsTheSpreadOfFiveNumbers) {
  EXPECT_EQ(quantile({1, 2, 3, 4, 5}, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4, 5}, 0.05), 1.2);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4, 5}, 0.95), 4.8);
  EXPECT_EQ(quantile({7}, 0.95), 7);
}

/// p_n = (1 + e) of poisson on a diagonal W with u_n = -1: linear in e, which alone is drawn from [0, 1].
TEST(SweepSummary, SeesThatTheNormalImpulseFollowsRestitutionAndNotFriction) {
  const SweepPlan plan = plan_sweep(read_sweep(
      falling_rod, FileFormat::yaml,
      {.vary = {"contacts.tip.friction=uniform:0.1:0.2", "contacts.tip.restitution=uniform:0:1"},
       .columns = {"contacts.tip.impulse.n", "contacts.tip.mode"},
       .draws = 2000}));
  const SweepSummary summary = summary_of(plan);
  ASSERT_EQ(summary.spreads.size(), 2U);  // one column of numbers, two laws
  EXPECT_EQ(summary.spreads[0].count, 2000U);
  EXPECT_NEAR(summary.spreads[0].mean, 1.5, 0.03);
  EXPECT_NEAR(summary.spreads[0].deviation, 1 / std::sqrt(12.0), 0.01);
  EXPECT_NEAR(summary.spreads[0].p95, 1.95, 0.02);
  ASSERT_EQ(summary.influences.size(), 4U);
  EXPECT_EQ(summary.influences[0].input, "contacts.tip.restitution");
  EXPECT_NEAR(summary.influences[0].correlation, 1, 1e-12);
  EXPECT_NEAR(summary.influences[0].high - summary.influences[0].low, 0.9, 0.02);
  EXPECT_LT(std::abs(summary.influences[1].correlation), 0.1);
}

TEST(SweepSummary, CountsWordsAndLeavesOutRowsWithoutNumbers) {
  const SweepPlan plan = plan_sweep(read_sweep(
      falling_rod, FileFormat::yaml,
      {.vary = {"contacts.tip.friction=-1,0.1,0.2"}, .columns = {"contacts.tip.impulse.n"}}));
  const SweepSummary summary = summary_of(plan);
  EXPECT_EQ(summary.spreads[0].count, 2U);
  const auto errors =
      std::find_if(summary.words.begin(), summary.words.end(),
                   [](const WordCount& w) { return w.column == "status" && w.word == "error"; });
  ASSERT_NE(errors, summary.words.end());
  EXPECT_EQ(errors->count, 1U);
  EXPECT_TRUE(summary.influences.empty());
}

}  // namespace
}  // namespace carom
