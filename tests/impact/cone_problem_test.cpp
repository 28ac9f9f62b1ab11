/// The cone problem: its solver, its judge and the rule of equal compliance.
#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/cone/block.hpp>
#include <carom/impact/cone/judge.hpp>
#include <carom/impact/cone/solve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace carom::testing {
namespace {

cone::Problem compression_of(const several_spatial::System& system) {
  return {system.W, system.contacts, system.u,
          std::vector<cone::Condition>(system.contacts.size())};
}

BodySystem landing(double vx, double vy, double wz, double friction) {
  Eigen::VectorXd v(6);
  v << vx, vy, -1, 0, 0, wz;
  return flat_foot(v, friction, 0);
}

TEST(ConeSolver, AFootThatTranslatesKeepsASlideThatNoOrderOfCornersChanges) {
  const BodySystem foot = landing(.6, .2, 0, .3);
  const cone::Solution s = cone::solve(compression_of(foot.system));
  ASSERT_TRUE(s.found);
  EXPECT_TRUE(s.unique_velocity);
  EXPECT_FALSE(s.unique_impulse);
  const Eigen::VectorXd v = foot.velocity(s.p);
  EXPECT_NEAR(v[0], .31539501, 1e-8);
  EXPECT_NEAR(v[1], .10513167, 1e-8);
}

TEST(ConeSolver, AFootThatSpinsOrSticksStops) {
  for (const BodySystem& foot : {landing(0, 0, 8, .3), landing(.3, .1, 2, .8)}) {
    const cone::Solution s = cone::solve(compression_of(foot.system));
    ASSERT_TRUE(s.found);
    EXPECT_TRUE(s.unique_velocity);
    EXPECT_LE(foot.velocity(s.p).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(ConeSolver, AFootThatSlidesAndSpinsFollowsTheRuleAndNamesTheOthers) {
  const BodySystem foot = landing(.6, .2, 8, .3);
  const cone::Solution s = cone::solve(compression_of(foot.system));
  ASSERT_TRUE(s.found);
  EXPECT_FALSE(s.unique_velocity);
  const Eigen::VectorXd v = foot.velocity(s.p);
  EXPECT_NEAR(v[0], .38427479, 1e-8);
  EXPECT_NEAR(v[1], .13516343, 1e-8);
  EXPECT_NEAR(v[5], 3.12646515, 1e-8);
  std::vector<double> yaws;
  for (const cone::Answer& other : s.others) yaws.push_back(foot.velocity(other.p)[5]);
  std::sort(yaws.begin(), yaws.end());
  ASSERT_EQ(yaws.size(), 2u);
  EXPECT_NEAR(yaws[0], 2.97928, 1e-5);
  EXPECT_NEAR(yaws[1], 3.30274, 1e-5);
}

/// All 24 orders of the corners, tangents turned at each.
TEST(ConeSolver, NeitherTheOrderOfContactsNorTheTangentsDecideAboutASpinningFoot) {
  const BodySystem foot = landing(.6, .2, 8, .3);
  const Eigen::VectorXd w = cone::solve(compression_of(foot.system)).w;
  Random random{7};
  std::vector<int> order{0, 1, 2, 3};
  do {
    Eigen::MatrixXd P;
    const several_spatial::System other = reordered(foot.system, order, P);
    std::vector<double> angles(4);
    for (double& angle : angles) angle = random.uniform(-3, 3);
    const Eigen::MatrixXd T = turned_tangents(other, angles) * P;
    const cone::Solution s =
        cone::solve(compression_of(transformed(foot.system, T)), {.starts = 0, .sharing = false});
    ASSERT_TRUE(s.found);
    EXPECT_LE((T.transpose() * s.w - w).cwiseAbs().maxCoeff(), 1e-8);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ConeSolver, AnswersFeetAndBodiesToTheJudgesSatisfaction) {
  Random random{1};
  const auto count = scaled_count(1000);
  std::int64_t missed = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const several_spatial::System system = random_system(random, 2 + random.below(7), 1);
    const cone::Solution s =
        cone::solve(compression_of(system), {.starts = 0, .sharing = false, .enumerate = true});
    missed += s.found ? 0 : 1;
    if (s.found) {
      EXPECT_LE(s.residual, cone::accepted_residual);
    }
  }
  EXPECT_LE(static_cast<double>(missed), 0.005 * static_cast<double>(count));
}

/// A judge that everything pleases is none.
TEST(ConeJudge, RejectsEveryAnswerThatIsChanged) {
  const BodySystem foot = landing(.6, .2, 0, .3);
  const cone::Problem problem = compression_of(foot.system);
  const Eigen::VectorXd p = cone::solve(problem).p;
  EXPECT_LE(cone::residual(problem, p), 1e-12);
  for (Eigen::Index r = 0; r < p.size(); ++r) {
    Eigen::VectorXd other = p;
    other[r] += 1e-3;
    EXPECT_GT(cone::residual(problem, other), 1e-5) << r;
  }
  EXPECT_GT(cone::residual(problem, 0 * p), 1e-2);
  EXPECT_GT(cone::residual(problem, 2 * p), 1e-2);
}

/// Blocks by the secular equations: against the conditions themselves.
TEST(ConeBlock, SolvesOneContactExactlyUnderEveryRule) {
  Random random{3};
  for (int k = 0; k < 2000; ++k) {
    const Eigen::Matrix3d B = Eigen::Matrix3d::NullaryExpr([&]() { return random.uniform(-1, 1); });
    cone::Problem problem{
        B * B.transpose() + .05 * Eigen::Matrix3d::Identity(),
        contacts_of(1, 2, random.uniform(0, 1)),
        Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, .3)),
        std::vector<cone::Condition>(1)};
    problem.conditions[0].least = random.chance(.5) ? random.uniform(0, 1) : 0;
    if (random.chance(.2)) problem.conditions[0].normal = cone::NormalRule::given;
    const cone::Block block = cone::block_of(problem.W, problem.contacts[0]);
    const cone::BlockImpulse p =
        cone::solve_block(block, problem.conditions[0], problem.q.head<2>(), problem.q[2]);
    const Eigen::Vector3d stacked(p.t[0], p.t[1], p.n);
    EXPECT_LE(cone::residual(problem, stacked, 1e-3), 1e-9) << k;
  }
}

TEST(ConeSolver, AContactThatIsFarAwayChangesNothing) {
  const BodySystem foot = landing(.6, .2, 0, .3);
  several_spatial::System more = foot.system;
  more.W = Eigen::MatrixXd::Identity(15, 15);
  more.W.topLeftCorner(12, 12) = foot.system.W;
  more.u.conservativeResize(15);
  more.u.tail(3) << 1, 2, 3;
  more.contacts = contacts_of(5, 2, .3);
  const cone::Solution s = cone::solve(compression_of(foot.system));
  const cone::Solution t = cone::solve(compression_of(more));
  ASSERT_TRUE(t.found);
  EXPECT_LE((t.w.head(12) - s.w).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(t.p.tail(3), Eigen::Vector3d::Zero());
}

/// Stops, planar and spatial contacts side by side: each as if it were alone where W says so.
TEST(ConeSolver, ServesContactsWithoutWithOneAndWithTwoTangents) {
  cone::Problem problem;
  problem.W = Eigen::MatrixXd::Identity(6, 6);
  problem.W(4, 4) = 2;
  problem.contacts = {{0, 0, 0}, {1, 1, .5}, {3, 2, .25}};
  problem.q.resize(6);
  problem.q << -1, 1, -1, 3, 8, -2;
  problem.conditions.resize(3);
  const cone::Solution s = cone::solve(problem);
  ASSERT_TRUE(s.found);
  EXPECT_NEAR(s.p[0], 1, 1e-14);
  EXPECT_NEAR(s.p[1], -.5, 1e-14);
  EXPECT_NEAR(s.p[2], 1, 1e-14);
  EXPECT_NEAR(s.p.segment(3, 2).norm(), .5, 1e-14);
  EXPECT_NEAR(s.p[5], 2, 1e-14);
}

/// A contact that nothing drives keeps an impulse of rounding, whose own terms are no measure of it.
TEST(ConeJudge, MeasuresARowOfRoundingByTheLargestImpulse) {
  cone::Problem problem;
  problem.W = Eigen::Matrix2d::Identity();
  problem.q = Eigen::Vector2d(-1, 0);
  problem.contacts = {{.first = 0, .tangents = 0}, {.first = 1, .tangents = 0}};
  problem.conditions.resize(2);
  EXPECT_LT(cone::residual(problem, Eigen::Vector2d(1, -1e-32)), 1e-15);
  EXPECT_GT(cone::residual(problem, Eigen::Vector2d(1, -1e-6)), 1e-7);
}

}  // namespace
}  // namespace carom::testing
