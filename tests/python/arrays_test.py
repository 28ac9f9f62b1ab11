"""Arrays of every layout and type mean their numbers, nothing else."""

import fractions

import numpy as np
import pytest

import carom

W = np.array([[2.5, -1.5], [-1.5, 2.5]])
U = np.array([0.5, -1.0])


def unaligned(x):
    raw = np.zeros(x.nbytes + 1, dtype=np.uint8)
    view = raw[1:].view(x.dtype).reshape(x.shape)
    view[...] = x
    assert not view.flags.aligned
    return view


def strided(x):
    wide = np.full(tuple(3 * n for n in x.shape), np.nan)
    wide[tuple(slice(None, None, 3) for _ in x.shape)] = x
    return wide[tuple(slice(None, None, 3) for _ in x.shape)]


def backwards(x):
    flip = tuple(slice(None, None, -1) for _ in x.shape)
    return x[flip].copy()[flip]


def read_only(x):
    x = x.copy()
    x.flags.writeable = False
    return x


class Foreign:
    """An array of another library."""

    def __init__(self, x):
        self.x = x

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.x, dtype)


LAYOUTS = [np.asfortranarray, unaligned, strided, backwards, read_only, Foreign, np.ndarray.tolist, tuple, list,
           lambda x: x.astype(">f8"), lambda x: x.astype(np.float32), lambda x: x.astype(np.float16),
           lambda x: x.astype(np.longdouble), lambda x: x.astype(object), np.ma.masked_array]  # fmt: skip


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
def test_layout_and_type_do_not_matter(layout):
    expected = carom.solve(W=W, u=U, restitution=0.5, friction=0.75, law="stronge")
    as_given = LAYOUTS[layout]
    assert carom.solve(W=as_given(W), u=as_given(U), restitution=0.5, friction=0.75, law="stronge") == expected


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16, ">i4", bool])
def test_whole_numbers_are_numbers(kind):
    eye = np.eye(2).astype(kind)
    if kind is bool:
        with pytest.raises(ValueError, match="got true"):
            carom.solve(W=eye, u=[1, -1], restitution=0, friction=1, law="newton")
        return
    r = carom.solve(W=eye, u=[1, -1], restitution=0, friction=1, law="newton")
    assert r.u_after.tolist() == [0, 0]


@pytest.mark.parametrize("number", [np.float64(0.5), np.float32(0.5), np.array(0.5), np.longdouble(0.5),
                                    fractions.Fraction(1, 2)])  # fmt: skip
def test_scalars_of_any_kind_are_numbers(number):
    expected = carom.solve(W=W, u=U, restitution=0.5, friction=0.5, law="newton")
    assert carom.solve(W=W, u=U, restitution=number, friction=number, law="newton") == expected


@pytest.mark.parametrize("truth", [True, np.bool_(True), np.array(True)])
def test_truths_of_any_kind_are_truths(truth):
    r = carom.solve(W=W, u=[0.5, -1e-9], restitution=0.5, friction=0.5, touching=truth, law="newton")
    assert r.u_before[1] == 0 and r.projection is not None


def test_masked_values_are_no_numbers():
    whole = np.ma.masked_array(U, mask=[False, False])
    hidden = np.ma.masked_array(U, mask=[True, False])
    assert carom.solve(W=W, u=whole, restitution=0.5, friction=0.5, law="newton").status == "solved"
    with pytest.raises(ValueError, match="^u: has masked values"):
        carom.solve(W=W, u=hidden, restitution=0.5, friction=0.5, law="newton")
    with pytest.raises(ValueError, match="^u_t: has masked values"):
        carom.resolve_planar(1, 0, 1, hidden, -1, friction=0.1, restitution=0.2)


def test_views_that_would_fill_the_memory_are_refused():
    with pytest.raises(ValueError, match="^W: has 10000000000 numbers; want at most"):
        carom.solve(W=np.broadcast_to(0.1, (100_000, 100_000)), u=U, restitution=0.5, friction=0.5, law="newton")


def test_what_is_given_is_not_changed():
    w, u = W.copy(), U.copy()
    problem = {"W": w, "u": u, "contacts": [{"restitution": 0.5, "friction": 0.5}]}
    carom.solve(problem, law="all")
    assert (w == W).all() and (u == U).all() and list(problem) == ["W", "u", "contacts"]


def test_large_systems_come_through():
    n = 60
    rng = np.random.default_rng(3)
    A = rng.normal(size=(n, n))
    M = A @ A.T + n * np.eye(n)
    v = rng.normal(size=n)
    t, normal = rng.normal(size=(2, n))
    if normal @ v > 0:
        normal = -normal
    r = carom.solve(mass=M, velocity=v, tangent=t, normal=normal, restitution=0.5, friction=0.2, law="stronge")
    J = np.stack([t, normal])
    np.testing.assert_allclose(r.velocity_after, v + np.linalg.solve(M, J.T @ r.p), rtol=1e-11, atol=1e-13)
