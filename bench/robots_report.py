"""The benchmarks of robots in space: what an impact costs from the state to all velocities, part by part."""

import math

ROBOT_TARGET = 20e3  # ns: the robot of 24 joints, motion, response and law
EXPONENT_TARGET = 1.15  # of the response, from 100 links on
PARTS = ("whole", "motion", "response", "law", "joints")
COLUMNS = "date commit part mechanism ns".split()


def rows_of(runs):
    """[{part, mechanism, ns}] from {(part, mechanism): {cpu_time, ...}}, the robot first."""
    rows = [{"part": part, "mechanism": of, "ns": measured["cpu_time"]} for (part, of), measured in runs.items()]
    return sorted(rows, key=lambda r: (links(r["mechanism"]), PARTS.index(r["part"])))


def links(mechanism):
    return 0 if mechanism == "robot" else int(mechanism)


def print_report(rows, print_table):
    times = {(r["part"], r["mechanism"]): r["ns"] for r in rows}
    print(
        "\nan impact in space (stronge), μs: a robot of a trunk and 24 hinges on one foot, and chains of n links;"
        "\nwhole: resolve(Scene) with the friction to stick, which is some hundred impacts more; the parts:"
        "\nmotion: kinematics; response: the same, W, u and ∂v/∂p; law: the law, its judgement and the velocities"
        "\nafter; joints: their impulses\n"
    )
    mechanisms = sorted({r["mechanism"] for r in rows}, key=links)
    print_table(
        ["mechanism", *PARTS],
        [[m] + [f"{times[p, m] / 1e3:.1f}" for p in PARTS] for m in mechanisms],
    )
    outcome = times["response", "robot"] + times["law", "robot"]
    print(
        f"\n  the robot, state to velocities: {outcome / 1e3:.1f} μs, target {ROBOT_TARGET / 1e3:.0f}:"
        f" {'met' if outcome <= ROBOT_TARGET else 'missed'}"
    )
    long = [m for m in mechanisms if links(m) >= 100]
    grows = math.log(times["response", long[-1]] / times["response", long[0]]) / math.log(
        links(long[-1]) / links(long[0])
    )
    print(
        f"  the response grows as n^{grows:.2f}, target {EXPONENT_TARGET}:"
        f" {'met' if grows <= EXPONENT_TARGET else 'missed'}"
    )
