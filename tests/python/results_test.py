"""Results cannot be changed, outlive what they came from, and travel."""

import copy
import gc
import pickle
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import carom


@pytest.fixture
def results(pendulum):
    return carom.solve(**pendulum, law=["newton", "poisson", "whittaker"])


def test_arrays_of_results_cannot_be_written(results):
    r = results[0]
    for array in (r.p, r.u_before, r.u_after, r.velocity_after, r.path[0].p, r.contacts[0].impulse):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(AttributeError):
        r.status = "solved"
    with pytest.raises(AttributeError):
        r.energy.change = 0.0


def test_views_keep_their_result_alive(pendulum):
    r = carom.solve(**pendulum, law="poisson")
    expected = r.velocity_after.copy()
    velocity, p, contact = r.velocity_after, r.path[1].p, r.contacts[0]
    expected_p = p.copy()
    assert not velocity.flags.owndata
    del r
    gc.collect()
    for _ in range(1000):  # would write over freed memory
        carom.solve(**pendulum, law="newton")
    assert (velocity == expected).all() and (p == expected_p).all()
    assert contact.mode == "reverse_in_restitution"


def test_nothing_keeps_results_alive(pendulum):
    r = carom.solve(**pendulum, law="poisson")
    before = sys.getrefcount(r)
    view = r.velocity_after
    assert sys.getrefcount(r) == before + 1
    del view
    assert sys.getrefcount(r) == before
    W = np.eye(2)
    held = sys.getrefcount(W)
    for _ in range(100):
        carom.solve(W=W, u=[0, -1], restitution=0, friction=0, law="newton")
    assert sys.getrefcount(W) == held


def test_arrays_are_freed_with_their_problem():
    class Array(np.ndarray):
        pass

    W = np.eye(2).view(Array)
    ref = weakref.ref(W)
    r = carom.solve(W=W, u=[0, -1], restitution=0, friction=0, law="newton")
    del W
    gc.collect()
    assert ref() is None and r.u_after.tolist() == [0, 0]


def test_refused_input_leaks_nothing():
    W = np.eye(2)
    held = sys.getrefcount(W)
    for _ in range(100):
        with pytest.raises(ValueError):
            carom.solve(W=W, u=[0, "x"], restitution=0, friction=0, law="newton")
    gc.collect()
    assert sys.getrefcount(W) == held


