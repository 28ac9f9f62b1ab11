"""Coefficients from measured impacts, and speeds from the traces of a crash."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _carom
from ._types import Floats, Path

_WIDTH = 100


@dataclass(frozen=True)
class FittedLaw:
    """What is known of one law."""

    law: str
    parameters: Dict[str, Dict[str, Any]]  #: by name: value, interval (95 %), identified, ...
    held_out: Optional[Dict[str, float]]  #: median and mean of r, rms in m/s, of impacts that the fit has not seen
    coverage: Optional[Dict[str, float]]  #: share inside the 50 and 90 % regions of the prediction
    against: Optional[Dict[str, Any]]  #: the best law, difference, standard_error, verdict; None for the best
    bootstrap: Floats  #: one row of numbers per resample; empty without bootstrap

    def __getitem__(self, parameter: str) -> float:
        """The value of a parameter."""
        return float(self.parameters[parameter]["value"])


class Fit:
    """The result of `carom.fit`: laws with intervals, the momentum check, errors impact by impact."""

    def __init__(self, made: Mapping[str, Any]):
        self._made = made
        told = json.loads(made["json"])
        self.impacts: int = told["impacts"]
        self.groups: int = told["groups"]
        self.momentum: Dict[str, Any] = told["momentum"]
        self.columns: Dict[str, float] = told["columns"]  #: what explains the impacts' own restitution
        self.notes: List[str] = told["notes"]
        self.laws: List[FittedLaw] = [_fitted(law) for law in told["laws"]]
        self.errors: Dict[str, Any] = _table(made["errors"])  #: columns, one value per impact

    @property
    def best(self) -> FittedLaw:
        """The law with the least mean error on held-out impacts; the first one where nothing is held out."""
        return min(self.laws, key=lambda law: law.held_out["mean"] if law.held_out else 0)

    def __getitem__(self, law: str) -> FittedLaw:
        for fitted in self.laws:
            if fitted.law == law:
                return fitted
        raise KeyError(f"{law}: not fitted; there are {', '.join(f.law for f in self.laws)}")

    def summary(self) -> str:
        """The table and the notes, as the command line shows them."""
        return str(self._made["table"])

    def html(self) -> str:
        """The report with its pictures as a page for the browser."""
        return str(self._made["html"])

    def plot(self, law: Optional[str] = None, ax: Any = None) -> Any:
        """The bootstrap's cloud of the first two numbers of a law (the best one), with the fitted value."""
        fitted = self[law] if law else self.best
        ax = _axes(ax)
        names = list(fitted.parameters)[:2]
        if fitted.bootstrap.size:
            ax.plot(fitted.bootstrap[:, 0], fitted.bootstrap[:, -1 if len(names) < 2 else 1], ".", alpha=0.3)
        ax.plot(*[[fitted[name]] for name in (names * 2)[:2]], "k+", markersize=12)
        ax.set(xlabel=names[0], ylabel=names[-1], title=fitted.law)
        return ax

    def plot_errors(self, column: str, law: Optional[str] = None, ax: Any = None) -> Any:
        """Held-out relative errors of a law (the best one) against a column of `errors`."""
        name = law or self.best.law
        ax = _axes(ax)
        ax.plot(self.errors[column], self.errors[f"{name}_r"], ".", alpha=0.4)
        ax.set(xlabel=column, ylabel="held-out error / velocity after", title=name)
        return ax

    def __repr__(self) -> str:
        best = self.best
        values = ", ".join(f"{name} {best[name]:.4g}" for name in best.parameters)
        return f"<carom.Fit of {self.impacts} impacts; best {best.law}: {values}>"

    def _repr_html_(self) -> str:
        return f"<pre>{self.summary()}</pre>"


