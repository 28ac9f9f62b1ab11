#include "tests/impact/simultaneous_cases.hpp"
#include "tests/impact/turning_problems.hpp"

#include <carom/impact/energy_steps.hpp>
#include <carom/impact/resolve.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom {
namespace {

using ::testing::ElementsAre;
using testing::Random;
using K = EnergyStepKind;

std::vector<K> kinds_of(const ImpactResult& result) {
  std::vector<K> kinds;
  for (const EnergyStep& step : energy_steps(result)) kinds.push_back(step.kind);
  return kinds;
}

/// Every step starts where the one before ended; the last ends at the energy after the impact.
void expect_to_add_up(const ImpactResult& result) {
  const std::vector<EnergyStep> steps = energy_steps(result);
  ASSERT_FALSE(steps.empty());
  double level = result.energy.before.value_or(0);
  double size = level;
  for (const EnergyStep& step : steps) {
    EXPECT_EQ(step.start, level);
    EXPECT_EQ(step.end, step.start + step.change);
    level = step.end;
    size += std::abs(step.change);
  }
  const double end = result.energy.before ? result.energy.after.value() : result.energy.change;
  EXPECT_NEAR(level, end, 1e-10 * size) << law_of(result.law).name;  // of a row of many impacts
}

/// Kane and Levinson's double pendulum, e = 0.7, as in examples/kane_double_pendulum.yaml.
ImpactProblem kane_pendulum() {
  return {.contacts = {{.restitution = 0.7, .friction = 0.5, .static_friction = 0.51}},
          .dynamics = GeneralizedSpace{
              .mass = Eigen::MatrixXd{{16, 5.908846518073248}, {5.908846518073248, 4}},
              .velocity = Eigen::VectorXd{{-0.1, -0.2}},
              .rows = {{.tangent = Eigen::VectorXd{{1.8793852415718169, 1.7320508075688774}},
                        .normal = Eigen::VectorXd{{0.6840402866513374, 1}}}}}};
}

/// With Newton's law friction takes 0.1232 J, and the normal impulse gives nearly all of it back.
TEST(EnergySteps, ShowWhatNewtonsRestitutionGivesAndFrictionTakes) {
  const ImpactResult result = resolve(kane_pendulum(), LawId::newton);
  const auto steps = energy_steps(result);
  EXPECT_THAT(kinds_of(result), ElementsAre(K::compression, K::restitution, K::friction));
  EXPECT_NEAR(steps[0].change + steps[1].change, 0.1213, 5e-5);
  EXPECT_NEAR(steps[2].change, -0.1232, 5e-5);
  EXPECT_GT(steps[1].end, *result.energy.before);
  expect_to_add_up(result);
}

TEST(EnergySteps, AreTwoWhereTheLawHasNoPhases) {
  for (const LawId law : {LawId::whittaker, LawId::conventional}) {
    const ImpactResult result = resolve(kane_pendulum(), law);
    EXPECT_THAT(kinds_of(result), ElementsAre(K::normal, K::friction));
    expect_to_add_up(result);
  }
}

TEST(EnergySteps, BeginWithWhatAMovingSurfaceGives) {
  ImpactProblem problem = kane_pendulum();
  std::get<GeneralizedSpace>(problem.dynamics).rows[0].surface_velocity = {0.5, 2.0};
  const ImpactResult result = resolve(problem, LawId::stronge);
  EXPECT_THAT(kinds_of(result),
              ElementsAre(K::surface, K::compression, K::restitution, K::friction));
  EXPECT_EQ(energy_steps(result)[0].change, *result.energy.drive);
  expect_to_add_up(result);
}

TEST(EnergySteps, AddUpWithTheMoment) {
  Random random{41};
  for (int i = 0; i < 500; ++i) {
    const ImpactResult result = resolve(testing::random_mechanism(random), LawId::cataldo_sampaio);
    if (!has_answer(result.status)) continue;
    EXPECT_EQ(kinds_of(result).back(), K::moment);
    expect_to_add_up(result);
  }
}

TEST(EnergySteps, AddUpOverAllContacts) {
  Random random{42};
  for (const Simultaneous rule : {Simultaneous::together, Simultaneous::sequential})
    for (int i = 0; i < 100; ++i) {
      const ImpactProblem problem = testing::random_collisions(random, 3, 1, rule);
      for (const ImpactResult& result : resolve(problem, defined_laws(problem)))
        if (has_answer(result.status)) expect_to_add_up(result);
    }
  for (int i = 0; i < 200; ++i) {  // one collides, the others touch
    const ImpactProblem problem =
        testing::problem_of(testing::random_chain(testing::random_kind(random, 4), random));
    for (const ImpactResult& result : resolve(problem, defined_laws(problem)))
      if (has_answer(result.status)) expect_to_add_up(result);
  }
}

/// Where W is singular only the change of energy is known: levels are relative to the start.
TEST(EnergySteps, StartAtZeroWhereTheEnergyIsUnknown) {
  const ImpactProblem problem{
      .contacts = {{.restitution = 0.5, .friction = 0.0}},
      .dynamics = ContactSpace{Eigen::MatrixXd{{0, 0}, {0, 2}}, Eigen::VectorXd{{0, -1}}}};
  const ImpactResult result = resolve(problem, LawId::poisson);
  ASSERT_TRUE(has_answer(result.status));
  ASSERT_FALSE(result.energy.before);
  EXPECT_EQ(energy_steps(result)[0].start, 0);
  expect_to_add_up(result);
}

TEST(EnergySteps, AreNoneWithoutAnAnswer) {
  ImpactResult result = resolve(kane_pendulum(), LawId::newton);
  result.status = ImpactStatus::no_solution;
  EXPECT_TRUE(energy_steps(result).empty());
}

}  // namespace
}  // namespace carom
