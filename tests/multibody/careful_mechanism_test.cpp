#include "random_mechanisms.hpp"

#include <carom/multibody/careful_mechanism.hpp>
#include <carom/multibody/dynamics.hpp>
#include <carom/multibody/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

/// Two uniform rods of 2 m and 3 kg hang at 0.625 rad from a pivot; the lower one is turned further by `bend`. Its end
/// falls on a rough floor.
Scene almost_straight(double bend) {
  Scene scene;
  scene.model = testing::two_rods();
  scene.state.q = Eigen::Vector2d(0.625, bend);
  scene.state.v = Eigen::Vector2d(-0.125, -0.140625);
  ContactPair tip;
  tip.first = {1, PointFeature{{0, -2}}};
  tip.second = {world, EdgeFeature{{0, -2 * (std::cos(0.625) + std::cos(0.625 + bend))}, 0}};
  scene.contacts.push_back({tip, {.restitution = 0.5, .friction = 30}, {}});
  return scene;
}

TEST(CarefulMechanism, AnAlmostStraightPendulumKeepsItsDigits) {
  struct Known {
    double bend;  ///< rad
    double t, n;  ///< p of newton, N·s: sines, cosines, M, J, W and p with 60 digits
  };
  for (const Known& known : {Known{0x1p-14, -58219767.089144841, 80681445.866916493},
                             Known{0x1p-20, -238477191341.6265, 330536015269.88745},
                             Known{0x1p-25, -244200785930992.06, 338469900228389.75},
                             Known{0x1p-30, -2.5006160933718714e+17, 3.4659321049283814e+17}}) {
    const SceneResult r = resolve(almost_straight(known.bend), {LawId::newton}).front();
    ASSERT_EQ(r.impact.status, ImpactStatus::solved);
    // What rounding does to the bend it does to the impulse, not its square.
    const double rounding = 4e-16 / known.bend;
    EXPECT_NEAR(r.impact.contacts[0].impulse.t / known.t, 1, rounding) << known.bend;
    EXPECT_NEAR(r.impact.contacts[0].impulse.n / known.n, 1, rounding) << known.bend;
    EXPECT_EQ(r.impact.contacts[0].u_after.t, 0);
  }
}

TEST(CarefulMechanism, AStraightPendulumStaysLocked) {
  const auto results = resolve(almost_straight(0), {LawId::newton, LawId::poisson});
  EXPECT_EQ(results[0].impact.status, ImpactStatus::no_solution);
  EXPECT_EQ(results[1].impact.status, ImpactStatus::solved);
  EXPECT_EQ(results[1].impact.contacts[0].u_after.t, 0);
  EXPECT_EQ(results[1].impact.contacts[0].u_after.n, 0);
}

TEST(CarefulMechanism, HasTheMassAndTheRowsOfOneDouble) {
  testing::Random random(17);
  for (int i = 0; i < 300; ++i) {
    const testing::Mechanism m = testing::random_tree(random, 1 + random.below(7));
    const Kinematics k = kinematics(m.model, m.state);
    const int bodies = static_cast<int>(m.model.bodies().size());
    ContactFrame frame{.first = random.below(bodies), .second = random.below(bodies + 1) - 1};
    frame.position = testing::random_point(random, 2);
    frame.tangent = direction(random.uniform(-3, 3));
    const CarefulMechanism careful = careful_mechanism(m.model, k, frame, m.state.v);
    const Eigen::MatrixXd M = mass_matrix(m.model, k);
    const Eigen::MatrixXd J = contact_jacobian(m.model, k, frame);
    const double size = M.cwiseAbs().maxCoeff();
    const double reach = J.cwiseAbs().maxCoeff() + 1;
    for (Eigen::Index a = 0; a < M.rows(); ++a) {
      const auto row = static_cast<std::size_t>(a);
      EXPECT_NEAR(careful.jacobian[row].t.high, J(0, a), 1e-14 * reach);
      EXPECT_NEAR(careful.jacobian[row].n.high, J(1, a), 1e-14 * reach);
      for (Eigen::Index b = 0; b < M.cols(); ++b)
        EXPECT_NEAR(careful.mass[row * careful.jacobian.size() + static_cast<std::size_t>(b)].high,
                    M(a, b), 1e-13 * size);
    }
  }
}

}  // namespace
}  // namespace carom
