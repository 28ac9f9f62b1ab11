"""Rigid-body impacts with friction: what a collision does, under every law that the literature uses.

Whatever the mechanism, an impact lives in the space of its contacts: W = J M⁻¹ Jᵀ says how the contacts feel
the mechanism, u how they meet. A law turns these, friction and restitution into an impulse p, and

    u_after = u + W p,   velocity_after = velocity + M⁻¹ Jᵀ p.

Signs: a contact has a tangent t and a normal n, which points from the second body (or the surface) to the first;
u is the velocity of the first body relative to the second, so u_n < 0 approaches; p acts on the first body.
Vectors are stacked (t, n), contact by contact. Units are SI.

From the matrices of a contact:

>>> import carom
>>> result = carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0],
...                      restitution=1.0, friction=0.8, law="poisson")
>>> result
<carom.Result poisson: solved; contact 1: stick_in_compression, rebounds, p = (0.24, 0.8) N s, u_after = (0, 0.64) m/s; energy -0.072 J>
>>> result.u_after
array([0.  , 0.64])

From the matrices of a mechanism, as robotics libraries give them:

>>> result = carom.solve(mass=[[2.0, 0.0], [0.0, 2.0]], velocity=[1.0, -3.0],
...                      tangent=[1.0, 0.0], normal=[0.0, 1.0],
...                      restitution=0.5, friction=0.3, law="stronge")
>>> result.velocity_after
array([0. , 1.5])

Where to go on:

    solve            one problem, by one law or several
    load, loads      problems and scenes (bodies, joints, surfaces) from files and texts
    simulate         a scene from event to event, as arrays
    sweep            one problem over ranges of its numbers, as columns
    extract          velocities before and after impacts, from a camera's positions and angles
    fit              friction and restitution from measured impacts
    reconstruct      how fast cars were, from the traces of a crash
    solve_many       many states of one mechanism, as arrays
    resolve_planar   arrays of contacts, a million in milliseconds
    resolve_spatial  the same in space, on all cores
    robot            M, J and impacts of a robot: from MJCF, URDF, MuJoCo's or Pinocchio's models
    derivatives      how an answer changes with what goes in
    outcome_derivatives  the same of a scene in space, by posture and velocities; the saltation matrix
    laws             which laws there are, and when to use which
    law              a law of your own, beside the others
    reproduce        the figures of papers, computed again
    table            results as the command line shows them
    carom.plot       pictures, with Matplotlib
"""

from __future__ import annotations

from ._batch import Mode, PlanarImpacts, SpatialImpacts, Status, resolve_planar, resolve_spatial
from ._carom import (
    BodyMotion,
    ContactMoment,
    ContactResult,
    Effective,
    Energy,
    EnergyStep,
    FrictionThresholds,
    JointImpulse,
    PathEvent,
    Problem,
    Result,
    Twist,
    Work,
    __version__ as __version__,
)
from ._derivatives import (
    CoordinateDerivatives,
    Derivatives,
    OutcomeDerivatives,
    derivatives,
    outcome_derivatives,
)
from ._fit import Extraction, Fit, FittedLaw, Reconstruction, extract, fit, reconstruct
from ._laws import Law, laws, reproduce
from ._many import ManyImpacts, solve_many, statuses
from ._motion import Motion, simulate
from ._own_law import Contacts, law
from ._notebook import results_html as _results_html
from ._problems import _part, _problem, _resolved, load, load_all, loads, loads_all, solve, table
from ._robot import MujocoRobot, PinocchioRobot, Robot, robot
from ._sweep import read_sweep, sweep

__all__ = [
    "BodyMotion", "ContactMoment", "ContactResult", "Contacts", "CoordinateDerivatives", "Derivatives",
    "Effective", "Energy", "EnergyStep", "Extraction", "Fit", "FittedLaw", "FrictionThresholds", "JointImpulse", "Law",
    "ManyImpacts", "Mode", "Motion", "MujocoRobot", "OutcomeDerivatives", "PathEvent", "PinocchioRobot",
    "PlanarImpacts", "Problem", "Reconstruction", "Result", "Robot", "SpatialImpacts", "Status", "Twist",
    "Work", "derivatives", "extract", "fit", "law", "laws", "load", "load_all", "loads", "loads_all",
    "outcome_derivatives", "read_sweep", "reconstruct", "reproduce", "resolve_planar", "resolve_spatial",
    "robot", "simulate", "solve", "solve_many", "statuses", "sweep", "table",
]  # fmt: skip

for _name in __all__:
    if isinstance(globals()[_name], type):  # where users find them, whatever file they are written in
        globals()[_name].__module__ = "carom"
del _name
Result._repr_html_ = lambda self: _results_html([self])  # type: ignore[assignment]
