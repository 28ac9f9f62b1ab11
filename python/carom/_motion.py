"""Scenes that move."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from . import _carom
from ._carom import Problem
from ._types import Floats, Path, contents


@dataclass(frozen=True, eq=False)
class Motion:
    """How a scene moved: arrays with a row for each sample, and the events. SI, read only."""

    name: str
    law: str
    reason: str  #: why it stopped: "finished", "event_limit", "no_solution", "undefined", "stalled"
    message: str  #: why, and what to do
    contacts: Tuple[str, ...]  #: names, in the order of gap and force
    t: Floats  #: (m,), s
    q: Floats  #: (m, n) generalized positions
    v: Floats  #: (m, n) generalized velocities
    gap: Floats  #: (m, k), m
    force: Floats  #: (m, 2k), (t, n) of every contact, N
    modes: List[Tuple[str, ...]]  #: of all contacts: open, stick, slip+, slip-
    bodies: "dict[str, Floats]"  #: by name: (m, 3), centre of mass and angle: x, y, angle
    joints: "dict[str, Floats]"  #: by name: (m, 5), value, rate, force x and y on the body it carries, moment
    energy: "dict[str, Floats]"  #: kinetic, potential, and what went where since the start, J
    events: List[Mapping[str, Any]]  #: kind, t, contacts, modes, q, v, note, impact, restitutions that acted, joints (impulse x, y, moment)
    impacts: int  #: how many there were
    ledger_error: float  #: how well the energy ledger is met, relative

    def __repr__(self) -> str:
        return f"<carom.Motion {self.law}: {self.reason}; {len(self.t)} samples, {len(self.events)} events>"


def simulate(
    scene: Union[Path, Problem, Mapping[str, Any]],
    duration: Union[float, str, None] = None,
    sample: Union[float, str, None] = None,
    *,
    law: Union[str, Sequence[str], None] = None,
    simultaneous: Optional[str] = None,
    tolerance: Optional[float] = None,
    events: Optional[int] = None,
    number: Optional[int] = None,
) -> Union[Motion, List[Motion]]:
    """A scene moved on for `duration`, in seconds or as "200 ms": flight, impacts, sliding, sticking, from event to event.

    The scene is a dictionary, a Problem or a file's path. What is not given is what the scene says under `simulation`;
    where it says nothing, samples are a 200th of the duration apart, the tolerance is 1e-10, collisions at one instant
    go together, and there are at most a million events. The law is the scene's own if it names one, else stronge; by
    several laws, such as law=["newton", "stronge"] or law="all", the result is a list of motions in their order.

    >>> ball = {"bodies": {"ball": {"disc": {"radius": 0.1}, "mass": 1, "position": [0, 1.1]}},
    ...         "surfaces": {"floor": {"through": [0, 0]}},
    ...         "contacts": {"bounce": {"between": ["ball", "floor"], "restitution": 0.5, "friction": 0}},
    ...         "gravity": 9.81}
    >>> motion = carom.simulate(ball, 1.0, 0.1)
    >>> motion.events[1]["kind"], round(motion.events[1]["t"], 6)  # √(2 · 1 m/9.81 m/s²)
    ('impact', 0.451524)
    """
    wishes = {
        "law": ",".join(law) if isinstance(law, (list, tuple)) else law,
        "duration": duration,
        "sample": sample,
        "tolerance": tolerance,
        "events": events,
        "simultaneous": simultaneous,
        "number": number,
    }
    if isinstance(scene, (str, os.PathLike)):
        text = contents(scene, "a scene")
        moved = _carom.simulate_text(text, os.fspath(scene), wishes)
    else:
        moved = _carom.simulate_value(scene, wishes)
    return [Motion(**one) for one in moved] if isinstance(moved, list) else Motion(**moved)
