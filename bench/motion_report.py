"""The motion benchmarks: impacts per second, cost against accuracy, cost against simulated time."""

BALL_TARGET = 1e6  # impacts per second, flights in closed form
PENDULUM_TARGET = 2e4  # impacts per second at 1e-10
GROWTH_TARGET = 1.25  # cost of an impact in the longest motion over that in the shortest
COLUMNS = "date commit part size ns impacts ns_per_impact steps ledger_error".split()


def rows_of(runs):
    """[{part, size, ns, ...}] from {("motion", part, size): {cpu_time, ...}}."""
    rows = [
        {
            "part": part,
            "size": int(size),
            "ns": measured["cpu_time"],
            "impacts": int(measured["impacts"]),
            "ns_per_impact": measured["cpu_time"] / measured["impacts"],
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
