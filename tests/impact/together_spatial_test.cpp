/// Two phases over all contacts, by the cone problem: space and plane.
#include "tests/impact/simultaneous_cases.hpp"
#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/at_once/together.hpp>
#include <carom/impact/several_spatial/together.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using several_spatial::bound_excess;
using several_spatial::collide_together;
using several_spatial::contact_work;

BodySystem bouncing(double wz) {
  Eigen::VectorXd v(6);
  v << .6, .2, -1, 0, 0, wz;
  return flat_foot(v, .3, .5);
}

TEST(TogetherInSpace, AFootThatTranslatesReboundsFlat) {
  const BodySystem foot = bouncing(0);
  const several_spatial::Answer a = collide_together(foot.system);
  EXPECT_EQ(a.status, ImpactStatus::solved);
  EXPECT_FALSE(a.unique_impulse);
  Eigen::VectorXd expected(6);
  expected << .17309252, .05769751, .5, 0, 0, 0;
  EXPECT_LE((foot.velocity(a.p) - expected).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_NEAR(contact_work(foot.system, a), -.558355, 1e-6);
}

TEST(TogetherInSpace, AFootThatSlidesAndSpinsIsUndeterminedAndFollowsTheRule) {
  const BodySystem foot = bouncing(8);
  const several_spatial::Answer a = collide_together(foot.system);
  EXPECT_EQ(a.status, ImpactStatus::undetermined);
  EXPECT_FALSE(a.alternatives.empty());
  Eigen::VectorXd expected(6);
  expected << .25950354, .09471609, .5, -.24087148, .20290387, 1.38342628;
  EXPECT_LE((foot.velocity(a.p) - expected).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_NEAR(contact_work(foot.system, a), -.666055, 1e-6);
}

TEST(TogetherInSpace, NeverGainsWithOneRestitutionAndIsNearlyAlwaysAnswered) {
  Random random{2};
  const auto count = scaled_count(10000) * (scaled_count(1) >= 10 ? 10 : 1);  // 10⁶ in a full test
  std::int64_t missed = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    const several_spatial::System system = random_system(random, 2 + random.below(5), 1);
    const several_spatial::Answer a =
        collide_together(system, {.starts = 0, .sharing = false, .enumerate = true});
    if (a.status == ImpactStatus::no_solution) {
      ++missed;
      continue;
    }
    if (a.status == ImpactStatus::no_impact) continue;
    ASSERT_LE(a.residual, cone::accepted_residual);
    ASSERT_LE(bound_excess(system, a), 1e-9) << k;
    ASSERT_LE(contact_work(system, a), 1e-10) << k;
  }
  EXPECT_LE(static_cast<double>(missed), 0.005 * static_cast<double>(count));
}

/// The elastic contact gives back what the plastic one had helped to build: found by search, kept.
TEST(TogetherInSpace, CanGainWithSeveralRestitutionsAndTheLedgerShowsIt) {
  Random random{31};
  double most = 0;
  for (int k = 0; k < 20000 && most <= 1e-6; ++k) {
    several_spatial::System pair;
    const Eigen::MatrixXd J =
        Eigen::MatrixXd::NullaryExpr(4, 2, [&]() { return random.uniform(-1, 1); });
    pair.W = J * J.transpose();
    pair.u = J * Eigen::Vector2d(random.uniform(-1, 1), random.uniform(-1, 1));
    pair.contacts = contacts_of(2, 1, random.uniform(0, 1.5));
    pair.restitution = {1, random.uniform(0, .5)};
    const several_spatial::Answer a = collide_together(pair, {.starts = 0, .sharing = false});
    if (a.status != ImpactStatus::solved) continue;
    double booked = 0;
    for (const WorkLedger<double>& ledger : a.ledger)
      booked += ledger.normal_compression + ledger.normal_restitution + ledger.friction;
    const double work = contact_work(pair, a);
    const double size = a.p.cwiseAbs().dot(pair.u.cwiseAbs() + a.u_after.cwiseAbs());
    EXPECT_NEAR(booked, work, 1e-8 * size);
    most = std::max(most, work);
  }
  EXPECT_GT(most, 1e-6);
}

several_spatial::System plane_of(const ContactSystem& s, const std::vector<double>& e) {
  several_spatial::System plane;
  plane.W = s.W;
  plane.u = s.u;
  plane.contacts = contacts_of(s.count(), 1, 0);
  for (std::size_t i = 0; i < s.count(); ++i) plane.contacts[i].friction = s.friction[i];
  plane.restitution = e;
  return plane;
}

/// Chains in the plane: the enumeration of modes, the cone problem with one tangent, and with two.
TEST(TogetherInSpace, GivesThePlanarNumbersInThePlaneAndEmbedded) {
  Random random{4};
  int compared = 0;
  const auto count = scaled_count(150);
  for (std::int64_t k = 0; k < count; ++k) {
    const ImpactProblem problem =
        random_collisions(random, 2 + random.below(3), 1, Simultaneous::together);
    const ContactSystem planar = contact_system(contact_problem(problem), problem.contacts);
    if (planar.static_friction != planar.friction) continue;
    std::vector<double> e;
    for (const Contact& contact : problem.contacts) e.push_back(*contact.restitution);
    const SystemAnswer known = collide_together(planar, e);
    if (known.status != ImpactStatus::solved) continue;
    const several_spatial::System plane = plane_of(planar, e);
    const several_spatial::Answer one = collide_together(plane);
    several_spatial::System lifted = embedded(plane, random);
    const Eigen::MatrixXd T =
        turned_tangents(lifted, std::vector<double>(plane.contacts.size(), random.uniform(-3, 3)));
    const several_spatial::Answer two = collide_together(transformed(lifted, T));
    ASSERT_TRUE(has_answer(one.status)) << k;
    ASSERT_TRUE(has_answer(two.status)) << k;
    if (one.status != ImpactStatus::solved) continue;
    const double size = known.u_after.cwiseAbs().maxCoeff();
    EXPECT_LE((one.u_after - known.u_after).cwiseAbs().maxCoeff(), 1e-8 * size) << k;
    const Eigen::VectorXd back = T.transpose() * two.u_after;
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(plane.contacts.size()); ++i) {
      EXPECT_NEAR(back[3 * i], known.u_after[2 * i], 1e-8 * size) << k;
      EXPECT_NEAR(back[3 * i + 1], 0, 1e-8 * size) << k;
      EXPECT_NEAR(back[3 * i + 2], known.u_after[2 * i + 1], 1e-8 * size) << k;
    }
    ++compared;
  }
  EXPECT_GE(compared, static_cast<int>(count) / 3);
}

