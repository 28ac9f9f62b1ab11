"""The sweep benchmarks: what a point of a sweep costs, and what a million of them take on two cores."""

CORES = 2
POINTS = 1e6
TARGET = 60.0  # s for so many points on so many cores
COLUMNS = "date commit part ns".split()


def rows_of(runs):
    """[{part, ns}] from {("sweep", part): {cpu_time, ...}}, each part with what it contains."""
    return [{"part": part, "ns": measured["cpu_time"]} for (_, part), measured in runs.items()]


def print_report(rows, print_table):
    print("\na point of a sweep: the three-link chain by five laws, one thread, μs; each line contains the one above\n")
    alone = {r["part"]: r["ns"] for r in rows if r["part"] == "pendulum"}
    rows = sorted((r for r in rows if r["part"] not in alone), key=lambda r: r["ns"])
    print_table(["part", "μs"], [[r["part"], f"{r['ns'] / 1e3:.1f}"] for r in rows])
    for part, ns in alone.items():
        print(f"\n  {part} with drawn materials, by two laws, to the rows: {ns / 1e3:.1f} μs")
    seconds = rows[-1]["ns"] * 1e-9 * POINTS / CORES
    print(
        f"\n  {POINTS:,.0f} points on {CORES} cores {seconds:.0f} s, target below {TARGET:.0f} s:"
        f" {'met' if seconds < TARGET else 'missed'}"
    )
