"""Robots: M(q), J(point, q) and impacts, from a file or from the models of other libraries."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _carom
from ._derivatives import OutcomeDerivatives
from ._derivatives import outcome_derivatives as _outcome_derivatives
from ._problems import solve as _solve
from ._types import Path

Array = npt.NDArray[Any]
Point = Union[str, Tuple[str, Sequence[float]]]


def _frame(normal: Any, tangent: Any = None) -> Array:
    """Rows t1, t2, n by the rules of scenes in space."""
    n = np.asarray(normal, float)
    if n.shape != (3,) or not np.linalg.norm(n) > 0:
        raise ValueError("normal: want three numbers, not all zero")
    n = n / np.linalg.norm(n)
    if tangent is None:
        tangent = [0.0, 1.0, 0.0] if np.hypot(n[1], n[2]) < 1e-6 else [1.0, 0.0, 0.0]
    t = np.asarray(tangent, float)
    t = t / np.linalg.norm(t) if np.linalg.norm(t) > 0 else t
    t = t - (t @ n) * n
    if not np.linalg.norm(t) > 1e-9:
        raise ValueError("tangent: is along the normal; nothing of it is left")
    t = t / np.linalg.norm(t)
    return np.array([t, np.cross(n, t), n])


class Robot:
    """A mechanism in space from an MJCF or URDF file.

    q and v are in the file's own order and conventions (MJCF's qpos and qvel; for URDF the free base first, then the
    moving joints as they stand in the file).

    >>> arm = carom.robot("examples/robots/arm.xml")
    >>> arm.joints
    ['yaw', 'shoulder', 'elbow']
    >>> arm.M([0.3, 0.4, 0.5]).shape
    (3, 3)
    >>> arm.J("tip", [0.3, 0.4, 0.5]).shape
    (3, 3)
    >>> r = arm.solve([0.3, 0.4, 0.5], [0.6, 1.0, 0.5], law="newton",
    ...               contacts={"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], "tangent": [1, 0, 0],
    ...                                 "restitution": 0.4, "friction": 0.3}})
    >>> r.velocity_after.round(6)
    array([ 0.242065,  0.143718, -1.817911])
    """

    def __init__(self, path: Path, base: Optional[str] = None) -> None:
        self.path = os.path.abspath(os.fspath(path))
        self.base = base
        self._robot = _carom.Robot(self.path, base)

    name = property(lambda self: self._robot.name, doc="As the file calls it.")
    nq = property(lambda self: self._robot.nq, doc="Length of q.")
    nv = property(lambda self: self._robot.nv, doc="Length of v.")
    bodies = property(lambda self: self._robot.bodies, doc="Names of the bodies.")
    joints = property(lambda self: self._robot.joints, doc="Names of the joints, in the order of v.")
    notes = property(lambda self: self._robot.notes, doc="What was dropped, altered or is missing of the file.")
    mass = property(lambda self: self._robot.mass, doc="Of all bodies, kg.")
    q0 = property(lambda self: self._robot.q0, doc="The pose of the file.")

    def __repr__(self) -> str:
        return f"<carom.Robot {self.name!r}: {len(self.bodies)} bodies, nq {self.nq}, nv {self.nv}, {self.mass:.6g} kg>"

    def M(self, q: Any) -> Array:
        """The joint-space inertia, nv × nv, armature on the diagonal."""
        return self._robot.M(q)

    def bias(self, q: Any, v: Any) -> Array:
        """Coriolis, centrifugal and gravity terms (MuJoCo's qfrc_bias), nv."""
        return self._robot.bias(q, v)

    def _place(self, point: Point) -> Tuple[str, Any]:
        return self._robot.place(point) if isinstance(point, str) else (point[0], point[1])

    def J(self, point: Point, q: Any) -> Array:
        """∂(velocity of the point)/∂v, 3 × nv, world axes. A point is the name of a site, a body (its origin) or a
        geom, or (body, [x, y, z]) in the body's frame."""
        return self._robot.J(*self._place(point), q)

    def position(self, point: Point, q: Any) -> Array:
        """Where the point is in the world, m."""
        return self._robot.position(*self._place(point), q)

    def scene(self) -> str:
        """The robot as the YAML text of a plain scene, which needs no library of robots."""
        return self._robot.scene()

    def solve(self, q: Any, v: Any, contacts: Mapping[str, Mapping[str, Any]], law: Any = "stronge",
              **keywords: Any) -> Any:
        """The impact at q and v: contacts as in a scene in space, by name. Further keywords are keys of the scene:
        points, surfaces, pairs, simultaneous, path."""
        return _solve(self._scene(q, v, contacts, law, keywords))

    def _scene(self, q: Any, v: Any, contacts: Any, law: Any, keywords: Dict[str, Any]) -> Dict[str, Any]:
        scene: Dict[str, Any] = {"robot": self.path, "law": law, "contacts": contacts,
                                 "state": {"qpos": np.asarray(q, float), "qvel": np.asarray(v, float)}, **keywords}
        if self.base is not None:
            scene["base"] = self.base
        return scene


    def derivatives(self, q: Any, v: Any, contacts: Mapping[str, Mapping[str, Any]], law: str = "stronge",
                    **keywords: Any) -> OutcomeDerivatives:
        """How that impact's outcome changes with q and v, and its saltation matrix; one contact.

        >>> arm = carom.robot("examples/robots/arm.xml")
        >>> d = arm.derivatives([0.3, 0.4, 0.5], [0.6, 1.0, 0.5],
        ...                     {"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], "restitution": 0.4,
        ...                              "friction": 0.3}})
        >>> d.dv_dq.shape, d.saltation.shape
        ((3, 3), (6, 6))
        """
        return _outcome_derivatives(self._scene(q, v, contacts, law, keywords))


class _Adapted:
    """What the adapters share: impacts by M and the rows of J."""

    def M(self, q: Any) -> Array:
        raise NotImplementedError

    def J(self, point: Any, q: Any) -> Array:
        raise NotImplementedError

    def solve(self, q: Any, v: Any, contacts: Any, law: Any = "stronge", **keywords: Any) -> Any:
        """The impact at q and v. Each contact has `point` (see J), `normal`, which points to it, perhaps `tangent`
        and `against` (the point of the other body at the same place; without it the world), and its material."""
        named = contacts.items() if isinstance(contacts, Mapping) else ((c.get("name"), c) for c in contacts)
        rows = [self._contact(name, dict(contact), q) for name, contact in named]
        return _solve({"law": law, "mass": self.M(q), "velocity": np.asarray(v, float), "contacts": rows, **keywords})

    def _contact(self, name: Optional[str], contact: Dict[str, Any], q: Any) -> Dict[str, Any]:
        for key in ("point", "normal"):
            if key not in contact:
                raise ValueError(f"contacts: {key} is missing; want point and normal")
        J = np.asarray(self.J(contact.pop("point"), q), float)
        against = contact.pop("against", None)
        if against is not None:
            J = J - np.asarray(self.J(against, q), float)
        t1, t2, n = _frame(contact.pop("normal"), contact.pop("tangent", None))
        contact.update(tangent=[t1 @ J, t2 @ J], normal=n @ J)
        if name is not None:
            contact["name"] = name
        return contact


class MujocoRobot(_Adapted):
    """A mujoco.MjModel and its MjData: M, J by MuJoCo, impacts by carom. A point is (body, [x, y, z]) in the body's
    frame or the name of a site. Equality constraints are not taken into account: a model with some is refused."""

    def __init__(self, model: Any, data: Any, module: Any = None) -> None:
        module = import_module("mujoco") if module is None else module
        if getattr(model, "neq", 0) > 0:
            raise ValueError("the model has equality constraints, which M and J do not hold; use carom.robot(path)")
        self.model, self.data, self._mj = model, data, module

    nq = property(lambda self: self.model.nq)
    nv = property(lambda self: self.model.nv)

    def _at(self, q: Any) -> None:
        self.data.qpos[:] = q
        self._mj.mj_forward(self.model, self.data)

    def M(self, q: Any) -> Array:
        self._at(q)
        M = np.zeros((self.nv, self.nv))
        self._mj.mj_fullM(self.model, M, self.data.M if hasattr(self.data, "M") else self.data.qM)
        return M

    def J(self, point: Any, q: Any) -> Array:
        self._at(q)
        if isinstance(point, str):
            site = self._mj.mj_name2id(self.model, self._mj.mjtObj.mjOBJ_SITE, point)
            if site < 0:
                raise ValueError(f"there is no site {point!r}; want a site or (body, [x, y, z])")
            body, x = self.model.site_bodyid[site], self.data.site_xpos[site]
        else:
            body = self._mj.mj_name2id(self.model, self._mj.mjtObj.mjOBJ_BODY, point[0])
            if body < 0:
                raise ValueError(f"there is no body {point[0]!r}")
            x = self.data.xpos[body] + np.reshape(self.data.xmat[body], (3, 3)) @ np.asarray(point[1], float)
        J = np.zeros((3, self.nv))
        self._mj.mj_jac(self.model, self.data, J, None, np.asarray(x, float), body)
        return J


class PinocchioRobot(_Adapted):
    """A pinocchio.Model: M, J by Pinocchio, impacts by carom. A point is the name of a frame, or (frame, [x, y, z])
    in that frame. q and v are Pinocchio's (quaternions scalar last, the base's velocity along its own axes)."""

    def __init__(self, model: Any, data: Any = None, module: Any = None) -> None:
        module = import_module("pinocchio") if module is None else module
        self.model, self._pin = model, module
        self.data = model.createData() if data is None else data

    nq = property(lambda self: self.model.nq)
    nv = property(lambda self: self.model.nv)

    def M(self, q: Any) -> Array:
        M = np.array(self._pin.crba(self.model, self.data, np.asarray(q, float)))
        M = np.triu(M) + np.triu(M, 1).T  # older versions fill the upper triangle only
        return M

    def J(self, point: Any, q: Any) -> Array:
        name, offset = (point, np.zeros(3)) if isinstance(point, str) else (point[0], np.asarray(point[1], float))
        if not self.model.existFrame(name):
            raise ValueError(f"there is no frame {name!r}")
        frame = self.model.getFrameId(name)
        q = np.asarray(q, float)
        self._pin.computeJointJacobians(self.model, self.data, q)
        self._pin.updateFramePlacements(self.model, self.data)
        J = self._pin.getFrameJacobian(self.model, self.data, frame, self._pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
        x = np.asarray(self.data.oMf[frame].rotation) @ offset
        across = np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])
        rows: Array = np.asarray(J)[:3] - across @ np.asarray(J)[3:]
        return rows


def robot(source: Any, data: Any = None, *, base: Optional[str] = None) -> Any:
    """A robot: from a file (MJCF, or URDF with base="free" or "fixed"), a mujoco.MjModel (with its MjData) or a
    pinocchio.Model.

    >>> carom.robot("examples/robots/quadruped.xml").nv
    18
    """
    if isinstance(source, (str, bytes)) or hasattr(source, "__fspath__"):
        if data is not None:
            raise ValueError("data: goes with a model, not with a file")
        return Robot(source, base)
    if hasattr(source, "body_parentid"):
        if data is None:
            raise ValueError("data: missing; a MjModel needs its MjData")
        return MujocoRobot(source, data)
    if hasattr(source, "createData"):
        return PinocchioRobot(source, data)
    raise TypeError("expected a file, a mujoco.MjModel or a pinocchio.Model")
