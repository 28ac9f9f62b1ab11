/// Several contacts in space from problem to result: stages, together, springs, one after the other.
#include "tests/impact/random_chains.hpp"
#include "tests/impact/simultaneous_cases.hpp"
#include "tests/impact/stated_systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace carom::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr LawId path_laws[] = {LawId::newton, LawId::poisson, LawId::stronge};

/// The impulse of all contacts, stacked.
Eigen::VectorXd impulse_of(const ImpactResult& r) { return r.path.back().p; }

bool has_event(const ImpactResult& r, PathEventKind kind) {
  return std::any_of(r.path.begin(), r.path.end(),
                     [&](const PathEvent& e) { return e.kind == kind; });
}

Eigen::VectorXd six(double vx, double vy, double vz, double wx, double wy, double wz) {
  Eigen::VectorXd v(6);
  v << vx, vy, vz, wx, wy, wz;
  return v;
}

TEST(SeveralInSpace, AFlatFootCompressesAndReboundsAsPrinted) {
  const auto lands = [](const Eigen::VectorXd& v, double mu, double e, const Eigen::VectorXd& after,
                        ImpactStatus status) {
    const BodySystem foot = flat_foot(v, mu, e);
    const ImpactResult r = resolve(stated(foot.system, Simultaneous::together), LawId::poisson);
    EXPECT_EQ(r.status, status);
    EXPECT_LE(r.residual, 1e-9);
    EXPECT_LE((foot.velocity(impulse_of(r)) - after).cwiseAbs().maxCoeff(), 2e-8);
    return r.energy.contact_work;
  };
  const auto solved = ImpactStatus::solved;
  const auto undetermined = ImpactStatus::undetermined;
  lands(six(.6, .2, -1, 0, 0, 0), .3, 0, six(.31539501, .10513167, 0, 0, 0, 0), solved);
  lands(six(0, 0, -1, 0, 0, 8), .3, 0, six(0, 0, 0, 0, 0, 0), solved);
  lands(six(.6, .2, -1, 0, 0, 8), .3, 0, six(.38427479, .13516343, 0, 0, 0, 3.12646515),
        undetermined);
  lands(six(.3, .1, -1, 0, 0, 2), .8, 0, six(0, 0, 0, 0, 0, 0), solved);
  EXPECT_NEAR(
      lands(six(.6, .2, -1, 0, 0, 0), .3, .5, six(.17309252, .05769751, .5, 0, 0, 0), solved),
      -.558355, 1e-6);
  EXPECT_NEAR(lands(six(.6, .2, -1, 0, 0, 8), .3, .5,
                    six(.25950354, .09471609, .5, -.24087148, .20290387, 1.38342628), undetermined),
              -.666055, 1e-6);
}

TEST(SeveralInSpace, TheSpinningFootHasAlternativesThatSpareACorner) {
  const BodySystem foot = flat_foot(six(.6, .2, -1, 0, 0, 8), .3, 0);
  const ImpactResult r = resolve(stated(foot.system, Simultaneous::together), LawId::stronge);
  ASSERT_FALSE(r.alternatives.empty());
  EXPECT_THAT(r.notes, Contains(HasSubstr("share")));
  const bool spared =
      std::any_of(r.alternatives.begin(), r.alternatives.end(), [&](const Alternative& other) {
        return std::abs(foot.velocity(other.p)[5] - 2.97928) < 1e-5 ||
               std::abs(foot.velocity(other.p)[5] - 3.30274) < 1e-5;
      });
  EXPECT_TRUE(spared);
}

TEST(SeveralInSpace, ABlockOnAnEdgeFollowsItsPrintedPaths) {
  const auto ends = [](double mu, const Eigen::Vector3d& u, double work) {
    const ImpactResult r = resolve(stated(block_on_an_edge(mu).system), LawId::stronge);
    ASSERT_EQ(r.status, ImpactStatus::solved);
    EXPECT_LE(r.residual, 1e-10);
    const ContactVector& after = r.contacts[0].u_after;
    EXPECT_LE((Eigen::Vector3d(after.t, after.t2, after.n) - u).cwiseAbs().maxCoeff(), 2e-9);
    EXPECT_NEAR(r.energy.contact_work, work, 2e-9);
  };
  ends(.1, {-.487473361, .96506871, 1.097425695}, -.906993593);
  ends(.3, {-.230551781, .402594514, .907080415}, -1.029708097);
  ends(.6, {0, 0, .751822301}, -1.023203039);
}

