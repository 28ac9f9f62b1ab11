#!/usr/bin/env python3
"""What a second rank of MPI is worth: the same sweep by mpirun -n 1 and -n 2, alternating, median of the runs.

    python3 bench/ranks.py build/release/apps/carom/carom [--runs 5] [--points 400000]

The machine must be idle and have two cores. A run begins with mpirun and ends when the result is in its place, the merge by
rank 0 included. Efficiency per rank is T1/(2 T2); target 0.9.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

TARGET = 0.9
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
ROOT_MAY = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def sweeps(points):
    """Name and arguments: a cheap point with much text, and a robot whose point costs more than its text."""
    chain = [EXAMPLES / "sweeps/three_link_chain.yaml", "--vary", f"phi_1=-1.5:1.5:{points}"]
    robot = [EXAMPLES / "robots/humanoid_heel_strike.yaml", "--vary", f"state.right knee[0]=-0.2:0:{points // 100}",
             "--columns", "energy.change,contacts.heel.impulse"]  # fmt: skip
    return {"three-link chain, five laws": chain, "humanoid, three laws": robot}


def seconds(program, ranks, arguments, folder):
    """Wall time of one run."""
    out = pathlib.Path(folder, "out.csv")
    command = ["mpirun", "--bind-to", "core", "-n", str(ranks), program, "sweep", *arguments, "-o", out, "--force"]
    begin = time.perf_counter()
    subprocess.run(list(map(str, command)), check=True, env={**os.environ, **ROOT_MAY}, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--points", type=int, default=400_000)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in sweeps(wishes.points).items():
            times = {1: [], 2: []}
            for _ in range(wishes.runs):
                for ranks, taken in times.items():
                    taken.append(seconds(wishes.program.resolve(), ranks, arguments, folder))
            one, two = (statistics.median(times[ranks]) for ranks in (1, 2))
            efficiency = one / (2 * two)
            print(f"{name}: {one:.2f} s with one rank, {two:.2f} s with two, efficiency {efficiency:.3f},"
                  f" target {TARGET}: {'met' if efficiency >= TARGET else 'missed'}")  # fmt: skip
            print("  " + "; ".join(f"{ranks}: " + " ".join(f"{t:.2f}" for t in taken) for ranks, taken in times.items()))


if __name__ == "__main__":
    main()
