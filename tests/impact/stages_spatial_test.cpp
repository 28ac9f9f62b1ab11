/// Stages in space: one colliding contact with others that touch, slide or separate.
#include "tests/impact/random_chains.hpp"
#include "tests/impact/spatial_systems.hpp"

#include <carom/impact/several/answer.hpp>
#include <carom/impact/several_spatial/stages.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace carom::testing {
namespace {

using several_spatial::contact_work;
using several_spatial::EventKind;
using several_spatial::Failure;
using several_spatial::follow_stages;

several_spatial::System one_contact(double friction) {
  several_spatial::System cuboid;
  cuboid.W.resize(3, 3);
  cuboid.W << 2.223076923076923, -1.3846153846153846, .9, -1.3846153846153846, 3.6769230769230767,
      1.2, .9, 1.2, 6.1;
  cuboid.u = Eigen::Vector3d(.5, .2, -1);
  cuboid.contacts = contacts_of(1, 2, friction);
  cuboid.restitution = {.6};
  return cuboid;
}

TEST(StagesInSpace, ACuboidsCornerSwervesAsPrinted) {
  const auto ends_with = [](double friction, const Eigen::Vector3d& u, double work) {
    const several_spatial::System cuboid = one_contact(friction);
    const several_spatial::Answer a = follow_stages(cuboid, 0, Restitution::stronge);
    ASSERT_EQ(a.status, ImpactStatus::solved);
    EXPECT_LE((a.u_after - u).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_NEAR(contact_work(cuboid, a), work, 1e-11);
  };
  ends_with(.2, {.680309360541, .493209511144, .599078226097}, -.0925300313093);
  ends_with(.5, {.592998276735, .445992684715, .597523100897}, -.153026508338);
  ends_with(1, {.427492457805, .325988065001, .594890836436}, -.249024607895);
}

TEST(StagesInSpace, ABlockOnAnEdgeFollowsItsPrintedPaths) {
  const auto ends_with = [](double friction, const Eigen::Vector3d& u, double work) {
    const BodySystem block = block_on_an_edge(friction);
    const several_spatial::Answer a = follow_stages(block.system, 0, Restitution::stronge);
    ASSERT_EQ(a.status, ImpactStatus::solved);
    EXPECT_LE((a.u_after.head(3) - u).cwiseAbs().maxCoeff(), 2e-9);
    EXPECT_NEAR(contact_work(block.system, a), work, 2e-9);
    EXPECT_LE(a.residual, 1e-12);
  };
  ends_with(.1, {-.487473361, .96506871, 1.097425695}, -.906993593);
  ends_with(.3, {-.230551781, .402594514, .907080415}, -1.029708097);
  ends_with(.6, {0, 0, .751822301}, -1.023203039);
  const BodySystem slides = block_on_an_edge(.1);
  EXPECT_NEAR(follow_stages(slides.system, 0, Restitution::stronge).u_after[5], .577659618, 1e-9);
}

/// At μ = 0.3 the second corner detaches inside a stage, at μ = 0.6 the slip of the first one stops.
TEST(StagesInSpace, EventsInsideAStageStandWhereTheyArePrinted) {
  const auto eta_of = [](double friction, EventKind kind) {
    const several_spatial::Answer a =
        follow_stages(block_on_an_edge(friction).system, 0, Restitution::stronge);
    const auto event =
        std::find_if(a.path.begin(), a.path.end(), [&](const auto& e) { return e.kind == kind; });
    return event == a.path.end() ? -1.0 : event->p[2];
  };
  EXPECT_NEAR(eta_of(.3, EventKind::detaches), .438615, 2e-5);
  EXPECT_NEAR(eta_of(.6, EventKind::slip_stops), .715418, 1e-6);
}

TEST(StagesInSpace, TheBlockThatRunsIntoItselfHasRatesWithoutBound) {
  const several_spatial::Answer a =
      follow_stages(block_on_an_edge(1).system, 0, Restitution::stronge);
  EXPECT_EQ(a.status, ImpactStatus::no_solution);
  EXPECT_EQ(a.failure, Failure::rate_diverges);
}

several_spatial::System embedded_plane_of(const ContactSystem& s) {
  several_spatial::System plane;
  plane.W = s.W;
  plane.u = s.u;
  plane.contacts = contacts_of(s.count(), 1, 0);
  for (std::size_t i = 0; i < s.count(); ++i) plane.contacts[i].friction = s.friction[i];
  plane.restitution.assign(s.count(), s.restitution);
  return plane;
}

const SystemAnswer& planar_path(const ContactSystem& s, Restitution rule, SystemWorkspace& work) {
  if (rule == Restitution::newton) return follow_newton(s, work);
  if (rule == Restitution::poisson) return follow_poisson(s, work);
  return follow_stronge(s, work);
}

class EveryRestitution : public ::testing::TestWithParam<Restitution> {};

INSTANTIATE_TEST_SUITE_P(StagesInSpace, EveryRestitution, ::testing::ValuesIn(rules),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

/// Chains in the plane with one tangent, and lifted into space with tangents turned at every contact.
TEST_P(EveryRestitution, GivesThePlanarNumbersInThePlaneAndEmbedded) {
  Random random{12};
  SystemWorkspace work;
  int compared = 0;
  const auto count = scaled_count(120);
  for (std::int64_t k = 0; k < count; ++k) {
    ChainKind kind = random_kind(random, 4);
    kind.most_friction = 1;
    kind.static_friction = false;
    const Chain chain = random_chain(kind, random);
    const ContactSystem planar = system_of(chain);
    const SystemAnswer& known = planar_path(planar, GetParam(), work);
    if (known.status != ImpactStatus::solved) continue;
    const several_spatial::System plane = embedded_plane_of(planar);
    const auto c = static_cast<int>(planar.colliding);
    const double size = known.u_after.cwiseAbs().maxCoeff();
    const several_spatial::Answer one = follow_stages(plane, c, GetParam(), {.starts = 0});
    const several_spatial::System lifted = embedded(plane, random);
    std::vector<double> angles(plane.contacts.size());
    for (double& angle : angles) angle = random.uniform(-3, 3);
    const Eigen::MatrixXd T = turned_tangents(lifted, angles);
    const several_spatial::Answer two =
        follow_stages(transformed(lifted, T), c, GetParam(), {.starts = 0});
    ASSERT_TRUE(has_answer(one.status)) << k << " " << static_cast<int>(one.failure);
    ASSERT_TRUE(has_answer(two.status)) << k << " " << static_cast<int>(two.failure);
    EXPECT_LE((one.u_after - known.u_after).cwiseAbs().maxCoeff(), 1e-10 * size) << k;
    const Eigen::VectorXd back = T.transpose() * two.u_after;
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(plane.contacts.size()); ++i) {
      // Directions that are turned are integrated; events inside a stage are met to some 1e-9.
      EXPECT_NEAR(back[3 * i], known.u_after[2 * i], 1e-8 * size) << k;
      EXPECT_NEAR(back[3 * i + 2], known.u_after[2 * i + 1], 1e-8 * size) << k;
    }
    ++compared;
  }
  EXPECT_GE(compared, static_cast<int>(count) / 2);
}

/// Body corners, one of which collides while others touch.
several_spatial::System random_collision(Random& random, int count) {
  for (;;) {
    std::vector<Eigen::Vector3d> places;
    for (int i = 0; i < count; ++i)
      places.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 0));
    Eigen::VectorXd inverse(6);
    inverse << 1, 1, 1, random.uniform(1, 6), random.uniform(1, 6), random.uniform(1, 6);
    Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(6, [&]() { return random.uniform(-1, 1); });
    BodySystem body =
        body_on_points(places, inverse, v, random.uniform(0, .8), random.uniform(0, 1));
    // Less its projection, so that the second contact touches.
    const Eigen::VectorXd row = body.J.row(5).transpose();
    const Eigen::VectorXd response = inverse.cwiseProduct(row);
    body.system.u = body.J * (v - response * (row.dot(v) / row.dot(response)));
    body.system.u[5] = 0;
    bool one = body.system.u[2] < -.1;
    for (int i = 2; i < count; ++i) one &= body.system.u[3 * i + 2] > 0;
    if (one) return body.system;
  }
}

