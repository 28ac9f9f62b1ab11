/// Reading robots: what is dropped is said, what is wrong is named, nothing ends the process. robot_file,
/// mjcf_filter, urdf_reader.
#include "multibody/random_spatial.hpp"
#include "source_folder.hpp"

#include <carom/multibody/spatial/constraint.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/robots/robot_file.hpp>

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <mujoco/mujoco.h>

namespace carom::testing {
namespace {

using robots::Base;
using robots::RobotModel;
using ::testing::Contains;
using ::testing::HasSubstr;

std::string example(const std::string& file) {
  return (source_folder() / "examples" / "robots" / file).string();
}

/// A file of the test's own.
std::string written(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

std::string refusal(const std::string& path, std::optional<Base> base = {}) {
  try {
    robots::read_robot(path, base);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "read";
}

const std::string inertial = R"(<inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>)";

TEST(Mjcf, SaysWhatItDrops) {
  const std::string path =
      written("dropped.xml", R"(<mujoco><option timestep="0.001" newkey="3"/>
    <worldbody><light pos="0 0 1"/><body name="a"><freejoint/>)" +
                                 inertial +
                                 R"(<geom name="look" type="mesh" mesh="absent"/></body></worldbody>
    <asset><mesh name="absent" file="absent.stl"/></asset>
    <tendon><fixed/></tendon><actuator><motor/></actuator></mujoco>)");
  const RobotModel r = robots::read_robot(path);
  EXPECT_THAT(r.notes, Contains(HasSubstr("actuator, light")));
  EXPECT_THAT(r.notes, Contains("tendons are not read"));
  EXPECT_THAT(r.notes, Contains(HasSubstr("1 mesh geoms are not read")));
  ASSERT_EQ(r.geoms.size(), 1u);
  EXPECT_EQ(r.geoms[0].name, "look");
  EXPECT_EQ(r.geoms[0].mesh, "absent");
  EXPECT_EQ(r.geoms[0].kind, robots::GeomKind::mesh);
  EXPECT_EQ(total_mass(r.model), 2);
}

TEST(Mjcf, RefusesWhatItsInertiaNeedsAndGoesOn) {
  const std::string meshes =
      written("needed.xml", R"(<mujoco><asset><mesh name="absent" file="absent.stl"/></asset>
    <worldbody><body><freejoint/><geom type="mesh" mesh="absent"/></body></worldbody></mujoco>)");
  EXPECT_THAT(refusal(meshes), HasSubstr("needed.xml: MuJoCo refuses it: "));
  EXPECT_THAT(
      refusal(written("massless.xml",
                      R"(<mujoco><worldbody><body><freejoint/></body></worldbody></mujoco>)")),
      HasSubstr("mass and inertia of moving bodies"));
  EXPECT_THAT(refusal(written("frame.xml", R"(<mujoco><worldbody>
    <frame pos="0 1"><body/></frame></worldbody></mujoco>)")),
              HasSubstr("frame.xml:2: <frame> pos: want 3 numbers, got 2"));
  EXPECT_THAT(refusal(written("broken.xml", "<mujoco><worldbody></mujoco>")),
              HasSubstr("broken.xml: "));
  EXPECT_EQ(robots::read_robot(example("box.xml")).model.nv(), 6);
}

/// libmujoco 2.2 does not know frames: what stands in one is as if a fixed body stood there.
TEST(Mjcf, FramesWithAPoseMoveWhatStandsInThem) {
  const std::string held = R"(<body name="b" pos="0.1 0 0" euler="5 6 7">
      <joint name="j" axis="0 1 0" pos="0 0 0.1"/>)" +
                           inertial + R"(<site name="s" pos="0.2 0 0"/></body>)";
  const auto file = [&](const std::string& tag) {
    return R"(<mujoco><compiler eulerseq="zyx"/><worldbody><)" + tag +
           R"( pos="0.1 0.2 0.3" euler="10 20 30">)" + held + "</" + tag + "></worldbody></mujoco>";
  };
  const RobotModel frame = robots::read_robot(written("framed.xml", file("frame")));
  const RobotModel body = robots::read_robot(written("embodied.xml", file("body")));
  Random random{3};
  spatial::State x = random_spatial_state(random, frame.model);
  const auto a = kinematics(frame.model, x), b = kinematics(body.model, x);
  const Eigen::Vector3d site(0.2, 0, 0);
  EXPECT_LE((point_position(a, 0, site) - point_position(b, 1, site)).norm(), 1e-14);
  EXPECT_LE((mass_matrix(frame.model, a) - mass_matrix(body.model, b)).norm(), 1e-14);
}

TEST(Mjcf, AFrameMovesJointsEndsAndInertiasOfItsBody) {
  const RobotModel r =
      robots::read_robot(written("inside.xml", R"(<mujoco><compiler angle="radian"/>
    <worldbody><body name="a"><frame pos="1 0 0" axisangle="0 0 1 1.5707963267948966">
    <joint name="j" pos="0 0.5 0" axis="1 0 0"/><geom name="g" type="capsule" fromto="0 0 0 1 0 0" size="0.1"/>
    <inertial pos="2 0 0" mass="1" fullinertia="1 2 2.5 0 0 0"/></frame></body></worldbody></mujoco>)"));
  const spatial::Joint& joint = r.model.body(0).joints[0];
  EXPECT_LE((joint.position - Eigen::Vector3d(0.5, 0, 0)).norm(), 1e-15);
  EXPECT_LE((joint.axis - Eigen::Vector3d::UnitY()).norm(), 1e-15);
  EXPECT_LE((r.geoms[0].in_body.position - Eigen::Vector3d(1, 0.5, 0)).norm(), 1e-15);
  EXPECT_LE((r.model.body(0).centre_of_mass - Eigen::Vector3d(1, 2, 0)).norm(), 1e-15);
  EXPECT_LE((r.model.body(0).inertia.diagonal() - Eigen::Vector3d(2, 1, 2.5)).norm(), 1e-15);
}

/// Between sites the two frames coincide; libmujoco 2.2 knows constraints between bodies only.
TEST(Mjcf, ConstraintsBetweenSitesAreKept) {
  const std::string bodies =
      R"(<body name="a" pos="0 0 1"><freejoint/>)" + inertial +
      R"(<site name="p" pos="1 0 0"/></body><body name="b" pos="1 0 1"><freejoint/>)" + inertial +
      R"(<site name="q" pos="0 0 0"/></body>)";
  const auto file = [&](const std::string& equality) {
    return "<mujoco><worldbody>" + bodies + "</worldbody><equality>" + equality +
           "</equality></mujoco>";
  };
  const RobotModel r = robots::read_robot(
      written("sites.xml", file(R"(<connect name="pin" site1="p" site2="q" solref="0.01 1"/>
        <weld site1="p" site2="q"/><connect name="off" site1="p" site2="q" active="false"/>)")));
  ASSERT_EQ(r.model.loops().size(), 2u);
  EXPECT_EQ(r.model.loops()[0].kind, spatial::LoopKind::connect);
  EXPECT_EQ(r.model.constraint_rows(), 9);
  EXPECT_LE(constraint_error(r.model, r.state, kinematics(r.model, r.state)).norm(), 1e-15);
  EXPECT_THAT(r.notes, Contains("equality 'off' is not active in the file and is left out"));
  EXPECT_THAT(refusal(written("lost.xml", file(R"(<weld name="w" site1="p" site2="no"/>)"))),
              HasSubstr("equality 'w': there is no site 'no'"));
}

TEST(Mjcf, NamesHeightFields) {
  const RobotModel r = robots::read_robot(written(
      "field.xml", R"(<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>
    <worldbody><geom type="hfield" hfield="h"/><body><freejoint/>)" +
                       inertial + "</body></worldbody></mujoco>"));
  EXPECT_THAT(r.notes, Contains("height fields are not read"));
}

TEST(Mjcf, SaysWhereTheTotalMassDiffersFromTheFile) {
  const RobotModel r =
      robots::read_robot(written("altered.xml", R"(<mujoco><compiler settotalmass="5"/>
    <worldbody><body><freejoint/>)" + inertial + "</body></worldbody></mujoco>"));
  EXPECT_EQ(r.stated_mass, 2);
  EXPECT_THAT(r.notes,
              Contains(HasSubstr("total mass 5.000000 kg, but the file states 2.000000 kg")));
}

/// libmujoco 2.2 diagonalises it to nine digits only.
TEST(Mjcf, TakesSixNumbersOfInertiaExactly) {
  const RobotModel r =
      robots::read_robot(written("full.xml", R"(<mujoco><worldbody><body><freejoint/>
    <inertial pos="0.1 0 0" mass="1" fullinertia="0.3 0.4 0.5 0.01 -0.02 0.03"/></body></worldbody></mujoco>)"));
  Eigen::Matrix3d I;
  I << 0.3, 0.01, -0.02, 0.01, 0.4, 0.03, -0.02, 0.03, 0.5;
  EXPECT_EQ(r.model.body(0).inertia, I);
}

TEST(Mjcf, WeldsAreClosedInTheDrawnPose) {
  const RobotModel r = robots::read_robot(written("weld.xml", R"(<mujoco><worldbody>
    <body name="a" pos="1 2 3" euler="10 20 30"><freejoint/>)" + inertial +
                                                                  R"(</body>
    <body name="b" pos="-1 0 3" euler="-40 20 5"><freejoint/>)" + inertial +
                                                                  R"(</body></worldbody>
    <equality><weld name="glue" body1="a" body2="b"/></equality></mujoco>)"));
  ASSERT_EQ(r.model.constraint_rows(), 6);
  EXPECT_LE(constraint_error(r.model, r.state, kinematics(r.model, r.state)).norm(), 1e-14);
}

TEST(Urdf, AsksForTheBase) {
  EXPECT_THAT(refusal(example("quadruped.urdf")), HasSubstr("state `base: free` or `base: fixed`"));
  EXPECT_THAT(refusal(example("box.xml"), Base::free), HasSubstr("`base` goes with URDF"));
}

TEST(Urdf, AFreeBaseKeepsTheTrunk) {
  const RobotModel free = robots::read_robot(example("quadruped.urdf"), Base::free);
  EXPECT_EQ(free.model.nv(), 18);
  EXPECT_EQ(free.model.nq(), 19);
  EXPECT_NEAR(total_mass(free.model), 13.6, 1e-12);
  EXPECT_EQ(free.model.body(0).joints[0].kind, spatial::JointKind::free);
  const RobotModel fixed = robots::read_robot(example("quadruped.urdf"), Base::fixed);
  EXPECT_EQ(fixed.model.nv(), 12);
  EXPECT_NEAR(total_mass(fixed.model), 13.6, 1e-12);
}

TEST(Urdf, JointsKeepTheOrderOfTheFile) {
  const RobotModel r = robots::read_robot(example("quadruped.urdf"), Base::free);
  EXPECT_EQ(r.model.body(1).joints[0].name, "front right abduction");
  EXPECT_EQ(r.model.body(4).joints[0].name, "front left abduction");
}

TEST(Urdf, MimicBecomesAConstraint) {
  const RobotModel r = robots::read_robot(example("arm.urdf"), Base::fixed);
  ASSERT_EQ(r.model.loops().size(), 1u);
  EXPECT_THAT(r.notes, Contains(HasSubstr("joint 'right' mimics 'left'")));
  const auto G = constraint_jacobian(r.model, r.state, kinematics(r.model, r.state));
  EXPECT_EQ(G, (Eigen::RowVectorXd(5) << 0, 0, 0, -1, 1).finished());
}

/// MuJoCo reads URDF too: with its base fixed and fixed links fused, and inertias to nine digits.
TEST(Urdf, HasTheMassMatrixOfMuJoCo) {
  const RobotModel r = robots::read_robot(example("arm.urdf"), Base::fixed);
  std::unique_ptr<mjModel, void (*)(mjModel*)> m(
      mj_loadXML(example("arm.urdf").c_str(), nullptr, nullptr, 0), mj_deleteModel);
  ASSERT_TRUE(m);
  std::unique_ptr<mjData, void (*)(mjData*)> d(mj_makeData(m.get()), mj_deleteData);
  ASSERT_EQ(m->nv, r.model.nv());
  Random random{5};
  for (int i = 0; i < 200; ++i) {
    const spatial::State x = random_spatial_state(random, r.model);
    std::copy(x.q.begin(), x.q.end(), d->qpos);
    mj_forward(m.get(), d.get());
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(m->nv, m->nv);
    mj_fullM(m.get(), M.data(), d->qM);
    EXPECT_LE((mass_matrix(r.model, kinematics(r.model, x)) - M).norm(), 1e-8 * M.norm());
  }
}

TEST(Urdf, TakesImpossibleInertiasWithANote) {
  const RobotModel r =
      robots::read_robot(written("thin.urdf", R"(<robot name="thin"><link name="plate"><inertial>
    <mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>)"),
                         Base::free);
  EXPECT_THAT(r.notes,
              Contains(HasSubstr("link 'plate': its principal inertias break A + B >= C")));
}

TEST(Urdf, NamesWhatUrdfdomRefuses) {
  EXPECT_THAT(refusal(written("nameless.urdf", "<robot><link name='a'/></robot>"), Base::free),
              HasSubstr("nameless.urdf: urdfdom refuses it: No name given for the robot."));
  EXPECT_THAT(refusal(written("other.xml", "<!-- note --><sdf/>")), HasSubstr("got <sdf>"));
  EXPECT_THAT(refusal("nowhere.urdf"), HasSubstr("nowhere.urdf: cannot be read"));
}

TEST(Robots, JointsAreFoundByName) {
  const RobotModel r = robots::read_robot(example("arm.xml"));
  const auto at = robots::joint_named(r.model, "shoulder");
  EXPECT_EQ(at.body, 0);
  EXPECT_EQ(at.joint, 1);
  EXPECT_THROW(robots::joint_named(r.model, "wing"), std::invalid_argument);
}

}  // namespace
}  // namespace carom::testing
