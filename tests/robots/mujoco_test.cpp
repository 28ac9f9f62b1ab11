/// The mechanism that is read from an MJCF file against MuJoCo's own M, bias and J; the files that carom
/// passes to libmujoco and takes back.
#include "multibody/random_spatial.hpp"
#include "source_folder.hpp"

#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/robots/robot_file.hpp>

#include <gtest/gtest.h>
#include <memory>
#include <mujoco/mujoco.h>

namespace carom::testing {
namespace {

using robots::RobotModel;
using spatial::State;

constexpr int states = 200;
constexpr double tolerance = 1e-12;  // relative to the largest entry

std::string robot_path(const std::string& name) {
  return (source_folder() / "examples" / "robots" / (name + ".xml")).string();
}

/// The same file in MuJoCo alone.
struct Reference {
  std::unique_ptr<mjModel, void (*)(mjModel*)> m;
  std::unique_ptr<mjData, void (*)(mjData*)> d;

  explicit Reference(const std::string& path)
      : m(mj_loadXML(path.c_str(), nullptr, nullptr, 0), mj_deleteModel),
        d(mj_makeData(m.get()), mj_deleteData) {}

  void set(const State& x) {
    std::copy(x.q.begin(), x.q.end(), d->qpos);
    std::copy(x.v.begin(), x.v.end(), d->qvel);
    mj_forward(m.get(), d.get());
  }
  Eigen::MatrixXd mass() const {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(m->nv, m->nv);
    mj_fullM(m.get(), M.data(), d->qM);
    return M;
  }
  Eigen::VectorXd bias() const { return Eigen::Map<Eigen::VectorXd>(d->qfrc_bias, m->nv); }
  Eigen::MatrixXd jacobian(int body, const Eigen::Vector3d& x) const {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> J(6, m->nv);
    mj_jac(m.get(), d.get(), J.data(), J.data() + 3 * m->nv, x.data(), body + 1);
    return J;
  }
};

class OwnRobot : public ::testing::TestWithParam<std::string> {
 protected:
  /// Calls test(robot, reference, state, kinematics, random) for random states.
  template <class Test>
  void for_states(const Test& test) {
    const RobotModel robot = robots::read_mjcf(robot_path(GetParam()));
    Reference reference(robot_path(GetParam()));
    Random random{17};
    for (int i = 0; i < states; ++i) {
      const State x = random_spatial_state(random, robot.model);
      reference.set(x);
      test(robot, reference, x, kinematics(robot.model, x), random);
    }
  }
};

double largest(const Eigen::MatrixXd& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); }

TEST_P(OwnRobot, HasTheCoordinatesOfMuJoCo) {
  const RobotModel robot = robots::read_mjcf(robot_path(GetParam()));
  const Reference reference(robot_path(GetParam()));
  ASSERT_EQ(robot.model.nq(), reference.m->nq);
  ASSERT_EQ(robot.model.nv(), reference.m->nv);
  for (int i = 0; i < robot.model.nq(); ++i)
    EXPECT_NEAR(robot.state.q[i], reference.m->qpos0[i], 1e-15) << i;
}

TEST_P(OwnRobot, HasTheMassMatrixOfMuJoCo) {
  for_states([](const RobotModel& robot, const Reference& reference, const State&,
                const spatial::Kinematics& k, Random&) {
    const Eigen::MatrixXd M = mass_matrix(robot.model, k);
    EXPECT_LE(largest(M - reference.mass()), tolerance * largest(M));
  });
}

TEST_P(OwnRobot, HasTheBiasOfMuJoCo) {
  for_states([](const RobotModel& robot, const Reference& reference, const State&,
                const spatial::Kinematics& k, Random&) {
    const Eigen::VectorXd bias = bias_forces(robot.model, k) - gravity_forces(robot.model, k);
    const double scale =
        std::max(largest(bias_forces(robot.model, k)), largest(gravity_forces(robot.model, k)));
    EXPECT_LE(largest(bias - reference.bias()), tolerance * scale);
  });
}

TEST_P(OwnRobot, HasTheJacobiansOfMuJoCo) {
  for_states([](const RobotModel& robot, const Reference& reference, const State&,
                const spatial::Kinematics& k, Random& random) {
    for (int b = 0; b < static_cast<int>(robot.model.bodies().size()); ++b) {
      const Eigen::Vector3d x = random_vector(random, 2);
      Eigen::MatrixXd J(6, robot.model.nv());
      J << point_jacobian(robot.model, k, b, x), turning_jacobian(robot.model, k, b);
      EXPECT_LE(largest(J - reference.jacobian(b, x)), tolerance * std::max(1.0, largest(J)));
    }
  });
}

TEST_P(OwnRobot, PlacesGeomsAndSitesAsMuJoCo) {
  for_states([](const RobotModel& robot, const Reference& reference, const State&,
                const spatial::Kinematics& k, Random&) {
    ASSERT_EQ(static_cast<int>(robot.geoms.size()), reference.m->ngeom);
    ASSERT_EQ(static_cast<int>(robot.sites.size()), reference.m->nsite);
    for (int i = 0; i < reference.m->ngeom; ++i) {
      const auto& geom = robot.geoms[static_cast<std::size_t>(i)];
      const Eigen::Vector3d x = point_position(k, geom.body, geom.in_body.position);
      EXPECT_LE((x - Eigen::Map<Eigen::Vector3d>(reference.d->geom_xpos + 3 * i)).norm(),
                tolerance * 10);
    }
    for (int i = 0; i < reference.m->nsite; ++i) {
      const auto& site = robot.sites[static_cast<std::size_t>(i)];
      const Eigen::Vector3d x = point_position(k, site.body, site.in_body.position);
      EXPECT_LE((x - Eigen::Map<Eigen::Vector3d>(reference.d->site_xpos + 3 * i)).norm(),
                tolerance * 10);
    }
  });
}

/// Equality rows stand first in MuJoCo's constraints; they span the same space as ours.
TEST_P(OwnRobot, ClosesItsLoopsAsMuJoCo) {
  for_states([](const RobotModel& robot, const Reference& reference, const State& x,
                const spatial::Kinematics& k, Random&) {
    const Eigen::MatrixXd G = constraint_jacobian(robot.model, x, k);
    ASSERT_EQ(G.rows(), reference.d->ne);
    const Eigen::VectorXd error = constraint_error(robot.model, x, k);
    for (Eigen::Index i = 0; i < G.rows(); ++i) {
      EXPECT_NEAR(error[i], reference.d->efc_pos[i], tolerance * 10);
      for (Eigen::Index j = 0; j < G.cols(); ++j)
        EXPECT_NEAR(G(i, j), reference.d->efc_J[i * G.cols() + j], tolerance * 10);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Examples, OwnRobot,
                         ::testing::Values("arm", "ball_chain", "bat_and_ball", "biped", "box",
                                           "closed_leg", "gripper", "humanoid", "kane", "quadruped",
                                           "seven_axis_arm"),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace carom::testing
