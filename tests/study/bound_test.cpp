// carom/io/scene/bound.hpp and carom/io/problem/bound.hpp: a point of a sweep against a file with the
// same numbers.
#include <carom/io/embedded.hpp>
#include <carom/io/problem/trees.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/tree/numbers.hpp>
#include <carom/study/sweep/point_solver.hpp>
#include <carom/study/sweep/table.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <source_folder.hpp>
#include <utility>

namespace carom {
namespace {

/// Scenes and problems of the examples, each with every number that can be varied. Springs take long, and how contacts
/// collide does not matter here: they collide together.
std::vector<TreeNode> example_problems() {
  std::vector<TreeNode> all;
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string name(file.name);
    const auto format = format_of(name);
    if (!format || name.find("examples/") != 0 || name.find("sweeps/") != std::string::npos)
      continue;
    if (name.find("motion/") != std::string::npos) continue;
    for (TreeNode& tree : problem_trees(file.text, *format)) {
      for (std::size_t i = 0; i < tree.keys.size(); ++i)
        if (tree.keys[i].text == "simultaneous" && tree.items[i].text == "springs")
          tree.items[i].text = "together";
      all.push_back(std::move(tree));
    }
  }
  return all;
}

/// The rows of a plan, each by a solver that has seen no other point.
std::string rows_of_fresh_solvers(const SweepPlan& plan) {
  std::string text;
  for (std::uint64_t i = 0; i < plan.points; ++i) {
    PointSolver fresh(plan);
    text += sweep_rows(plan, fresh, i, i + 1, RowFormat::csv);
  }
  return text;
}

/// The value in the file, one beside it, one that few numbers may have, and back.
std::string values_about(double x) { return fmt::format("{},{},-3,{}", x, x + 0.01, x); }

/// A solver sets numbers where they stand in the decoded problem; a fresh one decodes the whole.
TEST(Bound, ASetNumberIsTheSameAsADecodedOne) {
  std::size_t sweeps = 0;
  std::size_t rows = 0;
  for (const TreeNode& problem : example_problems()) {
    const std::vector<TreeNumber> numbers = numbers_of(problem);
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 5) {
      const auto vary = [&](const TreeNumber& x) { return x.path + "=" + values_about(x.value); };
      SweepPlan plan;
      try {
        plan =
            plan_sweep(read_sweep({problem}, {.vary = {vary(numbers[i]), vary(numbers[i + 1])}}));
      } catch (const std::invalid_argument&) {
        continue;  // no such sweep: numbers that only a motion has
      }
      ++sweeps;
      PointSolver solver(plan);
      const std::string together = sweep_rows(plan, solver, 0, plan.points, RowFormat::csv);
      rows += static_cast<std::size_t>(std::count(together.begin(), together.end(), '\n'));
      EXPECT_EQ(together, rows_of_fresh_solvers(plan))
          << numbers[i].path << " " << numbers[i + 1].path;
    }
  }
  EXPECT_GT(sweeps, 20U);
  EXPECT_GT(rows, 1000U);
}

/// A robot's file is read once; postures, velocities, materials and points of it are set afterwards.
TEST(Bound, ASetNumberOfARobotIsTheSameAsADecodedOne) {
  const std::filesystem::path file =
      source_folder() / "examples" / "robots" / "humanoid_heel_strike.yaml";
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto plan_of = [&](std::vector<std::string> vary) {
    return plan_sweep(read_sweep(text, FileFormat::yaml,
                                 {.source = file.string(),
                                  .vary = std::move(vary),
                                  .laws = std::vector<std::string>{"stronge"},
                                  .columns = {"energy.change", "contacts", "bodies"}}));
  };
  for (const std::vector<std::string>& vary :
       {std::vector<std::string>{"state.right knee[0]=-0.07,-0.1,-0.07",
                                 "contacts.heel.friction=0.6,0.1,-3"},
        std::vector<std::string>{"state.torso.velocity[0]=1.2,0,1.2",
                                 "contacts.heel.restitution=0.05,0.5"}}) {
    const SweepPlan plan = plan_of(vary);
    PointSolver solver(plan);
    const std::string together = sweep_rows(plan, solver, 0, plan.points, RowFormat::csv);
    EXPECT_NE(together.find("solved"), std::string::npos);
    EXPECT_EQ(together, rows_of_fresh_solvers(plan));
  }
}

/// Thresholds in space take further impacts; a sweep whose columns leave them out does without.
TEST(Bound, ThresholdsThatNoColumnReadsChangeNothingElse) {
  const TreeNode problem = [] {
    for (const EmbeddedFile& file : embedded_files())
      if (file.name == "examples/box_on_its_corner.yaml")
        return problem_trees(file.text, FileFormat::yaml).front();
    return TreeNode{};
  }();
  const auto rows_with = [&](std::vector<std::string> columns) {
    const SweepPlan plan = plan_sweep(read_sweep(
        {problem}, {.vary = {"contacts[0].friction=0.1:0.9:5"}, .columns = std::move(columns)}));
    PointSolver solver(plan);
    return std::pair(plan.thresholds, sweep_answers(plan, solver, 0, plan.points));
  };
  const auto [asked, whole] = rows_with({"energy.change", "contacts"});
  const auto [wanted, part] = rows_with({"energy.change"});
  EXPECT_TRUE(asked);
  EXPECT_FALSE(wanted);
  EXPECT_EQ(whole.columns[3].numbers, part.columns[3].numbers);  // variable, law, status, energy
}

/// Parts of a result that no column reads change nothing in those that one does.
TEST(Bound, WhatNoColumnReadsNeedNotBeWorkedOut) {
  std::size_t compared = 0;
  for (const TreeNode& problem : example_problems()) {
    if (!is_scene(problem)) continue;
    const std::vector<TreeNumber> numbers = numbers_of(problem);
    const auto plan_of = [&](std::vector<std::string> columns) {
      return plan_sweep(read_sweep(
          {problem}, {.vary = {numbers[0].path + "=" + fmt::format("{}", numbers[0].value)},
                      .columns = std::move(columns)}));
    };
    SweepPlan plan;
    try {
      plan = plan_of({"contacts", "energy", "velocity_after", "bodies", "note"});
    } catch (const std::invalid_argument&) {
      continue;
    }
    const SweepPlan few = plan_of({"contacts", "energy.change", "velocity_after", "note"});
    EXPECT_FALSE(few.parts.bodies);
    PointSolver all(plan);
    PointSolver some(few);
    const AnswerTable whole = sweep_answers(plan, all, 0, 1);
    const AnswerTable part = sweep_answers(few, some, 0, 1);
    const std::vector<RowColumn> names = sweep_columns(plan);
    const std::vector<RowColumn> few_names = sweep_columns(few);
    for (std::size_t i = 0; i < few_names.size(); ++i) {
      const auto same = std::find_if(names.begin(), names.end(), [&](const RowColumn& c) {
        return c.name == few_names[i].name;
      });
      ASSERT_NE(same, names.end());
      const AnswerColumn& other = whole.columns[static_cast<std::size_t>(same - names.begin())];
      for (std::size_t row = 0; row < part.rows; ++row) {
        if (!part.columns[i].is_number) continue;
        const double a = part.columns[i].numbers[row];
        const double b = other.numbers[row];
        EXPECT_TRUE(a == b || (a != a && b != b)) << few_names[i].name;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 200U);
}

}  // namespace
}  // namespace carom
