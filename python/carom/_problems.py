"""One problem: read, solved, shown."""

from __future__ import annotations

import operator
import os
from typing import Any, List, Literal, Mapping, Optional, Sequence, Tuple, Union, overload

from . import _carom
from ._carom import Problem, Result
from ._types import Path, ProblemLike, contents


@overload
def solve(problem: ProblemLike = None, /, *, law: Literal["all"], **keywords: Any) -> List[Result]: ...  # type: ignore[misc]


@overload
def solve(problem: ProblemLike = None, /, *, law: str, **keywords: Any) -> Result: ...


@overload
def solve(
    problem: ProblemLike = None, /, *, law: Union[List[str], Tuple[str, ...]], **keywords: Any
) -> List[Result]: ...


@overload
def solve(problem: ProblemLike = None, /, **keywords: Any) -> Any: ...


def solve(problem: ProblemLike = None, /, **keywords: Any) -> Any:
    """The answer to a problem: a Result for one law, a list of them for several or for law="all".

    The problem is a `Problem` (from `load`), a dictionary with the keys of a problem file, or keywords with the
    same names. A problem without solution is a result with that status; a malformed one is a ValueError that
    names the key and what was expected.

    law              a name, a list of names, or "all": every law that is defined for the problem
    W, u             the contact space: 2k × 2k and 2k numbers, 3k in space; or
    mass, velocity   M and q̇, with rows of J for every contact:
    normal           its shape says how many contacts there are: (n,) one, (k, n) several
    tangent          of the same shape in the plane; (2, n) or (k, 2, n) in space
    restitution, friction, static_friction, touching, surface_velocity, ...
                     the contact's own keys, for all contacts or as a list with one for each
    contacts         a list of dictionaries with these keys instead
    name             of the problem
    simultaneous     what to do with several contacts that collide: "refuse", "together", "sequential"
    path             points of the path between two events, in space

    >>> for r in carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0],
    ...                      contacts=[{"restitution": 0.9, "friction": 0.7}], law=["newton", "poisson"]):
    ...     print(r.law, r.contacts[0].mode, round(r.energy.change, 6), r.creates_energy)
    newton stick_in_compression 0.053125 True
    poisson stick_in_compression -0.09632 False

    >>> carom.solve(W=[[1, 0], [0, 1]], u=[0, -1], restitution=1.3, friction=0.5, law="newton")
    Traceback (most recent call last):
    ...
    ValueError: contacts[0].restitution: 1.3 is outside [0, 1]
    """
    return _carom.solve(problem, keywords)


def load(path: Path, number: Optional[int] = None) -> Problem:
    """The problem or scene of a file (.yaml, .yml, .json, .jsonl); `number` counts from 1 where it holds several.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "rod.yaml"
    >>> _ = path.write_text('''
    ... name: falling rod
    ... law: poisson
    ... W: [[2.5, -1.5], [-1.5, 2.5]]
    ... u: [0.6, -1]
    ... contacts: [{restitution: 0.9, friction: 0.7}]
    ... ''')
    >>> rod = carom.load(path)
    >>> rod
    <carom.Problem 'falling rod': 1 contact; poisson>
    >>> carom.solve(rod, law="newton").u_after
    array([0. , 0.9])
    """
    return _only(load_all(path), number, os.fspath(path))


def load_all(path: Path) -> List[Problem]:
    """Every problem of a file.

    >>> carom.load_all("examples/falling_rod.yaml")[0].name
    'case 1: direct impact, friction below 0.6 lets the tip slip'
    """
    name = os.fspath(path)
    return _carom.problems_of(contents(path, "a problem file"), os.path.splitext(name)[1][1:], name)


def loads(text: Union[str, bytes], number: Optional[int] = None, *, format: str = "yaml") -> Problem:
    """The problem or scene of a text in YAML, JSON ("json") or JSON lines ("jsonl").

    >>> problem = carom.loads("{law: newton, W: [[1, 0], [0, 1]], u: [0, -1],"
    ...                       " contacts: [{restitution: 0.5, friction: 0.1}]}")
    >>> problem.u
    array([ 0., -1.])
    >>> problem.to_dict()["law"]
    'newton'
    """
    return _only(loads_all(text, format=format), number, "text")


def loads_all(text: Union[str, bytes], *, format: str = "yaml") -> List[Problem]:
    """Every problem of a text.

    >>> len(carom.loads_all("[]"))
    0
    """
    return _carom.problems_of(text, format, "text")


def _only(problems: List[Problem], number: Optional[int], source: str) -> Problem:
    if number is None and len(problems) == 1:
        return problems[0]
    number = None if number is None else operator.index(number)
    if not problems:
        raise ValueError(f"{source}: empty; expected a problem")
    if number is None:
        raise ValueError(f"{source}: holds {len(problems)} problems; say which one: number=1, or take load_all")
    if not 1 <= number <= len(problems):
        raise ValueError(f"{source}: there is no problem {number}; there are {len(problems)}")
    return problems[number - 1]


def _problem(tree: Mapping[str, Any], number: int) -> Problem:
    """A problem that pickle brings back."""
    return _carom.problem(tree, number)


def _resolved(tree: Mapping[str, Any], number: int, index: int) -> Result:
    """A result that pickle brings back, computed again: same input, same bits."""
    return _carom.resolved(tree, number, index)


def _part(result: Result, parts: str, index: int) -> Any:
    """A contact or an event of a result that pickle brings back."""
    return getattr(result, parts)[index]


def table(results: Union[Result, Sequence[Result]], width: int = 80) -> str:
    """Results of one problem side by side, as the command line shows them.

    >>> results = carom.solve(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1.0], restitution=1, friction=0.8,
    ...                       law=["newton", "poisson"])
    >>> print(carom.table(results).splitlines()[0])
    problem 1
    """
    return _carom.table([results] if isinstance(results, Result) else list(results), width)
