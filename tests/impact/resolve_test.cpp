#include <carom/impact/resolve.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom {
namespace {

ImpactProblem contact_space(const Eigen::Matrix2d& W, const Eigen::Vector2d& u, Contact contact) {
  ImpactProblem problem;
  problem.contacts.push_back(std::move(contact));
  problem.dynamics = ContactSpace{W, u};
  return problem;
}

ImpactProblem rod(double u_t, double u_n, double mu, double e) {
  return contact_space(Eigen::Matrix2d{{2.5, -1.5}, {-1.5, 2.5}}, {u_t, u_n},
                       {.restitution = e, .friction = mu});
}

/// Kane & Levinson's double pendulum, Problem 14.6: rods of 2 m and 3 kg, 20° and 30°.
ImpactProblem double_pendulum(double e, double mu_s, double mu) {
  const double degree = std::acos(-1.0) / 180;
  const double q1 = 20 * degree;
  const double q2 = 30 * degree;
  const double D = 3 * 4 / 3.0;
  const double C = 3 * 4 / 2.0 * std::cos(q2 - q1);
  GeneralizedSpace space;
  space.mass = Eigen::Matrix2d{{4 * D, C}, {C, D}};
  space.velocity = Eigen::Vector2d(-0.1, -0.2);
  // End point (2 sin q1 + 2 sin q2, −2 cos q1 − 2 cos q2); the floor lies below it.
  space.rows.push_back({.tangent = Eigen::Vector2d(2 * std::cos(q1), 2 * std::cos(q2)),
                        .normal = Eigen::Vector2d(2 * std::sin(q1), 2 * std::sin(q2))});
  ImpactProblem problem;
  problem.contacts.push_back({.restitution = e, .friction = mu, .static_friction = mu_s});
  problem.dynamics = space;
  return problem;
}

std::string error_of(const ImpactProblem& problem, LawId law = LawId::poisson) {
  try {
    resolve(problem, law);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Resolve, ReproducesTheFormatsExample) {
  const ImpactResult r = resolve(rod(0.6, -1, 0.8, 1), LawId::poisson);
  const ContactResult& c = r.contacts[0];
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(c.mode, ImpactMode::stick_in_compression);
  EXPECT_EQ(c.outcome, Outcome::rebounds);
  EXPECT_EQ(r.slip_case, SlipCase::i);
  EXPECT_NEAR(c.impulse.t, 0.24, 1e-15);
  EXPECT_NEAR(c.impulse.n, 0.8, 1e-15);
  EXPECT_EQ(c.u_after.t, 0);
  EXPECT_NEAR(c.u_after.n, 0.64, 1e-15);
  EXPECT_NEAR(*c.work.normal_compression, -0.158857142857, 1e-12);
  EXPECT_NEAR(*c.work.normal_restitution, 0.128, 1e-15);
  EXPECT_NEAR(c.work.friction, -0.041142857143, 1e-12);
  EXPECT_NEAR(*c.effective.energetic, 0.897639, 1e-6);
  EXPECT_NEAR(*c.friction.to_end_without_slip, 0.365854, 1e-6);
  EXPECT_NEAR(*c.friction.to_stick, 0.6, 1e-15);
  EXPECT_NEAR(*r.energy.before, 0.2, 1e-15);
  EXPECT_NEAR(*r.energy.after, 0.128, 1e-15);
  EXPECT_NEAR(r.energy.change, -0.072, 1e-15);
  ASSERT_EQ(r.path.size(), 4u);
  EXPECT_EQ(r.path[1].kind, PathEventKind::slip_stops);
  EXPECT_NEAR(r.path[1].p[1], 0.171428571429, 1e-12);
  EXPECT_NEAR(r.path[1].u[1], -0.365714285714, 1e-12);
  EXPECT_EQ(r.path[2].u[1], 0);
}

TEST(Resolve, KanesPendulumLosesEnergyUnderPoissonAndGainsItUnderWhittaker) {
  const double poisson[] = {-0.10632322, -0.12130023, -0.12937594, -0.11915066};
  const double whittaker[] = {-0.032900117, 0.16342747, -0.11919935, 0.48892685};
  const double sets[4][3] = {{0.5, 0.25, 0.2}, {0.5, 0.5, 0.4}, {0.3, 0.5, 0.4}, {0.7, 0.51, 0.5}};
  for (int i = 0; i < 4; ++i) {
    const ImpactProblem problem = double_pendulum(sets[i][0], sets[i][1], sets[i][2]);
    EXPECT_NEAR(resolve(problem, LawId::poisson).energy.change, poisson[i], 1e-8);
    EXPECT_NEAR(resolve(problem, LawId::whittaker).energy.change, whittaker[i], 1e-8);
  }
}

TEST(Resolve, KineticEnergyChangesByTheContactWork) {
  const ImpactResult r = resolve(double_pendulum(0.7, 0.63, 0.5), LawId::poisson);
  EXPECT_EQ(r.contacts[0].mode, ImpactMode::stick_in_restitution);
  EXPECT_NEAR(*r.energy.after - *r.energy.before, r.energy.change, 1e-15);
  EXPECT_NEAR(*r.contacts[0].friction.to_hold_stick, 0.62340079, 1e-8);
}

TEST(Resolve, AMovingWallDrivesWithoutCreatingEnergy) {
  GeneralizedSpace space;
  space.mass = Eigen::Matrix2d::Identity();
  space.velocity = Eigen::Vector2d::Zero();
  space.rows.push_back({.tangent = Eigen::Vector2d(1, 0),
                        .normal = Eigen::Vector2d(0, 1),
                        .surface_velocity = {0.0, 2.0}});
  ImpactProblem problem;
  problem.contacts.push_back({.restitution = 0.5, .friction = 0.3});
  problem.dynamics = space;
  const ImpactResult r = resolve(problem, LawId::stronge);
  EXPECT_NEAR((*r.velocity_after)[1], 3, 1e-15);
  EXPECT_NEAR(r.energy.change, 4.5, 1e-15);
  EXPECT_NEAR(*r.energy.drive, 6, 1e-15);
  EXPECT_NEAR(r.energy.contact_work, -1.5, 1e-15);
}

TEST(Resolve, TakesRoundingOfProductsForZero) {
  GeneralizedSpace space;
  space.mass = Eigen::Matrix2d::Identity();
  space.velocity = Eigen::Vector2d(0.1, 0.3);
  space.rows.push_back({.tangent = Eigen::Vector2d(3, -1), .normal = Eigen::Vector2d(-1, -1)});
  ImpactProblem problem;
  problem.contacts.push_back({.restitution = 0, .friction = 1});
  problem.dynamics = space;
  EXPECT_NE(3 * 0.1 - 0.3, 0);
  EXPECT_EQ(resolve(problem, LawId::poisson).contacts[0].u_before.t, 0);
}

TEST(Resolve, ProjectsATouchingContact) {
  GeneralizedSpace space;
  space.mass = Eigen::Matrix2d::Identity();
  space.velocity = Eigen::Vector2d(1, -1e-6);
  space.rows.push_back({.tangent = Eigen::Vector2d(1, 0), .normal = Eigen::Vector2d(0, 1)});
  ImpactProblem problem;
  problem.contacts.push_back({.friction = 0.5, .touching = true});
  problem.dynamics = space;
  const ImpactResult r = resolve(problem, LawId::poisson);
  EXPECT_EQ(r.status, ImpactStatus::no_impact);
  EXPECT_EQ(r.contacts[0].u_before.n, 0);
  EXPECT_NEAR((*r.velocity_projection)[1], 1e-6, 1e-20);
  EXPECT_EQ((*r.velocity_after)[1], 0);
}

TEST(Resolve, NotesARestitutionThatATouchingContactDoesNotUse) {
  const Eigen::Matrix2d W{{2, 1}, {1, 1}};
  const auto notes = [&](double e) {
    return resolve(contact_space(W, {1, 0}, {.restitution = e, .friction = 0.3, .touching = true}),
                   LawId::poisson)
        .notes;
  };
  EXPECT_EQ(notes(0.5),
            std::vector<std::string>{"touching: restitution is not used where nothing collides"});
  EXPECT_TRUE(notes(0).empty());
  ImpactProblem jam = rod(-1, 0, 3, 0.5);
  jam.contacts[0].touching = true;
  EXPECT_EQ(resolve(jam, LawId::poisson).notes.back(),
            "touching: slip makes an impact of it, in which restitution acts");
}

TEST(Resolve, BrachGainsNothingFromAWallThatLeavesTheRangeOfASingularW) {
  GeneralizedSpace space;
  space.mass = Eigen::MatrixXd{{0.25}};
  space.velocity = Eigen::VectorXd{{0}};
  space.rows.push_back({.tangent = Eigen::VectorXd{{1}},
                        .normal = Eigen::VectorXd{{-1}},
                        .surface_velocity = {-1.8, 1}});
  for (const double e : {1.0, 0.9}) {
    ImpactProblem problem;
    problem.contacts.push_back({.restitution = e, .friction = 0.3});
    problem.dynamics = space;
    EXPECT_GT(resolve(problem, LawId::whittaker).energy.contact_work, 0);
    const ImpactResult r = resolve(problem, LawId::brach);
    EXPECT_EQ(r.status, ImpactStatus::solved);
    EXPECT_EQ(r.contacts[0].mode, ImpactMode::capped);
    EXPECT_NEAR(r.contacts[0].u_after.n, e, 1e-15);
    EXPECT_NEAR(r.contacts[0].u_after.t, 1.8 - (1 + e), 1e-15);  // W = 4 (1, −1)(1, −1)ᵀ
    EXPECT_NEAR(r.energy.contact_work, 0, 1e-15);
  }
}

TEST(Resolve, ScalingByPowersOfTwoChangesNoBit) {
  const Eigen::Matrix2d W{{2.5, -1.5}, {-1.5, 1.75}};
  const Eigen::Vector2d u(0.6, -1.1);
  for (const Law& law : laws()) {
    Contact contact{.restitution = 0.7, .friction = 0.3};
    if (law.id == LawId::impulse_ratio) contact.impulse_ratio = 0.1;
    if (law.keys.stiffness_ratio) continue;  // its frequencies are roots of W
    const ImpactResult plain = resolve(contact_space(W, u, contact), law.id);
    for (const int k : {-400, -60, 3, 200, 480}) {
      const double scale = std::ldexp(1.0, k);
      const ImpactResult r =
          resolve(contact_space(W * scale, u * std::ldexp(1.0, k / 2), contact), law.id);
      EXPECT_EQ(r.contacts[0].impulse.t, plain.contacts[0].impulse.t * std::ldexp(1.0, k / 2 - k));
      EXPECT_EQ(r.contacts[0].impulse.n, plain.contacts[0].impulse.n * std::ldexp(1.0, k / 2 - k));
      EXPECT_EQ(r.residual, plain.residual);
    }
  }
}

TEST(Resolve, RefusesAnImpulseThatNoDoubleHolds) {
  EXPECT_EQ(error_of(contact_space(Eigen::Matrix2d{{1e-300, 0}, {0, 1e-300}}, {0, -1e300},
                                   {.restitution = 0, .friction = 0})),
            "impulse: too large for a double; choose other units");
}

TEST(Resolve, ATinySeparationIsStillASeparation) {
  const ImpactResult r =
      resolve(contact_space(Eigen::Matrix2d{{6.5, 1.83}, {1.83, 8.25}}, {3.2e36, 6e-310},
                            {.restitution = 0.5, .friction = 50}),
              LawId::poisson);
  EXPECT_EQ(r.status, ImpactStatus::no_impact);
  EXPECT_EQ(r.contacts[0].u_after.n, 6e-310);
  EXPECT_EQ(r.contacts[0].outcome, Outcome::separates);
}

TEST(Resolve, RefusesATouchingContactThatCannotBeProjected) {
  EXPECT_EQ(error_of(contact_space(Eigen::Matrix2d{{32, 0}, {0, 2e-317}}, {0, 1},
                                   {.restitution = 0, .friction = 19, .touching = true})),
            "velocity: u does not fit into double numbers; choose other units");
}

TEST(Resolve, SolvesWhereFrictionIsBoundlessBesideTheMobility) {
  const ImpactResult r =
      resolve(contact_space(Eigen::Matrix2d{{13.25, 0}, {0, 2.3e-271}}, {8e-310, -3.7e-169},
                            {.restitution = 0.5, .friction = 0.5}),
              LawId::stronge);
  EXPECT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(r.contacts[0].mode, ImpactMode::stick_in_compression);
}

TEST(Resolve, NamesThePlaceOfEveryMistake) {
  const Eigen::Matrix2d W{{2.5, -1.5}, {-1.5, 2.5}};
  const Eigen::Vector2d u(0.6, -1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Contact fine{.restitution = 0.5, .friction = 0.5};
  EXPECT_EQ(error_of(rod(0.6, -1, 0.5, 1.3)), "contacts[0].restitution: 1.3 is outside [0, 1]");
  EXPECT_EQ(error_of(rod(0.6, -1, 0.5, nan)), "contacts[0].restitution: not a finite number");
  EXPECT_EQ(error_of(rod(0.6, -1, -0.5, 1)), "contacts[0].friction: -0.5 is negative");
  EXPECT_EQ(error_of(rod(nan, -1, 0.5, 1)), "u[0]: not a finite number");
  EXPECT_EQ(error_of(contact_space(W, u, {.restitution = 0.5})),
            "contacts[0].friction: missing; give the kinetic coefficient (write 0 to mean 0)");
  EXPECT_EQ(error_of(contact_space(W, u, {.friction = 0.5})),
            "contacts[0].restitution: missing; give a number from 0 to 1 (write 0 to mean 0)");
  EXPECT_EQ(
      error_of(contact_space(W, u, {.restitution = 0.5, .friction = 0.5, .static_friction = 0.4})),
      "contacts[0].static_friction: 0.4 is below friction 0.5");
  EXPECT_EQ(error_of(contact_space(Eigen::Matrix2d{{1, 2}, {2, 1}}, u, fine)),
            "W: not positive semidefinite: [[1, 2], [2, 1]]");
  EXPECT_EQ(error_of(contact_space(Eigen::Matrix2d{{1, 0.5}, {0.4, 1}}, u, fine)),
            "W: not symmetric, W[0][1] = 0.5 but W[1][0] = 0.4");
  EXPECT_EQ(error_of(contact_space(Eigen::Matrix2d{{1, 2}, {2, 4}}, u, fine)),
            "u: not in the range of the singular W; want u[0]/u[1] = 0.5");
  EXPECT_EQ(
      error_of(contact_space(W, u, {.restitution = 0.5, .friction = 0.4, .static_friction = 0.5}),
               LawId::brach),
      "contacts[0].static_friction: differs from friction, which the law brach does not take");
}

TEST(Resolve, KanesMassMatrixMustBePositiveDefinite) {
  ImpactProblem problem = double_pendulum(0.5, 0.5, 0.4);
  std::get<GeneralizedSpace>(problem.dynamics).mass(1, 1) = 0.1;
  EXPECT_EQ(error_of(problem), "mass: not positive definite");
}

TEST(Resolve, AllLawsAreThoseThatAreDefined) {
  EXPECT_EQ(defined_laws(rod(0.6, -1, 0.5, 1)).size(), 11u);
  EXPECT_EQ(defined_laws(double_pendulum(0.5, 0.5, 0.4)).size(), 5u);
  const ImpactProblem ratio = contact_space(
      Eigen::Matrix2d::Identity(), {0.5, -1},
      {.restitution = -0.2, .impulse_ratio = -0.1, .allow_negative_restitution = true});
  EXPECT_EQ(defined_laws(ratio), std::vector<LawId>{LawId::impulse_ratio});
}

TEST(Resolve, AnImpulseRatioThatIsNotGivenDefinesNoLawWhateverTheContactDoes) {
  for (const double u_n : {-1.0, 0.0, 1.0}) {
    const std::vector<LawId> defined = defined_laws(rod(0.6, u_n, 0.8, 1));
    EXPECT_EQ(std::count(defined.begin(), defined.end(), LawId::impulse_ratio), 0) << u_n;
  }
}

TEST(Resolve, WorkOfAPathHasItsThreePartsWhereNothingHappens) {
  for (const LawId law : {LawId::newton, LawId::cataldo_sampaio}) {
    const ContactWork work = resolve(rod(0.6, 1, 0.8, 1), law).contacts[0].work;
    EXPECT_EQ(work.normal_compression, 0);
    EXPECT_EQ(work.normal_restitution, 0);
  }
  EXPECT_FALSE(resolve(rod(0.6, 1, 0.8, 1), LawId::brach).contacts[0].work.normal_compression);
}

TEST(Resolve, ANegativeRestitutionLeavesTheContactApproaching) {
  Contact sideswipe{.restitution = -0.5, .impulse_ratio = -2};
  sideswipe.allow_negative_restitution = true;
  const auto problem = contact_space(Eigen::Matrix2d::Identity(), {1, -1}, sideswipe);
  EXPECT_EQ(resolve(problem, LawId::impulse_ratio).contacts[0].outcome, Outcome::approaches);
}

TEST(Resolve, RefusesATurningThatNoDoubleHolds) {
  ImpactProblem problem = double_pendulum(0.5, 0.5, 0.5);
  auto& space = std::get<GeneralizedSpace>(problem.dynamics);
  space.velocity = Eigen::Vector2d(-1e10, -2e10);
  space.rows[0].spin = Eigen::Vector2d(1e300, 1e300);
  EXPECT_EQ(error_of(problem, LawId::cataldo_sampaio),
            "mass: J M^-1 J^T does not fit into double numbers; choose other units");
  space.mass *= 1e300;
  EXPECT_EQ(error_of(problem, LawId::cataldo_sampaio),
            "velocity: u does not fit into double numbers; choose other units");
}

TEST(Resolve, SinglePendulumLocksOrHasNoSolution) {
  const ImpactProblem problem = contact_space(Eigen::Matrix2d{{0.81, 0.36}, {0.36, 0.16}},
                                              {-0.9, -0.4}, {.restitution = 0.5, .friction = 0.6});
  const ImpactResult poisson = resolve(problem, LawId::poisson);
  EXPECT_EQ(poisson.contacts[0].outcome, Outcome::sticks);
  EXPECT_EQ(poisson.slip_case, SlipCase::ii);
  EXPECT_FALSE(poisson.energy.before.has_value());
  const ImpactResult newton = resolve(problem, LawId::newton);
  EXPECT_EQ(newton.status, ImpactStatus::no_solution);
  EXPECT_EQ(newton.reason, NoSolution::rank_one);
  EXPECT_TRUE(newton.path.empty());
  EXPECT_FALSE(newton.contacts[0].friction.to_stick.has_value());
}

TEST(Resolve, SaysThatATangentialImpactIsAChoice) {
  const ImpactResult r = resolve(rod(-0.2, 0, 2, 0.5), LawId::poisson);
  EXPECT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_EQ(r.notes.size(), 2u);  // the choice, and that restitution returns more than was stored
  EXPECT_NEAR(*r.contacts[0].friction.to_stick, 5.0 / 3, 1e-15);
  EXPECT_FALSE(r.contacts[0].effective.kinematic.has_value());
}

TEST(Resolve, ListsTheOtherEndOfAnUndeterminedImpact) {
  const ImpactResult r = resolve(rod(-0.2, 0, 5.0 / 3, 0.5), LawId::poisson);
  EXPECT_EQ(r.status, ImpactStatus::undetermined);
  EXPECT_EQ(r.contacts[0].impulse.n, 0);
  ASSERT_EQ(r.alternatives.size(), 1u);
  EXPECT_NEAR(r.alternatives[0].p[1], 0.2 / (5.0 / 3 * 2.5 - 1.5), 1e-15);
}

}  // namespace
}  // namespace carom