TEST_P(EveryRestitution, KeepsConesLedgerAndMomentumOnRandomBodies) {
  Random random{13};
  int solved = 0;
  const auto count = scaled_count(60);
  for (std::int64_t k = 0; k < count; ++k) {
    const several_spatial::System system = random_collision(random, 2 + random.below(2));
    const several_spatial::Answer a = follow_stages(system, 0, GetParam(), {.starts = 0});
    if (!has_answer(a.status)) continue;
    ++solved;
    EXPECT_LE(a.residual, 1e-10) << k;
    if (GetParam() == Restitution::stronge) {
      EXPECT_LE(contact_work(system, a), 1e-10) << k;
    }
    for (const WorkLedger<double>& ledger : a.ledger) EXPECT_LE(ledger.friction, 1e-12) << k;
  }
  EXPECT_GE(solved, static_cast<int>(0.9 * static_cast<double>(count)));
}

TEST_P(EveryRestitution, DependsNeitherOnTheOrderNorOnTheTangents) {
  Random random{14};
  for (int k = 0; k < 15; ++k) {
    const several_spatial::System system = random_collision(random, 3);
    const several_spatial::Answer a = follow_stages(system, 0, GetParam(), {.starts = 0});
    if (!has_answer(a.status)) continue;
    Eigen::MatrixXd P;
    const several_spatial::System other = reordered(system, {2, 0, 1}, P);
    const Eigen::MatrixXd T = turned_tangents(other, {.3, 1, -2}) * P;
    const several_spatial::Answer b =
        follow_stages(transformed(system, T), 1, GetParam(), {.starts = 0});
    ASSERT_TRUE(has_answer(b.status)) << k;
    EXPECT_LE((T.transpose() * b.u_after - a.u_after).cwiseAbs().maxCoeff(), 1e-8) << k;
  }
}

