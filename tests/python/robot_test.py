"""Robots from Python: M, J and impacts of files, and of other libraries' models by stand-ins of them."""

import pathlib
import types

import numpy as np
import pytest

import carom

ROBOTS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "robots"


@pytest.fixture(name="arm")
def fixture_arm():
    try:
        return carom.robot(ROBOTS / "arm.xml")
    except ValueError as missing:
        pytest.skip(str(missing))


Q, V = [0.3, 0.4, 0.5], [0.6, 1.0, 0.5]
MATERIAL = {"restitution": 0.4, "friction": 0.3}
RATES = {"newton": [.242065, .143718, -1.817911], "poisson": [.263748, .239331, -1.689933],
         "stronge": [.256157, .208450, -1.731982]}


def test_a_strike_of_a_file_gives_the_known_rates(arm):
    contact = {"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], "tangent": [1, 0, 0], **MATERIAL}}
    for result in arm.solve(Q, V, contact, law=["newton", "poisson", "stronge"]):
        np.testing.assert_allclose(result.velocity_after, RATES[result.law], atol=6e-7)


def test_the_jacobian_is_the_slope_of_the_position(arm):
    J = arm.J("tip", Q)
    step = 1e-6
    for i in range(arm.nv):
        q = np.array([Q, Q])
        q[:, i] += [step, -step]
        slope = (arm.position("tip", q[0]) - arm.position("tip", q[1])) / (2 * step)
        np.testing.assert_allclose(J[:, i], slope, atol=1e-9)


def test_the_inertia_gives_the_energy_of_the_result(arm):
    contact = {"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], **MATERIAL}}
    result = arm.solve(Q, V, contact)
    for v, energy in ((np.array(V), result.energy.before), (result.velocity_after, result.energy.after)):
        assert v @ arm.M(Q) @ v / 2 == pytest.approx(energy, rel=1e-12)


def test_derivatives_are_the_limit_of_differences(arm):
    contact = {"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], **MATERIAL}}
    d = arm.derivatives(Q, V, contact, law="poisson")
    step = 1e-6
    for i in range(arm.nv):
        move = np.eye(arm.nv)[i] * step
        by_q = [arm.solve(np.add(Q, s * move), V, contact, law="poisson").velocity_after for s in (-1, 1)]
        by_v = [arm.solve(Q, np.add(V, s * move), contact, law="poisson").velocity_after for s in (-1, 1)]
        np.testing.assert_allclose(d.dv_dq[:, i], (by_q[1] - by_q[0]) / (2 * step), atol=1e-7)
        np.testing.assert_allclose(d.dv_dv[:, i], (by_v[1] - by_v[0]) / (2 * step), atol=1e-7)
    assert not d.near_mode_change
    assert d.saltation.shape == (6, 6)
    with pytest.raises(ValueError, match="no scene in space"):
        carom.outcome_derivatives(W=[[2.0, 0.0], [0.0, 1.0]], u=[0.1, -1.0], restitution=0, friction=0, law="newton")


class FakeMujoco(types.ModuleType):
    """As much of the module mujoco as the adapter asks for, on a Robot of carom's."""

    mjtObj = types.SimpleNamespace(mjOBJ_SITE=6, mjOBJ_BODY=1)

    def __init__(self, robot):
        super().__init__("mujoco")
        self.robot = robot
        self.model = types.SimpleNamespace(nq=robot.nq, nv=robot.nv, neq=0, body_parentid=[0], site_bodyid=[2])
        self.data = types.SimpleNamespace(qpos=np.zeros(robot.nq), M=None, site_xpos=np.zeros((1, 3)))

    def mj_forward(self, _, data):
        data.M = self.robot.M(data.qpos)
        data.site_xpos[0] = self.robot.position("tip", data.qpos)

    def mj_fullM(self, _, out, M):
        out[:] = M

    def mj_name2id(self, _, kind, name):
        return 0 if (kind, name) == (6, "tip") else -1

    def mj_jac(self, _, data, J, turning, x, body):
        assert turning is None and body == 2
        np.testing.assert_allclose(x, data.site_xpos[0])
        J[:] = self.robot.J("tip", data.qpos)


class FakePinocchio(types.ModuleType):
    """As much of the module pinocchio as the adapter asks for; crba fills the upper triangle only."""

    ReferenceFrame = types.SimpleNamespace(LOCAL_WORLD_ALIGNED=2)

    def __init__(self, robot):
        super().__init__("pinocchio")
        self.robot = robot
        self.model = types.SimpleNamespace(
            nq=robot.nq, nv=robot.nv, existFrame=lambda name: name == "tip", getFrameId=lambda name: 0,
            createData=lambda: types.SimpleNamespace(oMf=[types.SimpleNamespace(rotation=np.eye(3))], q=None))

    def crba(self, _, data, q):
        return np.triu(self.robot.M(q))

    def computeJointJacobians(self, _, data, q):
        data.q = q

    def updateFramePlacements(self, _, data):
        assert data.q is not None

    def getFrameJacobian(self, _, data, frame, where):
        assert (frame, where) == (0, 2)
        return np.vstack([self.robot.J("tip", data.q), np.zeros((3, self.robot.nv))])


def test_models_of_other_libraries_are_struck_alike(arm):
    contact = {"hit": {"point": "tip", "normal": [0, 0, 2], "tangent": [1, 0, 1], **MATERIAL}}
    mujoco, pinocchio = FakeMujoco(arm), FakePinocchio(arm)
    for robot in (carom.MujocoRobot(mujoco.model, mujoco.data, mujoco),
                  carom.PinocchioRobot(pinocchio.model, module=pinocchio)):
        result = robot.solve(Q, V, contact, law="stronge")
        np.testing.assert_allclose(result.velocity_after, RATES["stronge"], atol=6e-7)
        with pytest.raises(ValueError, match="there is no"):
            robot.J("tap", Q)


def test_a_model_with_constraints_is_refused(arm):
    mujoco = FakeMujoco(arm)
    mujoco.model.neq = 1
    with pytest.raises(ValueError, match="equality constraints"):
        carom.MujocoRobot(mujoco.model, mujoco.data, mujoco)


def test_what_is_no_robot_is_refused():
    with pytest.raises(TypeError, match="MjModel"):
        carom.robot(3)
