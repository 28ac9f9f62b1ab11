"""Measures the Python module: one call of solve, and a million contacts. Prints JSON: {name: ns}.

Every figure is the least processor time of many runs.
"""

import json
import time

import carom
import numpy as np

COUNT = 1_000_000


def least(work, repeats, calls):
    """ns of one call."""
    best = float("inf")
    for _ in range(repeats):
        start = time.thread_time_ns()
        for _ in range(calls):
            work()
        best = min(best, (time.thread_time_ns() - start) / calls)
    return best


def contacts():
    """The distribution of bench/problems.hpp."""
    rng = np.random.default_rng(20240607)
    W_tt, W_nn = 10 ** rng.uniform(-0.5, 0.5, (2, COUNT))
    friction = rng.uniform(0, 1, COUNT)
    return {
        "W_tt": W_tt.copy(),
        "W_tn": rng.uniform(-0.95, 0.95, COUNT) * np.sqrt(W_tt * W_nn),
        "W_nn": W_nn.copy(),
        "u_t": rng.choice([-1.0, 1.0], COUNT) * 10 ** rng.uniform(-1.5, 0.5, COUNT),
        "u_n": rng.uniform(0.1, 1, COUNT) * np.where(rng.uniform(size=COUNT) < 0.02, 1, -1),
        "friction": friction,
        "static_friction": friction * rng.uniform(1, 1.3, COUNT),
        "restitution": rng.uniform(0, 1, COUNT),
    }


def main():
    W, u = np.array([[2.5, -1.5], [-1.5, 2.5]]), np.array([0.6, -1.0])
    M, v, t, n = np.diag([0.17, 0.17, 5.57e-5]), np.array([1.2, -0.9, 60.0]), np.array([1, 0, 0.0286]), np.array([0, 1.0, 0])
    figures = {
        "solve W, u": least(
            lambda: carom.solve(W=W, u=u, restitution=0.5, friction=0.4, law="poisson").u_after, 20, 500),
        "solve mass, velocity": least(
            lambda: carom.solve(mass=M, velocity=v, tangent=t, normal=n, restitution=0.9, friction=0.14,
                                law="stronge").velocity_after, 20, 500),
    }  # fmt: skip
    x = contacts()
    out = carom.resolve_planar(**x)
    for law in ("newton", "poisson", "stronge"):
        figures[f"million {law}"] = least(lambda: carom.resolve_planar(**x, law=law, out=out, threads=1), 60, 1)
    figures["million poisson, new arrays"] = least(lambda: carom.resolve_planar(**x, threads=1), 60, 1)
    walls = []
    for _ in range(60):
        start = time.perf_counter_ns()
        carom.resolve_planar(**x, out=out)
        walls.append(time.perf_counter_ns() - start)
    figures["million poisson, all cores, elapsed"] = min(walls)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