TEST(SeveralInSpace, TheBlocksEventsModesAndThresholdsAreNamed) {
  const ImpactResult slides = resolve(stated(block_on_an_edge(.1).system), LawId::stronge);
  EXPECT_NEAR(slides.contacts[1].u_after.n, .577659618, 1e-9);
  EXPECT_EQ(slides.contacts[0].outcome, Outcome::rebounds);
  ASSERT_TRUE(slides.contacts[0].friction.to_hold_stick);
  EXPECT_NEAR(*slides.contacts[0].effective.energetic, .7, 1e-9);
  const ImpactResult leaves = resolve(stated(block_on_an_edge(.3).system), LawId::stronge);
  EXPECT_TRUE(has_event(leaves, PathEventKind::detaches));
  EXPECT_EQ(leaves.contacts[1].mode, ImpactMode::detached);
  const ImpactResult sticks = resolve(stated(block_on_an_edge(.6).system), LawId::stronge);
  EXPECT_TRUE(has_event(sticks, PathEventKind::slip_stops));
  EXPECT_EQ(sticks.contacts[0].u_after.t, 0);
  EXPECT_EQ(sticks.contacts[0].mode, ImpactMode::stick_in_compression);
}

TEST(SeveralInSpace, RatesWithoutBoundAreNamed) {
  const ImpactResult r = resolve(stated(block_on_an_edge(1).system), LawId::stronge);
  EXPECT_EQ(r.status, ImpactStatus::no_solution);
  EXPECT_EQ(r.reason, NoSolution::rate_diverges);
  EXPECT_THAT(r.notes, Contains(HasSubstr("without bound")));
}

