#include "random_mechanisms.hpp"

#include <carom/multibody/planar/dynamics.hpp>

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <functional>

namespace carom {
namespace {

using testing::Mechanism;
using testing::Random;

constexpr double step = 1e-6;       ///< of central differences
constexpr double tolerance = 2e-7;  ///< step² times third derivatives, and rounding/step

void for_random_trees(const std::function<void(Mechanism&, Random&)>& claim) {
  Random random{31};
  for (int i = 0; i < 200; ++i) {
    Mechanism m = testing::random_tree(random, 1 + random.below(6));
    claim(m, random);
    if (::testing::Test::HasFailure()) return;
  }
}

State moved(const State& x, int i, double h) {
  State y = x;
  y.q[i] += h;
  return y;
}

TEST(Mechanism, PointJacobianIsTheDerivativeOfPosition) {
  for_random_trees([](Mechanism& m, Random& random) {
    const int body = random.below(static_cast<int>(m.model.bodies().size()));
    const Eigen::Vector2d point = testing::random_point(random, 1);
    const Kinematics k = kinematics(m.model, m.state);
    const Eigen::MatrixXd J = point_jacobian(m.model, k, body, point_position(k, body, point));
    for (int i = 0; i < m.model.size(); ++i) {
      const Eigen::Vector2d d =
          (point_position(kinematics(m.model, moved(m.state, i, step)), body, point) -
           point_position(kinematics(m.model, moved(m.state, i, -step)), body, point)) /
          (2 * step);
      EXPECT_LT((J.col(i) - d).norm(), tolerance);
    }
    EXPECT_LT((J * m.state.v - point_velocity(k, body, point)).norm(), 1e-12 * (1 + J.norm()) * 10);
  });
}

TEST(Mechanism, KineticEnergyIsTheMassMatrixForm) {
  for_random_trees([](Mechanism& m, Random&) {
    const Kinematics k = kinematics(m.model, m.state);
    const Eigen::MatrixXd M = mass_matrix(m.model, k);
    const double T = kinetic_energy(m.model, m.state, k);
    EXPECT_NEAR(0.5 * m.state.v.dot(M * m.state.v), T, 1e-12 * (1 + T));
    EXPECT_EQ(M, M.transpose());
  });
}

/// Lagrange's equations by differences: d/dt(∂T/∂v) − ∂T/∂q at constant rates is the bias.
TEST(Mechanism, BiasForcesFollowFromKineticEnergy) {
  for_random_trees([](Mechanism& m, Random&) {
    const Kinematics k = kinematics(m.model, m.state);
    const auto momenta = [&](double h) {
      State x = m.state;
      x.q += h * x.v;
      return Eigen::VectorXd(mass_matrix(m.model, kinematics(m.model, x)) * x.v);
    };
    const Eigen::VectorXd rate = (momenta(step) - momenta(-step)) / (2 * step);
    const Eigen::VectorXd bias = bias_forces(m.model, m.state, k);
    for (int i = 0; i < m.model.size(); ++i) {
      const auto T = [&](double h) {
        const State x = moved(m.state, i, h);
        return kinetic_energy(m.model, x, kinematics(m.model, x));
      };
      const double slope = (T(step) - T(-step)) / (2 * step);
      EXPECT_NEAR(bias[i], rate[i] - slope, 1e-5 * (1 + std::abs(rate[i]) + std::abs(slope)));
    }
  });
}

TEST(Mechanism, AppliedForcesAreMinusTheGradientOfPotentialEnergyAtRest) {
  for_random_trees([](Mechanism& m, Random&) {
    m.state.v.setZero();
    const Eigen::VectorXd f = applied_forces(m.model, m.state, kinematics(m.model, m.state));
    for (int i = 0; i < m.model.size(); ++i) {
      const auto V = [&](double h) {
        const State x = moved(m.state, i, h);
        return potential_energy(m.model, x, kinematics(m.model, x));
      };
      const double slope = (V(step) - V(-step)) / (2 * step);
      EXPECT_NEAR(f[i], -slope, 1e-5 * (1 + std::abs(slope)));
    }
  });
}

TEST(Mechanism, DampersOnlyTakeEnergy) {
  for_random_trees([](Mechanism& m, Random&) {
    State rest = m.state;
    rest.v.setZero();
    const Eigen::VectorXd damping = applied_forces(m.model, m.state, kinematics(m.model, m.state)) -
                                    applied_forces(m.model, rest, kinematics(m.model, rest));
    EXPECT_LE(damping.dot(m.state.v), 1e-10);
  });
}

TEST(Mechanism, ConstraintJacobianIsTheDerivativeOfTheError) {
  Random random{37};
  for (int i = 0; i < 100; ++i) {
    ModelParts parts;
    const int n = 3;
    for (int b = 0; b < n; ++b) {
      parts.bodies.push_back(testing::random_body(random));
      Joint joint;
      joint.kind = b == 1 ? JointKind::free : JointKind::revolute;
      joint.child = b;
      joint.parent = b == 0 ? world : b - 1;
      joint.in_parent = testing::random_pose(random);
      parts.tree.push_back(joint);
    }
    for (const JointKind kind : {JointKind::revolute, JointKind::prismatic, JointKind::weld}) {
      Joint loop;
      loop.kind = kind;
      loop.parent = random.below(n + 1) - 1;
      loop.child = random.below(n);
      if (loop.parent == loop.child) loop.parent = world;
      loop.in_parent = testing::random_pose(random);
      loop.in_child = testing::random_pose(random);
      parts.loops.push_back(loop);
    }
    const Model model = make_model(parts);
    State x{Eigen::VectorXd(model.size()), Eigen::VectorXd::Zero(model.size())};
    for (int j = 0; j < model.size(); ++j) x.q[j] = random.uniform(-1, 1);
    const Eigen::MatrixXd G = constraint_jacobian(model, kinematics(model, x));
    ASSERT_EQ(G.rows(), 7);
    for (int j = 0; j < model.size(); ++j) {
      Eigen::VectorXd d = constraint_error(model, kinematics(model, moved(x, j, step))) -
                          constraint_error(model, kinematics(model, moved(x, j, -step)));
      EXPECT_LT((G.col(j) - d / (2 * step)).norm(), tolerance * 10);
    }
    if (HasFailure()) return;
  }
}

TEST(Mechanism, RefusesWhatIsNoMechanism) {
  const auto error_of = [](const ModelParts& parts) -> std::string {
    try {
      make_model(parts);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "no error";
  };
  ModelParts parts;
  EXPECT_EQ(error_of(parts), "bodies: empty; give at least one body");
  parts.bodies.resize(2);
  parts.bodies[1].name = "bob";
  parts.tree.push_back({.kind = JointKind::revolute, .parent = world, .child = 0});
  EXPECT_EQ(error_of(parts), "body 'bob': hangs on no joint");
  parts.tree.push_back({.kind = JointKind::revolute, .parent = 1, .child = 0});
  EXPECT_EQ(error_of(parts),
            "joints[1]: its child already hangs on another joint; make one of them a loop");
  parts.tree = {{.parent = 1, .child = 0}, {.parent = 0, .child = 1}};
  EXPECT_EQ(error_of(parts),
            "joints: the tree joints form a circle; close it by a loop joint instead");
  parts.bodies[0].mass = -1;
  EXPECT_EQ(error_of(parts), "bodies[0]: mass -1 must be a finite number >= 0");
}

}  // namespace
}  // namespace carom
