/// One contact whose W is singular, or nearly: every law, in contact space and by the rows of J.
#include <carom/impact/resolve.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace carom {
namespace {

const std::vector<LawId> laws_of_a_path{LawId::newton, LawId::poisson, LawId::stronge};

ImpactProblem given_W(const Eigen::Matrix2d& W, const Eigen::Vector2d& u, const Contact& contact) {
  return {.contacts = {contact}, .dynamics = ContactSpace{W, u}};
}

ImpactProblem by_rows(const Eigen::MatrixXd& mass, const Eigen::VectorXd& velocity,
                      const CoordinateRows& rows, const Contact& contact) {
  GeneralizedSpace space;
  space.mass = mass;
  space.velocity = velocity;
  space.rows.push_back(rows);
  return {.contacts = {contact}, .dynamics = space};
}

/// One coordinate, both rows 1, on a surface that makes u = (1, 0).
ImpactProblem slider_on_a_rising_surface(double friction) {
  return by_rows(Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Constant(1, 2),
                 {.tangent = Eigen::VectorXd::Ones(1),
                  .normal = Eigen::VectorXd::Ones(1),
                  .surface_velocity = {1, 2}},
                 {.restitution = 0.5, .friction = friction});
}

/// W = d dᵀ with d = (2, 1), u = −d: a single pendulum.
ImpactProblem single_pendulum(const Contact& contact) {
  return given_W(Eigen::Matrix2d{{4, 2}, {2, 1}}, {-2, -1}, contact);
}

/// Rows at an angle of some 10⁻⁶.
ImpactProblem nearly_parallel() {
  return by_rows(Eigen::Matrix2d{{1.3, 0.2}, {0.2, 0.9}}, Eigen::Vector2d(-1, 0.37),
                 {.tangent = Eigen::Vector2d(0.7, 0.2100007), .normal = Eigen::Vector2d(1.1, 0.33)},
                 {.restitution = 0.5, .friction = 2});
}

std::string all_notes(const ImpactResult& result) {
  std::string all;
  for (const std::string& note : result.notes) all += note + "\n";
  return all;
}

TEST(SingularContact, StaysWhereSlipNeitherCompressesNorStops) {
  for (const ImpactResult& r : resolve(slider_on_a_rising_surface(1), laws_of_a_path)) {
    EXPECT_EQ(r.status, ImpactStatus::undetermined);
    EXPECT_EQ(r.contacts[0].impulse.n, 0);
    EXPECT_TRUE(r.alternatives.empty());
  }
}

TEST(SingularContact, HasNoImpactWhereSlipCompressesWithoutEnd) {
  std::vector<LawId> laws = laws_of_a_path;
  laws.push_back(LawId::cataldo_sampaio);
  for (const ImpactResult& r : resolve(slider_on_a_rising_surface(2), laws)) {
    EXPECT_EQ(r.status, ImpactStatus::no_impact);
    EXPECT_EQ(r.contacts[0].u_after.t, 1);
    EXPECT_EQ(all_notes(r), "");
  }
}

TEST(SingularContact, WithoutNormalMobilityIsUndeterminedInSlip) {
  const auto problem =
      given_W(Eigen::Matrix2d{{2, 0}, {0, 0}}, {1, 0}, {.restitution = 0.5, .friction = 0.3});
  for (const LawId law : {LawId::newton, LawId::stronge, LawId::cataldo_sampaio})
    EXPECT_EQ(resolve(problem, law).status, ImpactStatus::undetermined);
}

TEST(SingularContact, LocksHoweverSmallItsVelocityIsBesideTheTermsOfIt) {
  for (const double rest : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const auto problem =
        by_rows(Eigen::Matrix2d::Identity(), Eigen::Vector2d(0.9, -0.3 - rest),
                {.tangent = Eigen::Vector2d(0.1, 0.3), .normal = Eigen::Vector2d(0.7, 2.1)},
                {.restitution = 0.5, .friction = 8});
    const ImpactResult r = resolve(problem, LawId::poisson);
    EXPECT_EQ(r.status, ImpactStatus::solved) << rest;
    EXPECT_EQ(r.contacts[0].outcome, Outcome::sticks) << rest;
  }
}

TEST(SingularContact, IsTakenFromARowThatIsParallelToTwelveDigitsOnly) {
  for (const double angle : {0.0, 1e-16, 1e-14, 1e-13}) {
    ImpactProblem problem = nearly_parallel();
    auto& space = std::get<GeneralizedSpace>(problem.dynamics);
    space.rows[0].tangent = Eigen::Vector2d(0.7, 0.7 * (0.3 + angle));
    EXPECT_EQ(resolve(problem, LawId::poisson).contacts[0].outcome, Outcome::sticks) << angle;
    EXPECT_EQ(resolve(problem, LawId::newton).reason, NoSolution::rank_one) << angle;
  }
}

/// The digits are those of exact fractions of the numbers given.
TEST(NearlySingularContact, KeepsItsDigitsFromTheRows) {
  const ImpactResult r = resolve(nearly_parallel(), LawId::poisson);
  const ContactResult& c = r.contacts[0];
  const double rounding = 1e-9;  // eps over the angle between the rows
  EXPECT_NEAR(c.impulse.n / 682910.7626953269, 1, rounding);
  EXPECT_NEAR(c.impulse.t / -1073143.6570362437, 1, rounding);
  EXPECT_NEAR(c.u_after.n / 3.0706862611639657e-07, 1, rounding);
  EXPECT_NEAR(r.energy.change, -0.6026549217231743, 1e-9);
}

TEST(NearlySingularContact, HasAnAnswerAtEveryAngleBetweenItsRows) {
  for (double angle = 1e-11; angle < 1; angle *= 3) {
    ImpactProblem problem = nearly_parallel();
    auto& space = std::get<GeneralizedSpace>(problem.dynamics);
    space.rows[0].tangent = Eigen::Vector2d(0.7, 0.7 * (0.3 + angle));
    const ImpactResult r = resolve(problem, LawId::poisson);
    ASSERT_EQ(r.status, ImpactStatus::solved) << angle;
    const double rounding = 4e-15 * r.contacts[0].impulse.n;
    const Eigen::VectorXd& v = *r.velocity_after;
    EXPECT_NEAR(space.rows[0].tangent->dot(v), r.contacts[0].u_after.t, rounding + 1e-10) << angle;
    EXPECT_NEAR(space.rows[0].normal.dot(v), r.contacts[0].u_after.n, rounding + 1e-10) << angle;
    EXPECT_NEAR(*r.energy.after - *r.energy.before, r.energy.change, rounding + 1e-10) << angle;
  }
}

TEST(NearlySingularContact, EndsAtOnePointUnderEveryLawThatSticks) {
  const auto problem = given_W(Eigen::Matrix2d{{8.369806420052251, -1.4168959185250798},
                                               {-1.4168959185250798, 0.239861466703382}},
                               {0.49427628826240483, -0.7011090097246393},
                               {.restitution = 0, .friction = 0.8361771499408442});
  const ImpactResult newton = resolve(problem, LawId::newton);
  EXPECT_NEAR(newton.contacts[0].impulse.n / 1264662411202.4639, 1, 1e-14);
  for (const LawId law :
       {LawId::whittaker, LawId::conventional, LawId::brach, LawId::cataldo_sampaio}) {
    const ImpactResult r = resolve(problem, law);
    EXPECT_NEAR(r.contacts[0].impulse.n / newton.contacts[0].impulse.n, 1, 1e-14);
    EXPECT_NEAR((*r.energy.after - *r.energy.before) / r.energy.change, 1, 1e-14);
  }
}

TEST(SingularContact, SticksFromTheFrictionOnWithWhichItsLawHasAnAnswer) {
  for (const double friction : {0.3, 0.6}) {
    const ImpactProblem elastic = single_pendulum({.restitution = 0.5, .friction = friction});
    const ImpactProblem plastic = single_pendulum({.restitution = 0, .friction = friction});
    for (const LawId law : laws_of_a_path) {
      const auto threshold = resolve(elastic, law).contacts[0].friction.to_stick;
      EXPECT_EQ(threshold.has_value(), law == LawId::poisson);
      EXPECT_EQ(threshold.value_or(0.5), 0.5);
      EXPECT_EQ(resolve(plastic, law).contacts[0].friction.to_stick, 0.5);
    }
  }
  for (const LawId law : laws_of_a_path)
    EXPECT_FALSE(resolve(slider_on_a_rising_surface(0.5), law).contacts[0].friction.to_stick);
}

TEST(SingularContact, SaysOfTwoPhasesThatVelocitiesDependOnTheImpulseChosen) {
  const ImpactResult r =
      resolve(single_pendulum({.restitution = 0.5, .friction = 0.3}), LawId::cataldo_sampaio);
  EXPECT_EQ(r.status, ImpactStatus::undetermined);
  EXPECT_EQ(all_notes(r).find("velocities are unique"), std::string::npos);
}

TEST(SingularContact, HasACriticalRatioOnlyWhereItCanEndAtRest) {
  const auto by_share = [](double e, double share) {
    return resolve(single_pendulum({.restitution = e, .critical_fraction = share}),
                   LawId::impulse_ratio);
  };
  for (const double share : {0.0, 0.5, 1.0}) {
    const ContactResult c = by_share(0, share).contacts[0];
    EXPECT_EQ(c.outcome, Outcome::sticks);
    EXPECT_EQ(c.impulse.t, 2 * share * c.impulse.n);  // of the least, p ∥ d
  }
  EXPECT_EQ(by_share(0.5, 0).contacts[0].u_after.t, 1);
  const ImpactResult none = by_share(0.5, 0.5);
  EXPECT_EQ(none.reason, NoSolution::rank_one);
  EXPECT_NE(all_notes(none).find("no critical ratio"), std::string::npos);
}

/// W = (3, 1)(3, 1)ᵀ, u = −(3, 1), and μ below W_tn/W_tt = 1/3 by 3e-14 only: p is large, u⁺ = (1.5, 0.5) all the same.
TEST(SingularContact, KeepsItsDigitsCloseToTheFrictionThatHoldsIt) {
  for (const LawId law : {LawId::newton, LawId::whittaker, LawId::brach}) {
    const ImpactResult r = resolve(given_W(Eigen::Matrix2d{{9, 3}, {3, 1}}, {-3, -1},
                                           {.restitution = 0.5, .friction = 0.3333333333333}),
                                   law);
    const bool path = law == LawId::newton;
    const double p_n = path ? 5001221129784.505 : 15003663389352.014;  // in fractions
    EXPECT_NEAR(r.contacts[0].impulse.n, p_n, 1e-15 * p_n);
    EXPECT_DOUBLE_EQ(r.contacts[0].u_after.t, 1.5);
    EXPECT_DOUBLE_EQ(r.contacts[0].u_after.n, 0.5);
    EXPECT_DOUBLE_EQ(r.energy.contact_work, -0.375);
  }
}

TEST(SingularContact, NamesNoThresholdWhereRoundingAloneWouldGiveOne) {
  const ImpactResult r =
      resolve(by_rows(Eigen::Matrix2d{{2, 1}, {1, 3}}, Eigen::Vector2d(-1, 1),
                      {.tangent = Eigen::Vector2d(-1, 2), .normal = Eigen::Vector2d(2, -2)},
                      {.restitution = 0, .friction = 1.0 / 3, .static_friction = 5.0 / 6}),
              LawId::newton);
  EXPECT_FALSE(r.contacts[0].friction.to_end_without_slip);
  EXPECT_FALSE(r.contacts[0].friction.to_stick);

  const ImpactResult uncoupled =
      resolve(by_rows(Eigen::Matrix2d{{6, -2}, {-2, 2}}, Eigen::Vector2d(0, 1),
                      {.tangent = Eigen::Vector2d(2, -2), .normal = Eigen::Vector2d(-1, 0)},
                      {.restitution = 1, .friction = 0.2}),
              LawId::newton);
  EXPECT_EQ(*uncoupled.contacts[0].friction.to_hold_stick, 0);
  EXPECT_FALSE(uncoupled.contacts[0].friction.to_end_without_slip);
}

}  // namespace
}  // namespace carom
