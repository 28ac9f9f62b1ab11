"""Contacts with two tangents from Python: shapes of the rows, and of what comes back."""

import carom
import numpy as np
import pytest

MASS = np.diag([1.0, 2.0, 3.0])
TANGENT = np.array([[1.0, 0.0, 0.2], [0.0, 1.0, 0.1]])
NORMAL = np.array([0.0, 0.0, 1.0])
VELOCITY = np.array([1.0, 0.5, -1.0])


def solved(**keywords):
    return carom.solve(mass=MASS, velocity=VELOCITY, restitution=0.5, friction=0.2, law="poisson", **keywords)


def test_the_shape_of_normal_says_that_two_rows_are_one_spatial_contact():
    r = solved(tangent=TANGENT, normal=NORMAL)
    assert len(r.contacts) == 1
    assert r.p.shape == (3,)
    assert r.contacts[0].impulse.shape == (3,)
    J = np.vstack([TANGENT, NORMAL])
    assert np.allclose(r.u_after, J @ VELOCITY + J @ np.linalg.solve(MASS, J.T) @ r.p, atol=1e-14)
    assert np.allclose(r.path[-1].p, r.p)
    assert np.hypot(r.p[0], r.p[1]) <= 0.2 * r.p[2] * (1 + 1e-12)


def test_several_spatial_contacts_have_one_more_axis():
    mass = np.kron(np.eye(2), MASS)
    zero = np.zeros(3)
    tangent = np.stack([np.hstack([TANGENT, np.zeros((2, 3))]), np.hstack([np.zeros((2, 3)), TANGENT])])
    normal = np.stack([np.hstack([NORMAL, zero]), np.hstack([zero, NORMAL])])
    r = carom.solve(mass=mass, velocity=np.hstack([VELOCITY, VELOCITY]), tangent=tangent, normal=normal,
                    restitution=0.5, friction=0.2, law="poisson", simultaneous="together")
    one = solved(tangent=TANGENT, normal=NORMAL)
    assert r.p.shape == (6,)
    assert np.array_equal(r.p, np.hstack([one.p, one.p]))  # they do not feel each other


def test_a_planar_row_for_each_of_two_contacts_stays_planar():
    r = carom.solve(mass=MASS, velocity=[1.0, -1.0, -1.0], tangent=[[1.0, 0, 0], [1.0, 0, 0]],
                    normal=[[0, 1.0, 0], [0, 0, 1.0]], restitution=0.5, friction=0.2, law="poisson",
                    simultaneous="together")
    assert r.p.shape == (4,)


def test_planar_laws_are_refused_by_name_in_space():
    with pytest.raises(ValueError, match="cataldo_sampaio is planar"):
        carom.solve(W=np.diag([3.5, 3.5, 1]), u=[0.6, 0.8, -1], restitution=0.5, friction=0.1, law="cataldo_sampaio")


def test_points_of_the_path_come_on_request():
    r = carom.solve(W=np.diag([3.5, 3.0, 1]), u=[0.6, 0.8, -1], restitution=0.5, friction=0.1, law="stronge", path=5)
    assert sum(e.event == "between" for e in r.path) == 5 * (len(r.path) - sum(e.event == "between" for e in r.path) - 1)
