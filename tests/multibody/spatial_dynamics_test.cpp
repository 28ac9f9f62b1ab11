/// Kinematics, inertia, bias and states of mechanisms in space: multibody/spatial/ model, state, kinematics
/// and dynamics.
#include "multibody/random_spatial.hpp"

#include <carom/multibody/spatial/dynamics.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

/// Step of central differences whose error, h² and eps/h, is about 1e-10.
constexpr double step = 1e-5;
constexpr double step_error = 2e-8;

spatial::State later(const spatial::Model& model, spatial::State state, double h) {
  state.q = moved(model, state.q, state.v, h);
  return state;
}

spatial::State with_velocity(spatial::State state, const Eigen::VectorXd& v) {
  state.v = v;
  return state;
}

TEST(SpatialKinematics, VelocityIsTheRateOfTheMaterialPoint) {
  for_random_spatial_trees(60, [](Random& random, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    const auto k1 = kinematics(m.model, later(m.model, m.state, -step));
    const auto k2 = kinematics(m.model, later(m.model, m.state, step));
    for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b) {
      const Eigen::Vector3d x = random_vector(random, 1);
      const Eigen::Vector3d rate =
          (point_position(k2, b, x) - point_position(k1, b, x)) / (2 * step);
      const Eigen::Vector3d v = velocity_at(k, b, point_position(k, b, x));
      EXPECT_LE((v - rate).norm(), step_error * (1 + v.norm() * 10)) << b;
    }
  });
}

TEST(SpatialKinematics, JacobiansGiveTheVelocities) {
  for_random_spatial_trees(60, [](Random& random, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b) {
      const Eigen::Vector3d x = random_vector(random, 1);
      const Eigen::Vector3d v = velocity_at(k, b, x);
      EXPECT_LE((point_jacobian(m.model, k, b, x) * m.state.v - v).norm(), 1e-13 * (10 + v.norm()));
      const Eigen::Vector3d w = turning_of(k, b);
      EXPECT_LE((turning_jacobian(m.model, k, b) * m.state.v - w).norm(), 1e-13 * (10 + w.norm()));
    }
  });
}

TEST(SpatialKinematics, AccelerationIsTheRateOfVelocityOfTheMaterialPoint) {
  for_random_spatial_trees(60, [](Random& random, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    const auto k1 = kinematics(m.model, later(m.model, m.state, -step));
    const auto k2 = kinematics(m.model, later(m.model, m.state, step));
    const auto A = accelerations(m.model, k, Eigen::VectorXd::Zero(m.model.nv()));
    for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b) {
      const Eigen::Vector3d x = random_vector(random, 1);
      const auto velocity = [&](const spatial::Kinematics& at) {
        return velocity_at(at, b, point_position(at, b, x));
      };
      const Eigen::Vector3d rate = (velocity(k2) - velocity(k1)) / (2 * step);
      const Eigen::Vector3d a = acceleration_at(k, A, b, point_position(k, b, x));
      EXPECT_LE((a - rate).norm(), step_error * (10 + 100 * a.norm())) << b;
    }
  });
}

TEST(SpatialDynamics, MassMatrixIsTheSumOverBodies) {
  for_random_spatial_trees(60, [](Random&, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    Eigen::MatrixXd sum = m.model.armature().asDiagonal();
    for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b) {
      const spatial::Body& body = m.model.body(b);
      const Eigen::MatrixXd J =
          point_jacobian(m.model, k, b, point_position(k, b, body.centre_of_mass));
      const Eigen::MatrixXd R =
          pose_of(k, b).rotation.transpose() * turning_jacobian(m.model, k, b);
      sum += body.mass * J.transpose() * J + R.transpose() * body.inertia * R;
    }
    const Eigen::MatrixXd M = mass_matrix(m.model, k);
    EXPECT_LE((M - sum).norm(), 1e-13 * (1 + M.norm()));
    EXPECT_NEAR(kinetic_energy(m.model, m.state, k), 0.5 * m.state.v.dot(M * m.state.v),
                1e-13 * (1 + M.norm()) * (1 + m.state.v.squaredNorm()));
  });
}

/// M v̇ = gravity − bias keeps kinetic plus potential energy: the powers of the terms add up to its rate.
TEST(SpatialDynamics, BiasAndGravityKeepTheEnergy) {
  for_random_spatial_trees(60, [](Random&, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    const Eigen::VectorXd power = m.state.v;
    const auto energy = [&](double h) {
      const spatial::State x = later(m.model, m.state, h);
      const auto at = kinematics(m.model, x);
      return kinetic_energy(m.model, x, at) + potential_energy(m.model, at);
    };
    const double rate = (energy(step) - energy(-step)) / (2 * step);  // with v̇ = 0
    const double expected = power.dot(bias_forces(m.model, k) - gravity_forces(m.model, k));
    EXPECT_NEAR(rate, expected, step_error * (10 + 1000 * std::abs(energy(0))));
  });
}

