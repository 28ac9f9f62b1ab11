"""How an answer changes with what goes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Tuple

from . import _carom
from ._types import Floats, ProblemLike


@dataclass(frozen=True, eq=False)
class CoordinateDerivatives:
    """How impulse and velocity change with the mass matrix M, the rows J and the velocity v of a problem in generalized
    coordinates: r rows, n velocities. M stays symmetric, so dp = sum over a, b of dp_dM[:, a, b] dM[a, b]."""

    dp_dv: Floats  #: (r, n)
    dp_dM: Floats  #: (r, n, n)
    dp_dJ: Floats  #: (r, r, n)
    dv_after_dmaterial: Floats  #: (n, 2 k), by the restitution of each of the k contacts, then by the friction of each
    dv_after_dv: Floats  #: (n, n)
    dv_after_dM: Floats  #: (n, n, n)
    dv_after_dJ: Floats  #: (n, r, n)


@dataclass(frozen=True, eq=False)
class Derivatives:
    """How an answer changes: rows (t, n), in space (t1, t2, n), contact by contact, columns as in `variables`."""

    law: str
    status: str
    mode: str  #: of one contact
    dp: Optional[Floats]  #: of the impulse; None where there is no answer, or no finite slope
    du_after: Optional[Floats]  #: of the velocity after, likewise
    near_mode_change: bool  #: a millionth more or less of one variable changes the mode
    #: of the impulse by W, (r, r, r): dp = sum over i, j of dp_dW[:, i, j] dW[i, j], W stays symmetric; None where W is singular
    dp_dW: Optional[Floats] = None
    du_after_dW: Optional[Floats] = None  #: of the velocity after, likewise
    coordinates: Optional[CoordinateDerivatives] = None  #: by M, J and v, where the problem has them
    variables: Tuple[str, ...] = _carom.derivative_variables


@dataclass(frozen=True, eq=False)
class OutcomeDerivatives:
    """How the velocities after an impact in space change with the posture and the velocities before.

    Columns by q are changes along the entries of v: hinges and slides by their coordinate, a free body by its place
    along world axes and its turning along body axes, a ball by its turning. None where there is no answer, or no
    finite slope. `saltation` takes a change of (q, v) from before the event to after it, at one instant.
    """

    law: str
    status: str
    mode: str
    dv_dq: Optional[Floats]  #: ∂v⁺/∂q, nv × nv
    dv_dv: Optional[Floats]  #: ∂v⁺/∂v, nv × nv
    dp_dq: Optional[Floats]  #: ∂p/∂q, rows (t1, t2, n) × nv, along the axes as they move
    dp_dv: Optional[Floats]  #: ∂p/∂v, rows × nv
    dv_drestitution: Optional[Floats]  #: nv
    dv_dfriction: Optional[Floats]  #: nv; static friction moves along unless it is given
    saltation: Optional[Floats]  #: 2 nv × 2 nv; None where the contact does not leave
    near_mode_change: bool  #: a millionth more or less of one variable changes the mode


def outcome_derivatives(problem: ProblemLike = None, /, **keywords: Any) -> OutcomeDerivatives:
    """The derivatives of a scene in space with one contact and one law, exactly.

    A contact moves as the scene gives it: with the point that it names, as the shapes that meet, or fixed in the
    world where it says `at`.

    >>> ball = {"dimension": 3, "law": "poisson",
    ...         "bodies": {"ball": {"sphere": {"radius": 0.1}, "mass": 1, "velocity": [0.5, 0, -1]}},
    ...         "contacts": {"floor": {"between": ["ball", "world"], "normal": [0, 0, 1],
    ...                                "restitution": 0.5, "friction": 0.05}}}
    >>> carom.outcome_derivatives(ball).dv_dv[:3, :3].round(12)
    array([[ 1.   ,  0.   ,  0.075],
           [ 0.   ,  0.85 ,  0.   ],
           [ 0.   ,  0.   , -0.5  ]])
    """
    return OutcomeDerivatives(**_carom.outcome_derivatives(problem, keywords))


def derivatives(problem: ProblemLike = None, /, **keywords: Any) -> Derivatives:
    """The derivatives of p and u_after with respect to u, restitution, friction and W, exactly.

    Takes what `solve` takes, with one law, of one contact or several. They are those of the modes that the contacts take;
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
    >>> d.dp_dW.shape
    (2, 2, 2)
    """
    found = _carom.derivatives(problem, keywords)
    if found["coordinates"] is not None:
        found["coordinates"] = CoordinateDerivatives(**found["coordinates"])
    return Derivatives(**found)