/// The planar block that fools poisson, lifted: any W_t2t2, tangents turned.
TEST(StagesInSpace, TheBlockThatFoolsPoissonFoolsItInSpace) {
  Eigen::MatrixXd J(4, 3);
  const double c = std::cos(1.15);
  const double s = std::sin(1.15);
  const auto row = [](double x, double y, double rx, double ry) {
    return Eigen::RowVector3d(x, y, -x * ry + y * rx);
  };
  J << row(c, s, .3, 1), row(-s, c, .3, 1), row(1, 0, -.3, -1), row(0, 1, -.3, -1);
  const Eigen::Vector3d inverse(1, 1, 12 / (.36 + 4));
  const Eigen::Vector3d v(1, -.3, -1);  // pivots on the lower left corner with −1 rad/s
  several_spatial::System plane;
  plane.W = J * inverse.asDiagonal() * J.transpose();
  plane.u = J * v;
  plane.u.tail(2).setZero();
  plane.contacts = contacts_of(2, 1, .5);
  plane.contacts[1].friction = .8;
  plane.restitution = {1, 1};
  ASSERT_LT(plane.u[1], 0);
  const double T = .5 * v.dot(v.cwiseQuotient(inverse));
  Random random{5};
  const several_spatial::System lifted = embedded(plane, random);
  const several_spatial::System space = transformed(lifted, turned_tangents(lifted, {.7, -1.9}));
  const auto gain = [&](Restitution rule) {
    const several_spatial::Answer a = follow_stages(space, 0, rule);
    EXPECT_EQ(a.status, ImpactStatus::solved);
    return 100 * contact_work(space, a) / T;
  };
  EXPECT_NEAR(gain(Restitution::poisson), 7.0696, 1e-4);
  EXPECT_NEAR(gain(Restitution::stronge), -8.6959, 1e-4);
  EXPECT_NEAR(gain(Restitution::newton), -22.1400, 1e-4);
}

TEST(StagesInSpace, ASecondCompressionIsFollowed) {
  several_spatial::System jam;
  jam.W.resize(3, 3);
  jam.W << 1, 0, .9, 0, 4, 0, .9, 0, 1;
  jam.u = Eigen::Vector3d(.5, 2, -.05);
  jam.contacts = contacts_of(1, 2, 2);
  jam.restitution = {1};
  const several_spatial::Answer a = follow_stages(jam, 0, Restitution::poisson);
  ASSERT_EQ(a.status, ImpactStatus::solved);
  EXPECT_EQ(a.recompressions, 1);
  EXPECT_LE((a.u_after - Eigen::Vector3d(0, 0, .4694139)).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(StagesInSpace, RefusesASecondApproach) {
  several_spatial::System both = block_on_an_edge(.3).system;
  both.u[5] = -1;
  EXPECT_THROW(follow_stages(both, 0, Restitution::stronge), std::invalid_argument);
}

}  // namespace
}  // namespace carom::testing
