/// Derivatives of two phases over several contacts against differences.
#include "tests/impact/spatial_systems.hpp"
#include "tests/impact/stated_systems.hpp"

#include <carom/impact/derivatives.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using several_spatial::System;

Eigen::VectorXd velocity_after(const System& s) {
  const ImpactResult r = resolve(stated(s, Simultaneous::together), LawId::poisson);
  return r.path.empty() ? Eigen::VectorXd() : r.path.back().u;
}

/// The slope of the velocity after by differences at two widths; empty where they disagree: a mode changes.
template <class Change>
Eigen::VectorXd difference(const System& s, const Change& change) {
  const auto at = [&](double h) {
    System moved = s;
    change(moved, h);
    return velocity_after(moved);
  };
  const auto slope = [&](double h) -> Eigen::VectorXd {
    const Eigen::VectorXd a = at(h);
    const Eigen::VectorXd b = at(-h);
    return a.size() == 0 || b.size() == 0 ? Eigen::VectorXd() : Eigen::VectorXd((a - b) / (2 * h));
  };
  const Eigen::VectorXd near = slope(1e-6);
  const Eigen::VectorXd far = slope(3e-6);
  if (near.size() == 0 || far.size() == 0 || (near - far).norm() > 1e-5 * (1 + near.norm()))
    return {};
  return near;
}

/// Contacts of a mechanism with as many coordinates as rows, so that W is regular.
System random_mechanism(Random& random, int count, int tangents) {
  const int rows = count * (tangents + 1);
  System s;
  const Eigen::MatrixXd J =
      Eigen::MatrixXd::NullaryExpr(rows, rows, [&]() { return random.uniform(-1, 1); });
  s.W = J * J.transpose() + .2 * Eigen::MatrixXd::Identity(rows, rows);
  s.W = ((s.W + s.W.transpose()) / 2).eval();
  s.u = Eigen::VectorXd::NullaryExpr(rows, [&]() { return random.uniform(-1, 1); });
  s.contacts = contacts_of(static_cast<std::size_t>(count), tangents, 0);
  for (ConeContact& contact : s.contacts) {
    contact.friction = random.uniform(.05, .6);
    s.u[contact.normal()] = -random.uniform(.2, 1);
    s.restitution.push_back(random.uniform(.1, .9));
  }
  return s;
}

/// Compares every column; how many could be compared.
int compare(const System& s, const ImpactDerivatives& d) {
  const Eigen::Index m = s.u.size();
  const auto k = static_cast<Eigen::Index>(s.contacts.size());
  int compared = 0;
  const auto agrees = [&](const Eigen::VectorXd& slope, const auto& change) {
    const Eigen::VectorXd by_difference = difference(s, change);
    if (by_difference.size() == 0) return;
    EXPECT_LE((slope - by_difference).norm(), 2e-5 * (1 + by_difference.norm()));
    ++compared;
  };
  for (Eigen::Index j = 0; j < m; ++j)
    agrees(d.u_after->col(j), [&](System& moved, double h) { moved.u[j] += h; });
  for (Eigen::Index i = 0; i < k; ++i) {
    const auto at = static_cast<std::size_t>(i);
    agrees(d.u_after->col(m + i), [&](System& moved, double h) { moved.restitution[at] += h; });
    agrees(d.u_after->col(m + k + i),
           [&](System& moved, double h) { moved.contacts[at].friction += h; });
  }
  for (Eigen::Index i = 0; d.u_after_W && i < m; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      agrees(d.u_after_W->col(i * m + j) + d.u_after_W->col(j * m + i),
             [&](System& moved, double h) {
               moved.W(i, j) += h;
               moved.W(j, i) += h;
             });
  return compared;
}

class TogetherSlopes : public ::testing::TestWithParam<int> {};

TEST_P(TogetherSlopes, AgreeWithFiniteDifferences) {
  Random random{71};
  int compared = 0;
  for (int i = 0; i < 16; ++i) {
    const System s = random_mechanism(random, 2 + i % 3, GetParam());
    const ImpactDerivatives d = derivatives(stated(s, Simultaneous::together), LawId::poisson);
    if (!d.p || d.near_mode_change) continue;
    ASSERT_TRUE(d.u_after_W.has_value());
    compared += compare(s, d);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 400);
}

INSTANTIATE_TEST_SUITE_P(Derivatives, TogetherSlopes, ::testing::Values(1, 2),
                         [](const auto& tangents) {
                           return tangents.param == 1 ? "plane" : "space";
                         });

/// Four corners of one body depend on each other: the motion has slopes all the same.
TEST(Derivatives, FollowAFlatFootThatSlides) {
  Eigen::VectorXd v(6);
  v << .6, .2, -1, 0, 0, 0;
  const BodySystem foot = flat_foot(v, .3, .5);
  const ImpactDerivatives d =
      derivatives(stated(foot.system, Simultaneous::together), LawId::stronge);
  ASSERT_TRUE(d.u_after.has_value());
  EXPECT_FALSE(d.u_after_W.has_value());
  const double h = 1e-6;
  const auto after = [&](double vx, double mu) {
    v[0] = .6 + vx;
    return velocity_after(flat_foot(v, .3 + mu, .5).system);
  };
  Eigen::VectorXd all = Eigen::VectorXd::Zero(12);
  for (int i = 0; i < 4; ++i) all += d.u_after->col(3 * i);  // every corner's velocity along x
  EXPECT_LE((all - (after(h, 0) - after(-h, 0)) / (2 * h)).norm(), 1e-6);
  all = d.u_after->rightCols(4).rowwise().sum();  // every corner's friction
  EXPECT_LE((all - (after(0, h) - after(0, -h)) / (2 * h)).norm(), 1e-6);
}

TEST(Derivatives, OfAFootWhoseMotionIsUndeterminedAreAbsent) {
  Eigen::VectorXd v(6);
  v << .6, .2, -1, 0, 0, 8;
  const ImpactDerivatives d =
      derivatives(stated(flat_foot(v, .3, .5).system, Simultaneous::together), LawId::stronge);
  EXPECT_EQ(d.status, ImpactStatus::undetermined);
  EXPECT_FALSE(d.p.has_value());
}

}  // namespace
}  // namespace carom::testing
