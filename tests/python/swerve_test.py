"""One contact in space: pictures, derivatives and arrays agree with solve."""

import numpy as np
import pytest

import carom
from carom import _carom

W = np.array([[2.223076923076923, -1.3846153846153846, 0.9], [-1.3846153846153846, 3.6769230769230767, 1.2],
              [0.9, 1.2, 6.1]])  # fmt: skip
U = np.array([0.5, 0.2, -1.0])


def solve_at(W, u, law="stronge", restitution=0.6, friction=0.5):
    return carom.solve(W=W, u=u, restitution=restitution, friction=friction, law=law)


def test_the_picture_ends_where_the_results_do():
    results = solve_at(W, U, law=["newton", "poisson", "stronge", "conventional"])
    data = _carom.diagram(results)
    assert data["in_space"]
    for path, r in zip(data["paths"], results):
        assert path["law"] == r.law and path["p"][-1].tolist() == r.p.tolist()
        assert path["u"][0].tolist() == U.tolist()
        np.testing.assert_allclose(U + path["p"] @ W, path["u"], atol=1e-12)
    assert {kept["attracts"] for kept in data["directions"]} == {True, False}


def test_three_axes_show_it(tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    import carom.plot

    axes = carom.plot.diagram(solve_at(W, U, law=["poisson", "whittaker"]))
    assert len(axes) == 3 and axes[0].get_xlabel().startswith("slip")
    axes[0].figure.savefig(tmp_path / "swerve.png")
    assert (tmp_path / "swerve.png").stat().st_size > 10_000


def test_derivatives_are_the_limit_of_differences():
    d = carom.derivatives(W=W, u=U, restitution=0.6, friction=0.5, law="stronge")
    assert d.variables == ("u_t1", "u_t2", "u_n", "restitution", "friction")
    assert d.dp.shape == (3, 5) and d.dp_dW.shape == (3, 3, 3)
    h = 1e-6
    for i in range(3):
        step = h * np.eye(3)[i]
        slope = (solve_at(W, U + step).p - solve_at(W, U - step).p) / (2 * h)
        np.testing.assert_allclose(slope, d.dp[:, i], atol=1e-7)
        for j in range(i + 1):
            step = np.zeros((3, 3))
            step[i, j] = step[j, i] = h
            slope = (solve_at(W + step, U).p - solve_at(W - step, U).p) / (2 * h)
            np.testing.assert_allclose(slope, (d.dp_dW * step).sum(axis=(1, 2)) / h, atol=1e-7)


def test_the_plane_has_slopes_by_the_mobility_as_well(rod):
    d = carom.derivatives(rod, law="stronge")
    assert d.dp.shape == (2, 4) and d.dp_dW.shape == (2, 2, 2)
    h = 1e-6
    for i, j in ((0, 0), (0, 1), (1, 1)):
        step = np.zeros((2, 2))
        step[i, j] = step[j, i] = h
        hi, lo = ({**rod, "W": (np.array(rod["W"]) + sign * step).tolist()} for sign in (1, -1))
        slope = (carom.solve(hi, law="stronge").p - carom.solve(lo, law="stronge").p) / (2 * h)
        np.testing.assert_allclose(slope, (d.dp_dW * step).sum(axis=(1, 2)) / h, atol=1e-7)


def test_a_mechanism_has_slopes_by_its_mass_and_rows():
    rng = np.random.default_rng(3)
    A = rng.normal(size=(4, 4))
    M, J, v = A @ A.T + np.eye(4), rng.normal(size=(3, 4)), rng.normal(size=4)
    M, v = (M + M.T) / 2, v if J[2] @ v < 0 else -v

    def state(M, J, v):
        return dict(mass=M, velocity=v, tangent=J[:2], normal=J[2], restitution=0.5, friction=0.4)

    c = carom.derivatives(**state(M, J, v), law="poisson").coordinates
    h = 1e-6
    step = np.zeros((4, 4))
    step[1, 2] = step[2, 1] = h
    after = [carom.solve(**state(M + sign * step, J, v), law="poisson").velocity_after for sign in (1, -1)]
    np.testing.assert_allclose((after[0] - after[1]) / (2 * h), (c.dv_after_dM * step).sum(axis=(1, 2)) / h, atol=1e-6)
    step = np.zeros((3, 4))
    step[1, 3] = h
    after = [carom.solve(**state(M, J + sign * step, v), law="poisson").velocity_after for sign in (1, -1)]
    np.testing.assert_allclose((after[0] - after[1]) / (2 * h), c.dv_after_dJ[:, 1, 3], atol=1e-6)
    step = h * np.eye(4)[2]
    after = [carom.solve(**state(M, J, v + sign * step), law="poisson").velocity_after for sign in (1, -1)]
    np.testing.assert_allclose((after[0] - after[1]) / (2 * h), c.dv_after_dv[:, 2], atol=1e-6)


def test_arrays_are_broadcast_and_have_the_answers_of_solve():
    friction = np.array([[0.2], [0.5], [1.0]])
    u = U + np.linspace(0, 1, 7)[:, None] * np.array([0.3, -0.5, 0.0])
    impacts = carom.resolve_spatial(W, u, friction=friction, restitution=0.6, law="stronge")
    assert impacts.impulse.shape == (3, 7, 3) and impacts.status.shape == (3, 7)
    for i in range(3):
        for j in range(7):
            r = solve_at(W, u[j], friction=friction[i, 0])
            np.testing.assert_allclose(impacts.impulse[i, j], r.p, rtol=1e-13, atol=1e-15)
            assert carom.Mode(impacts.mode[i, j]).name == r.contacts[0].mode
    with pytest.raises(ValueError, match=r"want \(\.\.\., 3, 3\)"):
        carom.resolve_spatial(np.eye(2), u, friction=0.1, restitution=0.5)
