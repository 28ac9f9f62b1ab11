#include <carom/study/sweep/point_solver.hpp>
#include <carom/study/sweep/table.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace carom {
namespace {

constexpr std::string_view rod =
    "{law: [poisson, stronge], W: [[3, 0], [0, 1]], u: [1, -1], contacts: [{restitution: 0.5, "
    "friction: "
    "0.1}]}";

StatedSweep stated(std::vector<std::string> vary, std::optional<std::size_t> draws = {}) {
  return read_sweep(rod, FileFormat::yaml, {.vary = std::move(vary), .draws = draws});
}

TEST(SweepPlan, NumbersPointsSoThatTheLastVariableRunsFastestAndDrawsFasterStill) {
  const SweepPlan plan = plan_sweep(
      stated({"u[0]=1,2", "contacts[0].friction=uniform:0:1", "contacts[0].restitution=0:1:3"}, 4));
  ASSERT_EQ(plan.points, 24U);
  std::vector<double> values;
  std::set<double> draws;
  for (std::uint64_t point = 0; point < plan.points; ++point) {
    values_at(plan, point, values);
    EXPECT_EQ(values[0], point < 12 ? 1 : 2);
    EXPECT_EQ(values[2], 0.5 * static_cast<double>(point / 4 % 3));
    draws.insert(values[1]);
  }
  EXPECT_EQ(draws.size(), 4U) << "the same draws in every point";
}

TEST(SweepPlan, EveryChangeGivesAnotherIdentity) {
  std::set<std::string> identities;
  StatedSweep sweep = stated({"u[0]=0:1:3"});
  const auto insert = [&] { return identities.insert(plan_sweep(sweep).identity).second; };
  EXPECT_TRUE(insert());
  EXPECT_FALSE(insert());
  sweep.seed = 2;
  EXPECT_TRUE(insert());
  sweep.columns = {"energy"};
  EXPECT_TRUE(insert());
  sweep.law = LawChoice{.names = {LawId::stronge}};
  EXPECT_TRUE(insert());
  sweep.variables[0].b = 1 + 1e-15;
  EXPECT_TRUE(insert());
  sweep.problem.items[2].items[1].number = -2;
  EXPECT_TRUE(insert());
  sweep.variables[0].keys[0].factor = 2;
  EXPECT_TRUE(insert());
}

TEST(SweepPlan, AVariableHasTheUnitOfTheKeysThatItDrivesUnscaled) {
  const auto key = [](const char* unit, double factor) {
    return DrivenTreeKey{.key = {.unit = unit}, .factor = factor};
  };
  EXPECT_EQ(unit_of({key("rad", 1)}), "rad");
  EXPECT_EQ(unit_of({key("rad", -1), key("rad", 1)}), "rad");
  EXPECT_EQ(unit_of({key("rad", -1), key("rad", 2)}), "");
  EXPECT_EQ(unit_of({key("rad", 1), key("rad/s", 1)}), "");
}

TEST(SweepPlan, OneKeyFollowsOneVariable) {
  EXPECT_THROW(
      plan_sweep(read_sweep(
          fmt::format("{{problem: {}, vary: {{u[0]: {{values: [1]}}, twice: {{values: [1], "
                      "keys: {{u[0]: }}}}}}}}",
                      rod),
          FileFormat::yaml, {})),
      std::invalid_argument);
}

/// A solver remembers nothing of the points before: each row is what it would be alone.
TEST(SweepTable, APointDoesNotDependOnThoseBefore) {
  const SweepPlan plan = plan_sweep(stated({"contacts[0].friction=-0.5:1:40"}));
  PointSolver solver(plan);
  const std::string together = sweep_rows(plan, solver, 0, 40, RowFormat::csv);
  std::string alone;
  for (std::uint64_t i = 0; i < 40; ++i) {
    PointSolver fresh(plan);
    alone += sweep_rows(plan, fresh, i, i + 1, RowFormat::csv);
  }
  EXPECT_EQ(alone, together);
  EXPECT_NE(together.find(",error,"), std::string::npos);
}

}  // namespace
}  // namespace carom
