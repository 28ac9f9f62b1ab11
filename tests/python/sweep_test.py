"""Sweeps: the command line's rows as columns."""

import csv
import os
import subprocess

import numpy as np
import pytest

import carom


@pytest.mark.parametrize("name", ["falling_rod_grid", "three_link_chain", "uncertain_pendulum"])
def test_the_columns_are_those_of_the_command_line(examples, name):
    text = (examples / f"sweeps/expected/{name}.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    columns = carom.sweep(examples / f"sweeps/{name}.yaml")
    assert list(columns) == list(rows[0])
    for key, column in columns.items():
        assert len(column) == len(rows)
        for value, row in zip(column, rows):
            if isinstance(value, str):
                assert value == row[key]
            else:
                assert (np.isnan(value) and row[key] == "") or value == float(row[key])


def test_dictionaries_and_problems_are_swept_alike(rod):
    vary = {"contacts[0].friction": np.linspace(0, 1, 11)}
    a = carom.sweep(rod, vary, law=["newton", "poisson"])
    b = carom.sweep({**rod, "law": ["newton", "poisson"]}, ["contacts[0].friction=0:1:11"])
    c = carom.sweep(carom.solve(rod, law="newton").problem, vary, law=["newton", "poisson"])
    assert list(a) == list(b) == list(c) and len(a["law"]) == 22
    for key in a:
        assert a[key].tolist() == pytest.approx(b[key].tolist(), nan_ok=True) if a[key].dtype == float else (
            a[key].tolist() == b[key].tolist() == c[key].tolist())


def test_points_agree_with_solve(rod):
    s = carom.sweep(rod, {"contacts[0].friction": [0.1, 0.9]}, law="stronge", columns=["energy.change"])
    for mu, change in zip(s["contacts[0].friction"], s["energy.change"]):
        rod["contacts"][0]["friction"] = mu
        assert carom.solve(rod, law="stronge").energy.change == change


def test_random_draws_are_seeded(rod):
    def draw(seed):
        return carom.sweep(rod, {"contacts[0].friction": "uniform:0.2:0.4"}, law="poisson", draws=50, seed=seed)

    key = "contacts[0].friction"
    assert (draw(1)[key] == draw(1)[key]).all() and not (draw(1)[key] == draw(2)[key]).all()
    assert ((draw(1)[key] >= 0.2) & (draw(1)[key] < 0.4)).all()


def test_bad_points_say_why_and_leave_gaps(rod):
    s = carom.sweep(rod, {"contacts[0].restitution": [0.5, 1.5]}, law="poisson", columns=["energy.change"])
    assert list(s["status"]) == ["solved", "error"]
    assert np.isnan(s["energy.change"][1]) and "1.5 is outside" in s["error"][1] and s["error"][0] == ""


def test_threads_change_nothing(rod):
    vary = {"contacts[0].friction": "0:1:1001"}
    for a, b in zip(*(carom.sweep(rod, vary, law="all", threads=n).values() for n in (1, 3))):
        assert a.tolist() == pytest.approx(b.tolist(), nan_ok=True) if a.dtype == float else (a == b).all()


@pytest.mark.parametrize("arguments, message", [
    ({"vary": {}}, "vary: nothing varies"),
    ({"vary": {"contacts[0].frction": [0, 1]}}, "frction"),
    ({"vary": {"contacts[0].friction": "0:1"}}, "friction"),
    ({"vary": {"contacts[0].friction": [0, 1]}, "columns": ["energy.chnge"]}, "energy.change"),
    ({"vary": {"contacts[0].friction": [0, 1]}, "law": "poison"}, "did you mean poisson"),
    ({"vary": {"contacts[0].friction": "uniform:0:1"}}, "draws: missing"),
])  # fmt: skip
def test_bad_wishes_are_named(rod, arguments, message):
    with pytest.raises(ValueError, match=message):
        carom.sweep(rod, **{"law": "poisson", **arguments})


def test_files_are_named(tmp_path):
    with pytest.raises(ValueError, match="unknown ending"):
        carom.sweep(tmp_path / "sweep.txt")
    path = tmp_path / "sweep.yaml"
    path.write_text("problem: nowhere.yaml\nvary: {a: {values: [1]}}\n")
    with pytest.raises(ValueError, match="sweep.yaml:1: problem: there is no file"):
        carom.sweep(path)


BAD = [
    ({"vary": {"u[0]": []}}, r"vary.u\[0\]: no values; give at least one"),
    ({"vary": {"u[0]": [np.nan]}}, r"vary.u\[0\]\[0\]: expected a finite number"),
    ({"vary": {"u[0]": [1j]}}, r"^vary.u\[0\]\[0\]: a value of type complex"),
    ({"vary": {"u[0]": [True]}}, r"u\[0\]: is no word; want numbers"),
    ({"vary": {"u[0]": [[1, 2]]}}, r"vary.u\[0\]\[0\]: expected a number, got a list"),
    ({"vary": {"u[0]": np.ma.masked_array([1.0, 2.0], mask=[1, 0])}}, r"^vary.u\[0\]: has masked values"),
    ({"vary": 3}, "^vary: expected a dictionary"),
    ({"law": 3}, "^law: expected names of laws, got 3"),
    ({"columns": [3]}, "^columns: expected paths of a result"),
    ({"draws": -1}, "^draws: expected a whole number above 0, got -1"),
    ({"seed": "a"}, "^seed: expected a whole number from 0 on, got 'a'"),
    ({"number": 7}, "there is no problem 7"),
    ({"number": -7}, "there is no problem -7"),
    ({"threads": -1}, "^threads: expected a whole number of threads"),
]


@pytest.mark.parametrize("change, message", BAD)
def test_bad_wishes_are_named(rod, change, message):
    good = {"vary": {"u[0]": [1.0, 2.0]}, "law": "newton", "columns": ["energy.change"]}
    carom.sweep(rod, **good)
    with pytest.raises(ValueError, match=message):
        carom.sweep(rod, **{**good, **change})


def test_one_text_is_a_list_of_one(rod):
    s = carom.sweep(rod, "u[0]=0:1:3", law="newton", columns="energy.change")
    assert list(s) == ["u[0]", "law", "status", "energy.change", "error"] and s["u[0]"].tolist() == [0, 0.5, 1]


def test_boundaries_are_those_of_the_command_line(root, examples):
    page = (root / "docs/sweeps.md").read_text(encoding="utf-8")
    b = carom.sweep(examples / "sweeps/three_link_chain.yaml", law="newton", boundaries=True)
    assert list(b) == ["phi_1", "law", "what", "before", "after", "uncertainty"]
    energy = b["what"] == "energy"
    assert energy.sum() == 2 and b["phi_1"].dtype == float
    for i in np.flatnonzero(energy):
        row = [repr(float(b["phi_1"][i])), b["law"][i], b["what"][i], b["before"][i], b["after"][i],
               repr(float(b["uncertainty"][i]))]  # fmt: skip
        assert ",".join(row) in page


def test_boundaries_may_be_none_and_have_a_tolerance(rod):
    none = carom.sweep(rod, {"contacts[0].friction": "0.7:0.9:3"}, law="poisson", boundaries=True)
    assert [len(column) for column in none.values()] == [0] * 6 and none["uncertainty"].dtype == float
    rough = carom.sweep(rod, {"contacts[0].friction": "0:1:4"}, law="poisson", boundaries=True, tolerance=1e-3)
    assert 1e-5 < rough["uncertainty"][0] < 1e-3 and abs(rough["contacts[0].friction"][0] - 0.6) < 1e-3
    for tolerance in (0, -1, np.nan):
        with pytest.raises(ValueError, match="tolerance: is .*; want a number above 0"):
            carom.sweep(rod, {"u[0]": "0:1:4"}, law="newton", boundaries=True, tolerance=tolerance)
    with pytest.raises(ValueError, match="drawn at random; boundaries lie along a range"):
        carom.sweep(rod, {"u[0]": "uniform:0:1"}, law="newton", draws=3, boundaries=True)


def test_an_executor_gives_the_same_columns():
    from concurrent.futures import ThreadPoolExecutor

    rod = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1], "contacts": [{"restitution": 1, "friction": 0.8}]}
    wishes = {"law": ["poisson", "stronge"], "columns": ["energy", "contacts", "note"]}
    vary = {"contacts[0].friction": "0:1:301"}
    alone = carom.sweep(rod, vary, **wishes)
    with ThreadPoolExecutor(3) as pool:
        shared = carom.sweep(rod, vary, **wishes, executor=pool)
    assert list(shared) == list(alone)
    for name, column in alone.items():
        assert len(column) == 602
        same = shared[name] == column
        assert (same | ((column != column) & (shared[name] != shared[name]))).all(), name