class Reconstruction:
    """The result of `carom.reconstruct`."""

    def __init__(self, made: Mapping[str, Any]):
        self._made = made
        told = json.loads(made["json"])
        self.unknown: Dict[str, Dict[str, Any]] = told["unknown"]  #: mean, interval68, interval95, prior_interval95
        self.report: Dict[str, Dict[str, Any]] = told["report"]
        self.method: str = told["method"]
        self.draws: int = told["draws"]
        self.effective: float = told["effective"]
        self.notes: List[str] = told.get("notes", [])
        sample = np.array(made["sample"], dtype=float)
        #: equally likely draws of every unknown
        self.sample: Dict[str, Floats] = {name: sample[:, k] for k, name in enumerate(self.unknown)} if len(sample) else {}

    def interval(self, name: str, share: int = 95) -> Tuple[float, float]:
        """The interval of 68 or 95 % of an unknown or a reported quantity, SI."""
        entry = self.unknown.get(name) or self.report[name]
        low, high = entry[f"interval{share}"]
        return low, high

    def summary(self) -> str:
        """The table and the notes, as the command line shows them."""
        return str(self._made["table"])

    def html(self) -> str:
        """The report of one or two pages."""
        return str(self._made["html"])

    def plot(self, x: str, y: str, ax: Any = None) -> Any:
        """Equally likely draws of two unknowns: how they hang together."""
        ax = _axes(ax)
        ax.plot(self.sample[x], self.sample[y], ".", alpha=0.3)
        ax.set(xlabel=x, ylabel=y)
        return ax

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {entry['mean']:.4g}" for name, entry in self.unknown.items())
        return f"<carom.Reconstruction by {self.method}, effective sample {self.effective:.0f}: {told}>"

    def _repr_html_(self) -> str:
        return f"<pre>{self.summary()}</pre>"


class Extraction:
    """The result of `carom.extract`: impacts with the errors of their velocities."""

    def __init__(self, made: Mapping[str, Any]):
        self._made = made
        told = json.loads(made["json"])
        #: by name, one value per impact: group, t, x, y, angle, vx1, vy1, w1, vx2, vy2, w2, sd_..., n1, n2, misfit
        self.impacts: Dict[str, Any] = {
            name: values if name == "group" else np.array(values, dtype=float)
            for name, values in told["impacts"].items()
        }
        self.noise: Tuple[float, ...] = tuple(told["noise"])  #: of a sample: x, y in m, angle in rad
        self.acceleration: Tuple[float, ...] = tuple(told["acceleration"])  #: that the flights want, m/s²
        self.notes: List[str] = told["notes"]

    def csv(self) -> str:
        """The impacts as a table that `carom.fit` takes."""
        return str(self._made["csv"])

    def summary(self) -> str:
        """How many, how noisy, and what is odd."""
        return str(self._made["table"])

    def __repr__(self) -> str:
        return f"<carom.Extraction of {len(self.impacts['t'])} impacts>"

    def _repr_html_(self) -> str:
        return f"<pre>{self.summary()}</pre>"


def extract(problem: Union[Path, Mapping[str, Any]]) -> Extraction:
    """Velocities before and after impacts, with their noise, from samples of position and angle around them.

    `problem` is the path of an extraction's file or the same as a dictionary, whose table is then looked for from the
    working folder; docs/fitting.md explains it. Each trajectory holds one impact.

    >>> samples = "t,x,y,angle\\n"
    >>> for k in range(-10, 11):  # falls at 1 m/s at t = 0, rebounds at 0.5 m/s
    ...     t = (k + 0.3) / 100
    ...     samples += f"{t},{2 * t},{0.1 + (-1 if t < 0 else 0.5) * t - 4.905 * t * t},{3 * t if t > 0 else 0}\\n"
    >>> with open("poses.csv", "w") as file:
    ...     _ = file.write(samples)
    >>> found = carom.extract({"data": {"file": "poses.csv", "columns": {"time": "t", "pose": ["x", "y", "angle"]}}})
    >>> [round(float(found.impacts[name][0]), 6) for name in ("vy1", "vy2", "w2")]
    [-1.0, 0.5, 3.0]
    """
    text, source = _text_of(problem, "extraction.json")
    return Extraction(_carom.extract(text, source, _WIDTH))


