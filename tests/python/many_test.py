"""carom.solve_many: many states of one mechanism."""

import numpy as np
import pytest

import carom

N, n, k = 40, 3, 2


@pytest.fixture(name="states")
def states_fixture():
    rng = np.random.default_rng(1118)
    A = rng.normal(size=(N, n, n))
    return {
        "mass": A @ A.transpose(0, 2, 1) + np.eye(n),
        "velocity": rng.normal(size=(N, n)),
        "tangent": rng.normal(size=(N, k, n)),
        "normal": rng.normal(size=(N, k, n)),
        "restitution": rng.uniform(0, 1, (N, k)),
        "friction": rng.uniform(0, 1, (N, k)),
        "touching": [False, True],
    }


@pytest.mark.parametrize("law", ["newton", "poisson", "stronge", "whittaker"])
def test_gives_the_digits_of_solve(states, law):
    many = carom.solve_many(**states, law=law)
    assert many.impulse.shape == (N, k, 2)
    for i in range(N):
        one = carom.solve(mass=states["mass"][i], velocity=states["velocity"][i], tangent=states["tangent"][i],
                          normal=states["normal"][i], restitution=states["restitution"][i],
                          friction=states["friction"][i], touching=[False, True], law=law)  # fmt: skip
        assert carom.statuses[many.status[i]] == one.status
        if one.status != "no_solution":
            assert np.array_equal(many.velocity_after[i], one.velocity_after)
            assert np.array_equal(many.u_after[i].ravel(), one.u_after)


def test_a_refused_state_changes_no_other(states):
    before = carom.solve_many(**states)
    states["restitution"][7, 0] = 1.5
    after = carom.solve_many(**states)
    assert carom.statuses[after.status[7]] == "refused"
    assert np.isnan(after.impulse[7]).all()
    assert after.refused == {7: "contacts[0].restitution: 1.5 is outside [0, 1]"}
    others = np.arange(N) != 7
    assert np.array_equal(after.velocity_after[others], before.velocity_after[others], equal_nan=True)


def test_does_not_depend_on_the_number_of_threads(states):
    one = carom.solve_many(**states, threads=1)
    many = carom.solve_many(**states, threads=3)
    assert np.array_equal(one.impulse, many.impulse, equal_nan=True)


def test_the_axis_of_contacts_is_never_left_out(states):
    states["normal"] = states["normal"][:, 0, :]
    with pytest.raises(ValueError, match="has shape"):
        carom.solve_many(**states)


def test_two_tangents_are_those_of_solve():
    """A box on its corner, in many states, as `solve` resolves one after the other."""
    rng = np.random.default_rng(3)
    mass = np.diag([1, 1, 1, 0.0042, 0.0083, 0.0108])
    lever = np.array([0.15, 0.1, -0.05])
    rows = np.array([np.concatenate([axis, np.cross(lever, axis)]) for axis in np.eye(3)])
    velocity = rng.uniform(-1, 1, (20, 6)) + [0, 0, -3, 0, 0, 0]
    material = {"restitution": 0.6, "friction": 0.5, "law": "stronge"}
    found = carom.solve_many(mass, velocity, rows[None, :2], rows[None, 2], **material)
    assert found.impulse.shape == (20, 1, 3)
    for i, v in enumerate(velocity):
        one = carom.solve(mass=mass, velocity=v, tangent=rows[:2], normal=rows[2], **material)
        assert np.array_equal(found.velocity_after[i], one.velocity_after)
        assert np.array_equal(found.impulse[i, 0], one.p)
