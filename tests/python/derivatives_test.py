"""Derivatives agree with differences of solve, and warn where they must."""

import numpy as np
import pytest

import carom

LAWS = ("newton", "poisson", "stronge", "whittaker", "conventional", "brach", "cataldo_sampaio")


def solve_at(W, x, law):
    return carom.solve(W=W, u=x[:2], restitution=x[2], friction=x[3], law=law)


@pytest.mark.parametrize("law", LAWS)
def test_they_are_the_limit_of_differences(law):
    rng = np.random.default_rng(17)
    compared = 0
    for _ in range(60):
        A = rng.normal(size=(2, 2))
        W = A @ A.T + 0.2 * np.eye(2)
        W = (W + W.T) / 2
        x = np.array([rng.normal(), -rng.uniform(0.2, 2), rng.uniform(0.1, 0.9), rng.uniform(0.05, 0.9)])
        d = carom.derivatives(W=W, u=x[:2], restitution=x[2], friction=x[3], law=law)
        if d.near_mode_change or d.dp is None:
            continue
        for j in range(4):
            h = np.zeros(4)
            h[j] = 1e-6
            lo, hi = solve_at(W, x - h, law), solve_at(W, x + h, law)
            if not lo.contacts[0].mode == hi.contacts[0].mode == d.mode:
                continue
            scale = 1 + abs(d.dp).max() + abs(d.du_after).max()
            assert abs((hi.p - lo.p) / 2e-6 - d.dp[:, j]).max() < 1e-6 * scale**2
            assert abs((hi.u_after - lo.u_after) / 2e-6 - d.du_after[:, j]).max() < 1e-6 * scale**2
            compared += 1
    assert compared > 150


@pytest.mark.parametrize("law", LAWS)
def test_they_hold_at_the_borders_of_friction_and_restitution(law):
    rng = np.random.default_rng(5)
    compared = 0
    for i in range(80):
        A = rng.normal(size=(2, 2))
        W = A @ A.T + 0.1 * np.eye(2)
        W = (W + W.T) / 2
        x = np.array([rng.normal(), -rng.uniform(0.2, 2), (0, 1, 0.6)[i % 3], (0, 0.4)[i % 2]])
        d = carom.derivatives(W=W, u=x[:2], restitution=x[2], friction=x[3], law=law)
        if d.near_mode_change:
            continue
        for j in range(4):  # differences to one side where there is no other
            h = np.zeros(4)
            h[j] = 1e-6
            below = x if j > 1 and x[j] == 0 else x - h
            above = x if j == 2 and x[j] == 1 else x + h
            slope = (solve_at(W, above, law).p - solve_at(W, below, law).p) / (above - below)[j]
            assert abs(slope - d.dp[:, j]).max() < 1e-4 * (1 + abs(d.dp).max() ** 2)
            compared += 1
    assert compared > 80


def test_velocity_and_impulse_move_together(rod):
    d = carom.derivatives(rod, law="stronge")
    W = np.array(rod["W"])
    np.testing.assert_allclose(d.du_after, np.eye(2, 4) + W @ d.dp, atol=1e-14)
    assert d.variables == ("u_t", "u_n", "restitution", "friction") and d.mode == "stick_in_compression"
    assert not d.dp.flags.writeable


def test_they_warn_at_the_border_of_sticking(rod):
    def near(friction):
        rod["contacts"][0]["friction"] = friction
        return carom.derivatives(rod, law="poisson").near_mode_change

    assert near(0.6) and near(0.6 + 5e-7) and not near(0.7) and not near(0.5)


def test_a_scene_has_derivatives_of_its_contact(examples):
    d = carom.derivatives(carom.load(examples / "scenes/compass_gait_heel_strike.yaml", 1), law="newton")
    assert d.status == "solved" and d.dp.shape == (2, 4)


def test_without_answer_there_are_none():
    d = carom.derivatives(W=[[2, -3], [-3, 5]], u=[1, -1], restitution=0.5, impulse_ratio=2.0, law="impulse_ratio")
    assert d.status == "no_solution" and d.dp is None and d.du_after is None


def test_several_contacts_that_collide_together_have_derivatives():
    rows = {"tangent": [[1, 0, 0.2], [1, 0, 0.2]], "normal": [[0, 1, 0.5], [0, 1, -0.5]]}
    given = {"restitution": [0.5, 0.2], "friction": 0.1, "law": "stronge", "simultaneous": "together"}
    velocity = np.array([1.0, -1.0, 0.3])

    def velocity_after(e):
        keys = {**given, "restitution": [0.5, e]}
        return carom.solve(mass=np.diag([2.0, 2.0, 0.3]), velocity=velocity, **rows, **keys).velocity_after

    d = carom.derivatives(mass=np.diag([2.0, 2.0, 0.3]), velocity=velocity, **rows, **given)
    assert d.dp.shape == (4, 8) and len(d.variables) == 8 and d.variables[5] == "restitution_2"
    h = 1e-6
    by_e = (velocity_after(0.2 + h) - velocity_after(0.2 - h)) / (2 * h)
    J = [row for pair in zip(rows["tangent"], rows["normal"]) for row in pair]
    assert np.allclose(d.du_after[:, 5], np.array(J) @ by_e)


def test_what_is_refused_is_named(rod):
    with pytest.raises(ValueError, match="law: derivatives want one law"):
        carom.derivatives(rod, law=["newton", "poisson"])
    with pytest.raises(ValueError, match="some contacts do not feel each other"):
        carom.derivatives(W=np.eye(4), u=[0, -1, 0, 1], contacts=[{}, {}], restitution=0.5, friction=0.3, law="newton")
    with pytest.raises(ValueError, match="outside"):
        carom.derivatives(W=np.eye(2), u=[0, -1], restitution=1.5, friction=0.3, law="newton")