/// Moving a contact's surface is another origin of velocities: the same impulse, and drive.
TEST(SeveralInSpace, ASurfaceThatMovesGivesTheImpulseOfTheSameSlip) {
  const BodySystem block = block_on_an_edge(.3);
  GeneralizedSpace space;
  // Any coordinates with the block's W will do: M = 1, J = W^(1/2).
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(block.system.W);
  const Eigen::MatrixXd root = eigen.eigenvectors() *
                               eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
                               eigen.eigenvectors().transpose();
  space.mass = Eigen::MatrixXd::Identity(6, 6);
  space.velocity = Eigen::VectorXd::Zero(6);
  for (int k = 0; k < 2; ++k) {
    CoordinateRows rows;
    rows.tangent = root.row(3 * k).transpose();
    rows.tangent2 = root.row(3 * k + 1).transpose();
    rows.normal = root.row(3 * k + 2).transpose();
    rows.surface_velocity = {.t = -block.system.u[3 * k],
                             .n = -block.system.u[3 * k + 2],
                             .t2 = -block.system.u[3 * k + 1],
                             .tangents = 2};
    space.rows.push_back(rows);
  }
  ImpactProblem moving = stated(block.system);
  moving.dynamics = space;
  const ImpactResult r = resolve(moving, LawId::stronge);
  const ImpactResult fixed = resolve(stated(block.system), LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_LE((impulse_of(r) - impulse_of(fixed)).norm(), 1e-9);
  ASSERT_TRUE(r.energy.drive);
  EXPECT_NEAR(*r.energy.after - *r.energy.before, r.energy.change, 1e-12);
}

/// A stop beside a spatial contact: one row, no friction.
TEST(SeveralInSpace, AStopTakesPartWithOneRow) {
  several_spatial::System s;
  s.W = Eigen::MatrixXd::Identity(4, 4) * 2;
  s.W(2, 3) = s.W(3, 2) = -.8;
  s.W(0, 3) = s.W(3, 0) = .3;
  s.u = Eigen::Vector4d(.5, .2, -1, 0);
  s.contacts = {{0, 2, .2}, {3, 0, 0}};
  s.restitution = {.5, 0};
  const ImpactResult r = resolve(stated(s), LawId::poisson);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_GT(r.contacts[1].impulse.n, 0);
  EXPECT_EQ(r.contacts[1].impulse.tangents, 0);
  EXPECT_EQ(r.path.front().p.size(), 4);
  EXPECT_FALSE(r.contacts[1].friction.to_hold_stick);
}

/// No contact approaches, but slip drives one into its surface.
TEST(SeveralInSpace, ATangentialImpactIsNamed) {
  several_spatial::System s;
  s.W = Eigen::MatrixXd::Identity(6, 6) * 2;
  s.W.topLeftCorner(3, 3) << 2, .3, 1.2, .3, 2, .2, 1.2, .2, 1;
  s.W(2, 5) = s.W(5, 2) = .2;
  s.u = six(1, .1, 0, 0, 0, .5);
  s.contacts = contacts_of(2, 2, 1.5);
  s.restitution = {.5, .5};
  const ImpactResult r = resolve(stated(s), LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::tangential_impact);
  EXPECT_GT(r.contacts[0].impulse.n, 0);
  EXPECT_LE(r.residual, 1e-10);
  s.contacts = contacts_of(2, 2, .1);
  EXPECT_EQ(resolve(stated(s), LawId::stronge).status, ImpactStatus::no_impact);
}

several_spatial::System plane_of(const ContactSystem& s) {
  several_spatial::System plane;
  plane.W = s.W;
  plane.u = s.u;
  plane.contacts = contacts_of(s.count(), 1, 0);
  for (std::size_t i = 0; i < s.count(); ++i) plane.contacts[i].friction = s.friction[i];
  plane.restitution.assign(s.count(), s.restitution);
  return plane;
}

TEST(SeveralInSpace, PlanarPathsLiftedIntoSpaceGiveThePlanarNumbers) {
  Random random{21};
  int compared = 0;
  const auto count = scaled_count(60);
  for (std::int64_t k = 0; k < count; ++k) {
    ChainKind kind = random_kind(random, 4);
    kind.most_friction = 1;
    kind.static_friction = false;
    const ContactSystem planar = system_of(random_chain(kind, random));
    const several_spatial::System plane = plane_of(planar);
    const several_spatial::System lifted = embedded(plane, random);
    std::vector<double> angles(plane.contacts.size());
    for (double& angle : angles) angle = random.uniform(-3, 3);
    const Eigen::MatrixXd T = turned_tangents(lifted, angles);
    for (const LawId law : path_laws) {
      const ImpactResult known = resolve(stated(plane), law);
      if (known.status != ImpactStatus::solved) continue;
      const ImpactResult r = resolve(stated(transformed(lifted, T)), law);
      ASSERT_EQ(r.status, ImpactStatus::solved) << k;
      const double size = plane.u.cwiseAbs().maxCoeff();
      for (std::size_t i = 0; i < plane.contacts.size(); ++i) {
        EXPECT_NEAR(r.contacts[i].u_after.n, known.contacts[i].u_after.n, 1e-10 * size) << k;
        EXPECT_NEAR(tangential_size(r.contacts[i].u_after), std::abs(known.contacts[i].u_after.t),
                    1e-10 * size)
            << k;
      }
      ++compared;
    }
  }
  EXPECT_GE(compared, static_cast<int>(count));
}

TEST(SeveralInSpace, PlanarCollisionsLiftedIntoSpaceGiveThePlanarNumbersTogether) {
  Random random{22};
  int compared = 0;
  for (int k = 0; k < 40; ++k) {
    const ImpactProblem planar = random_collisions(random, 3, 1, Simultaneous::together);
    const ContactSystem s = contact_system(contact_problem(planar), planar.contacts);
    several_spatial::System plane = plane_of(s);
    for (std::size_t i = 0; i < s.count(); ++i)
      plane.restitution[i] = planar.contacts[i].restitution.value_or(0);
    const ImpactResult known = resolve(stated(plane, Simultaneous::together), LawId::poisson);
    if (known.status != ImpactStatus::solved) continue;
    const ImpactResult r =
        resolve(stated(embedded(plane, random), Simultaneous::together), LawId::poisson);
    if (r.status == ImpactStatus::undetermined) continue;
    ASSERT_EQ(r.status, ImpactStatus::solved) << k;
    const double size = plane.u.cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < plane.contacts.size(); ++i)
      EXPECT_NEAR(r.contacts[i].u_after.n, known.contacts[i].u_after.n, 1e-8 * size) << k;
    ++compared;
  }
  EXPECT_GE(compared, 30);
}

/// Corners of a body, of which at least one collides.
several_spatial::System random_body(Random& random, int count) {
  for (;;) {
    several_spatial::System s = random_system(random, count, .8);
    int colliding = 0;
    for (int i = 0; i < count; ++i) colliding += s.u[3 * i + 2] < 0 ? 1 : 0;
    if (colliding > 0) return s;
  }
}

/// What is called solved obeys its law, whatever the rule; and nearly everything is solved.
TEST(SeveralInSpace, RandomBodiesAreSolvedToNineDigitsOrNotCalledSolved) {
  Random random{23};
  const auto count = scaled_count(520);
  int answered = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const several_spatial::System s = random_body(random, 2 + static_cast<int>(k % 3));
    const bool springs = k % 13 == 0;
    const Simultaneous rule = springs      ? Simultaneous::springs
                              : k % 4 == 0 ? Simultaneous::sequential
                                           : Simultaneous::together;
    const LawId law = springs ? LawId::stronge : path_laws[k % 3];
    const ImpactResult r = resolve(stated(s, rule), law);
    if (!has_answer(r.status)) continue;
    ++answered;
    EXPECT_LE(r.residual, 1e-9) << k;
    EXPECT_NEAR(work_of(r), r.energy.contact_work, 1e-9) << k;
    for (const ContactResult& contact : r.contacts) {
      EXPECT_GE(contact.impulse.n, -1e-9) << k;
      EXPECT_GE(contact.u_after.n, -1e-8) << k;
    }
    int colliding = 0;
    for (const ContactResult& contact : r.contacts) colliding += contact.u_before.n < 0 ? 1 : 0;
    const bool promised = law == LawId::stronge || colliding > 1;  // Prop. 18.1: one e
    if (promised && rule != Simultaneous::sequential) {
      EXPECT_LE(r.energy.contact_work, 1e-9) << k;
    }
  }
  EXPECT_GE(answered, static_cast<int>(.97 * static_cast<double>(count)));
}

