/// The least common friction with which no contact slips. required_friction.
#include "random_problems.hpp"

#include <carom/impact/required_friction.hpp>
#include <carom/impact/resolve.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom::testing {
namespace {

/// One contact, or several that collide together, in the plane or in space.
ImpactProblem problem_of(const Eigen::MatrixXd& W, const Eigen::VectorXd& u, std::size_t contacts) {
  ImpactProblem p;
  p.dynamics = ContactSpace{W, u};
  p.contacts.resize(contacts);
  for (Contact& c : p.contacts) {
    c.restitution = 0.3;
    c.friction = 0.1;
  }
  if (contacts > 1) p.simultaneous = Simultaneous::together;
  p.required_friction = true;
  return p;
}

/// True if the law leaves no contact with slip at that friction.
bool sticks(ImpactProblem p, double mu, LawId law) {
  for (Contact& c : p.contacts) c.friction = mu;
  p.required_friction = false;
  for (const ContactResult& c : resolve(p, law).contacts)
    if (c.impulse.n > 0 && (c.u_after.t != 0 || c.u_after.t2 != 0)) return false;
  return true;
}

TEST(RequiredFriction, OfOneContactIsItsThreshold) {
  const Eigen::Matrix3d W{{2.2, -1.4, 0.9}, {-1.4, 3.7, 1.2}, {0.9, 1.2, 6.1}};
  const ImpactProblem p = problem_of(W, Eigen::Vector3d(0.5, 0.2, -1), 1);
  const ImpactResult r = resolve(p, LawId::poisson);
  ASSERT_TRUE(r.contacts[0].friction.to_stick);
  EXPECT_EQ(*r.required_friction, *r.contacts[0].friction.to_stick);
}

TEST(RequiredFriction, OfSeveralContactsJustHolds) {
  Random random{51};
  int found = 0;
  for (int i = 0; i < 40; ++i) {
    const Eigen::MatrixXd A =
        Eigen::MatrixXd::NullaryExpr(5, 4, [&] { return random.uniform(-1, 1); });
    const Eigen::Vector4d u(random.uniform(-0.3, 0.3), -1, random.uniform(-0.3, 0.3), -1.2);
    const ImpactProblem p = problem_of(A.transpose() * A, u, 2);
    const double mu = *resolve(p, LawId::poisson).required_friction;
    if (!std::isfinite(mu) || mu == 0) continue;
    EXPECT_TRUE(sticks(p, mu * (1 + 1e-9), LawId::poisson)) << i;
    EXPECT_FALSE(sticks(p, mu * (1 - 1e-9), LawId::poisson)) << i;
    ++found;
  }
  EXPECT_GT(found, 15);
}

TEST(RequiredFriction, IsZeroWhereNothingHappensOrNothingPullsAside) {
  const Eigen::Matrix2d W{{2.5, -1.5}, {-1.5, 2.5}};
  EXPECT_EQ(*resolve(problem_of(W, Eigen::Vector2d(0.6, 1), 1), LawId::newton).required_friction,
            0);
  const Eigen::Matrix2d apart{{3, 0}, {0, 1}};
  EXPECT_EQ(*resolve(problem_of(apart, Eigen::Vector2d(0, -1), 1), LawId::newton).required_friction,
            0);
}

}  // namespace
}  // namespace carom::testing