/// bias = Σ Jᵀ (d/dt momentum at v̇ = 0), body by body from the accelerations.
TEST(SpatialDynamics, BiasIsTheRateOfMomentumOfEveryBody) {
  for_random_spatial_trees(60, [](Random&, const SpatialMechanism& m) {
    const auto k = kinematics(m.model, m.state);
    const auto k1 = kinematics(m.model, later(m.model, m.state, -step));
    const auto k2 = kinematics(m.model, later(m.model, m.state, step));
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(m.model.nv());
    for (int b = 0; b < static_cast<int>(m.model.bodies().size()); ++b) {
      const auto h1 = momentum(m.model, k1, b);
      const auto h2 = momentum(m.model, k2, b);
      const Eigen::Vector3d c = point_position(k, b, m.model.body(b).centre_of_mass);
      sum += (point_jacobian(m.model, k, b, c).transpose() * (h2.linear - h1.linear) +
              turning_jacobian(m.model, k, b).transpose() * (h2.angular - h1.angular)) /
             (2 * step);
    }
    const Eigen::VectorXd bias = bias_forces(m.model, k);
    EXPECT_LE((bias - sum).norm(), step_error * (10 + 1000 * bias.norm()));
  });
}

TEST(SpatialState, DifferenceUndoesMoving) {
  for_random_spatial_trees(60, [](Random& random, const SpatialMechanism& m) {
    const spatial::State other = random_spatial_state(random, m.model);
    const Eigen::VectorXd v = difference(m.model, m.state.q, other.q);
    const auto k1 = kinematics(m.model, other);
    const auto k2 =
        kinematics(m.model, with_velocity({moved(m.model, m.state.q, v, 1), other.v}, other.v));
    for (std::size_t b = 0; b < k1.pose.size(); ++b) {
      EXPECT_LE((k1.pose[b].position - k2.pose[b].position).norm(), 1e-13 * 20);
      EXPECT_LE((k1.pose[b].rotation - k2.pose[b].rotation).norm(), 1e-13 * 20);
    }
  });
}

TEST(SpatialState, PositionRatesAreTheDerivativeOfMoving) {
  for_random_spatial_trees(30, [](Random&, const SpatialMechanism& m) {
    const Eigen::VectorXd ahead = moved(m.model, m.state.q, m.state.v, step);
    const Eigen::VectorXd back = moved(m.model, m.state.q, m.state.v, -step);
    EXPECT_LE(((ahead - back) / (2 * step) - position_rates(m.model, m.state.q, m.state.v)).norm(),
              1e-8);
  });
}

TEST(SpatialState, RefusesWrongLengthsAndZeroQuaternions) {
  spatial::ModelParts parts;
  parts.bodies.push_back(
      {.name = "box", .joints = {{.kind = spatial::JointKind::free}}, .mass = 1});
  const spatial::Model model = make_model(parts);
  spatial::State state = drawn_state(model);
  EXPECT_NO_THROW(check_state(model, state));
  state.q.tail<4>().setZero();
  EXPECT_THROW(check_state(model, state), std::invalid_argument);
  EXPECT_THROW(kinematics(model, state), std::invalid_argument);
  state.q.resize(3);
  EXPECT_THROW(kinematics(model, state), std::invalid_argument);
}

TEST(SpatialModel, NamesWhatIsWrong) {
  const auto refusal = [](const spatial::ModelParts& parts) -> std::string {
    try {
      make_model(parts);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  spatial::ModelParts parts;
  parts.bodies.push_back({.name = "foot", .mass = -1});
  EXPECT_EQ(refusal(parts), "body 'foot': mass -1 is negative or not finite");
  parts.bodies[0] = {.name = "foot", .parent = 0, .mass = 1};
  EXPECT_EQ(refusal(parts), "body 'foot': its parents form a ring");
  parts.bodies[0] = {.name = "foot", .joints = {{.name = "knee", .axis = {0, 0, 0}}}, .mass = 1};
  EXPECT_EQ(refusal(parts), "joint 'knee': its axis has no direction");
  parts.bodies[0] = {
      .name = "foot",
      .joints = {{.kind = spatial::JointKind::free}, {.kind = spatial::JointKind::hinge}},
      .mass = 1};
  EXPECT_EQ(refusal(parts),
            "body 'foot': a free joint must be the only joint of a body on the world");
}

}  // namespace
}  // namespace carom::testing
