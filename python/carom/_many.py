"""Many states of one mechanism."""

from __future__ import annotations

from typing import Dict, NamedTuple, Optional

import numpy.typing as npt

from . import _carom
from ._types import Bytes, Floats

#: the names of the codes in ManyImpacts.status, by code
statuses = _carom.statuses


class ManyImpacts(NamedTuple):
    """What solve_many found: a row for each of N states with n velocities and k contacts."""

    velocity_after: Floats  #: (N, n); NaN where there is no answer
    impulse: Floats  #: (N, k, 2) in the order (t, n), N·s; likewise
    u_after: Floats  #: (N, k, 2) in the order (t, n), m/s; likewise
    status: Bytes  #: (N,), codes whose names are in carom.statuses
    refused: Dict[int, str]  #: why states were refused, by row; the first hundred


def solve_many(
    mass: npt.ArrayLike,
    velocity: npt.ArrayLike,
    tangent: Optional[npt.ArrayLike],
    normal: npt.ArrayLike,
    *,
    restitution: Optional[npt.ArrayLike] = None,
    friction: Optional[npt.ArrayLike] = None,
    static_friction: Optional[npt.ArrayLike] = None,
    surface_velocity: Optional[npt.ArrayLike] = None,
    touching: Optional[npt.ArrayLike] = None,
    law: str = "poisson",
    simultaneous: str = "refuse",
    threads: int = 0,
) -> ManyImpacts:
    """Many states of a mechanism with k contacts by one law, on all cores: the digits of `solve`, state by state.

    mass is (N, n, n), or (n, n) for all states; velocity (N, n); normal and tangent are rows of J, (N, k, n), or
    (k, n) for all; in space tangent is (N, k, 2, n) or (k, 2, n); tangent None: no friction. surface_velocity is
    (N, k, 2) or (k, 2) in the order (t, n), in space (N, k, 3) or (k, 3) in the order (t1, t2, n). The numbers of a material are one for all, (k,) or (N, k). A state that `solve` would refuse has the status
    "refused" and NaN, and changes no other. `threads` at most so many cores (0: all).

    >>> impacts = carom.solve_many([[2.0, 0.0], [0.0, 2.0]], [[1.0, -3.0], [0.5, -1.0], [0.0, 1.0]],
    ...                            [[1.0, 0.0]], [[0.0, 1.0]], restitution=0.5, friction=0.3, law="stronge")
    >>> impacts.velocity_after
    array([[0.  , 1.5 ],
           [0.05, 0.5 ],
           [0.  , 1.  ]])
    >>> [carom.statuses[code] for code in impacts.status]
    ['solved', 'solved', 'no_impact']
    """
    wishes = {
        "restitution": restitution,
        "friction": friction,
        "static_friction": static_friction,
        "surface_velocity": surface_velocity,
        "touching": touching,
        "law": law,
        "simultaneous": simultaneous,
        "threads": threads,
    }
    return ManyImpacts(*_carom.solve_many(mass, velocity, tangent, normal, wishes))
