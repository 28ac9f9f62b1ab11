"""One problem over ranges of its numbers."""

from __future__ import annotations

import csv
import importlib
import itertools
import json
import os
from concurrent.futures import Executor
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np
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
    sampling: Optional[str] = None,
    number: Optional[int] = None,
    threads: int = 0,
    boundaries: bool = False,
    tolerance: float = 1e-9,
    executor: Optional[Executor] = None,
) -> "dict[str, npt.NDArray[Any]]":
    """A problem over ranges of its numbers, on all cores: a dictionary of columns, a row for each point and law.

    `problem` is a Problem, a dictionary or a file's path; a sweep file says by itself what varies. `vary` says
    which keys take which values: a list of numbers, quantities or words, as on the command line "0:1:101", "1:100:3:log",
    "uniform:0.4:0.6", "normal:0.4:0.05", or a dictionary as in a sweep's file, {"from": 0, "to": 1, "steps": 11} (random
    ones with `draws`, `seed` and `sampling`: independent, latin_hypercube or sobol). Numbers that a result does not have are
    NaN, words "". pandas.DataFrame(carom.sweep(...)) is a table.

    With an `executor` (any of concurrent.futures: a pool of processes, mpi4py's MPIPoolExecutor, that of a Dask
    cluster) its workers share the points, each on one core; the columns are the same, bit for bit.

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
        "sampling": sampling,
        "number": number,
        "threads": threads,
        "boundaries": tolerance if boundaries else None,
        "part": None,
    }
    if executor is not None:
        if boundaries:
            raise ValueError("executor: boundaries are looked for by one process")
        return _shared(problem, wishes, executor)
    return _swept(problem, wishes)


#: parts of a sweep that an executor's workers take: several for each of many workers, so that all end together
_PARTS = 64


def _shared(problem: Any, wishes: Dict[str, Any], executor: Executor) -> "dict[str, npt.NDArray[Any]]":
    """The columns, computed part by part by the workers of an executor."""
    if isinstance(problem, (str, os.PathLike)):
        problem = os.path.abspath(problem)  # wherever the workers are
    parts = [{**wishes, "threads": 1, "part": (i, _PARTS)} for i in range(_PARTS)]
    tables = list(executor.map(_swept, [problem] * _PARTS, parts))
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def _swept(problem: Any, wishes: Dict[str, Any]) -> "dict[str, npt.NDArray[Any]]":
    if isinstance(problem, (str, os.PathLike)):
        text = contents(problem, "a sweep or problem file")
        return _carom.sweep_text(text, os.fspath(problem), wishes)
    return _carom.sweep_value(problem, wishes)


def _texts(given: Any) -> Any:
    """One text is a list of one."""
    return [given] if isinstance(given, str) else given


def read_sweep(path: Path) -> "dict[str, npt.NDArray[Any]]":
    """The columns of a file that `carom sweep -o` has written (CSV, JSON or HDF5), as `carom.sweep` returns them.

    HDF5 (.h5, .hdf5) needs h5py. JSON leaves out columns of which no row has anything.

    Numbers are the same doubles that were written; what a row does not have is NaN, or "" among words.

    >>> import pathlib, tempfile
    >>> written = "# carom sweep 0123456789abcdef: 2 points by poisson\\n# units: energy.change in J\\n"
    >>> written += "u[0],law,status,energy.change,error\\n1.0,poisson,solved,-0.5,\\n2.0,poisson,error,,not finite\\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "out.csv")
    ...     _ = path.write_text(written)
    ...     columns = carom.read_sweep(path)
    >>> columns["energy.change"]
    array([-0.5,  nan])
    >>> list(columns["error"])
    ['', 'not finite']
    """
    if os.fspath(path).endswith((".h5", ".hdf5")):
        return _from_hdf5(path)
    with open(path, encoding="utf-8", newline="") as file:
        first = file.readline()
        if first.startswith("# carom sweep "):
            units = file.readline()
            rest = itertools.dropwhile(lambda line: line.startswith("#"), file)
            names, *rows = list(csv.reader(rest))
            return _columns(names, rows, _with_units(units, names))
        if first.startswith('{"sweep": '):
            table = json.loads(first + file.read())
            return _from_rows(table)
    raise ValueError(f"{os.fspath(path)}: is no result of carom sweep")


def _from_hdf5(path: Path) -> "dict[str, npt.NDArray[Any]]":
    """The tables of all laws, row by row as in the sweep: point by point, and law by law."""
    try:
        h5py: Any = importlib.import_module("h5py")  # only here: carom does without
    except ImportError as missing:
        raise ImportError(f"{os.fspath(path)}: to read HDF5 needs h5py (Debian: python3-h5py)") from missing
    with h5py.File(path, "r") as file:
        if "sweep" not in file.attrs or "laws" not in file.attrs:
            raise ValueError(f"{os.fspath(path)}: is no result of carom sweep")
        tables = [_table(file[law]) for law in _text(file.attrs["laws"]).split()]
    columns: Dict[str, npt.NDArray[Any]] = {}
    for name in tables[0]:
        columns[name] = np.stack([table[name] for table in tables], axis=1).reshape(-1)
    return columns


def _table(group: Any) -> "dict[str, npt.NDArray[Any]]":
    columns: Dict[str, npt.NDArray[Any]] = {}
    for data in sorted(group.values(), key=lambda one: int(one.attrs["place"])):
        values = data[()]
        if values.dtype.kind == "S":
            values = np.array([word.decode("utf-8") for word in values.tolist()], dtype=object)
        columns[_text(data.attrs["name"])] = values
    return columns


def _text(value: Any) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def _with_units(line: str, names: Sequence[str]) -> List[bool]:
    """Which columns have a unit, from the line "# units: energy.change in J; ..."."""
    listed = "; " + line[len("# units: ") :].strip() + ";"
    return [f"; {name} in " in listed for name in names]


def _columns(names: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> "dict[str, npt.NDArray[Any]]":
    columns = {}
    for i, name in enumerate(names):
        cells = [row[i] for row in rows]
        if numbers[i] or _all_numbers(cells):
            columns[name] = np.array([float(cell) if cell else np.nan for cell in cells])
        else:
            columns[name] = np.array(cells, dtype=object)
    return columns


def _all_numbers(cells: Sequence[str]) -> bool:
    """True of a column without unit that holds numbers, such as velocity_after[0] or a friction."""
    given = [cell for cell in cells if cell]
    try:
        return bool(given) and all(float(cell) is not None for cell in given)
    except ValueError:
        return False


def _from_rows(table: Mapping[str, Any]) -> "dict[str, npt.NDArray[Any]]":
    rows = table["rows"]
    names: List[str] = []
    for row in rows:
        names += [name for name in row if name not in names]
    columns: Dict[str, npt.NDArray[Any]] = {}
    for name in names:
        cells = [row.get(name) for row in rows]
        if any(isinstance(cell, str) for cell in cells):
            columns[name] = np.array([cell or "" for cell in cells], dtype=object)
        else:
            columns[name] = np.array([np.nan if cell is None else cell for cell in cells], dtype=float)
    return columns
