"""Arrays of contacts: solve's numbers, NumPy's shapes, nobody's copies."""

import threading
import time
import tracemalloc

import numpy as np
import pytest

import carom
from carom import _carom

LAWS = ("newton", "poisson", "stronge")


def contacts(count, seed=5):
    rng = np.random.default_rng(seed)
    W_tt, W_nn = 10 ** rng.uniform(-0.5, 0.5, (2, count))
    return {
        "W_tt": W_tt,
        "W_tn": rng.uniform(-0.95, 0.95, count) * np.sqrt(W_tt * W_nn),
        "W_nn": W_nn,
        "u_t": rng.choice([-1, 1], count) * 10 ** rng.uniform(-1.5, 0.5, count),
        "u_n": np.where(rng.uniform(size=count) < 0.02, 1, -1) * rng.uniform(0.1, 1, count),
        "friction": rng.uniform(0, 1, count),
        "restitution": rng.uniform(0, 1, count),
    }


@pytest.mark.parametrize("law", LAWS)
def test_the_answers_are_those_of_solve(law):
    x = contacts(300)
    found = carom.resolve_planar(**x, law=law)
    for i in range(300):
        r = carom.solve(W=[[x["W_tt"][i], x["W_tn"][i]], [x["W_tn"][i], x["W_nn"][i]]], u=[x["u_t"][i], x["u_n"][i]],
                        friction=x["friction"][i], restitution=x["restitution"][i], law=law)
        assert carom.Mode(found.mode[i]).name == r.contacts[0].mode
        assert carom.Status(found.status[i]).name == r.status
        # solve scales by powers of two, so only a number of the scale of rounding may differ
        np.testing.assert_allclose([found.p_t[i], found.p_n[i]], r.p, rtol=1e-13, atol=1e-16)


def test_codes_are_those_of_the_library():
    assert [mode.name for mode in carom.Mode] == _carom.mode_names
    assert [status.name for status in carom.Status] == _carom.status_names


def test_shapes_are_broadcast():
    mu, e, u_n = np.linspace(0, 1, 5), np.linspace(0, 1, 3)[:, None], -np.ones((2, 1, 1))
    found = carom.resolve_planar(2.5, -1.5, 2.5, 0.6, u_n, friction=mu, restitution=e)
    assert found.p_n.shape == found.mode.shape == (2, 3, 5)
    for index in np.ndindex(2, 3, 5):
        one = carom.resolve_planar(2.5, -1.5, 2.5, 0.6, -1.0, friction=mu[index[2]], restitution=e[index[1], 0])
        assert one.p_n.shape == () and found.p_n[index] == one.p_n and found.p_t[index] == one.p_t


def test_large_stretched_arrays_give_what_materialised_ones_give():
    n = 100_000
    x = contacts(n)
    x["friction"], x["restitution"] = np.float64(0.4), np.broadcast_to(0.7, (n,))
    whole = {k: np.array(np.broadcast_to(v, (n,))) for k, v in x.items()}
    for a, b in zip(carom.resolve_planar(**x), carom.resolve_planar(**whole)):
        assert (a == b).all()


LAYOUTS = {
    "fortran": lambda x: np.asfortranarray(x),
    "transposed": lambda x: x.T.copy().T,
    "backwards": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "strided": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "big endian": lambda x: x.astype(">f8"),
    "list": lambda x: x.tolist(),
    "read only": lambda x: np.frombuffer(x.tobytes()).reshape(x.shape),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout_does_not_matter(layout):
    x = {k: v.reshape(30, 40) for k, v in contacts(1200).items()}
    expected = carom.resolve_planar(**x)
    found = carom.resolve_planar(**{k: LAYOUTS[layout](v) for k, v in x.items()})
    for a, b in zip(expected, found):
        assert (a == b).all()


def test_one_odd_array_among_orderly_ones():
    x = contacts(5000)
    expected = carom.resolve_planar(**x)
    for key in x:
        found = carom.resolve_planar(**{**x, key: np.repeat(x[key], 3)[::3]})
        assert (found.p_t == expected.p_t).all() and (found.p_n == expected.p_n).all()


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 2)])
def test_empty_arrays_give_empty_arrays(shape):
    found = carom.resolve_planar(np.ones(shape), 0, 1, 1, -1, friction=0.5, restitution=0.5)
    assert found.p_n.shape == shape and found.mode.dtype == np.uint8


def test_whole_numbers_and_small_floats_are_numbers():
    a = carom.resolve_planar(np.array([2, 3]), 0, 1, 1, -1, friction=np.float32(0.5), restitution=True)
    b = carom.resolve_planar([2.0, 3.0], 0.0, 1.0, 1.0, -1.0, friction=0.5, restitution=1.0)
    assert (a.p_t == b.p_t).all()


