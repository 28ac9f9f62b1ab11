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

import textwrap
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import Motion, _carom
from ._carom import Result

__all__ = ["diagram", "energy", "sweep", "trajectory"]

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


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot  # type: ignore[import]
    except ImportError as error:
        raise ImportError(
            "carom.plot needs Matplotlib, which is not installed (Debian: python3-matplotlib);"
            " `carom diagram` draws without it"
        ) from error
    return pyplot


def _axes(axes: Optional[Any]) -> Any:
    return _pyplot().subplots(layout="constrained")[1] if axes is None else axes


def _square_axes() -> Any:
    """A square with room for a long legend on its right; constrained layout does not know of equal axes."""
    axes = _pyplot().figure(figsize=(8.2, 5.6)).add_axes((0.1, 0.11, 0.55, 0.75))
    axes.set_anchor("W")
    return axes


def _list(results: Union[Result, Sequence[Result]]) -> List[Result]:
    return [results] if isinstance(results, Result) else list(results)


_PHASES = {"compression": "#0072b2", "restitution": "#d55e00"}
_SWERVE_MARKS = {**_MARKS, "compression_starts": "^"}


def _swerve_paths(axes: Any, data: Dict[str, Any], view: Any) -> None:
    """The path that all path laws share in the colours of its phases, guesses of the others, and every end."""
    ways = [path for path in data["paths"] if path["follows_path"]]
    for path in data["paths"]:
        if not path["follows_path"]:
            axes.plot(*view(path), color=path["color"], linestyle="--", linewidth=1)
    if ways:
        path = max(ways, key=lambda way: float(way["p"][-1, 2]))
        x, y = view(path)
        for phase, color in _PHASES.items():
            held = numpy.array([word == phase for word in path["phases"][:-1]])
            into = numpy.concatenate([[False], held]) | numpy.concatenate([held, [False]])
            axes.plot(numpy.where(into, x, numpy.nan), numpy.where(into, y, numpy.nan), color=color, linewidth=2.5)
        for i, event in enumerate(path["events"]):
            if event in _SWERVE_MARKS:
                axes.plot(x[i], y[i], _SWERVE_MARKS[event], color="black", markeredgecolor="white", zorder=3)
    for path in data["paths"]:
        x, y = view(path)
        label = path["law"] + (": creates energy" if path["creates_energy"] else "")
        axes.plot(x[-1:], y[-1:], "o", color=path["color"], markeredgecolor="white", label=label, zorder=4)


def _swerve(data: Dict[str, Any], axes: Optional[Any]) -> Any:
    if axes is None:
        axes = _pyplot().subplots(1, 3, figsize=(12.4, 4.4), layout="constrained")[1]
    slip, growth, circle = axes
    reach = 4 * max(abs(x) for x in (*data["u_t1"], *data["u_t2"]))
    for kept in data["directions"]:
        x, y = kept["direction"]
        slip.plot([0, reach * x], [0, reach * y], color="#333333" if kept["attracts"] else "#999999",
                  linestyle="-" if kept["attracts"] else ":", linewidth=1)  # fmt: skip
    slip.plot([0], [0], "x", color="#333333")
    growth.plot([0, data["friction"] * data["p_n"]], [0, data["p_n"]], color="#8c6d46", linewidth=1)
    angle = numpy.linspace(0, 2 * numpy.pi, 181)
    for path in data["paths"]:
        radius = data["friction"] * path["p"][-1, 2]
        circle.plot(radius * numpy.cos(angle), radius * numpy.sin(angle), color="#8c6d46", linewidth=1)
    _swerve_paths(slip, data, lambda path: (path["u"][:, 0], path["u"][:, 1]))
    _swerve_paths(growth, data, lambda path: (numpy.hypot(path["p"][:, 0], path["p"][:, 1]), path["p"][:, 2]))
    _swerve_paths(circle, data, lambda path: (path["p"][:, 0], path["p"][:, 1]))
    for part, x, y in ((slip, "u_t1", "u_t2"), (circle, "p_t1", "p_t2")):
        part.set(xlim=data[x], ylim=data[y], aspect="equal")
    growth.set(xlim=(0, data["p_t"]), ylim=(0, data["p_n"]))
    slip.set(xlabel="slip $u_{t1}$, m/s", ylabel="slip $u_{t2}$, m/s")
    growth.set(xlabel="$|p_t|$, N s", ylabel="$p_n$, N s")
    circle.set(xlabel="$p_{t1}$, N s", ylabel="$p_{t2}$, N s")
    growth.legend(fontsize=7, loc="best")
    titles = [textwrap.fill(text, 120) for text in (data["title"], data["subtitle"]) if text]
    slip.figure.suptitle("\n".join(titles), fontsize=9)
    return axes


