"""The benchmarks of many states at once: what one state costs on one core."""

TARGET = 10.0  # μs, a foot of four corners that collide
TARGETED = ("four corners, e = 0", "four corners, e = 0.5")
COLUMNS = "date commit states ns".split()


def rows_of(runs):
    """[{states, ns}] from {("many", states, "process_time"): {ns, ...}}, ns of one state."""
    return [{"states": name, "ns": measured["ns"]} for (_, name, _), measured in runs.items()]


def print_report(rows, print_table):
    print("\none of many states by poisson (carom.solve_many), in the plane, on one core, μs\n")
    print_table(
        ["states", "μs", "target", ""],
        [
            [
                row["states"],
                f"{row['ns'] / 1e3:.1f}",
                f"{TARGET:.0f}" if row["states"] in TARGETED else "",
                verdict(row),
            ]
            for row in sorted(rows, key=lambda row: row["ns"])
        ],
    )


def verdict(row):
    if row["states"] not in TARGETED:
        return ""
    return "met" if row["ns"] <= TARGET * 1e3 else "missed"
