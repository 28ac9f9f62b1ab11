"""The motion benchmarks: impacts per second, cost against accuracy, cost against simulated time and bodies."""

import math

BALL_TARGET = 1e6  # impacts per second, flights in closed form
PENDULUM_TARGET = 2e4  # impacts per second at 1e-10
GROWTH_TARGET = 1.25  # cost of an impact in the longest motion over that in the shortest
DISCS_GOAL = 5  # s, twenty discs for 3 s
DISCS_ENOUGH = 30  # s
COLUMNS = "date commit part size ns impacts ns_per_impact steps ledger_error".split()


def rows_of(runs):
    """[{part, size, ns, ...}] from {("motion", part, size): {cpu_time, ...}}."""
    rows = [
        {
            "part": part,
            "size": int(size),
            "ns": measured["cpu_time"],
            "impacts": int(measured["impacts"]),
            "ns_per_impact": measured["cpu_time"] / max(measured["impacts"], 1),
            "steps": int(measured["steps"]),
            "ledger_error": measured["ledger_error"],
        }
        for (_, part, size), measured in runs.items()
    ]
    return sorted(rows, key=lambda r: (r["part"], r["size"]))


def verdict(met):
    return "met" if met else "missed"


def print_report(rows, print_table):
    by_part = {}
    for row in rows:
        by_part.setdefault(row["part"], []).append(row)
    print("\nmotion: a ball between two barriers, and a double pendulum that hits the ground often or seldom and hard\n")
    print_table(
        ["motion", "simulated s", "impacts", "impacts/s", "steps/impact"],
        [
            [
                row["part"],
                f"{row['size']:,}",
                f"{row['impacts']:,}",
                f"{1e9 / row['ns_per_impact']:,.0f}",
                f"{row['steps'] / row['impacts']:.1f}",
            ]
            for part in ("ball", "pendulum", "hard")
            for row in by_part[part]
        ],
    )
    print("\nthe pendulum for 10 s by the tolerance of a step\n")
    print_table(
        ["tolerance", "ms", "steps", "drift of the ledger"],
        [
            [f"1e-{row['size']}", f"{row['ns'] / 1e6:.2f}", f"{row['steps']:,}", f"{row['ledger_error']:.1e}"]
            for row in by_part["accuracy"]
        ],
    )
    print("\nfalling discs with friction, e 0.3: the first 0.3 s, and twenty for 3 s\n")
    print_table(
        ["motion", "discs", "impacts", "s", "us/impact"],
        [
            [
                row["part"],
                f"{row['size']}",
                f"{row['impacts']:,}",
                f"{row['ns'] / 1e9:.3f}",
                f"{row['ns_per_impact'] / 1e3:.1f}",
            ]
            for part in ("falling", "discs")
            for row in by_part[part]
        ],
    )
    few, many = by_part["falling"][0], by_part["falling"][-1]
    exponent = math.log(many["ns_per_impact"] / few["ns_per_impact"]) / math.log(many["size"] / few["size"])
    twenty = by_part["discs"][0]["ns"] / 1e9
    print(f"\n  cost of an impact, with the motion to it, ~ discs^{exponent:.2f}, from {few['size']} to {many['size']}")
    print(
        f"  twenty discs {twenty:.1f} s, goal {DISCS_GOAL} s: {verdict(twenty <= DISCS_GOAL)},"
        f" enough {DISCS_ENOUGH} s: {verdict(twenty <= DISCS_ENOUGH)}"
    )
    ball = min(r["ns_per_impact"] for r in by_part["ball"])
    pendulum = min(r["ns_per_impact"] for r in by_part["pendulum"])
    growth = by_part["ball"][-1]["ns_per_impact"] / by_part["ball"][0]["ns_per_impact"]
    print(
        f"\n  ball {1e9 / ball:,.0f} impacts/s, target {BALL_TARGET:,.0f}: {verdict(1e9 / ball >= BALL_TARGET)}"
        f"\n  pendulum {1e9 / pendulum:,.0f} impacts/s, target {PENDULUM_TARGET:,.0f}:"
        f" {verdict(1e9 / pendulum >= PENDULUM_TARGET)}"
        f"\n  cost of an impact in a motion 100 times as long: {growth:.2f} times, target below {GROWTH_TARGET}:"
        f" {verdict(growth < GROWTH_TARGET)}"
    )
