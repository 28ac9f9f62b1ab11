/// Derivatives by W, in the plane and in space, and what follows for mass, rows and velocity.
#include "tests/core/spatial_problems.hpp"

#include <carom/impact/derivatives.hpp>
#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>

#include <Eigen/Cholesky>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace carom {
namespace {

constexpr std::array laws_with_slopes{
    LawId::newton,    LawId::poisson,        LawId::stronge,
    LawId::whittaker, LawId::conventional,   LawId::brach,
    LawId::moreau,    LawId::anitescu_potra, LawId::chatterjee_ruina};

/// W, u, e and μ of one contact with two rows or three.
struct Statement {
  Eigen::MatrixXd W;
  Eigen::VectorXd u;
  double e = 0;
  double mu = 0;
};

ImpactProblem problem_with(const Statement& s) {
  return {.contacts = {{.restitution = s.e, .friction = s.mu}}, .dynamics = ContactSpace{s.W, s.u}};
}

Statement random_statement(testing::Random& random, Eigen::Index rows) {
  Eigen::MatrixXd Y(rows, rows);
  for (Eigen::Index i = 0; i < Y.size(); ++i) Y.data()[i] = random.uniform(-1, 1);
  Statement s{Y * Y.transpose() + 0.1 * Eigen::MatrixXd::Identity(rows, rows),
              Eigen::VectorXd(rows), random.uniform(0.1, 0.9), random.uniform(0.05, 1)};
  s.W = ((s.W + s.W.transpose()) / 2).eval();
  for (Eigen::Index i = 0; i < rows; ++i) s.u[i] = random.uniform(-2, 2);
  s.u[rows - 1] = -random.uniform(0.1, 2);
  return s;
}

Eigen::VectorXd stacked_vector(const ContactVector& x, Eigen::Index rows) {
  return rows == 2 ? Eigen::VectorXd(Eigen::Vector2d(x.t, x.n))
                   : Eigen::VectorXd(Eigen::Vector3d(x.t, x.t2, x.n));
}

/// The answer with its mode; without thresholds.
ContactResult answer_at(const ImpactProblem& problem, LawId law) {
  Contacts c = contact_problem(problem);
  c.thresholds = false;
  return resolve("", problem.contacts, c, {law}).front().contacts[0];
}

/// Compares a slope of the impulse with differences at two widths; false where a mode changes, or they disagree.
template <class Problem>
bool agrees(const Problem& at, LawId law, ImpactMode mode, const Eigen::VectorXd& slope) {
  const Eigen::Index rows = slope.size();
  const auto difference = [&](double h, Eigen::VectorXd& out) {
    const ContactResult a = answer_at(at(-h), law);
    const ContactResult b = answer_at(at(h), law);
    out = (stacked_vector(b.impulse, rows) - stacked_vector(a.impulse, rows)) / (2 * h);
    return a.mode == mode && b.mode == mode;
  };
  Eigen::VectorXd near;
  Eigen::VectorXd far;
  if (!difference(1e-6, near) || !difference(2e-6, far)) return false;
  const double size = 1 + near.norm();
  if ((far - near).norm() > 1e-5 * size) return false;  // a kink, or too curved
  EXPECT_LE((near - slope).norm(), 1e-5 * size) << law_of(law).name;
  return true;
}

class SlopesInRows : public ::testing::TestWithParam<int> {};

TEST_P(SlopesInRows, AgreeWithFiniteDifferencesUnderEveryLaw) {
  const Eigen::Index rows = GetParam();
  testing::Random random{81};
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Statement s = random_statement(random, rows);
    const LawId law = laws_with_slopes[static_cast<std::size_t>(i) % laws_with_slopes.size()];
    const ImpactDerivatives d = derivatives(problem_with(s), law);
    if (d.near_mode_change || !d.p || d.status == ImpactStatus::undetermined) continue;
    ASSERT_EQ(d.p->rows(), rows);
    ASSERT_TRUE(d.p_W.has_value());
    for (Eigen::Index j = 0; j < rows + 2; ++j)
      compared += agrees(
          [&](double h) {
            Statement t = s;
            (j < rows ? t.u[j] : j == rows ? t.e : t.mu) += h;
            return problem_with(t);
          },
          law, d.mode, d.p->col(j));
    for (Eigen::Index a = 0; a < rows; ++a)
      for (Eigen::Index b = 0; b <= a; ++b) {
        const Eigen::VectorXd slope = d.p_W->col(a * rows + b) + d.p_W->col(b * rows + a);
        compared += agrees(
            [&](double h) {
              Statement t = s;
              t.W(a, b) += h;
              if (a != b) t.W(b, a) += h;
              return problem_with(t);
            },
            law, d.mode, a == b ? Eigen::VectorXd(slope / 2) : slope);
      }
    // u⁺ = u⁻ + W p
    Eigen::MatrixXd du = s.W * *d.p;
    du.leftCols(rows) += Eigen::MatrixXd::Identity(rows, rows);
    EXPECT_LE((du - *d.u_after).norm(), 1e-9 * (1 + d.p->norm()));
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, rows == 2 ? 1500 : 2000);
}

