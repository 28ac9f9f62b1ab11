"""Arrays of contacts."""

from __future__ import annotations

import enum
from typing import NamedTuple, Optional

import numpy
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


class SpatialImpacts(NamedTuple):
    """What resolve_spatial found."""

    impulse: Floats  #: (..., 3) in the order (t1, t2, n), N·s
    u_after: Floats  #: (..., 3), m/s
    mode: Bytes  #: (...), codes of Mode
    status: Bytes  #: (...), codes of Status


def resolve_spatial(
    W: npt.ArrayLike,
    u: npt.ArrayLike,
    *,
    friction: npt.ArrayLike,
    restitution: npt.ArrayLike,
    static_friction: Optional[npt.ArrayLike] = None,
    law: str = "poisson",
    threads: int = 0,
) -> SpatialImpacts:
    """The impacts of whole arrays of single contacts in space by newton, poisson or stronge, on all cores.

    W is (..., 3, 3), u is (..., 3), both in the order (t1, t2, n); the leading axes and the materials are broadcast. The
    answers are those of `solve` to rounding. What goes in is not checked.

    >>> impacts = carom.resolve_spatial([[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], [[0.6, 0.8, -1], [0.6, 0.8, -5]],
    ...                                 friction=0.1, restitution=0.5)
    >>> impacts.impulse.round(12)
    array([[-0.09      , -0.12      ,  1.5       ],
           [-0.17142857, -0.22857143,  7.5       ]])
    >>> [carom.Mode(code).name for code in impacts.mode]
    ['sliding', 'stick_in_compression']
    """
    parts = [numpy.asarray(x, dtype=float) for x in (W, u, friction, static_friction, restitution) if x is not None]
    own = [2, 1, 0, 0, 0][: len(parts)]
    if parts[0].shape[-2:] != (3, 3) or parts[1].shape[-1:] != (3,):
        raise ValueError(f"resolve_spatial: W {parts[0].shape} and u {parts[1].shape}; want (..., 3, 3) and (..., 3)")
    lead = [part.shape[: part.ndim - axes] for part, axes in zip(parts, own)]
    shape = numpy.broadcast_shapes(*lead)
    flat = []
    for part, axes, front in zip(parts, own, lead):
        tail = part.shape[part.ndim - axes :]
        alone = all(length == 1 for length in front)
        flat.append(numpy.ascontiguousarray(part if alone else numpy.broadcast_to(part, shape + tail)).reshape(-1))
    if static_friction is None:
        flat.insert(3, numpy.empty(0))
    count = int(numpy.prod(shape, dtype=int))
    impulse, u_after, mode, status = _carom.resolve_spatial(flat, count, law, threads)
    return SpatialImpacts(
        impulse.reshape(*shape, 3), u_after.reshape(*shape, 3), mode.reshape(shape), status.reshape(shape)
    )