def fit(
    problem: Union[Path, Mapping[str, Any]],
    *,
    law: Union[str, Sequence[str], None] = None,
    threads: int = 0,
) -> Fit:
    """Friction and restitution from measured impacts, how sure they are, and which law predicts best.

    `problem` is the path of a fit's file or the same as a dictionary, whose table is then looked for from the
    working folder; docs/fitting.md explains it. The same problem gives the same numbers for any number of threads.

    >>> impacts = "i,vx1,vy1,w1,vx2,vy2,w2,rx,ry\\n" + "".join(
    ...     f"{i},{3 + 0.1 * i},-1,0,{3 + 0.1 * i - 0.16},0.6,{-0.16 * 2.5 / 0.1},0,-0.1\\n" for i in range(12))
    >>> with open("balls.csv", "w") as file:
    ...     _ = file.write(impacts)
    >>> result = carom.fit({"data": {"file": "balls.csv", "group": "i", "columns": {"before": ["vx1", "vy1", "w1"],
    ...     "after": ["vx2", "vy2", "w2"], "arm": ["rx", "ry"]}}, "body": {"gyration": 0.0632455532},
    ...     "law": "stronge", "validate": {"bootstrap": 20}})
    >>> round(result.best["friction"], 4), round(result.best["restitution"], 4)
    (0.1, 0.6)
    """
    text, source = _text_of(problem, "fit.json")
    laws = None if law is None else [law] if isinstance(law, str) else list(law)
    return Fit(_carom.fit(text, source, laws, threads, _WIDTH))


def reconstruct(problem: Union[Path, Mapping[str, Any]], *, threads: int = 0, units: str = "si") -> Reconstruction:
    """How fast the cars were: what is unknown of a crash, from what was measured of its outcome.

    `problem` is the path of a reconstruction's file or the same as a dictionary, whose scene is then looked for from
    the working folder; docs/reconstruction.md explains it. Numbers are SI; `units` ("si" or "us") are those of
    `summary()` and `html()`.

    >>> crash = {"law": "impulse_ratio",
    ...     "bodies": {"car": {"mass": 1500, "inertia": 2400, "velocity": [15, 0], "position": [0, 0],
    ...                        "points": {"nose": [2, -0.6]}}},
    ...     "surfaces": {"wall": {"through": [2, 0], "angle_deg": 90}},
    ...     "contacts": {"crush": {"between": ["car", "wall"], "at": "car.nose", "restitution": 0.1,
    ...                            "critical_fraction": 1}}}
    >>> import json
    >>> with open("crash.json", "w") as file:
    ...     json.dump(crash, file)
    >>> result = carom.reconstruct({"problem": "crash.json",
    ...     "unknown": {"v": {"uniform": [5, 25], "keys": {"bodies.car.velocity[0]": {}}}},
    ...     "evidence": {"bodies.car.delta_v": [13.0, 0.5]}, "report": ["v"]})
    >>> low, high = result.interval("v")
    >>> low < result.unknown["v"]["mean"] < high
    True
    """
    if units not in ("si", "us"):
        raise ValueError(f'units: "{units}" is neither si nor us')
    text, source = _text_of(problem, "reconstruction.json")
    return Reconstruction(_carom.reconstruct(text, source, threads, _WIDTH, units))


def _text_of(problem: Union[Path, Mapping[str, Any]], name: str) -> Tuple[str, str]:
    if isinstance(problem, Mapping):
        return json.dumps(problem), name
    with open(problem, encoding="utf-8") as file:
        return file.read(), os.fspath(problem)


def _fitted(told: Mapping[str, Any]) -> FittedLaw:
    return FittedLaw(
        law=told["law"],
        parameters=told["parameters"],
        held_out=told.get("held_out"),
        coverage=told.get("coverage"),
        against=told.get("against"),
        bootstrap=np.array(told.get("bootstrap", []), dtype=float),
    )


def _table(text: str) -> Dict[str, Any]:
    rows = list(csv.reader(io.StringIO(text)))
    columns: Dict[str, Any] = {}
    for k, name in enumerate(rows[0]):
        cells = [row[k] for row in rows[1:]]
        columns[name] = cells if name == "group" else np.array(cells, dtype=float)
    return columns


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    from matplotlib import pyplot  # type: ignore[import]

    return pyplot.subplots()[1]