def test_velocities_without_a_unit_are_numbers():
    disc = {"mass": [[2.0, 0.0], [0.0, 2.0]], "velocity": [1.0, -3.0],
            "contacts": [{"tangent": [1.0, 0.0], "normal": [0.0, 1.0], "restitution": 0.5, "friction": 0.3}]}  # fmt: skip
    s = carom.sweep(disc, {"contacts[0].restitution": [0.0, 0.5]}, law="poisson", columns=["velocity_after"])
    assert s["velocity_after[1]"].tolist() == [0.0, 1.5]


def test_dictionaries_are_those_of_a_sweep_file(rod):
    key = "contacts[0].friction"
    plain = carom.sweep(rod, {key: "0:0.8:3"}, law="poisson")
    for values in ({"from": 0, "to": 0.8, "steps": 3}, {"values": [0, 0.4, 0.8]}, [0, 0.4, 0.8]):
        same = carom.sweep(rod, {key: values}, law="poisson")
        assert same["energy.change"].tolist() == plain["energy.change"].tolist(), values
    driven = carom.sweep(rod, {"mu": {"values": [0, 1], "keys": {key: {"factor": 0.4}}}}, law="poisson")
    assert driven["energy.change"].tolist() == plain["energy.change"][:2].tolist()
    laws = carom.sweep(rod, {key: 0.4, "law": ["newton", "stronge"]})
    assert laws["law"].tolist() == ["newton", "stronge"]
    both = {"normal": {"mean": [0.5, 0.4], "covariance": [[0.01, 0.01], [0.01, 0.01]]}, "keys": [key, "contacts[0].restitution"]}
    drawn = carom.sweep(rod, {"both": both}, law="poisson", draws=9)
    assert np.allclose(drawn[key] - 0.5, drawn["contacts[0].restitution"] - 0.4, atol=1e-15)  # r = 1
    with pytest.raises(ValueError, match="steps"):
        carom.sweep(rod, {key: {"from": 0, "to": 1}}, law="poisson")


