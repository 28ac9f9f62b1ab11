"""Laws that are Python callables, beside the built-in ones."""

import numpy as np
import pytest

import carom

ROD = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1.0], "contacts": [{"restitution": 0.5, "friction": 0.3}]}
BALL = {
    "bodies": {"ball": {"disc": {"radius": 0.1}, "mass": 1, "position": [0, 1.1]}},
    "surfaces": {"floor": {"through": [0, 0]}},
    "contacts": {"bounce": {"between": ["ball", "floor"], "restitution": 0.5, "friction": 0}},
    "gravity": 9.81,
}


def smooth(contacts):
    """Newton's law without friction."""
    p = np.zeros(len(contacts.u))
    row = contacts.tangents[0]
    p[row] = -(1 + contacts.restitution) * contacts.u[row] / contacts.W[row, row]
    return p


def conventional(contacts):
    """Newton's coefficient, friction against the initial slip."""
    W, (u_t, u_n) = contacts.W, contacts.u
    wanted = np.array([-u_t, -(1 + contacts.restitution) * u_n])
    p = np.linalg.solve(W, wanted)
    if p[1] > 0 and abs(p[0]) <= contacts.friction * p[1]:
        return p
    ratio = -contacts.friction * np.sign(u_t)
    p_n = wanted[1] / (W[1, 1] + ratio * W[1, 0])
    return [ratio * p_n, p_n]


def test_answers_as_its_built_in_twin():
    carom.law("again", conventional)
    for friction in (0.1, 0.3, 0.9):
        mine, theirs = carom.solve({**ROD, "contacts": [{"restitution": 0.5, "friction": friction}]},
                                   law=["again", "conventional"])  # fmt: skip
        assert mine.law == "again" and mine.status == "solved"
        assert mine.contacts[0].mode == theirs.contacts[0].mode
        np.testing.assert_allclose(mine.u_after, theirs.u_after, atol=1e-15)
        np.testing.assert_allclose(mine.energy.change, theirs.energy.change, atol=1e-15)


def test_is_listed_and_replaced():
    first = carom.law("listed", smooth, title="one")
    assert first.name == "listed" and first.title == "one"
    carom.law("listed", smooth, title="two")
    assert [known.title for known in carom.laws() if known.name == "listed"] == ["two"]
    assert "listed" in [r.law for r in carom.solve(ROD, law="all")]


def test_sees_numbers_in_si_and_materials_by_name():
    seen = []

    def look(contacts):
        seen.append(contacts)
        return smooth(contacts)

    carom.law("looks", look, tangential_restitution=(0, 1))
    contact = {"restitution": 0.5, "friction": 0.3, "tangential_restitution": 0.25}
    carom.solve(W=[[2.5e-6, -1.5e-6], [-1.5e-6, 2.5e-6]], u=[600.0, -1000.0], contacts=[contact], law="looks")
    np.testing.assert_array_equal(seen[0].u, [600.0, -1000.0])
    np.testing.assert_array_equal(seen[0].W, [[2.5e-6, -1.5e-6], [-1.5e-6, 2.5e-6]])
    assert seen[0].tangents == (1,)
    assert seen[0].materials[0]["tangential_restitution"] == 0.25
    assert (seen[0].restitution, seen[0].friction) == (0.5, 0.3)


def test_is_judged():
    carom.law("pulls", lambda c: [0, -1.0])
    carom.law("rubs", lambda c: [5.0, 2.0])
    carom.law("gives", lambda c: [0, 2.0], never_gains=True)
    for name in ("pulls", "rubs", "gives"):
        result = carom.solve(ROD, law=name)
        assert result.status == "no_solution" and "violates the law" in result.note, name
    carom.law("unknown_to_itself", lambda c: [np.nan, 1.0])
    assert carom.solve(ROD, law="unknown_to_itself").status == "no_solution"


