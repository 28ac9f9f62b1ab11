"""Results as notebooks show them."""

from __future__ import annotations

from html import escape
from typing import Any, Callable, List, Sequence, Tuple

CREATED = ' style="color: #b00020; font-weight: bold"'


def _number(x: Any) -> str:
    return "" if x is None else f"{x:.6g}"


def _rows(results: Sequence[Any]) -> List[Tuple[str, Callable[[Any], str]]]:
    """What the rows are called, and what each holds of a result."""

    def contact(index: int, read: Callable[[Any], Any]) -> Callable[[Any], str]:
        return lambda r: escape(str(read(r.contacts[index]) if r.energy is not None else ""))

    rows: List[Tuple[str, Callable[[Any], str]]] = [
        ("status", lambda r: escape(f"{r.status} ({r.reason})" if r.reason else f"{r.status}"))
    ]
    for i, first in enumerate(results[0].contacts):
        of = f"{escape(first.name)}: "
        rows += [
            (of + "mode", contact(i, lambda c: c.mode.replace("_", " "))),
            (of + "outcome", contact(i, lambda c: c.outcome)),
            (of + "p<sub>t</sub>, N s", contact(i, lambda c: _number(c.impulse[0]))),
            (of + "p<sub>n</sub>, N s", contact(i, lambda c: _number(c.impulse[1]))),
            (of + "u<sub>t</sub> after, m/s", contact(i, lambda c: _number(c.u_after[0]))),
            (of + "u<sub>n</sub> after, m/s", contact(i, lambda c: _number(c.u_after[1]))),
        ]
    rows.append(("energy change, J", lambda r: _number(r.energy.change) if r.energy else ""))
    return rows


def results_html(results: Sequence[Any]) -> str:
    """A table with a column for each result."""
    title = escape(results[0].name)
    text = f"<table><caption>{title}</caption>" if title else "<table>"
    text += "<tr><th></th>" + "".join(f"<th>{escape(r.law)}</th>" for r in results) + "</tr>"
    for name, cell in _rows(results):
        marks = [CREATED if name.startswith("energy") and r.creates_energy else "" for r in results]
        cells = [f"<td{mark}>{cell(r)}{' CREATED' if mark else ''}</td>" for mark, r in zip(marks, results)]
        text += f"<tr><th>{name}</th>{''.join(cells)}</tr>"
    notes = [f"<p>{escape(r.law)}: {escape(r.note)}</p>" for r in results if r.note]
    return text + "</table>" + "".join(notes)