/// The crate that slides flat into a wall: the floor's impulse would be a self-stress with the wall's.
TEST(TogetherInSpace, ACrateThatSlidesIntoAWallReboundsWithNoImpulseAtTheFloor) {
  Eigen::MatrixXd J(8, 3);  // floor corners, then wall corners: (t, n) each
  J << 1, 0, .5, 0, 1, -.5, 1, 0, .5, 0, 1, .5, 0, 1, .5, -1, 0, -.5, 0, 1, .5, -1, 0, .5;
  several_spatial::System crate;
  const Eigen::Vector3d inverse(1, 1, 6);
  crate.W = J * inverse.asDiagonal() * J.transpose();
  crate.u = J * Eigen::Vector3d(1, 0, 0);
  crate.contacts = contacts_of(4, 1, .5);
  crate.restitution.assign(4, .8);
  const several_spatial::Answer a = collide_together(crate);
  EXPECT_EQ(a.status, ImpactStatus::solved);
  const Eigen::Vector3d v = Eigen::Vector3d(1, 0, 0) + inverse.asDiagonal() * J.transpose() * a.p;
  EXPECT_LE((v - Eigen::Vector3d(-.8, 0, 0)).norm(),
            1e-8);  // the rule's accuracy: ε/ε² of rounding
  EXPECT_NEAR(a.p[1] + a.p[3], 0, 1e-8);
}

}  // namespace
}  // namespace carom::testing
