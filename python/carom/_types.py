"""Types that the functions share."""

from __future__ import annotations

import os
from typing import Any, Mapping, Union

import numpy as np
import numpy.typing as npt

from . import _carom
from ._carom import Problem

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
ProblemLike = Union[Problem, Mapping[str, Any], None]
Path = Union[str, "os.PathLike[str]"]


def contents(path: Path, what: str) -> bytes:
    """The bytes of a file whose ending says how it is written."""
    name = os.fspath(path)
    if not _carom.format_of(name):
        raise ValueError(f"{name}: unknown ending; {what} ends in .yaml, .yml, .json or .jsonl")
    with open(path, "rb") as file:
        return file.read()
