"""The hall benchmarks: one impact with its full result, by the door that it comes through, beside the core alone."""

TARGETS = {"from_W_and_u": 600.0, "from_M_and_J": 900.0, "of_two_links": 1500.0}  # ns
WORDS = {
    "core": "the law alone",
    "from_W_and_u": "W and u",
    "from_M_and_J": "M and J, two coordinates",
    "of_two_links": "a scene of two links",
}
COLUMNS = "date commit door ns times_core".split()


def rows_of(runs):
    """[{door, ns, times_core}] from {(door,): {ns, ...}}."""
    core = runs[("core",)]["ns"]
    return [{"door": door, "ns": runs[(door,)]["ns"], "times_core": runs[(door,)]["ns"] / core} for door in WORDS]


def print_report(rows, print_table):
    print("\none impact by stronge with its full result, memory kept, by the door that it comes through\n")
    print_table(
        ["door", "ns", "times the law", "target ns", ""],
        [
            [
                WORDS[row["door"]],
                f"{row['ns']:.0f}",
                f"{row['times_core']:.0f}",
                f"{TARGETS[row['door']]:.0f}" if row["door"] in TARGETS else "",
                verdict(row),
            ]
            for row in rows
        ],
    )


def verdict(row):
    target = TARGETS.get(row["door"])
    return "" if target is None else "met" if row["ns"] <= target else "missed"
