"""One problem over ranges of its numbers."""

from __future__ import annotations

import os
from typing import Any, List, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _carom
from ._carom import Problem
from ._types import Path, contents


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
        text = contents(problem, "a sweep or problem file")
        return _carom.sweep_text(text, name, {**wishes, "source": name}, threads)
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
