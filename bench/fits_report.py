"""The fit benchmarks: what fits of measured impacts and a million draws of a reconstruction take on two cores."""

CORES = 2
TARGETS = {  # s on so many cores
    "point fit": 0.3,
    "folds and 1,000 resamples": 5,
    "population": 10,
    "cube": 10,
    "reconstruction": 3,
}
COLUMNS = "date commit part s".split()


def rows_of(runs):
    """[{part, s}] from {("fits", part): {cpu_time, ...}}: processor time of all threads over the cores."""
    rows = []
    for (_, part, *_), measured in runs.items():
        share = 1e6 / measured["draws"] if "draws" in measured else 1
        rows.append({"part": part, "s": measured["cpu_time"] * 1e-9 / CORES * share})
    return rows


def print_report(rows, print_table):
    print(f"\nfits of 1,718 impacts by three laws (population: one), of 487 in space, 10^6 draws; s on {CORES} cores\n")
    print_table(
        ["part", "s", "target", ""],
        [[r["part"], f"{r['s']:.2f}", f"{TARGETS[r['part']]:g}", "met" if r["s"] < TARGETS[r["part"]] else "missed"]
         for r in rows],
    )
