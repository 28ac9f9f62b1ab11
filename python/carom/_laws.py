"""Which laws there are, and what papers print of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Optional

from . import _carom


@dataclass(frozen=True)
class Law:
    """A law of impact: what it assumes, what always holds, when to use it."""

    name: str
    title: str
    statement: str
    guarantees: str
    use: str
    reference: str  #: keys of docs/references.bib
    follows_path: bool  #: has phases, events and a ledger by phase
    color: str  #: of the law in pictures


def laws() -> List[Law]:
    """All laws, in the order in which results are listed.

    >>> [law.name for law in carom.laws()][:3]
    ['newton', 'poisson', 'stronge']
    """
    return [Law(**entry) for entry in _carom.laws()]


def reproduce(paper: Optional[str] = None) -> List[Mapping[str, Any]]:
    """The figures that papers print, computed again: a dictionary for each paper, or for the one named.

    >>> [r["paper"] for r in carom.reproduce("zabuga")]
    ['zabuga']
    >>> carom.reproduce("zabuga")[0]["ok"]
    True
    """
    return [_carom.reproduce(key) for key in (_carom.papers() if paper is None else [paper])]