def test_static_friction_is_friction_where_it_is_left_out():
    x = contacts(1000)
    a, b = carom.resolve_planar(**x), carom.resolve_planar(**x, static_friction=x["friction"])
    c = carom.resolve_planar(**x, static_friction=2 * x["friction"])
    assert (a.p_t == b.p_t).all() and not (a.p_t == c.p_t).all()


def test_orderly_arrays_are_not_copied():
    x = contacts(200_000)
    out = carom.resolve_planar(**x)
    tracemalloc.start()
    carom.resolve_planar(**x, out=out, threads=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000  # one array has 1.6 MB


def test_out_takes_the_answers_and_is_returned():
    x = contacts(1000)
    expected = carom.resolve_planar(**x)
    out = carom.PlanarImpacts(np.empty(1000), np.empty(1000), np.empty(1000, np.uint8), np.empty(1000, np.uint8))
    found = carom.resolve_planar(**x, out=out)
    assert found.p_t is out.p_t and (out.p_t == expected.p_t).all() and (out.mode == expected.mode).all()


def test_out_that_does_not_fit_is_refused():
    x = contacts(10)
    good = carom.resolve_planar(**x)
    for bad in (good._replace(p_t=np.empty(9)), good._replace(mode=np.empty(10)),
                good._replace(p_n=np.empty(20)[::2]), good._replace(p_n=np.empty(10, np.float32)),
                good._replace(p_t=np.zeros(81, np.uint8)[1:].view(float))):
        with pytest.raises(ValueError, match=r"out\[\d\]: want a writeable array"):
            carom.resolve_planar(**x, out=bad)
    for bad in (3, (), tuple(good)[:3], tuple(good) + (good.p_t,)):
        with pytest.raises(ValueError, match="out: want the four arrays"):
            carom.resolve_planar(**x, out=bad)
    with pytest.raises(ValueError, match=r"out\[0\]: shares memory with an input"):
        carom.resolve_planar(**x, out=good._replace(p_t=x["u_t"]))
    with pytest.raises(ValueError, match=r"out\[1\]: shares memory with out\[0\]"):
        carom.resolve_planar(**x, out=good._replace(p_n=good.p_t))


def test_bad_arguments_are_named():
    x = contacts(10)
    with pytest.raises(ValueError, match=r"u_t: shape \(3,\) does not fit the shape \(10,\)"):
        carom.resolve_planar(**{**x, "u_t": np.ones(3)})
    with pytest.raises(ValueError, match="u_n: expected real numbers, got an array of complex128"):
        carom.resolve_planar(**{**x, "u_n": 1j * np.ones(10)})
    with pytest.raises(ValueError, match="friction: expected real numbers"):
        carom.resolve_planar(**{**x, "friction": ["a"] * 10})
    with pytest.raises(ValueError, match="law: 'whittaker' has no batch; want newton, poisson or stronge"):
        carom.resolve_planar(**x, law="whittaker")
    with pytest.raises(ValueError, match=r"law: expected newton, poisson or stronge, got \['newton'\]"):
        carom.resolve_planar(**x, law=["newton"])
    for threads in (-1, 1.5, None, "all"):
        with pytest.raises(ValueError, match="threads: expected a whole number of threads"):
            carom.resolve_planar(**x, threads=threads)
    with pytest.raises(ValueError, match="^u_t: setting an array element with a sequence"):
        carom.resolve_planar(**{**x, "u_t": [[1.0], [1.0, 2.0]]})


def test_shapes_are_named_as_they_were_given():
    with pytest.raises(ValueError, match=r"u_n: shape \(2, 2\) does not fit the shape \(1, 3\) of the others"):
        carom.resolve_planar(1, 0, 1, np.ones((1, 3)), -np.ones((2, 2)), friction=0.1, restitution=0.2)


def test_what_is_no_number_stays_in_its_place():
    x = contacts(1000)
    expected = carom.resolve_planar(**x)
    x["u_t"] = x["u_t"].copy()
    x["u_t"][500] = np.nan
    found = carom.resolve_planar(**x)
    keep = np.arange(1000) != 500
    assert (found.p_n[keep] == expected.p_n[keep]).all()


@pytest.mark.parametrize("threads", [1, 2, 3, 0])
def test_the_number_of_threads_changes_nothing(threads):
    x = contacts(300_001)
    for a, b in zip(carom.resolve_planar(**x, threads=1), carom.resolve_planar(**x, threads=threads)):
        assert (a == b).all()


def test_other_threads_of_python_run_meanwhile():
    x = contacts(2_000_000)
    out = carom.resolve_planar(**x)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.0005):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for _ in range(50):  # a busy machine may not let the other thread run at once
            start = time.perf_counter()
            carom.resolve_planar(**x, out=out, threads=1)
            end = time.perf_counter()
            quarter = (end - start) / 4
            if any(start + quarter < t < end - quarter for t in ticks):
                return
        pytest.fail("no other thread ran while a batch was resolved")
    finally:
        stop.set()
        thread.join()
