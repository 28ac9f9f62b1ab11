"""Laws of one's own: a callable beside the built-in laws."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, Sequence, Tuple

from . import _carom
from ._laws import Law, laws
from ._types import Floats


@dataclass(frozen=True, eq=False)
class Contacts:
    """What a law gets: contacts before an impact, SI. Rows are in the order (t, n), in space (t1, t2, n), contact by contact."""

    W: Floats  #: kg⁻¹; rows (t, n) of a contact, in space (t1, t2, n), of a stop (n)
    u: Floats  #: before the impact, m/s; u_n < 0 approaches
    tangents: Tuple[int, ...]  #: of each contact: 0 (a stop), 1 or 2
    materials: Tuple[Mapping[str, float], ...] = field(default=())  #: restitution, friction, ... of each contact

    @property
    def restitution(self) -> float:
        """Of the one contact."""
        return self._only("restitution")

    @property
    def friction(self) -> float:
        """Of the one contact."""
        return self._only("friction")

    def _only(self, key: str) -> float:
        if len(self.materials) != 1:
            raise ValueError(f"{key}: there are {len(self.materials)} contacts; take materials[i]")
        return self.materials[0][key]


def law(
    name: str,
    impulse: Callable[[Contacts], Sequence[float]],
    *,
    several: bool = False,
    in_space: bool = False,
    never_gains: bool = False,
    friction: bool = True,
    static_friction: bool = False,
    stiffness_ratio: bool = False,
    tangential_restitution: Optional[Tuple[float, float]] = None,
    title: str = "",
    statement: str = "",
    guarantees: str = "",
    use: str = "",
    reference: str = "",
    color: str = "#000000",
) -> Law:
    """Makes a law of one's own known by its name, to everything that takes the name of a law.

    `impulse` gets the `Contacts` of one contact that collides and returns its impulses, one number for each row of W.
    Problems with several contacts are refused unless the law is `several`: then it gets all that feel each other at
    once. What it returns is judged as every law's answer is: no contact pulls, none goes on approaching, friction stays in its
    cone and, if the law is `never_gains`, no energy comes in; an answer that breaks this is withdrawn, with a note. Numbers
    that are not finite say that there is no answer. A name that was given before is given anew.

    several          takes contacts that feel each other, all at once
    in_space         takes contacts with two tangents
    never_gains      promises that no impact gains energy
    friction         needs it: without, the cone is not judged
    static_friction  takes one that differs from friction
    stiffness_ratio  needs it
    tangential_restitution   the range of values that it takes; None: ignores it
    title, statement, guarantees, use, reference, color   what people are told of it

    >>> import numpy as np
    >>> def rough(contacts):  # no slip after the impact, however little friction there is
    ...     u_t, u_n = contacts.u
    ...     return np.linalg.solve(contacts.W, [-u_t, -(1 + contacts.restitution) * u_n])
    >>> carom.law("rough", rough, friction=False).name
    'rough'
    >>> for r in carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0], restitution=0.5, friction=0.3,
    ...                      law=["stronge", "rough"]):
    ...     print(r.law, r.status, r.contacts[0].mode, r.u_after.round(6))
    stronge solved reverse_in_compression [-0.232055  0.420951]
    rough solved sticking [0.  0.5]
    """
    wishes = {
        "several": several,
        "in_space": in_space,
        "never_gains": never_gains,
        "friction": friction,
        "static_friction": static_friction,
        "stiffness_ratio": stiffness_ratio,
        "tangential_restitution": tangential_restitution,
        "title": title,
        "statement": statement,
        "guarantees": guarantees,
        "use": use,
        "reference": reference,
        "color": color,
    }
    if not callable(impulse):
        raise TypeError(f"impulse: expected a function of Contacts, got {impulse!r}")

    def impulses(W: Any, u: Any, tangents: Any, materials: Any) -> Any:
        return impulse(Contacts(W, u, tuple(tangents), tuple(materials)))

    _carom.add_law(name, impulses, wishes)
    return next(known for known in laws() if known.name == name)
