"""carom.fit and carom.reconstruct: objects with the numbers of the command line."""

import json
import pathlib

import carom
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rows(count, friction=0.2, restitution=0.6):
    """Sliding impacts of a disc, with a little scatter, as a table."""
    random = np.random.default_rng(3)
    lines = ["i,vx1,vy1,w1,vx2,vy2,w2,rx,ry"]
    for i in range(count):
        vx, vy = 5 + random.random(), -1 - random.random()
        p = -(1 + restitution) * vy * (1 + 0.01 * random.standard_normal())
        t = -friction * p
        lines.append(f"{i},{vx},{vy},0,{vx + t},{vy + p},{t * 0.1 / 0.005},0,-0.1")
    return "\n".join(lines) + "\n"


def problem(tmp_path, **more):
    (tmp_path / "impacts.csv").write_text(rows(40))
    columns = {"before": ["vx1", "vy1", "w1"], "after": ["vx2", "vy2", "w2"], "arm": ["rx", "ry"]}
    return {
        "data": {"file": str(tmp_path / "impacts.csv"), "group": "i", "columns": columns},
        "body": {"gyration": 0.005**0.5},
        "law": ["stronge", "whittaker"],
        "validate": {"folds": 4, "bootstrap": 50},
        **more,
    }


def test_a_fit_has_values_intervals_errors_and_a_summary(tmp_path):
    result = carom.fit(problem(tmp_path))
    assert result.impacts == 40 and [law.law for law in result.laws] == ["stronge", "whittaker"]
    assert result["stronge"]["friction"] == pytest.approx(0.2, abs=1e-3)
    low, high = result["stronge"].parameters["restitution"]["interval"]
    assert low < 0.6 < high
    assert result["stronge"].bootstrap.shape == (50, 2)
    assert result.errors["stronge_r"].shape == (40,)
    assert "stronge" in result.summary() and result.html().startswith("<!DOCTYPE html>")
    with pytest.raises(KeyError, match="newton: not fitted"):
        result["newton"]


def test_a_file_gives_the_same_as_a_dictionary_for_any_number_of_threads(tmp_path):
    stated = problem(tmp_path)
    (tmp_path / "fit.json").write_text(json.dumps(stated))
    one = carom.fit(tmp_path / "fit.json", threads=1)
    assert one.summary() == carom.fit(stated, threads=3).summary()
    assert [law.law for law in carom.fit(stated, law="newton").laws] == ["newton"]


def test_mistakes_are_named(tmp_path):
    with pytest.raises(ValueError, match="frictionless.* is not a law"):
        carom.fit(problem(tmp_path, law="frictionless"))
    with pytest.raises(ValueError, match="compliant: needs fit: stiffness_ratio"):
        carom.fit(problem(tmp_path, law="compliant"))


def test_a_reconstruction_has_intervals_and_draws():
    result = carom.reconstruct(ROOT / "examples/fit/two_cars.yaml", units="us")
    low, high = result.interval("closing_speed")
    assert low / 0.44704 == pytest.approx(42, abs=1.5) and high / 0.44704 == pytest.approx(63, abs=1.5)
    assert result.sample["v1"].shape == result.sample["v2"].shape
    assert result.effective >= 2000 and "mph" in result.summary()


def test_samples_become_impacts_that_a_fit_takes(tmp_path):
    lines = ["i,t,x,y,a"]
    for i in range(12):
        for k in range(-8, 9):
            s = (k + 0.3) / 200
            v = (3 + 0.1 * i, -1, 0) if s < 0 else (3 + 0.1 * i - 0.16, 0.6, -4)
            lines.append(f"{i},{s},{v[0] * s},{0.1 + v[1] * s - 4.905 * s * s},{v[2] * s}")
    (tmp_path / "poses.csv").write_text("\n".join(lines))
    found = carom.extract({"data": {"file": str(tmp_path / "poses.csv"), "group": "i",
                                    "columns": {"time": "t", "pose": ["x", "y", "a"]}},
                           "body": {"disc": {"radius": 0.1}, "mass": 1}})
    assert found.impacts["vy2"] == pytest.approx(0.6, abs=1e-6) and "12 impacts" in found.summary()
    (tmp_path / "impacts.csv").write_text(found.csv())
    stated = problem(tmp_path, data={"file": str(tmp_path / "impacts.csv"), "group": "group",
                                     "columns": {"before": ["vx1", "vy1", "w1"], "after": ["vx2", "vy2", "w2"],
                                                 "arm": ["rx", "ry"]}}, body={"gyration": 0.0632455532})
    (tmp_path / "impacts.csv").write_text(found.csv())
    assert carom.fit(stated)["stronge"]["friction"] == pytest.approx(0.1, abs=1e-3)


def test_a_law_of_ones_own_is_fitted(tmp_path):
    def sliding(contacts):
        un = -(1 + contacts.restitution) * contacts.u[1]
        w = contacts.W
        n = un / (w[1, 1] - contacts.friction * w[0, 1])
        return [-contacts.friction * n, n]

    carom.law("always_slides", sliding)
    result = carom.fit(problem(tmp_path, law=["stronge", "always_slides"]))
    assert result["always_slides"]["friction"] == pytest.approx(result["stronge"]["friction"], abs=1e-3)