INSTANTIATE_TEST_SUITE_P(Derivatives, SlopesInRows, ::testing::Values(2, 3),
                         [](const auto& rows) { return rows.param == 2 ? "plane" : "space"; });

/// The chain rule through W = J M⁻¹ Jᵀ and u = J v.
TEST(Derivatives, FollowMassRowsAndVelocityOfAMechanism) {
  testing::Random random{82};
  const Eigen::Index n = 4;
  const Eigen::Index r = 3;
  int compared = 0;
  for (int i = 0; i < 20; ++i) {
    const Statement inertia = random_statement(random, n);
    GeneralizedSpace space{.mass = inertia.W + Eigen::MatrixXd::Identity(n, n),
                           .velocity = Eigen::VectorXd(n)};
    Eigen::MatrixXd J(r, n);
    for (Eigen::Index k = 0; k < J.size(); ++k) J.data()[k] = random.uniform(-1, 1);
    for (Eigen::Index k = 0; k < n; ++k) space.velocity[k] = random.uniform(-1, 1);
    if (J.row(2).dot(space.velocity) > 0) space.velocity = -space.velocity;
    const auto stated = [&](const Eigen::MatrixXd& rows, const GeneralizedSpace& base) {
      GeneralizedSpace g = base;
      g.rows = {{.tangent = Eigen::VectorXd(rows.row(0)),
                 .normal = Eigen::VectorXd(rows.row(2)),
                 .tangent2 = Eigen::VectorXd(rows.row(1))}};
      return ImpactProblem{.contacts = {{.restitution = 0.6, .friction = 0.3}}, .dynamics = g};
    };
    const ImpactProblem problem = stated(J, space);
    const ImpactDerivatives d = derivatives(problem, LawId::stronge);
    if (d.near_mode_change) continue;
    const ImpactResult result = resolve(problem, LawId::stronge);
    const CoordinateDerivatives c = coordinate_derivatives(
        d, space.mass, J, space.velocity, stacked_vector(result.contacts[0].impulse, r));
    const auto velocity = [&](const ImpactProblem& p) {
      return *resolve(p, LawId::stronge).velocity_after;
    };
    const double h = 1e-6;
    const auto check = [&](const ImpactProblem& hi, const ImpactProblem& lo,
                           const Eigen::VectorXd& slope) {
      const Eigen::VectorXd difference = (velocity(hi) - velocity(lo)) / (2 * h);
      EXPECT_LE((difference - slope).norm(), 1e-6 * (1 + slope.norm()));
      ++compared;
    };
    for (Eigen::Index a = 0; a < n; ++a) {
      GeneralizedSpace hi = space;
      GeneralizedSpace lo = space;
      hi.velocity[a] += h;
      lo.velocity[a] -= h;
      check(stated(J, hi), stated(J, lo), c.velocity_v.col(a));
      Eigen::MatrixXd up = J;
      Eigen::MatrixXd down = J;
      up(1, a) += h;
      down(1, a) -= h;
      check(stated(up, space), stated(down, space), c.velocity_J.col(n + a));
      hi = lo = space;
      hi.mass(a, 0) += h;
      lo.mass(a, 0) -= h;
      if (a > 0) {
        hi.mass(0, a) += h;
        lo.mass(0, a) -= h;
      }
      const Eigen::VectorXd both = c.velocity_M.col(a * n) + c.velocity_M.col(a);
      check(stated(J, hi), stated(J, lo), a == 0 ? Eigen::VectorXd(both / 2) : both);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 150);
}

TEST(Derivatives, HaveNoneByASingularMobility) {
  const Eigen::Vector3d d(0.6, 0.3, 1);
  const ImpactProblem problem{.contacts = {{.restitution = 0.5, .friction = 0.2}},
                              .dynamics = ContactSpace{d * d.transpose(), -d}};
  const ImpactDerivatives slopes = derivatives(problem, LawId::poisson);
  EXPECT_FALSE(slopes.p_W.has_value());
  EXPECT_EQ(slopes.tangents, 2);
}

TEST(Derivatives, NameTheLawThatHasNoneInSpace) {
  ImpactProblem sphere{.contacts = {{.restitution = 0.5, .friction = 0.2, .stiffness_ratio = 1.2}},
                       .dynamics = ContactSpace{Eigen::Vector3d(3.5, 3.5, 1).asDiagonal(),
                                                Eigen::Vector3d(1, 0.5, -1)}};
  EXPECT_THAT([&] { derivatives(sphere, LawId::compliant); },
              ::testing::ThrowsMessage<std::invalid_argument>(
                  ::testing::HasSubstr("compliant has no derivatives in space")));
}

}  // namespace
}  // namespace carom
