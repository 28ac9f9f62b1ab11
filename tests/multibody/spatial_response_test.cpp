/// Impulse response, loops and joint impulses of mechanisms in space: multibody/spatial/ response,
/// constraint and joint_impulse.
#include "multibody/random_spatial.hpp"

#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/multibody/spatial/joint_impulse.hpp>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <gtest/gtest.h>

namespace carom::testing {
namespace {

std::vector<spatial::ImpulsePort> random_ports(Random& random, const SpatialMechanism& m) {
  std::vector<spatial::ImpulsePort> ports{random_port(random, m), random_port(random, m)};
  if (m.model.nv() > 0)
    ports.push_back({.stop = spatial::JointStop{random.below(m.model.nv()), -1}});
  ports.push_back({.turning = spatial::RelativeTurning{0, spatial::world,
                                                       random_vector(random, 1).normalized()}});
  return ports;
}

/// Articulated bodies and a dense factor lose about cond(M) eps each.
constexpr double two_routes = 1e-10;

TEST(SpatialResponse, EqualsTheDenseRoute) {
  for_random_spatial_trees(100, [](Random& random, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    const auto ports = random_ports(random, m);
    const auto r = impulse_response(m.model, m.state, k, ports);
    const Eigen::MatrixXd M = mass_matrix(m.model, k);
    const Eigen::MatrixXd J = port_jacobian(m.model, k, ports);
    const Eigen::MatrixXd velocity = M.llt().solve(J.transpose());
    EXPECT_LE((r.velocity - velocity).norm(), two_routes * velocity.norm());
    EXPECT_LE((r.W - J * velocity).norm(), two_routes * r.W.norm());
    EXPECT_EQ(r.W, r.W.transpose());
  });
}

TEST(SpatialResponse, RootAndMotionGiveVelocityAndEnergy) {
  for_random_spatial_trees(100, [](Random& random, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    const auto ports = random_ports(random, m);
    const auto r = impulse_response(m.model, m.state, k, ports);
    const Eigen::VectorXd u = port_velocity(m.state, k, ports);
    const double T = kinetic_energy(m.model, m.state, k);
    EXPECT_LE((r.root.transpose() * r.motion - u).norm(), 1e-11 * (1 + u.norm()));
    EXPECT_LE((port_jacobian(m.model, k, ports) * m.state.v - u).norm(), 1e-13 * (10 + u.norm()));
    EXPECT_NEAR(r.motion.squaredNorm() / 2, T, 1e-12 * T);
  });
}

/// A loop of every kind between two bodies of each tree, in its present pose.
SpatialMechanism looped(Random& random, const SpatialMechanism& m) {
  const auto k = kinematics(m.model, m.state);
  spatial::ModelParts parts{m.model.bodies(), {}, {}, m.model.gravity()};
  const int n = static_cast<int>(parts.bodies.size());
  spatial::Loop loop{.name = "loop", .kind = static_cast<spatial::LoopKind>(random.below(4))};
  loop.first = random.below(n);
  loop.second = random.below(n);
  if (loop.second == loop.first) loop.second = spatial::world;
  const spatial::Pose place = random_spatial_pose(random);
  const auto inside = [&](int body) {
    const spatial::Pose b = pose_of(k, body);
    return spatial::Pose{b.rotation.transpose() * (place.position - b.position),
                         b.rotation.transpose() * place.rotation};
  };
  loop.in_first = inside(loop.first);
  loop.in_second = inside(loop.second);
  parts.loops.push_back(loop);
  return {make_model(parts), m.state};
}

TEST(SpatialLoops, JacobianIsTheDerivativeOfTheError) {
  constexpr double h = 1e-6;
  for_random_spatial_trees(100, [](Random& random, const SpatialMechanism& tree) {
    const SpatialMechanism m = looped(random, tree);
    const auto k = kinematics(m.model, m.state);
    EXPECT_LE(constraint_error(m.model, m.state, k).norm(), 1e-13);
    const auto error = [&](double t) {
      spatial::State x = m.state;
      x.q = moved(m.model, x.q, x.v, t);
      return constraint_error(m.model, x, kinematics(m.model, x));
    };
    const Eigen::VectorXd rate = (error(h) - error(-h)) / (2 * h);
    const Eigen::VectorXd expected = constraint_jacobian(m.model, m.state, k) * m.state.v;
    EXPECT_LE((rate - expected).norm(), 1e-7 * (1 + expected.norm()));
  });
}

TEST(SpatialLoops, ResponseKeepsTheLoopsClosedAndIsTheDenseOne) {
  for_random_spatial_trees(100, [](Random& random, const SpatialMechanism& tree) {
    const SpatialMechanism m = looped(random, tree);
    const auto k = kinematics(m.model, m.state);
    const auto ports = random_ports(random, m);
    const auto r = impulse_response(m.model, m.state, k, ports);
    const Eigen::MatrixXd G = constraint_jacobian(m.model, m.state, k);
    const Eigen::MatrixXd free = impulse_response(tree.model, m.state, k, ports).velocity;
    const double scale = free.norm();
    EXPECT_LE((G * r.velocity).norm(), 1e-9 * (1 + G.norm()) * scale);

    const Eigen::MatrixXd M = mass_matrix(m.model, k);
    const Eigen::MatrixXd held = M * r.velocity - port_jacobian(m.model, k, ports).transpose() -
                                 G.transpose() * r.constraint;
    EXPECT_LE(held.norm(), 1e-9 * M.norm() * scale);  // M Δv = Jᵀ p + Gᵀ λ
  });
}

struct Struck {
  Eigen::VectorXd impulse;
  std::vector<spatial::JointImpulse> joints, loops;
  spatial::Kinematics before, after;
  Eigen::VectorXd change;
};

Struck strike(Random& random, const SpatialMechanism& m,
              const std::vector<spatial::ImpulsePort>& ports) {
  Struck s;
  s.before = kinematics(m.model, m.state);
  const auto r = impulse_response(m.model, m.state, s.before, ports);
  s.impulse.resize(rows(ports));
  for (Eigen::Index i = 0; i < s.impulse.size(); ++i) s.impulse[i] = random.uniform(-1, 1);
  s.change = r.velocity * s.impulse;
  spatial::State x = m.state;
  x.v += s.change;
  s.after = kinematics(m.model, x);
  s.loops = loop_impulses(m.model, s.before, r.constraint * s.impulse);
  s.joints = joint_impulses(m.model, s.before, s.change, ports, s.impulse, s.loops);
  return s;
}

TEST(SpatialJoints, PassOnNothingAlongFreedomsButRotors) {
  for_random_spatial_trees(100, [](Random& random, const SpatialMechanism& m) {
    const std::vector<spatial::ImpulsePort> ports{random_port(random, m), random_port(random, m)};
    const Struck s = strike(random, m, ports);
    double scale = s.impulse.norm();
    for (const auto& j : s.joints) scale += j.impulse.norm() + j.moment.norm();
    for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b)
      for (int i = m.model.first_freedom(b); i < m.model.first_freedom(b) + m.model.freedoms_of(b);
           ++i) {
        const auto& j = s.joints[static_cast<std::size_t>(b)];
        spatial::Vector6 f;
        f << j.moment, j.impulse;
        EXPECT_NEAR(s.before.motion[static_cast<std::size_t>(i)].dot(f),
                    -m.model.armature()[i] * s.change[i], 1e-10 * scale);
      }
  });
}

TEST(SpatialJoints, EveryBodyBalances) {
  for_random_spatial_trees(100, [](Random& random, const SpatialMechanism& tree) {
    const SpatialMechanism m = random.chance(0.5) ? looped(random, tree) : tree;
    const auto ports = random_ports(random, m);
    const Struck s = strike(random, m, ports);
    const auto balances =
        momentum_balance(m.model, s.before, s.after, ports, s.impulse, s.joints, s.loops);
    for (const auto& balance : balances) EXPECT_LE(balance.relative(), 1e-9);
  });
}

TEST(SpatialJoints, AFalseJointImpulseUnbalancesItsBody) {
  for_random_spatial_trees(30, [](Random& random, const SpatialMechanism& m) {
    if (m.model.bodies().size() < 2) return;
    const std::vector<spatial::ImpulsePort> ports{random_port(random, m)};
    Struck s = strike(random, m, ports);
    auto& last = s.joints.back();
    last.position += Eigen::Vector3d(0.1, 0.1, 0.1);
    last.impulse += Eigen::Vector3d(0.1, 0.2, 0.3) * s.impulse.norm();
    if (m.model.freedoms_of(static_cast<int>(s.joints.size()) - 1) > 3) return;
    const auto balances =
        momentum_balance(m.model, s.before, s.after, ports, s.impulse, s.joints, {});
    double worst = 0;
    for (const auto& balance : balances) worst = std::max(worst, balance.relative());
    EXPECT_GT(worst, 1e-6);
  });
}

TEST(SpatialResponse, AFreeMechanismTakesExactlyTheImpulseAndItsMoment) {
  Random random{4};
  for (int i = 0; i < 60; ++i) {
    const SpatialMechanism m = random_spatial_tree(random, 1 + random.below(8), true);
    spatial::ImpulsePort port = random_port(random, m);
    port.frame->second = spatial::world;
    const Struck s = strike(random, m, {port});
    const Eigen::Vector3d x = random_vector(random, 1);
    const auto h0 = total_momentum(m.model, s.before, x);
    const auto h1 = total_momentum(m.model, s.after, x);
    const Eigen::Vector3d p = port.frame->axes * s.impulse;
    const double scale = h0.linear.norm() + h0.angular.norm() + h1.angular.norm() + 1;
    EXPECT_LE((h1.linear - h0.linear - p).norm(), 1e-11 * scale);
    if (!m.model.armature().isZero(0)) continue;  // a rotor keeps part of the angular momentum
    EXPECT_LE((h1.angular - h0.angular - (port.frame->position - x).cross(p)).norm(),
              1e-11 * scale);
  }
}

TEST(SpatialResponse, NamesTheBodyWhoseJointMovesNoInertia) {
  spatial::ModelParts parts;
  parts.bodies.push_back({.name = "ghost", .joints = {{.kind = spatial::JointKind::slide}}});
  const auto model = make_model(parts);
  const auto state = drawn_state(model);
  const auto k = kinematics(model, state);
  EXPECT_THROW(spatial::ArticulatedInertia(model, k), std::invalid_argument);
}

TEST(ContactAxes, AreRightHandedWithTheTangentAcrossTheNormal) {
  Random random{8};
  for (int i = 0; i < 100; ++i) {
    const Eigen::Vector3d n = random_vector(random, 5);
    const Eigen::Vector3d t = random_vector(random, 5);
    const Eigen::Matrix3d axes = spatial::contact_axes(n, t);
    EXPECT_LE((axes.transpose() * axes - Eigen::Matrix3d::Identity()).norm(), 1e-14);
    EXPECT_GT(axes.determinant(), 0);
    EXPECT_GT(axes.col(2).dot(n), 0);
    EXPECT_GT(axes.col(0).dot(t), 0);
  }
  EXPECT_EQ(spatial::contact_axes({0, 0, 2}), Eigen::Matrix3d::Identity());
  EXPECT_EQ(spatial::contact_axes({-1, 0, 0}).col(0), Eigen::Vector3d::UnitY());
  EXPECT_THROW(spatial::contact_axes({0, 0, 1}, {0, 0, 3}), std::invalid_argument);
  EXPECT_THROW(spatial::contact_axes({0, 0, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace carom::testing
