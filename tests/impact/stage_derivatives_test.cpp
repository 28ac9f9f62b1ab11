/// Derivatives of a path with several contacts against differences.
#include "tests/impact/random_chains.hpp"
#include "tests/impact/spatial_systems.hpp"
#include "tests/impact/stated_systems.hpp"

#include <carom/impact/derivatives.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using several_spatial::System;

constexpr LawId path_laws[] = {LawId::newton, LawId::poisson, LawId::stronge};

Eigen::VectorXd velocity_after(const System& s, LawId law) {
  const ImpactResult r = resolve(stated(s), law);
  return r.path.empty() ? Eigen::VectorXd() : r.path.back().u;
}

/// The slope of the velocity after by differences at two widths; empty where they disagree: a mode changes.
template <class Change>
Eigen::VectorXd difference(const System& s, LawId law, const Change& change) {
  const auto slope = [&](double h) -> Eigen::VectorXd {
    System more = s;
    System less = s;
    change(more, h);
    change(less, -h);
    const Eigen::VectorXd a = velocity_after(more, law);
    const Eigen::VectorXd b = velocity_after(less, law);
    return a.size() == 0 || b.size() == 0 ? Eigen::VectorXd() : Eigen::VectorXd((a - b) / (2 * h));
  };
  const Eigen::VectorXd near = slope(2e-6);
  const Eigen::VectorXd far = slope(6e-6);
  if (near.size() == 0 || far.size() == 0 || (near - far).norm() > 1e-5 * (1 + near.norm()))
    return {};
  return near;
}

/// The first contact collides, the second touches and slides, the third, if there is one, starts apart.
System random_stage(Random& random, int count, int tangents) {
  const int rows = count * (tangents + 1);
  System s;
  const Eigen::MatrixXd J =
      Eigen::MatrixXd::NullaryExpr(rows, rows, [&]() { return random.uniform(-1, 1); });
  s.W = J * J.transpose() + .3 * Eigen::MatrixXd::Identity(rows, rows);
  s.W = ((s.W + s.W.transpose()) / 2).eval();
  s.u = Eigen::VectorXd::NullaryExpr(rows, [&]() { return random.uniform(-1, 1); });
  s.contacts = contacts_of(static_cast<std::size_t>(count), tangents, 0);
  for (ConeContact& contact : s.contacts) {
    contact.friction = random.uniform(.05, .6);
    s.restitution.push_back(random.uniform(.2, .9));
  }
  s.u[s.contacts[0].normal()] = -random.uniform(.3, 1);
  s.u[s.contacts[1].normal()] = 0;
  if (count > 2) s.u[s.contacts[2].normal()] = random.uniform(.05, .3);
  return s;
}

/// Compares the columns that leave what is zero at zero; how many could be compared.
int compare(const System& s, LawId law, const ImpactDerivatives& d) {
  const Eigen::Index m = s.u.size();
  const auto k = static_cast<Eigen::Index>(s.contacts.size());
  int compared = 0;
  const auto agrees = [&](const Eigen::VectorXd& slope, const auto& change) {
    const Eigen::VectorXd by_difference = difference(s, law, change);
    if (by_difference.size() == 0) return;
    EXPECT_LE((slope - by_difference).norm(), 3e-5 * (1 + by_difference.norm()));
    ++compared;
  };
  for (Eigen::Index j = 0; j < m; ++j)
    if (s.u[j] != 0) agrees(d.u_after->col(j), [&](System& moved, double h) { moved.u[j] += h; });
  agrees(d.u_after->col(m), [&](System& moved, double h) { moved.restitution[0] += h; });
  for (Eigen::Index i = 0; i < k; ++i)
    agrees(d.u_after->col(m + k + i), [&](System& moved, double h) {
      moved.contacts[static_cast<std::size_t>(i)].friction += h;
    });
  for (Eigen::Index i = 0; i < m; ++i)
    agrees(d.u_after_W->col(i * m + i), [&](System& moved, double h) { moved.W(i, i) += h; });
  return compared;
}

class PathSlopes : public ::testing::TestWithParam<int> {};

TEST_P(PathSlopes, AgreeWithFiniteDifferences) {
  Random random{72};
  int compared = 0;
  int absent = 0;
  for (int i = 0; i < 30; ++i) {
    const System s = random_stage(random, 2 + i % 2, GetParam());
    const LawId law = path_laws[i % 3];
    const ImpactDerivatives d = derivatives(stated(s), law);
    if (d.status != ImpactStatus::solved) continue;
    absent += d.p ? 0 : 1;
    if (!d.p || d.near_mode_change) continue;
    compared += compare(s, law, d);
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 200);
  EXPECT_LT(absent, 10);
}

INSTANTIATE_TEST_SUITE_P(Derivatives, PathSlopes, ::testing::Values(1, 2),
                         [](const auto& tangents) {
                           return tangents.param == 1 ? "plane" : "space";
                         });

/// The block of docs/theory.md §18: slides, and slips until it sticks.
TEST(Derivatives, FollowABlockOnAnEdge) {
  for (const double mu : {.1, .6}) {
    const System block = block_on_an_edge(mu).system;
    const ImpactDerivatives d = derivatives(stated(block), LawId::stronge);
    ASSERT_TRUE(d.u_after.has_value()) << mu;
    const Eigen::VectorXd by_e =
        difference(block, LawId::stronge, [](System& s, double h) { s.restitution[0] += h; });
    EXPECT_LE((d.u_after->col(6) - by_e).norm(), 1e-5) << mu;
    const Eigen::VectorXd by_mu = difference(block, LawId::stronge, [](System& s, double h) {
      for (ConeContact& contact : s.contacts) contact.friction += h;
    });
    EXPECT_LE((d.u_after->rightCols(2).rowwise().sum() - by_mu).norm(), 1e-5) << mu;
  }
}

}  // namespace
}  // namespace carom::testing