TEST(SeveralInSpace, TheOrderOfContactsAndTheirTangentsDoNotMatter) {
  const several_spatial::System foot = flat_foot(six(.6, .2, -1, 0, 0, 8), .3, .5).system;
  const ImpactResult a = resolve(stated(foot, Simultaneous::together), LawId::poisson);
  Eigen::MatrixXd P;
  const several_spatial::System other = reordered(foot, {2, 0, 3, 1}, P);
  const Eigen::MatrixXd T = turned_tangents(other, {.3, 1, -2, .5}) * P;
  const ImpactResult b =
      resolve(stated(transformed(foot, T), Simultaneous::together), LawId::poisson);
  EXPECT_LE((T.transpose() * impulse_of(b) - impulse_of(a)).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(SeveralInSpace, UnitsDoNotMatter) {
  for (const Simultaneous rule : {Simultaneous::together, Simultaneous::springs}) {
    several_spatial::System foot = flat_foot(six(.6, .2, -1, .3, 0, 0), .3, .5).system;
    const ImpactResult a = resolve(stated(foot, rule), LawId::stronge);
    foot.W *= 0x1p-300;
    foot.u *= 0x1p-200;
    const ImpactResult b = resolve(stated(foot, rule), LawId::stronge);
    ASSERT_EQ(a.status, b.status);
    EXPECT_EQ(a.contacts[1].u_after.n * 0x1p-200, b.contacts[1].u_after.n);
  }
}

/// Contacts that do not feel each other are problems of their own, each with its own path.
TEST(SeveralInSpace, ContactsFarAwayChangeNothing) {
  const several_spatial::System block = block_on_an_edge(.3).system;
  several_spatial::System both = block;
  both.W = Eigen::MatrixXd::Zero(9, 9);
  both.W.topLeftCorner(6, 6) = block.W;
  both.W.bottomRightCorner(3, 3) = 2 * Eigen::Matrix3d::Identity();
  both.u.conservativeResize(9);
  both.u.tail(3) << .1, .2, -1;
  both.contacts = contacts_of(3, 2, .3);
  both.restitution.push_back(.5);
  const ImpactResult alone = resolve(stated(block), LawId::stronge);
  const ImpactResult r = resolve(stated(both, Simultaneous::together), LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_EQ(r.contacts[0].impulse.n, alone.contacts[0].impulse.n);
  EXPECT_EQ(r.contacts[1].u_after.t2, alone.contacts[1].u_after.t2);
  EXPECT_NEAR(r.contacts[2].u_after.n, .5, 1e-14);
}

TEST(SeveralInSpace, WhatIsNotDefinedIsRefusedByName) {
  const several_spatial::System block = block_on_an_edge(.3).system;
  for (const LawId law : {LawId::whittaker, LawId::conventional, LawId::brach})
    EXPECT_THAT(refusal(stated(block), law),
                HasSubstr(std::string(law_of(law).name) + " takes one contact in space"));
  ImpactProblem sticky = stated(block);
  sticky.contacts[1].static_friction = .5;
  EXPECT_THAT(refusal(sticky, LawId::stronge), HasSubstr("contacts[1].static_friction"));
  ImpactProblem springs = stated(block, Simultaneous::springs);
  EXPECT_THAT(refusal(springs, LawId::poisson),
              HasSubstr("springs is defined for the law stronge"));
  springs.contacts[1].restitution.reset();
  EXPECT_THAT(refusal(springs, LawId::stronge), HasSubstr("contacts[1].restitution: missing"));
}

/// Two equal corners of a foot that collide one after the other go together.
TEST(SeveralInSpace, EqualContactsOfASequenceGoTogether) {
  const BodySystem foot = flat_foot(six(0, 0, -1, 0, 0, 0), .3, .5);
  const ImpactResult r = resolve(stated(foot.system, Simultaneous::sequential), LawId::stronge);
  ASSERT_EQ(r.status, ImpactStatus::solved);
  EXPECT_LE((foot.velocity(impulse_of(r)) - six(0, 0, .5, 0, 0, 0)).norm(), 1e-9);
}

}  // namespace
}  // namespace carom::testing
