"""Pictures of impacts, with Matplotlib, from the same data as those of the command line.

>>> import carom, carom.plot
>>> results = carom.solve(W=[[2.0, -1.25], [-1.25, 1.0]], u=[1.0, -1.0], restitution=0.9, friction=0.6,
...                       law=["newton", "poisson", "stronge"])
>>> axes = carom.plot.diagram(results)
>>> axes.get_xlabel()
'tangential impulse $p_t$, N s'
>>> _ = carom.plot.energy(results)
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy

from . import Motion, _carom
from . import laws as _laws
from ._carom import Result

__all__ = ["diagram", "energy", "trajectory"]

#: colour and dashes of the lines that are no law's
_LOOKS: Dict[str, Tuple[str, str]] = {
    "line of sticking": ("#333333", "--"),
    "line of maximum compression": ("#333333", "-."),
    "limiting friction": ("#8c6d46", "-"),
    "reversed friction": ("#8c6d46", ":"),
    "static friction": ("#c9b18f", "--"),
    "termination, Newton": ("#d55e00", "--"),
    "termination, Poisson": ("#0072b2", "--"),
}
_MARKS = {"start": "o", "slip_stops": "s", "compression_ends": "D"}


def _axes(axes: Optional[Any]) -> Any:
    if axes is not None:
        return axes
    try:
        from matplotlib import pyplot  # type: ignore[import]
    except ImportError as error:
        raise ImportError(
            "carom.plot needs Matplotlib, which is not installed (Debian: python3-matplotlib);"
            " `carom diagram` draws without it"
        ) from error
    return pyplot.subplots(layout="constrained")[1]  # room for a legend beside the axes


def _list(results: Union[Result, Sequence[Result]]) -> List[Result]:
    return [results] if isinstance(results, Result) else list(results)


def diagram(results: Union[Result, Sequence[Result]], axes: Optional[Any] = None) -> Any:
    """Routh's diagram: the way of each law in the plane of the impulse. One contact; returns the axes.

    Inside the green ellipse energy is lost, outside it would be created.
    """
    data = _carom.diagram(_list(results))
    axes = _axes(axes)
    if data["energy_ellipse"]:
        axes.fill(*zip(*data["energy_ellipse"]), facecolor="#eaf3e6", edgecolor="#6a9955", linewidth=2,
                  label="zero loss; energy is created outside")  # fmt: skip
    labelled = set()
    for line in data["lines"]:
        color, dashes = _LOOKS[line["label"]]
        axes.plot(*zip(line["from"], line["to"]), color=color, linestyle=dashes, linewidth=1,
                  label=None if line["label"] in labelled else line["label"])  # fmt: skip
        labelled.add(line["label"])
    wider = min(1.5, 5 / len(data["paths"])) if data["paths"] else 0  # paths that coincide show beside each other
    for i, path in enumerate(data["paths"]):
        t, n = [e[1] for e in path["events"]], [e[2] for e in path["events"]]
        axes.plot(t, n, color=path["color"], linestyle="-" if path["follows_path"] else "--",
                  linewidth=2 + wider * (len(data["paths"]) - 1 - i),
                  label=path["law"] + (": creates energy" if path["creates_energy"] else ""))  # fmt: skip
        axes.plot(t[-1:], n[-1:], "o", color=path["color"], markeredgecolor="white")
        for event, p_t, p_n in path["events"]:
            if event in _MARKS:
                axes.plot([p_t], [p_n], _MARKS[event], color="black", markeredgecolor="white", zorder=3)
    axes.set_xlim(*data["t"])
    axes.set_ylim(*data["n"])
    axes.set_aspect("equal")
    axes.set_xlabel("tangential impulse $p_t$, N s")
    axes.set_ylabel("normal impulse $p_n$, N s")
    axes.set_title("\n".join(text for text in (data["title"], data["subtitle"]) if text), fontsize=9)
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
    return axes


def energy(results: Union[Result, Sequence[Result]], axes: Optional[Any] = None) -> Any:
    """The change of energy under each law, as bars; what is above zero was created, or came from a moving surface."""
    colors = {law.name: law.color for law in _laws()}
    answers = [r for r in _list(results) if r.energy is not None]
    axes = _axes(axes)
    axes.bar(range(len(answers)), [r.energy.change for r in answers], color=[colors[r.law] for r in answers])
    axes.axhline(0, color="#333333", linewidth=1)
    axes.set_xticks(range(len(answers)))
    axes.set_xticklabels([r.law + ("\nCREATED" if r.creates_energy else "") for r in answers],
                         rotation=30 if len(answers) > 4 else 0)  # fmt: skip
    axes.set_ylabel("energy change, J")
    axes.set_title(answers[0].name if answers else "", fontsize=9)
    return axes


def trajectory(motion: Motion, axes: Optional[Any] = None) -> Any:
    """The ways of the bodies' centres of mass, with a ring where an impact happened. Returns the axes."""
    axes = _axes(axes)
    impacts = [event["t"] for event in motion.events if "impact" in event["kind"]]
    for name, rows in motion.bodies.items():
        (line,) = axes.plot(rows[:, 0], rows[:, 1], label=name)
        if impacts and len(motion.t) > 1:
            at = [numpy.interp(impacts, motion.t, rows[:, i]) for i in (0, 1)]
            axes.plot(*at, "o", markerfacecolor="none", color=line.get_color())
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("x, m")
    axes.set_ylabel("y, m")
    axes.set_title(motion.name)
    axes.legend()
    return axes
