"""Motion as arrays: a ball whose motion is known."""

import math

import numpy as np
import pytest

import carom

G, E = 9.81, 0.5


@pytest.fixture
def ball():
    """A disc of radius 0.1 m, its lowest point 1 m above the floor."""
    return {
        "name": "ball",
        "gravity": [0, -G],
        "bodies": {"ball": {"disc": {"radius": 0.1}, "mass": 1, "position": [0, 1.1]}},
        "surfaces": {"floor": {"through": [0, 0]}},
        "contacts": {"bounce": {"between": ["ball", "floor"], "restitution": E, "friction": 0}},
    }


def test_a_ball_bounces_when_it_must(ball):
    motion = carom.simulate(ball, 1.0, 0.01, law="newton")
    fall = math.sqrt(2 / G)
    impacts = [e for e in motion.events if e["kind"] == "impact"]
    assert motion.reason == "finished" and motion.law == "newton" and motion.contacts == ("bounce",)
    assert impacts[0]["t"] == pytest.approx(fall, rel=1e-12) and impacts[0]["contacts"] == ("bounce",)
    assert impacts[0]["impact"]["contacts"][0]["u_after"]["n"] == pytest.approx(E * math.sqrt(2 * G), rel=1e-12)
    assert impacts[1]["t"] == pytest.approx(fall * (1 + 2 * E), rel=1e-12)


def test_samples_are_arrays_of_the_motion(ball):
    motion = carom.simulate(ball, 0.4, 0.1)
    assert motion.law == "stronge"
    np.testing.assert_allclose(motion.t, [0, 0.1, 0.2, 0.3, 0.4], rtol=1e-12)
    height = 1.1 - G * motion.t**2 / 2
    np.testing.assert_allclose(motion.bodies["ball"][:, 1], height, rtol=1e-9)
    np.testing.assert_allclose(motion.gap[:, 0], height - 0.1, rtol=1e-8)
    m = len(motion.t)
    assert motion.q.shape == motion.v.shape == (m, 3) and motion.force.shape == (m, 2)
    assert motion.modes[0] == ("open",) and not motion.t.flags.writeable and not motion.q.flags.writeable


def test_the_ledger_is_met(ball):
    motion = carom.simulate(ball, 2.0, 0.01)
    total = sum(motion.energy[k] for k in ("kinetic", "potential", "impacts", "friction", "dampers"))
    np.testing.assert_allclose(total, total[0], rtol=1e-9, atol=1e-9)
    assert motion.ledger_error < 1e-9 and motion.impacts > 3


def test_what_is_not_given_is_what_the_scene_says(ball):
    ball["simulation"] = {"duration": 0.2, "sample": 0.05}
    motion = carom.simulate(ball)
    assert len(motion.t) == 5 and [e["kind"] for e in motion.events] == ["start", "end"]
    assert len(carom.simulate(ball, 0.1).t) == 3 and len(carom.simulate(ball, sample=0.1).t) == 3
    del ball["simulation"]
    assert len(carom.simulate(ball, 0.2).t) == 201
    with pytest.raises(ValueError, match="simulation.duration: missing"):
        carom.simulate(ball)


def test_a_motion_describes_itself(ball):
    motion = carom.simulate(ball, 0.2)
    assert "carom.Motion stronge: finished" in repr(motion)


def test_files_are_simulated_as_dictionaries_are(ball, tmp_path):
    import json

    path = tmp_path / "ball.json"
    path.write_text(json.dumps(ball))
    a, b = carom.simulate(path, 1.0, 0.1), carom.simulate(ball, 1.0, 0.1)
    assert (a.q == b.q).all() and [e["t"] for e in a.events] == [e["t"] for e in b.events]


def test_the_trajectory_is_drawn(ball):
    pytest.importorskip("matplotlib").use("Agg")
    import carom.plot

    axes = carom.plot.trajectory(carom.simulate(ball, 1.0, 0.02))
    assert axes.get_xlabel() == "x, m" and axes.get_title() == "ball"


@pytest.mark.parametrize("wish, message", [
    ({"duration": -1.0}, "duration"),
    ({"duration": 1.0, "sample": 0.0}, "sample: is 0 s; want a positive time"),
    ({"duration": 1.0, "law": "poison"}, "did you mean poisson"),
    ({"duration": 1.0, "simultaneous": "never"}, "simultaneous: expected together or sequential"),
    ({"duration": 1.0, "simultaneous": 3}, "simultaneous: expected together or sequential, got 3"),
    ({"duration": 1.0, "law": 3}, "law: expected the name of a law"),
    ({"duration": 1.0, "events": 1.5}, "events: expected a whole number, got 1.5"),
    ({"duration": 1.0, "tolerance": "fine"}, "tolerance: expected a number, got 'fine'"),
    ({"duration": [1.0]}, "duration: expected a time in seconds"),
    ({"duration": "long"}, "duration"),
    ({"duration": 1.0, "number": 3}, "there is no problem 3"),
])  # fmt: skip
def test_what_is_refused_is_named(ball, wish, message):
    with pytest.raises(ValueError, match=message):
        carom.simulate(ball, **wish)


def test_several_laws_give_a_motion_each(ball):
    motions = carom.simulate(ball, 1.0, 0.1, law=["newton", "poisson"])
    assert [motion.law for motion in motions] == ["newton", "poisson"]
    alone = carom.simulate(ball, 1.0, 0.1, law="poisson")
    assert (motions[1].q == alone.q).all() and motions[1].events[1]["t"] == alone.events[1]["t"]
    assert "stronge" in [motion.law for motion in carom.simulate(ball, 0.5, law="all")]


def test_times_may_have_units(ball):
    assert (carom.simulate(ball, "200 ms", "10 ms").t == carom.simulate(ball, 0.2, 0.01).t).all()


def test_only_scenes_move(rod):
    with pytest.raises(ValueError, match="no scene: it has no bodies"):
        carom.simulate(rod, 1.0)
