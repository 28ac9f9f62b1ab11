"""One problem: the same answers as the command line, however it is stated."""

import json
import os
import subprocess

import numpy as np
import pytest

import carom


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def as_list(results):
    return results if isinstance(results, list) else [results]


def answers_of(path):
    """Every result of a file, in order, as dictionaries."""
    return [r.to_dict() for problem in carom.load_all(path) for r in as_list(carom.solve(problem))]


@pytest.mark.parametrize("name", ["kane_double_pendulum.yaml", "painleve_rod.yaml", "problems.jsonl"])
def test_gives_the_bits_that_the_command_line_gives(examples, name):
    expected = lines_of(examples / "expected" / (name.split(".")[0] + ".jsonl"))
    assert answers_of(examples / name) == expected


def scene_names():
    from conftest import EXAMPLES

    return sorted(p.stem for p in (EXAMPLES / "scenes/expected").glob("*.jsonl"))


@pytest.mark.parametrize("name", scene_names())
def test_gives_what_is_expected_of_scenes(examples, name):
    answers = answers_of(examples / f"scenes/{name}.yaml")
    expected = lines_of(examples / f"scenes/expected/{name}.jsonl")
    assert len(answers) == len(expected)
    for answer, line in zip(answers, expected):
        assert_same(answer, line)


def assert_same(a, b):
    """Equal up to rounding, which another order of the same mechanism's sums may change."""
    if isinstance(b, dict):
        assert list(a) == list(b)
        for key in b:
            if key != "residual":
                assert_same(a[key], b[key])
    elif isinstance(b, list):
        assert len(a) == len(b)
        for x, y in zip(a, b):
            assert_same(x, y)
    elif isinstance(b, float):
        assert a == pytest.approx(b, rel=1e-10, abs=1e-12)
    else:
        assert a == b


@pytest.mark.skipif("CAROM_PROGRAM" not in os.environ, reason="the command line is not built")
@pytest.mark.parametrize("name", scene_names())
def test_gives_the_bytes_that_the_command_line_gives_for_scenes(examples, name):
    path = examples / f"scenes/{name}.yaml"
    run = subprocess.run([os.environ["CAROM_PROGRAM"], "solve", path], stdout=subprocess.PIPE, text=True, check=True)
    results = [r for problem in carom.load_all(path) for r in as_list(carom.solve(problem))]
    assert "".join(r.to_json() + "\n" for r in results) == run.stdout


def test_arrays_dictionaries_and_texts_state_the_same_problem(rod):
    whole = {**rod, "law": "poisson"}
    expected = carom.solve(whole)
    assert carom.solve(carom.loads(json.dumps(whole), format="json")) == expected
    assert carom.solve(rod, law="poisson") == expected
    assert carom.solve(**whole) == expected
    assert carom.solve(W=np.array(rod["W"]), u=np.array(rod["u"]), restitution=1, friction=0.8, law="poisson") == expected


def test_one_law_gives_a_result_and_several_a_list(rod):
    assert isinstance(carom.solve(rod, law="newton"), carom.Result)
    several = carom.solve(rod, law=["newton"])
    assert [r.law for r in several] == ["newton"]
    everything = carom.solve(rod, law="all")
    assert {"newton", "poisson", "stronge"} <= {r.law for r in everything}


