/// The law cataldo_sampaio: the balls of the paper, bounce by bounce, and what the law takes.
#include "tests/impact/turning_problems.hpp"

#include <carom/impact/resolve.hpp>

#include <Eigen/LU>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace carom {
namespace {

using testing::cataldo_sampaio;
using testing::contact_space;
using ::testing::HasSubstr;
using testing::Random;
using testing::random_mechanism;

// --- the balls of the paper -------------------------------------------------------------------------

/// A ball of mass 1 kg and radius 0.1 m between two barriers; J = k m r².
struct Ball {
  double k = 0.4;
  Contact contact{};
  Eigen::Vector3d v{1, -1, 0};  ///< ẋ, ẏ, θ̇

  /// ẋ and r θ̇ after the next bounce, on the lower barrier first.
  Eigen::Vector2d bounce() {
    const double side = v.y() < 0 ? 1 : -1;
    ImpactProblem problem;
    problem.contacts = {contact};
    problem.dynamics =
        GeneralizedSpace{.mass = Eigen::Vector3d(1, 1, k * radius * radius).asDiagonal(),
                         .velocity = v,
                         .rows = {{.tangent = Eigen::Vector3d(side, 0, radius),
                                   .normal = Eigen::Vector3d(0, side, 0),
                                   .spin = Eigen::Vector3d(0, 0, 1)}}};
    const ImpactResult r = resolve(problem, cataldo_sampaio);
    EXPECT_EQ(r.status, ImpactStatus::solved);
    v = *r.velocity_after;
    return {v.x(), radius * v.z()};
  }
  static constexpr double radius = 0.1;
};

constexpr double disc = 0.5;
constexpr double solid_sphere = 0.4;
constexpr double hollow_ball = 2. / 3;

std::vector<double> speeds(Ball ball, int bounces) {
  std::vector<double> x;
  x.reserve(static_cast<std::size_t>(bounces));
  for (int i = 0; i < bounces; ++i) x.push_back(ball.bounce().x());
  return x;
}

const Contact table_tennis{.restitution = 1, .friction = 100};
const Contact superball{
    .restitution = 1, .friction = 100, .tangential_restitution = 1, .friction_recovery = 1};
const Contact with_moment{.restitution = 1,
                          .friction = 100,
                          .tangential_restitution = 1,
                          .friction_recovery = 1,
                          .moment_restitution = -0.5};

TEST(CataldoSampaio, WithoutTangentialRestitutionSlowsABallByAConstantFactor) {
  for (const auto& [k, factor] :
       {std::pair{disc, 1. / 3}, std::pair{solid_sphere, 3. / 7}, std::pair{hollow_ball, 0.2}}) {
    const std::vector<double> x = speeds({k, table_tennis}, 6);
    for (std::size_t i = 1; i < x.size(); ++i) EXPECT_NEAR(x[i], factor * x[i - 1], 1e-15);
  }
}

TEST(CataldoSampaio, BouncesASuperballBackAtTheSecondBarrier) {
  const std::vector<double> sphere = speeds({solid_sphere, superball}, 5);
  const std::array<double, 5> want{3. / 7, -31. / 49, -333. / 343, -0.1995, 0.7998};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(sphere[i], want[i], 1e-14);
  for (std::size_t i = 3; i < 5; ++i) EXPECT_NEAR(sphere[i], want[i], 5e-5);
  const std::vector<double> flat = speeds({disc, superball}, 3);
  EXPECT_NEAR(flat[0], 1. / 3, 1e-15);
  EXPECT_NEAR(flat[1], -7. / 9, 1e-14);
  EXPECT_NEAR(flat[2], -23. / 27, 1e-14);
}

/// [Garwin1969]: spin of the superball, rω after the first three bounces (counted as there).
TEST(CataldoSampaio, SpinsGarwinsSuperball) {
  Ball ball{solid_sphere, superball};
  const double energy = ball.v.x() * ball.v.x();
  for (const double want : {-10. / 7, 60. / 49, 130. / 343}) {
    const Eigen::Vector2d after = ball.bounce();
    EXPECT_NEAR(after.y(), want, 1e-14);
    EXPECT_NEAR(after.x() * after.x() + solid_sphere * after.y() * after.y(), energy, 1e-14);
  }
}

TEST(CataldoSampaio, WithAMomentABallComesBackAndLosesSpin) {
  const std::vector<double> sphere = speeds({solid_sphere, with_moment}, 5);
  const std::array<double, 5> want{.428571, -.224490, -.358601, -.118284, .103261};
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(sphere[i], want[i], 5e-7);
  // The disc's third bounce has no tangential impulse: there the law jumps, and sign(0) = 0 is meant.
  const std::vector<double> flat = speeds({disc, with_moment}, 3);
  EXPECT_NEAR(flat[2], -0.25, 1e-15);
  const std::vector<double> hollow = speeds({hollow_ball, with_moment}, 3);
  EXPECT_NEAR(hollow[0], 0.2, 1e-15);
  EXPECT_NEAR(hollow[1], -0.44, 1e-14);
  EXPECT_NEAR(hollow[2], -0.232, 1e-14);
}

// --- what it takes ----------------------------------------------------------------------------------

std::string refusal(const ImpactProblem& problem) {
  try {
    resolve(problem, cataldo_sampaio);
  } catch (const std::invalid_argument& objection) {
    return objection.what();
  }
  return "";
}

TEST(CataldoSampaio, NamesTheParametersThatItDoesNotTake) {
  const auto with = [](auto change) {
    Contact contact{.restitution = 0.5, .friction = 0.3};
    change(contact);
    return refusal(contact_space({1, 0, 1}, {1, -1}, contact));
  };
  EXPECT_EQ(with([](Contact& c) { c.moment_restitution = 0.5; }),
            "contacts[0].moment_restitution: 0.5 is outside [-1, 0]");
  EXPECT_EQ(with([](Contact& c) { c.moment_compression = -1.5; }),
            "contacts[0].moment_compression: -1.5 is outside [-1, 0]");
  EXPECT_EQ(with([](Contact& c) { c.tangential_restitution = 1.5; }),
            "contacts[0].tangential_restitution: 1.5 is outside [-1, 1]");
  EXPECT_EQ(with([](Contact& c) { c.friction_recovery = std::nan(""); }),
            "contacts[0].friction_recovery: nan is outside [0, 1]");
  EXPECT_EQ(
      with([](Contact& c) { c.static_friction = 0.4; }),
      "contacts[0].static_friction: differs from friction, which the law cataldo_sampaio does "
      "not take");
  EXPECT_EQ(with([](Contact& c) { c.moment_restitution = -0.5; }),
            "contacts[0].moment_restitution: W and u say nothing of turning; give -1, or mass, "
            "velocity and spin_row");
  EXPECT_EQ(with([](Contact& c) { c.moment_restitution = -1; }), "");
}

TEST(CataldoSampaio, AsksForTheSpinRowWhereAMomentActs) {
  Random random{40};
  ImpactProblem problem = random_mechanism(random);
  auto& rows = std::get<GeneralizedSpace>(problem.dynamics).rows[0];
  rows.spin = Eigen::Vector2d(0, 1);
  EXPECT_EQ(refusal(problem), "contacts[0].spin_row: has 2 entries; want 3");
  rows.spin = Eigen::Vector3d(0, 0, 0);
  EXPECT_THAT(refusal(problem), HasSubstr("contacts[0].spin_row: all zeros"));
  rows.spin.reset();
  EXPECT_EQ(
      refusal(problem),
      "contacts[0].spin_row: missing; moment_restitution needs the row of the relative rate of "
      "turning");
  problem.contacts[0].moment_restitution = -1;
  EXPECT_EQ(refusal(problem), "");
}

TEST(CataldoSampaio, IsAmongAllLawsWhereItsParametersMakeSense) {
  const auto defined = [](const Contact& contact) {
    const auto laws = defined_laws(contact_space({1, 0, 1}, {1, -1}, contact));
    return std::find(laws.begin(), laws.end(), cataldo_sampaio) != laws.end();
  };
  EXPECT_TRUE(defined({.restitution = 0.5, .friction = 0.3}));
  EXPECT_FALSE(defined({.restitution = 0.5, .friction = 0.3, .static_friction = 0.4}));
  EXPECT_FALSE(defined({.restitution = 0.5, .friction = 0.3, .moment_restitution = -0.5}));
}

TEST(CataldoSampaio, WarnsOfAMomentInCompression) {
  Random random{41};
  ImpactProblem problem = random_mechanism(random);
  problem.contacts[0].moment_compression = -0.9;
  const ImpactResult r = resolve(problem, cataldo_sampaio);
  ASSERT_FALSE(r.notes.empty());
  EXPECT_THAT(r.notes[0], HasSubstr("moment_compression is above -1"));
}

TEST(CataldoSampaio, GivesBothAnswersWhereThereAreTwo) {
  // W = B Bᵀ of rows with W_tn = 0.9, W_nm = −0.2; the moment alone would part the bodies.
  const Eigen::Matrix3d W{{1, 0.9, 0}, {0.9, 1, -0.2}, {0, -0.2, 1}};
  ImpactProblem problem;
  problem.contacts = {{.restitution = 0, .friction = 3, .moment_compression = 0}};
  problem.dynamics = GeneralizedSpace{.mass = W.inverse(),
                                      .velocity = Eigen::Vector3d(1, -0.5, 4),
                                      .rows = {{.tangent = Eigen::Vector3d::UnitX(),
                                                .normal = Eigen::Vector3d::UnitY(),
                                                .spin = Eigen::Vector3d::UnitZ()}}};
  const ImpactResult r = resolve(problem, cataldo_sampaio);
  EXPECT_EQ(r.status, ImpactStatus::undetermined);
  ASSERT_EQ(r.alternatives.size(), 1U);
  EXPECT_EQ(r.alternatives[0].p.size(), 3);
  EXPECT_GT(r.alternatives[0].u_after[0], 0);
  EXPECT_EQ(r.contacts[0].u_after.t, 0);
}

}  // namespace
}  // namespace carom
