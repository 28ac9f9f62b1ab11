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
    resolve_planar   arrays of contacts, a million in milliseconds
    derivatives      how an answer changes with what goes in
    laws             which laws there are, and when to use which
    reproduce        the figures of papers, computed again
    table            results as the command line shows them
    carom.plot       pictures, with Matplotlib
"""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass
from typing import Any, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np
import numpy.typing as npt

from . import _carom
from ._carom import (
    BodyMotion,
    ContactResult,
    Effective,
    Energy,
    FrictionThresholds,
    JointImpulse,
    PathEvent,
    Problem,
    Result,
    Twist,
    Work,
    __version__,
)
from ._notebook import results_html as _results_html

__all__ = [
    "BodyMotion", "ContactResult", "Derivatives", "Effective", "Energy", "FrictionThresholds", "JointImpulse",
    "Law", "Mode", "Motion", "PathEvent", "PlanarImpacts", "Problem", "Result", "Status", "Twist", "Work", "derivatives",
    "laws", "load", "load_all", "loads", "loads_all", "reproduce", "resolve_planar", "simulate", "solve", "sweep", "table",
]  # fmt: skip

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
ProblemLike = Union[Problem, Mapping[str, Any], None]
Path = Union[str, "os.PathLike[str]"]

Mode = enum.IntEnum("Mode", {name: i for i, name in enumerate(_carom.mode_names)})  # type: ignore[misc]
Mode.__doc__ = "What a contact did, as resolve_planar codes it."
Status = enum.IntEnum("Status", {name: i for i, name in enumerate(_carom.status_names)})  # type: ignore[misc]
Status.__doc__ = "How a problem ended, as resolve_planar codes it."

for _class in (Mode, Status, Problem, Result, ContactResult, PathEvent, Energy, Work, Effective,
               FrictionThresholds, BodyMotion, JointImpulse, Twist):  # fmt: skip
    _class.__module__ = "carom"
del _class
Result._repr_html_ = lambda self: _results_html([self])  # type: ignore[assignment]


# --- one problem ----------------------------------------------------------------------------------


@overload
def solve(problem: ProblemLike = None, /, *, law: str, **keywords: Any) -> Any: ...


@overload
def solve(
    problem: ProblemLike = None, /, *, law: Union[List[str], Tuple[str, ...]], **keywords: Any
) -> List[Result]: ...


@overload
def solve(problem: ProblemLike = None, /, **keywords: Any) -> Any: ...


def solve(problem: ProblemLike = None, /, **keywords: Any) -> Any:
    """The answer to a problem: a Result for one law, a list of them for several or for law="all".

    The problem is a `Problem` (from `load`), a dictionary with the keys of a problem file, or keywords with the
    same names. A problem without solution is a result with that status; a malformed one is a ValueError that
    names the key and what was expected.

    law              a name, a list of names, or "all": every law that is defined for the problem
    W, u             the contact space: 2k × 2k and 2k numbers; or
    mass, velocity   M and q̇, with rows of J for every contact:
    tangent, normal  rows of J; two-dimensional for several contacts, one row each
    restitution, friction, static_friction, touching, surface_velocity, ...
                     the contact's own keys, for all contacts or as a list with one for each
    contacts         a list of dictionaries with these keys instead
    name             of the problem
    simultaneous     what to do with several contacts that collide: "refuse", "together", "sequential"

    >>> for r in carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0],
    ...                      contacts=[{"restitution": 0.9, "friction": 0.7}], law=["newton", "poisson"]):
    ...     print(r.law, r.contacts[0].mode, round(r.energy.change, 6), r.creates_energy)
    newton stick_in_compression 0.053125 True
    poisson stick_in_compression -0.09632 False

    >>> carom.solve(W=[[1, 0], [0, 1]], u=[0, -1], restitution=1.3, friction=0.5, law="newton")
    Traceback (most recent call last):
    ...
    ValueError: contacts[0].restitution: 1.3 is outside [0, 1]
    """
    return _carom.solve(problem, keywords)


def load(path: Path, number: Optional[int] = None) -> Problem:
    """The problem or scene of a file (.yaml, .yml, .json, .jsonl); `number` counts from 1 where it holds several.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "rod.yaml"
    >>> _ = path.write_text('''
    ... name: falling rod
    ... law: poisson
    ... W: [[2.5, -1.5], [-1.5, 2.5]]
    ... u: [0.6, -1]
    ... contacts: [{restitution: 0.9, friction: 0.7}]
    ... ''')
    >>> rod = carom.load(path)
    >>> rod
    <carom.Problem 'falling rod': 1 contact; poisson>
    >>> carom.solve(rod, law="newton").u_after
    array([0. , 0.9])
    """
    return _only(load_all(path), number, os.fspath(path))


def load_all(path: Path) -> List[Problem]:
    """Every problem of a file.

    >>> carom.load_all("examples/falling_rod.yaml")[0].name
    'case 1: direct impact, friction below 0.6 lets the tip slip'
    """
    name = os.fspath(path)
    if not _carom.format_of(name):
        raise ValueError(f"{name}: unknown ending; a problem file ends in .yaml, .yml, .json or .jsonl")
    with open(path, "rb") as file:
        return _carom.problems_of(file.read(), os.path.splitext(name)[1][1:], name)


def loads(text: Union[str, bytes], number: Optional[int] = None, *, format: str = "yaml") -> Problem:
    """The problem or scene of a text in YAML, JSON ("json") or JSON lines ("jsonl").

    >>> problem = carom.loads("{law: newton, W: [[1, 0], [0, 1]], u: [0, -1],"
    ...                       " contacts: [{restitution: 0.5, friction: 0.1}]}")
    >>> problem.u
    array([ 0., -1.])
    >>> problem.to_dict()["law"]
    'newton'
    """
    return _only(loads_all(text, format=format), number, "text")


def loads_all(text: Union[str, bytes], *, format: str = "yaml") -> List[Problem]:
    """Every problem of a text.

    >>> len(carom.loads_all("[]"))
    0
    """
    return _carom.problems_of(text, format, "text")


def _only(problems: List[Problem], number: Optional[int], source: str) -> Problem:
    if number is None and len(problems) == 1:
        return problems[0]
    if not problems:
        raise ValueError(f"{source}: empty; expected a problem")
    if number is None:
        raise ValueError(f"{source}: holds {len(problems)} problems; say which one: number=1, or take load_all")
    if not 1 <= number <= len(problems):
        raise ValueError(f"{source}: there is no problem {number}; there are {len(problems)}")
    return problems[number - 1]


def _problem(tree: Mapping[str, Any], number: int) -> Problem:
    """A problem that pickle brings back."""
    return _carom.problem(tree, number)


def _resolved(tree: Mapping[str, Any], number: int, index: int) -> Result:
    """A result that pickle brings back, computed again: same input, same bits."""
    return _carom.resolved(tree, number, index)


def table(results: Union[Result, Sequence[Result]], width: int = 80) -> str:
    """Results of one problem side by side, as the command line shows them.

    >>> results = carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0], restitution=1, friction=0.8,
    ...                       law=["newton", "poisson"])
    >>> print(carom.table(results).splitlines()[0])
    problem 1
    """
    return _carom.table([results] if isinstance(results, Result) else list(results), width)


# --- many problems --------------------------------------------------------------------------------


class PlanarImpacts(NamedTuple):
    """What resolve_planar found, arrays of one shape."""

    p_t: Floats  #: tangential impulse, N·s
    p_n: Floats  #: normal impulse, N·s
    mode: Bytes  #: codes of Mode
    status: Bytes  #: codes of Status


def resolve_planar(
    W_tt: npt.ArrayLike,
    W_tn: npt.ArrayLike,
    W_nn: npt.ArrayLike,
    u_t: npt.ArrayLike,
    u_n: npt.ArrayLike,
    *,
    friction: npt.ArrayLike,
    restitution: npt.ArrayLike,
    static_friction: Optional[npt.ArrayLike] = None,
    law: str = "poisson",
    out: Optional[PlanarImpacts] = None,
    threads: int = 0,
) -> PlanarImpacts:
    """The impulses of whole arrays of single contacts by newton, poisson or stronge.

    The arrays are broadcast against each other; those of float64 in C order are used where they lie. The numbers
    are those of `solve`, bit by bit, for problems of ordinary scale; they are not checked: what is not a number
    comes out as such. `out` takes the arrays of an earlier call, `threads` at most so many cores (0: all).

    >>> impacts = carom.resolve_planar(2.5, -1.5, 2.5, 0.6, [-1.0, -2.0, 1.0], friction=0.8, restitution=1.0)
    >>> impacts.p_n
    array([0.8 , 2.05, 0.  ])
    >>> [carom.Mode(code).name for code in impacts.mode]
    ['stick_in_compression', 'stick_in_compression', 'none']
    """
    arguments = (W_tt, W_tn, W_nn, u_t, u_n, friction, static_friction, restitution)
    return PlanarImpacts(*_carom.resolve_planar(arguments, law, out, threads))


def sweep(
    problem: Union[Path, Problem, Mapping[str, Any]],
    vary: Union[Mapping[str, Any], Sequence[str]] = (),
    *,
    law: Union[str, Sequence[str], None] = None,
    columns: Sequence[str] = (),
    draws: Optional[int] = None,
    seed: Optional[int] = None,
    number: Optional[int] = None,
    threads: int = 0,
) -> "dict[str, npt.NDArray[Any]]":
    """A problem over ranges of its numbers, on all cores: a dictionary of columns, a row for each point and law.

    `problem` is a Problem, a dictionary or a file's path; a sweep file says by itself what varies. `vary` says
    which keys take which values: a list of numbers, or as on the command line "0:1:101", "1:100:3:log",
    "uniform:0.4:0.6", "normal:0.4:0.05" (then with `draws` and `seed`). Numbers that a result does not have are
    NaN, words "". pandas.DataFrame(carom.sweep(...)) is a table.

    >>> rod = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1], "contacts": [{"restitution": 1, "friction": 0.8}]}
    >>> s = carom.sweep(rod, {"contacts[0].friction": [0.2, 0.5, 0.8]}, law="poisson",
    ...                 columns=["energy.change", "contacts[0].mode"])
    >>> list(s)
    ['contacts[0].friction', 'law', 'status', 'energy.change', 'contacts.contact 1.mode', 'error']
    >>> s["contacts.contact 1.mode"][-1]
    'stick_in_compression'
    """
    wishes = {
        "vary": _varied(vary),
        "law": [law] if isinstance(law, str) else None if law is None else list(law),
        "columns": list(columns),
        "draws": draws,
        "seed": seed,
        "problem": number,
        "source": "sweep",
    }
    if isinstance(problem, (str, os.PathLike)):
        name = os.fspath(problem)
        if not _carom.format_of(name):
            raise ValueError(f"{name}: unknown ending; a sweep or problem file ends in .yaml, .yml, .json or .jsonl")
        with open(problem, "rb") as file:
            return _carom.sweep_text(file.read(), name, {**wishes, "source": name}, threads)
    return _carom.sweep_value(problem, wishes, threads)


def _varied(vary: Union[Mapping[str, Any], Sequence[str]]) -> List[str]:
    """As on the command line: KEY=VALUES."""
    if not isinstance(vary, Mapping):
        return list(vary)
    texts = []
    for key, values in vary.items():
        if not isinstance(values, str):
            values = ",".join(repr(float(x)) for x in np.atleast_1d(values))
        texts.append(f"{key}={values}")
    return texts


# --- motion ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Motion:
    """How a scene moved: arrays with a row for each sample, and the events. SI, read only."""

    name: str
    law: str
    reason: str  #: why it stopped: "finished", "event_limit", "no_solution", "undefined", "stalled"
    message: str  #: why, and what to do; "" if it finished
    contacts: Tuple[str, ...]  #: names, in the order of gap and force
    t: Floats  #: (m,), s
    q: Floats  #: (m, n) generalized positions
    v: Floats  #: (m, n) generalized velocities
    gap: Floats  #: (m, k), m
    force: Floats  #: (m, 2k), (t, n) of every contact, N
    modes: List[Tuple[str, ...]]  #: of all contacts: open, stick, slip+, slip-
    bodies: "dict[str, Floats]"  #: by name: (m, 3), centre of mass and angle: x, y, angle
    energy: "dict[str, Floats]"  #: kinetic, potential, and what went where since the start, J
    events: List[Mapping[str, Any]]  #: kind, t, contacts, modes, q, v, note, impact
    impacts: int  #: how many there were
    ledger_error: float  #: how well the energy ledger is met, relative

    def __repr__(self) -> str:
        return f"<carom.Motion {self.law}: {self.reason}; {len(self.t)} samples, {len(self.events)} events>"


def simulate(
    scene: Union[Path, Problem, Mapping[str, Any]],
    duration: float,
    sample_interval: Optional[float] = None,
    *,
    law: Optional[str] = None,
    simultaneous: str = "together",
    tolerance: float = 1e-10,
    most_events: int = 1_000_000,
    number: Optional[int] = None,
) -> Motion:
    """A scene moved on for `duration` seconds: flight, impacts, sliding, sticking, from event to event.

    The scene is a dictionary, a Problem or a file's path. Samples are taken every `sample_interval` seconds; without
    it there are events only. The law is the scene's own if it names one, else stronge.

    >>> ball = {"bodies": {"ball": {"disc": {"radius": 0.1}, "mass": 1, "at": [0, 1.1]}},
    ...         "surfaces": {"floor": {"through": [0, 0]}},
    ...         "contacts": {"bounce": {"between": ["ball", "floor"], "restitution": 0.5, "friction": 0}},
    ...         "gravity": 9.81}
    >>> motion = carom.simulate(ball, 1.0, 0.1)
    >>> motion.events[1]["kind"], round(motion.events[1]["t"], 6)  # √(2 · 1 m/9.81 m/s²)
    ('impact', 0.451524)
    """
    wishes = {
        "law": law,
        "duration": duration,
        "sample_interval": sample_interval,
        "tolerance": tolerance,
        "most_events": most_events,
        "simultaneous": simultaneous,
    }
    if isinstance(scene, (str, os.PathLike)):
        name = os.fspath(scene)
        if not _carom.format_of(name):
            raise ValueError(f"{name}: unknown ending; a scene ends in .yaml, .yml, .json or .jsonl")
        with open(scene, "rb") as file:
            return Motion(**_carom.simulate_text(file.read(), name, number, wishes))
    return Motion(**_carom.simulate_value(scene, wishes))


# --- derivatives ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Derivatives:
    """How the answer of one contact changes: rows (t, n), columns as in `variables`."""

    law: str
    status: str
    mode: str
    dp: Optional[Floats]  #: of the impulse; None where there is no answer, or no finite slope
    du_after: Optional[Floats]  #: of the velocity after, likewise
    near_mode_change: bool  #: a millionth more or less of one variable changes the mode
    variables: Tuple[str, ...] = _carom.derivative_variables


def derivatives(problem: ProblemLike = None, /, **keywords: Any) -> Derivatives:
    """The derivatives of p and u_after with respect to u_t, u_n, restitution and friction, exactly.

    Takes what `solve` takes, with one contact and one law. They are those of the mode that the contact takes;
    where a mode change is near, `near_mode_change` warns. Static friction moves along with friction unless it is
    given.

    >>> d = carom.derivatives(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0], restitution=0.5, friction=0.8,
    ...                       law="poisson")
    >>> d.variables
    ('u_t', 'u_n', 'restitution', 'friction')
    >>> d.du_after.round(12)
    array([[ 0.  ,  0.  ,  0.  ,  0.  ],
           [-0.3 , -0.5 ,  0.64, -0.  ]])
    >>> d.near_mode_change
    False
    """
    return Derivatives(**_carom.derivatives(problem, keywords))


# --- what there is --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Law:
    """A law of impact: what it assumes, what always holds, when to use it."""

    name: str
    title: str
    statement: str
    guarantees: str
    use: str
    reference: str  #: keys of docs/references.bib
    follows_path: bool  #: has phases, events and a ledger by phase
    color: str  #: of the law in pictures


def laws() -> List[Law]:
    """All laws, in the order in which results are listed.

    >>> [law.name for law in carom.laws()][:3]
    ['newton', 'poisson', 'stronge']
    """
    return [Law(**entry) for entry in _carom.laws()]


def reproduce(paper: Optional[str] = None) -> List[Mapping[str, Any]]:
    """The figures that papers print, computed again: a dictionary for each paper, or for the one named.

    >>> [r["paper"] for r in carom.reproduce("zabuga")]
    ['zabuga']
    >>> carom.reproduce("zabuga")[0]["ok"]
    True
    """
    return [_carom.reproduce(key) for key in (_carom.papers() if paper is None else [paper])]