def test_momentum_is_kept_in_generalized_coordinates(pendulum):
    r = carom.solve(**pendulum, law="stronge")
    M, v = np.array(pendulum["mass"]), np.array(pendulum["velocity"])
    J = np.array([pendulum["tangent"], pendulum["normal"]])
    np.testing.assert_allclose(M @ (r.velocity_after - v), J.T @ r.p, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(J @ r.velocity_after, r.u_after, rtol=1e-12, atol=1e-15)


def test_rows_and_materials_of_several_contacts_may_be_arrays():
    M, v = np.diag([2.0, 2.0, 0.5]), np.array([0.3, 0.0, -2.0])
    tangent, normal = np.array([[1, 0, 0.2], [1, 0, 0.2]]), np.array([[0, 1, 0.5], [0, 1, -0.5]])
    by_arrays = carom.solve(mass=M, velocity=v, tangent=tangent, normal=normal, restitution=0.4,
                            friction=[0.5, 0.2], law="poisson")
    contacts = [{"tangent": tangent[i], "normal": normal[i], "restitution": 0.4, "friction": mu}
                for i, mu in enumerate([0.5, 0.2])]
    assert by_arrays == carom.solve(mass=M, velocity=v, contacts=contacts, law="poisson")
    partly = carom.solve(mass=M, velocity=v, tangent=tangent, normal=normal,
                         contacts=[{"restitution": 0.4, "friction": 0.5}, {"restitution": 0.4, "friction": 0.2}],
                         law="poisson")
    assert partly == by_arrays


def test_a_problem_without_solution_is_a_result():
    r = carom.solve(W=[[2, -3], [-3, 5]], u=[1, -1], restitution=0.5, impulse_ratio=2.0, law="impulse_ratio")
    assert r.status == "no_solution"
    assert r.p is None and r.u_after is None and r.energy is None and not r.creates_energy
    assert r.contacts[0].mode is None and r.contacts[0].impulse is None and r.contacts[0].work is None
    assert r.u_before.tolist() == [1, -1] and "no_solution" in repr(r)
    assert r.reason == r.to_dict()["reason"]


def test_keywords_that_are_none_were_not_given(rod):
    assert carom.solve(**rod, static_friction=None, name=None, law="poisson") == carom.solve(rod, law="poisson")


def test_problems_show_what_they_hold(examples):
    scene = carom.load(examples / "scenes/compass_gait_heel_strike.yaml", 1)
    assert scene.is_scene and scene.contacts == ("leading foot",)
    assert scene.laws == ("newton", "poisson", "stronge")
    assert scene.W.shape == (2, 2) and scene.u.shape == (2,) and scene.u[1] < 0
    assert not scene.W.flags.writeable
    result = carom.solve(scene)[0]
    assert [b.name for b in result.bodies] == ["trailing", "hip", "leading"]
    assert abs(result.bodies[0].after.omega + 1.7241382121) < 1e-9
    assert [j.name for j in result.joints] == ["mount", "hinge"]
    assert result.joints[0].impulse.shape == (2,)


def test_results_carry_what_their_dictionary_says(rod):
    r = carom.solve(rod, law="poisson")
    d = r.to_dict()
    c, dc = r.contacts[0], d["contacts"][0]
    assert list(c.impulse) == [dc["impulse"]["t"], dc["impulse"]["n"]]
    assert list(c.u_before) == [dc["u_before"]["t"], dc["u_before"]["n"]]
    assert c.work.normal_compression == dc["work"]["normal_compression"]
    assert c.effective.energetic == dc["effective"]["energetic"]
    assert c.friction.to_stick == dc["friction"]["to_stick"]
    assert c.effective_mass == dc["effective_mass"] == 1 / 2.5
    assert r.lifts_off == ["contact 1"]
    assert r.energy.change == d["energy"]["change"] and r.energy.drive is None
    assert r.case == d["case"] and r.residual == d["residual"]
    assert [e.event for e in r.path] == [e["event"] for e in d["path"]]
    for e, de in zip(r.path, d["path"]):
        assert e.p.tolist() == de["p"] and e.u.tolist() == de["u"]
        assert list(e.modes) == de["modes"] and e.phase == de.get("phase") and list(e.contacts) == de["contacts"]


def test_loading_says_which_problem_is_wanted(examples, tmp_path):
    with pytest.raises(ValueError, match=r"holds \d+ problems; say which one"):
        carom.load(examples / "kane_double_pendulum.yaml")
    with pytest.raises(ValueError, match="there is no problem 99"):
        carom.load(examples / "kane_double_pendulum.yaml", 99)
    with pytest.raises(ValueError, match="unknown ending"):
        carom.load(tmp_path / "problem.txt")
    with pytest.raises(FileNotFoundError):
        carom.load(tmp_path / "none.yaml")
    with pytest.raises(ValueError, match="text: empty; expected a problem"):
        carom.loads("[]")
    with pytest.raises(ValueError, match="format: 'xml' is not known"):
        carom.loads("x", format="xml")


def test_the_laws_are_those_of_the_library():
    laws = carom.laws()
    assert [law.name for law in laws][:3] == ["newton", "poisson", "stronge"]
    assert all(law.title and law.statement and law.guarantees and law.use and law.reference for law in laws)


def test_papers_are_reproduced():
    assert carom.reproduce("shen-townsend")[0]["ok"]
    assert {r["paper"] for r in carom.reproduce()} >= {"shen-townsend", "wang-mason"}
    with pytest.raises(ValueError, match="shen-townsend"):
        carom.reproduce("nobody")


def test_the_table_is_the_command_lines(rod):
    text = carom.table(carom.solve(rod, law=["newton", "poisson"]))
    assert "newton" in text and "stick in" in text and "energy change" in text
    assert carom.table([]) == ""
    with pytest.raises(ValueError, match="different problems"):
        carom.table([carom.solve(rod, law="newton"), carom.solve(rod, law="poisson")])
