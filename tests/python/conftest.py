"""Where the examples and what is expected of them are."""

import os
import pathlib

import pytest

ROOT = pathlib.Path(os.environ.get("CAROM_SOURCE_DIR", pathlib.Path(__file__).resolve().parent.parent.parent))
EXAMPLES = ROOT / "examples"

ROD = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1.0], "contacts": [{"restitution": 1.0, "friction": 0.8}]}


@pytest.fixture
def rod():
    """The end of a falling rod, in contact space; without law."""
    return {**ROD, "contacts": [dict(ROD["contacts"][0])]}


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def examples():
    return EXAMPLES


@pytest.fixture
def pendulum():
    """Kane & Levinson's double pendulum by mass matrix and rows of J; without law."""
    return {
        "mass": [[16, 5.908846518073248], [5.908846518073248, 4]],
        "velocity": [-0.1, -0.2],
        "tangent": [1.8793852415718169, 1.7320508075688774],
        "normal": [0.6840402866513374, 1.0],
        "restitution": 0.7,
        "friction": 0.5,
        "static_friction": 0.51,
    }
