"""Arrays of contacts."""

from __future__ import annotations

import enum
from typing import NamedTuple, Optional

import numpy.typing as npt

from . import _carom
from ._types import Bytes, Floats


class Mode(enum.IntEnum):
    """What a contact did, as resolve_planar codes it."""

    none = 0
    sliding = 1
    stick_in_compression = 2
    stick_in_restitution = 3
    reverse_in_compression = 4
    reverse_in_restitution = 5
    sticking = 6
    capped = 7
    detached = 8


class Status(enum.IntEnum):
    """How a problem ended, as resolve_planar codes it."""

    solved = 0
    tangential_impact = 1
    no_impact = 2
    undetermined = 3
    no_solution = 4


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

    The arrays are broadcast against each other; those of float64 in C order are used where they lie. The answers
    are those of `solve`, bit by bit, for problems of ordinary scale. What goes in is not checked: a restitution above
    1 or a NaN gives what the formulas make of it, which may look like an answer. `out` takes the arrays of an earlier
    call, which spares new memory; `threads` at most so many cores (0: all).

    >>> impacts = carom.resolve_planar(2.5, -1.5, 2.5, 0.6, [-1.0, -2.0, 1.0], friction=0.8, restitution=1.0)
    >>> impacts.p_n
    array([0.8 , 2.05, 0.  ])
    >>> [carom.Mode(code).name for code in impacts.mode]
    ['stick_in_compression', 'stick_in_compression', 'none']
    """
    arguments = (W_tt, W_tn, W_nn, u_t, u_n, friction, static_friction, restitution)
    return PlanarImpacts(*_carom.resolve_planar(arguments, law, out, threads))
