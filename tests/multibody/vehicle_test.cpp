#include <carom/multibody/vehicle.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace carom {
namespace {

const double deg = std::acos(-1.0) / 180;

/// A car of 1000 kg that is hit at its centre by a wall which pushes it along `push` (world, degrees)
/// while it stands with its nose along `heading`.
VehicleReport pushed_car(double heading_deg, double push_deg, LawId law = LawId::stronge) {
  ModelParts parts;
  parts.bodies.push_back({"car", 1000, 1500, {0, 0}, {}});
  parts.tree = {{.kind = JointKind::free, .parent = world, .child = 0}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = Eigen::Vector3d(0, 0, heading_deg * deg);
  scene.state.v = Eigen::Vector3d::Zero();
  ContactPair hit;
  hit.first = {0, PointFeature{}};
  hit.second = {world, EdgeFeature{}};
  hit.position = Eigen::Vector2d::Zero();
  hit.tangent_angle = (push_deg - 90) * deg;
  SceneContact contact{hit, {.name = "hit", .restitution = 0.5, .friction = 0.3}, {}, {}};
  contact.surface_motion.twist.velocity =
      2 * Eigen::Vector2d(std::cos(push_deg * deg), std::sin(push_deg * deg));
  scene.contacts.push_back(contact);
  return vehicle_report(scene, resolve(scene, {law}).front());
}

TEST(VehicleReport, PdofIsWhereTheForceComesFromClockwise) {
  struct Case {
    double push, pdof;
    int clock;
  };
  // The nose points along x: a push along -x comes from ahead, one along +y from the right.
  for (const Case& c :
       {Case{180, 0, 12}, Case{90, 90, 3}, Case{-90, -90, 9}, Case{0, 180, 6}, Case{150, 30, 1},
        Case{-150, -30, 11}, Case{166, 14, 12}, Case{164, 16, 1}}) {
    const VehicleChange car = pushed_car(0, c.push).vehicles.at(0);
    EXPECT_NEAR(std::remainder(*car.pdof / deg - c.pdof, 360), 0, 1e-9) << c.push;
    EXPECT_EQ(car.pdof_clock, c.clock) << c.push;
  }
}

TEST(VehicleReport, DeltaVIsInTheVehiclesAxes) {
  for (const double heading : {0.0, 37.0, 90.0, -120.0}) {
    const VehicleChange car = pushed_car(heading, heading + 90).vehicles.at(0);
    EXPECT_NEAR(car.delta_v.x(), 0, 1e-12) << heading;
    EXPECT_NEAR(car.delta_v.y(), 3, 1e-12) << heading;  // (1 + e) times the wall's 2 m/s
    EXPECT_NEAR(car.delta_v_size, 3, 1e-12) << heading;
  }
}

TEST(VehicleReport, EesIsTheSpeedWhoseEnergyWasLost) {
  const VehicleReport report = pushed_car(0, 180);
  EXPECT_NEAR(report.energy_lost, 1000 * 4 * (1 - 0.25) / 2, 1e-9);
  const VehicleChange& car = report.vehicles.at(0);
  EXPECT_NEAR(1000 * std::pow(*car.ees_all, 2) / 2, report.energy_lost, 1e-9);
  EXPECT_NEAR(1000 * std::pow(*car.ees_half, 2) / 2, report.energy_lost / 2, 1e-9);
}

TEST(VehicleReport, BothDivisionsOfTheEnergyHaveTheSameSum) {
  for (const LawId law : {LawId::newton, LawId::poisson, LawId::stronge}) {
    const VehicleReport report = pushed_car(0, 180, law);
    const VehicleContact& c = report.contacts.at(0);
    ASSERT_TRUE(c.path.has_value());
    EXPECT_NEAR(c.kelvin.normal + c.kelvin.tangential, -report.energy_lost, 1e-9);
    EXPECT_NEAR(c.path->normal + c.path->tangential, -report.energy_lost, 1e-9);
  }
  EXPECT_FALSE(pushed_car(0, 180, LawId::whittaker).contacts.at(0).path.has_value());
}

TEST(VehicleReport, WantsABodyThatIsFree) {
  ModelParts parts;
  parts.bodies.push_back({"arm", 1, 1, {1, 0}, {}});
  parts.tree = {{.name = "pivot", .kind = JointKind::revolute, .parent = world, .child = 0}};
  Scene scene;
  scene.model = make_model(parts);
  scene.state.q = scene.state.v = Eigen::VectorXd::Ones(1);
  EXPECT_THROW(vehicle_report(scene, {}), std::invalid_argument);
}

}  // namespace
}  // namespace carom