def diagram(results: Union[Result, Sequence[Result]], axes: Optional[Any] = None) -> Any:
    """Routh's diagram: the way of each law in the plane of the impulse. One contact; returns the axes.

    Inside the green ellipse energy is lost, outside it would be created.

    Of a contact in space it is the swerve, and the axes are three: slip in the tangent plane with the directions that
    attract and repel it, p_n against the size of the tangential impulse, and the tangential impulse in the friction circle.
    """
    data = _carom.diagram(_list(results))
    if data["in_space"]:
        return _swerve(data, axes)
    given = axes is not None
    axes = _square_axes() if axes is None else axes
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
    titles = [textwrap.fill(text, 76 if given else 104) for text in (data["title"], data["subtitle"]) if text]
    axes.set_title("\n".join(titles), fontsize=8 if given else 9, loc="center" if given else "left", wrap=True)
    if given:  # what lies beside is not ours
        axes.legend(fontsize=6, loc="best")
    else:
        axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.02, 1), borderaxespad=0)
    return axes


#: colour and name of each step of the energy
_STEPS: Dict[str, Tuple[str, str]] = {
    "surface": ("#1d62a8", "from the surface"),
    "compression": ("#8a93a3", "compression"),
    "restitution": ("#8a93a3", "restitution"),
    "normal": ("#8a93a3", "normal"),
    "friction": ("#c58a2b", "friction"),
    "moment": ("#9c3d22", "moment"),
}
_KEPT, _CREATED = "#3d7f62", "#b03020"


def _waterfall(result: Result, axes: Any, top: int) -> List[str]:
    """Draws the rows of one law below its name, which stands at `top`; returns their labels."""
    axes.annotate(result.law, (0.01, top), xycoords=("axes fraction", "data"), va="center", fontsize=8, weight="bold")
    top += 1
    before, after, steps = result.energy.before, result.energy.after, result.energy_steps
    rows: List[Tuple[str, str, float, float]] = [] if before is None else [("before", _KEPT, 0.0, before)]
    known = len(rows)
    rows += [(_STEPS[s.step][1], _STEPS[s.step][0], s.start, s.end) for s in steps]
    last = result.energy.change if after is None else after
    created = result.energy.contact_work if result.creates_energy else 0.0
    rows.append(("change" if after is None else "after", _KEPT, 0.0, last - created))
    for i, (_, color, start, end) in enumerate(rows):
        axes.barh(top + i, end - start, left=start, height=0.7, color=color)
    for i, step in enumerate(steps, start=known):
        axes.plot([step.start] * 2, [top + i - 1, top + i + 0.35], color="#5d5850", linewidth=0.8)
        axes.annotate(f"{step.change:+.4g} J", (max(step.start, step.end), top + i), xytext=(3, 0),
                      textcoords="offset points", va="center", fontsize=7)  # fmt: skip
    if created:
        axes.barh(top + len(rows) - 1, created, left=last - created, height=0.7, color=_CREATED)
        axes.annotate(f"{created:+.4g} J CREATED", (last, top + len(rows) - 1), xytext=(3, 0), fontsize=7,
                      textcoords="offset points", va="center", color=_CREATED, weight="bold")  # fmt: skip
    return [name for name, *_ in rows]


def energy(results: Union[Result, Sequence[Result]], axes: Optional[Any] = None) -> Any:
    """Where the energy went under each law: from before to after, each work a step up or down; red was created."""
    answers = [r for r in _list(results) if r.energy is not None]
    if axes is None:
        rows = sum(len(r.energy_steps) + 3 for r in answers)
        axes = _pyplot().subplots(figsize=(6.8, 1.2 + 0.21 * rows), layout="constrained")[1]
    ticks: List[int] = []
    labels: List[str] = []
    for result in answers:
        top = ticks[-1] + 1 if ticks else 0
        names = _waterfall(result, axes, top)
        ticks += range(top + 1, top + 1 + len(names))
        labels += names
    axes.set_yticks(ticks)
    axes.set_yticklabels(labels, fontsize=7)
    axes.invert_yaxis()
    axes.margins(x=0.3)  # the numbers stand beside the bars
    axes.spines[["top", "right"]].set_visible(False)
    axes.axvline(0, color="#333333", linewidth=1)
    axes.set_xlabel("energy, J")
    axes.set_title(textwrap.fill(answers[0].name, 76) if answers else "", fontsize=9)
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


#: most panels of a picture of a sweep
_MOST_PANELS = 6


def _is_drawn(values: Any) -> bool:
    """Values that neither rise nor fall all the way are those of a random variable."""
    _, first = numpy.unique(values, return_index=True)
    steps = numpy.diff(values[numpy.sort(first)])
    return bool(len(steps) > 1 and not (numpy.all(steps > 0) or numpy.all(steps < 0)))


def _scale(values: Any) -> str:
    """Logarithmic where positive values have one ratio, as a logarithmic range has."""
    places = numpy.unique(values)
    ratios = places[1:] / places[:-1] if places[0] > 0 else numpy.zeros(0)
    return "log" if len(ratios) > 1 and numpy.ptp(ratios) < 1e-9 * ratios[0] else "linear"


