/// Three strikes with known numbers: W and u of a box on its corner, an arm over a table, and Kane's double
/// pendulum as a robot.
#include "source_folder.hpp"

#include <carom/multibody/spatial/joint_impulse.hpp>
#include <carom/robots/robot_file.hpp>

#include <gtest/gtest.h>

namespace carom::testing {
namespace {

using robots::RobotModel;
using spatial::ImpulsePort;

constexpr double printed = 2e-7;  // eight digits are printed of p and u, and W is up to 40

RobotModel robot(const std::string& name) {
  return robots::read_mjcf((source_folder() / "examples" / "robots" / (name + ".xml")).string());
}

/// A contact of the robot's point with the world, n = z and t1 = x.
ImpulsePort floor_under(const RobotModel& r, const spatial::Kinematics& k, const std::string& body,
                        const Eigen::Vector3d& point) {
  spatial::ContactFrame frame{body_named(r.model, body)};
  frame.position = point_position(k, frame.first, point);
  return {.frame = frame};
}

/// p and u⁺ of one law.
struct Printed {
  Eigen::Vector3d p, u_after;
};

TEST(BoxOnItsCorner, HasTheWThatLeadsToThePrintedVelocities) {
  RobotModel r = robot("box");
  r.state.v.head<3>() << 0.5, 0.2, -1;
  const auto k = kinematics(r.model, r.state);
  const auto port = floor_under(r, k, "box", {0.15, 0.1, -0.05});
  const auto response = impulse_response(r.model, r.state, k, {port});
  const Eigen::VectorXd u = port_velocity(r.state, k, {port});
  for (const Printed& law :
       {Printed{{-.12590739, -.07704130, .29602725}, {.59319528, .44629107, .6}},
        Printed{{-.12564450, -.07684357, .29536936}, {.59291381, .44586466, .59646076}},
        Printed{{-.12572342, -.07690291, .29556683}, {.59299828, .44599268, .59752310}}})
    EXPECT_LE((u + response.W * law.p - law.u_after).norm(), printed);
}

TEST(ArmHitsATable, HasThePrintedVelocitiesOfContactAndJoints) {
  RobotModel r = robot("arm");
  r.state.q << 0.3, 0.4, 0.5;
  r.state.v << 0.6, 1, 0.5;
  const auto k = kinematics(r.model, r.state);
  const auto port = floor_under(r, k, "fore", {0.3, 0, 0});
  const auto response = impulse_response(r.model, r.state, k, {port});
  const Eigen::VectorXd u = port_velocity(r.state, k, {port});
  EXPECT_LE((u - Eigen::Vector3d(-.58395538, .16787155, -.64814888)).norm(), printed);
  const Eigen::Vector3d p(.03691858, -.23248303, 1.08569635);  // newton
  EXPECT_LE((u + response.W * p - Eigen::Vector3d(.31477827, .23797566, .25925955)).norm(),
            printed);
  const Eigen::VectorXd v = r.state.v + response.velocity * p;
  EXPECT_LE((v - Eigen::Vector3d(.242065, .143718, -1.817911)).norm(), 2e-6);  // six digits

  // What a joint passes on about its free axis is minus its rotor's inertia times the change of rate.
  const Eigen::VectorXd change = v - r.state.v;
  const auto joints = joint_impulses(r.model, k, change, {port}, p, {});
  const Eigen::Vector3d elbow_axis = k.motion[2].head<3>();
  EXPECT_NEAR(joints[1].moment.dot(elbow_axis), -0.02 * change[2], 1e-12);
}

TEST(KaneAsARobot, HasThePlanarWAndU) {
  RobotModel r = robot("kane");
  const double degree = std::acos(-1.0) / 180;
  r.state.q << 20 * degree, 10 * degree;
  r.state.v << -0.1, -0.1;
  const auto k = kinematics(r.model, r.state);
  const auto port = floor_under(r, k, "lower", {0, 0, -2});
  const auto response = impulse_response(r.model, r.state, k, {port});
  Eigen::Matrix3d W;
  W << .8134460152, 0, .5071028860, 0, 0, 0, .5071028860, 0, .3365200968;
  EXPECT_LE((response.W - W).norm(), 1e-10);
  EXPECT_EQ(response.W(1, 1), 0);
  const Eigen::VectorXd u = port_velocity(r.state, k, {port});
  EXPECT_LE((u - Eigen::Vector3d(-.53434869, 0, -.26840403)).norm(), 1e-8);
}

}  // namespace
}  // namespace carom::testing
