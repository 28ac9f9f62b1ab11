"""One problem over ranges of its numbers."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Sequence, Union

import numpy.typing as npt

from . import _carom
from ._carom import Problem
from ._types import Path, contents


def sweep(
    problem: Union[Path, Problem, Mapping[str, Any]],
    vary: Union[Mapping[str, Any], Sequence[str], str] = (),
    *,
    law: Union[str, Sequence[str], None] = None,
    columns: Union[str, Sequence[str]] = (),
    draws: Optional[int] = None,
    seed: Optional[int] = None,
    number: Optional[int] = None,
    threads: int = 0,
    boundaries: bool = False,
    tolerance: float = 1e-9,
) -> "dict[str, npt.NDArray[Any]]":
    """A problem over ranges of its numbers, on all cores: a dictionary of columns, a row for each point and law.

    `problem` is a Problem, a dictionary or a file's path; a sweep file says by itself what varies. `vary` says
    which keys take which values: a list of numbers, or as on the command line "0:1:101", "1:100:3:log",
    "uniform:0.4:0.6", "normal:0.4:0.05" (then with `draws` and `seed`). Numbers that a result does not have are
    NaN, words "". pandas.DataFrame(carom.sweep(...)) is a table.

    With `boundaries` the rows are instead where something changes along the last key: `what` changes, from `before` to
    `after`, at that value but for `uncertainty`; the place is bisected to the relative `tolerance`.

    >>> rod = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1], "contacts": [{"restitution": 1, "friction": 0.8}]}
    >>> s = carom.sweep(rod, {"contacts[0].friction": [0.2, 0.5, 0.8]}, law="poisson",
    ...                 columns=["energy.change", "contacts[0].mode"])
    >>> list(s)
    ['contacts[0].friction', 'law', 'status', 'energy.change', 'contacts.contact 1.mode', 'error']
    >>> s["contacts.contact 1.mode"][-1]
    'stick_in_compression'
    >>> b = carom.sweep(rod, {"contacts[0].friction": "0:1:11"}, law="poisson", boundaries=True)
    >>> [(x, round(mu, 6), after) for x, mu, after in zip(b["what"], b["contacts[0].friction"], b["after"])]
    [('contacts.contact 1.mode', 0.6, 'stick_in_compression')]
    """
    wishes = {
        "vary": dict(vary) if isinstance(vary, Mapping) else _texts(vary),
        "law": _texts(law),
        "columns": _texts(columns),
        "draws": draws,
        "seed": seed,
        "number": number,
        "threads": threads,
        "boundaries": tolerance if boundaries else None,
    }
    if isinstance(problem, (str, os.PathLike)):
        text = contents(problem, "a sweep or problem file")
        return _carom.sweep_text(text, os.fspath(problem), wishes)
    return _carom.sweep_value(problem, wishes)


def _texts(given: Any) -> Any:
    """One text is a list of one."""
    return [given] if isinstance(given, str) else given