def _quantiles(x: Any, y: Any) -> Tuple[Any, Any]:
    """The places, and 5, 50 and 95 % of y at each of them; nothing where y has no number."""
    places = [place for place in numpy.unique(x) if numpy.isfinite(y[x == place]).any()]
    return numpy.array(places), numpy.array([numpy.nanquantile(y[x == place], [0.05, 0.5, 0.95]) for place in places])


def _curve(axes: Any, table: Mapping[str, Any], names: Sequence[str], y: str, rows: Any, look: Dict[str, Any]) -> None:
    """One column under one law: over a variable, as a band of draws over one, or as a histogram of draws."""
    grid = [name for name in names if not _is_drawn(table[name])]
    values = table[y][rows]
    if not grid:
        shown = values[numpy.isfinite(values)]
        axes.hist(shown, bins=40, histtype="step", weights=numpy.full(len(shown), 1 / max(len(shown), 1)), **look)
        for q in numpy.quantile(shown, [0.05, 0.5, 0.95]) if len(shown) else []:
            axes.axvline(q, color=look["color"], linewidth=0.8, linestyle="--")
        return
    x = table[grid[0]][rows]
    axes.set_xscale(_scale(x))
    if len(grid) < len(names):
        places, bands = _quantiles(x, values)
        axes.plot(places, bands[:, 1], **look)
        axes.fill_between(places, bands[:, 0], bands[:, 2], color=look["color"], alpha=0.2, linewidth=0)
        return
    axes.plot(x, values, **look)
    for i in range(1, len(x)):
        if any(column[rows][i] != column[rows][i - 1] for column in table.values() if column.dtype == object):
            axes.axvline((x[i] + x[i - 1]) / 2, ymax=0.04, color=look["color"])


def _map(axes: Any, table: Mapping[str, Any], names: Sequence[str], y: str, rows: Any) -> None:
    across, up = table[names[1]][rows], table[names[0]][rows]
    shape = (len(numpy.unique(up)), len(numpy.unique(across)))
    drawn = axes.pcolormesh(
        across.reshape(shape), up.reshape(shape), table[y][rows].reshape(shape), shading="nearest", cmap="viridis"
    )
    axes.figure.colorbar(drawn, ax=axes)
    axes.set_xscale(_scale(across))
    axes.set_yscale(_scale(up))


def sweep(columns: Mapping[str, Any], show: Union[str, Sequence[str]] = ()) -> List[Any]:
    """The columns of a sweep, as `carom.sweep` and `carom.read_sweep` give them, one colour for each law.

    Over one variable a curve, with ticks below where a word changes half way between two points (`carom sweep --plot` looks
    for the place itself and refines peaks); over two a map of the first column for each law; of random draws a histogram, or
    over one variable the median with a band from 5 % to 95 %. `show` names the columns, at first six. Returns the axes.

    >>> import carom, carom.plot
    >>> rod = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1], "contacts": [{"restitution": 1, "friction": 0.8}]}
    >>> s = carom.sweep(rod, {"contacts[0].friction": "0:1:51"}, law=["newton", "stronge"], columns="energy.change")
    >>> [axes.get_ylabel() for axes in carom.plot.sweep(s)]
    ['energy.change']
    """
    table = {name: numpy.asarray(column) for name, column in columns.items()}
    every = list(table)
    names = every[: every.index("law")]
    wanted = [show] if isinstance(show, str) else list(show)
    numbers = [name for name in every[len(names) :] if table[name].dtype != object]
    shown = wanted or numbers[:_MOST_PANELS]
    wrong = [name for name in shown if name not in numbers] + [name for name in names if table[name].dtype == object]
    grid = [name for name in names if not wrong and not _is_drawn(table[name])]
    if wrong or not shown:
        raise ValueError(f"sweep: {', '.join(wrong) or 'no column'} holds no numbers; there are {', '.join(numbers)}")
    if len(grid) > 2 or (len(grid) == 2 and len(names) > 2):
        raise ValueError("sweep: more variables than a picture shows; want one or two, or draws over at most one")
    laws = list(dict.fromkeys(table["law"]))
    colors = {law["name"]: law["color"] for law in _carom.laws()}
    panels = laws[:_MOST_PANELS] if len(grid) == 2 else shown
    across = min(len(panels), 2)
    down = -(-len(panels) // across)
    figure, all_axes = _pyplot().subplots(
        down, across, squeeze=False, figsize=(4.6 * across, 3.2 * down), layout="constrained"
    )
    for axes in all_axes.flat[len(panels) :]:
        axes.set_axis_off()
    for axes, panel in zip(all_axes.flat, panels):
        if len(grid) == 2:
            _map(axes, table, names, shown[0], table["law"] == panel)
            axes.set_title(f"{panel}: {shown[0]}", fontsize=9)
            axes.set_xlabel(names[1])
            axes.set_ylabel(names[0])
            continue
        for law in laws:
            _curve(axes, table, names, panel, table["law"] == law, {"color": colors.get(law, "#000000"), "label": law})
        axes.set_xlabel(grid[0] if grid else panel)
        axes.set_ylabel(panel if grid else "share of the draws")
        axes.legend(fontsize=7)
    return list(all_axes.flat[: len(panels)])