@pytest.mark.parametrize("ending", ["csv", "json", "h5"])
def test_reads_what_the_program_wrote(tmp_path, ending):
    program = os.environ.get("CAROM_PROGRAM")
    if not program:
        pytest.skip("CAROM_PROGRAM does not name the program")
    if ending == "h5":
        pytest.importorskip("h5py")
        if not os.path.exists(os.path.join(os.path.dirname(program), "carom-hdf5.so")):
            pytest.skip("built without HDF5")
    out = tmp_path / f"out.{ending}"
    rod = tmp_path / "rod.json"
    rod.write_text(
        '{"law": "poisson", "W": [[3.5, 0], [0, 1]], "u": [1, -1], "contacts": [{"restitution": 0.5, "friction": 0.1}]}'
    )
    words = "contacts[0].touching=true,false"
    subprocess.run(
        [program, "sweep", rod, "--vary", "contacts[0].friction=-0.1:1:12", "--vary", words, "-o", out], check=True
    )
    read = carom.read_sweep(out)
    swept = carom.sweep(rod, {"contacts[0].friction": "-0.1:1:12", "contacts[0].touching": ["true", "false"]})
    assert list(read["contacts[0].touching"][:2]) == ["true", "false"]
    for name, column in read.items():
        if column.dtype == object:
            assert list(column) == list(swept[name])
        else:
            np.testing.assert_array_equal(column, swept[name])