@pytest.mark.parametrize("travel", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_are_equal(results, travel):
    for r in results:
        twin = travel(r)
        assert twin == r and hash(twin) == hash(r) and twin.to_json() == r.to_json()
    assert results[0] != results[1]
    assert results[0] != "newton"


def parts_of(results):
    """Every small object that a result is made of."""
    for r in results:
        yield from [r.energy, *r.contacts, *r.path, *r.bodies, *r.joints]
        for c in r.contacts:
            yield from [c.work, c.effective, c.friction]
        yield from [b.before for b in r.bodies]


@pytest.mark.parametrize("travel", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_parts_of_results_travel_too(results, examples, travel):
    walker = carom.load(examples / "scenes/compass_gait_heel_strike.yaml", 1)
    parts = [*parts_of(results), *parts_of(carom.solve(walker, law=["newton", "stronge"]))]
    assert len({type(part) for part in parts}) == 9
    for part in parts:
        twin = travel(part)
        assert twin == part and hash(twin) == hash(part) and repr(twin) == repr(part)
        assert part != "part" and " object at " not in repr(part)
    assert results[0].energy != results[1].energy and results[0].contacts[0] != results[1].contacts[0]


def test_parts_say_their_numbers(results):
    assert repr(results[1].energy).startswith("Energy(before=") and "contact_work=" in repr(results[1].energy)
    with pytest.raises(AttributeError):
        results[0].energy.change = 0.0


def test_moments_travel_too():
    r = carom.solve(mass=np.diag([1.0, 1.0, 0.4]), velocity=[1.0, -1.0, 2.0], tangent=[1, 0, 1], normal=[0, 1, 0],
                    spin_row=[0, 0, 1], restitution=0.5, friction=0.3, moment_restitution=-0.5, law="cataldo_sampaio")
    moment = r.contacts[0].moment
    assert moment is not None and pickle.loads(pickle.dumps(moment)) == moment


def test_bodies_without_answer_have_no_velocity_after(examples):
    scene = carom.load(examples / "scenes/falling_rod.yaml", 1).to_dict()
    contact = next(iter(scene["contacts"].values()))
    contact.pop("friction")
    contact["impulse_ratio"] = 50.0
    silent = carom.solve(scene, law="impulse_ratio")
    assert silent.status == "no_solution" and silent.bodies[0].after is None and silent.bodies[0].before is not None


def test_problems_travel_with_their_number(examples):
    for problem in carom.load_all(examples / "kane_double_pendulum.yaml"):
        twin = pickle.loads(pickle.dumps(problem))
        assert twin == problem and hash(twin) == hash(problem) and copy.deepcopy(problem) is problem
        answers, again = carom.solve(problem), carom.solve(twin)
        assert answers == again
        assert pickle.loads(pickle.dumps(answers)) == answers
    scene = carom.load(examples / "scenes/slider_crank.yaml")
    assert carom.solve(pickle.loads(pickle.dumps(scene))) == carom.solve(scene)


def test_arrays_of_batches_and_derivatives_travel():
    impacts = carom.resolve_planar(2.5, -1.5, 2.5, 0.6, [-1.0, 1.0], friction=0.8, restitution=1.0)
    twin = pickle.loads(pickle.dumps(impacts))
    assert all((a == b).all() for a, b in zip(impacts, twin))
    d = carom.derivatives(W=[[2.5, -1.5], [-1.5, 2.5]], u=[0.6, -1], restitution=0.5, friction=0.8, law="newton")
    assert (pickle.loads(pickle.dumps(d)).dp == d.dp).all()


def test_the_representation_says_what_happened(results):
    assert repr(results[0]).startswith("<carom.Result newton: solved; contact 1: ")
    assert "CREATED" in repr(results[2]) and "CREATED" not in repr(results[1])
    assert str(results[0]).startswith("problem 1")
    assert "PathEvent start" in repr(results[0].path[0])
    assert "contact 1" in repr(results[0].contacts[0])


def test_notebooks_show_a_table_that_names_cannot_break(rod):
    r = carom.solve({**rod, "name": "<script>alert(1)</script>",
                     "contacts": [{**rod["contacts"][0], "name": "<b>&"}]}, law="newton")
    html = r._repr_html_()
    assert html.startswith("<table>") and "&lt;script&gt;" in html and "<script>" not in html
    assert "&lt;b&gt;&amp;" in html and "<b>&" not in html
    silent = carom.solve(W=[[2, -3], [-3, 5]], u=[1, -1], restitution=0.5, impulse_ratio=2.0, law="impulse_ratio")
    assert "no_solution" in silent._repr_html_()


def test_threads_get_the_same_answers(pendulum):
    expected = carom.solve(**pendulum, law="all")
    with ThreadPoolExecutor(8) as pool:
        for answer in pool.map(lambda _: carom.solve(**pendulum, law="all"), range(400)):
            assert answer == expected


def test_threads_may_share_a_problem(examples):
    scene = carom.load(examples / "scenes/three_link_chain.yaml", 1)
    expected = carom.solve(scene)
    with ThreadPoolExecutor(4) as pool:
        assert all(answer == expected for answer in pool.map(lambda _: carom.solve(scene), range(100)))


def test_a_note_says_what_is_the_wrong_way_round():
    problem = {"W": [[1, 0], [0, 1]], "u": [1, -1], "restitution": 0, "law": "impulse_ratio"}
    assert carom.solve(**problem, impulse_ratio=-0.2).note == ""
    assert carom.solve(**problem, impulse_ratio=0.2).note == (
        "the tangential impulse adds 0.22 J: friction opposes slip, this drives it; write impulse_ratio: -0.2")