def test_takes_one_contact_unless_it_says_more():
    carom.law("alone", smooth)
    two = {"W": np.diag([1.0, 2.0, 1.0, 2.0]) + 0.1 * np.ones((4, 4)), "u": [0, -1, 0, 0],
           "contacts": [{"restitution": 0.5, "friction": 0}] * 2}  # fmt: skip
    with pytest.raises(ValueError, match="2 given; the law alone takes one contact"):
        carom.solve(two, law="alone")

    def both(contacts):
        p = np.zeros(4)
        normal = np.array([1, 3])
        e = [m["restitution"] for m in contacts.materials]
        wanted = [-(1 + e[i]) * contacts.u[n] for i, n in enumerate(normal)]
        p[normal] = np.linalg.solve(contacts.W[np.ix_(normal, normal)], wanted)
        return np.maximum(p, 0)

    carom.law("both", both, several=True)
    assert carom.solve({**two, "u": [0, -1, 0, -1], "simultaneous": "together"}, law="both").status == "solved"


def test_takes_contacts_in_space_if_it_says_so():
    spatial = {"W": np.diag([2.0, 2.0, 1.0]), "u": [0.1, 0.2, -1], "contacts": [{"restitution": 0.5, "friction": 0.1}]}
    carom.law("flat", smooth)
    with pytest.raises(ValueError, match="are in space; the law flat is planar"):
        carom.solve(spatial, law="flat")
    carom.law("round", smooth, in_space=True)
    np.testing.assert_allclose(carom.solve(spatial, law="round").u_after, [0.1, 0.2, 0.5], atol=1e-15)


def test_runs_in_a_sweep_a_motion_and_many_states():
    carom.law("again", conventional)
    columns = carom.sweep(ROD, {"contacts[0].friction": [0.1, 0.5, 0.9]}, law=["again", "conventional"],
                          columns=["energy.change"], threads=0)  # fmt: skip
    change = columns["energy.change"].reshape(3, 2)
    np.testing.assert_allclose(change[:, 0], change[:, 1], atol=1e-15)

    carom.law("smooth", smooth)
    motion, known = (carom.simulate(BALL, 1.2, law=name) for name in ("smooth", "newton"))
    np.testing.assert_allclose([e["t"] for e in motion.events[:4]], [e["t"] for e in known.events[:4]], rtol=1e-12)
    assert motion.law == "smooth"

    many = carom.solve_many(np.eye(2), [[1.0, -2.0], [0.5, -1.0]], [[1.0, 0.0]], [[0.0, 1.0]],
                            restitution=0.5, friction=0.0, law="smooth")  # fmt: skip
    np.testing.assert_allclose(many.velocity_after, [[1.0, 1.0], [0.5, 0.5]])


def test_its_own_error_comes_through():
    def broken(contacts):
        raise KeyError("what I looked for")

    carom.law("broken", broken)
    with pytest.raises(KeyError, match="what I looked for"):
        carom.solve(ROD, law="broken")
    with pytest.raises(KeyError, match="what I looked for"):
        carom.sweep(ROD, {"contacts[0].friction": [0.1, 0.2]}, law="broken")


def test_what_is_no_law_is_refused():
    with pytest.raises(ValueError, match="poisson is the name of a built-in law"):
        carom.law("poisson", smooth)
    with pytest.raises(ValueError, match="is no name of a law"):
        carom.law("two words", smooth)
    with pytest.raises(TypeError, match="impulse: expected a function"):
        carom.law("none", None)
    carom.law("wrong", lambda c: [1.0])
    with pytest.raises(ValueError, match="wrong returned 1 numbers; want 2"):
        carom.solve(ROD, law="wrong")
    carom.law("wordy", lambda c: "a word")
    with pytest.raises(ValueError, match="wordy returned 'a word'; want the impulses"):
        carom.solve(ROD, law="wordy")
    carom.law("rough", conventional)
    with pytest.raises(ValueError, match="derivatives are not defined for rough"):
        carom.derivatives(ROD, law="rough")
