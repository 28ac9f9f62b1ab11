"""How an answer changes with what goes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Tuple

from . import _carom
from ._types import Floats, ProblemLike


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
