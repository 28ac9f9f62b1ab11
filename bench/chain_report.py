"""The chain benchmarks: what an impact costs as the mechanism grows, part by part, and how fast it grows."""

import math

EXPONENT_TARGET = 1.15  # of the recursive route, fitted over all lengths
WHOLE_TARGET = 1e6  # ns, for the chain below
WHOLE_LINKS = 1000
PARTS = ("whole", "recursive", "motion", "joints", "law", "dense")
COLUMNS = "date commit part links ns".split()


def rows_of(runs):
    """[{part, links, ns}] from {(part, links): {cpu_time, ...}}, shortest chains first."""
    rows = [
        {"part": part, "links": int(links), "ns": measured["cpu_time"]}
        for (part, links), measured in runs.items()
    ]
    return sorted(rows, key=lambda r: (r["links"], PARTS.index(r["part"])))


def exponent(rows, part):
    """The slope of log time over log links, by least squares."""
    points = [(math.log(r["links"]), math.log(r["ns"])) for r in rows if r["part"] == part]
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / sum(
        (x - x_mean) ** 2 for x, _ in points
    )


def print_report(rows, print_table):
    times = {(r["part"], r["links"]): r["ns"] for r in rows}
    print(
        "\na chain of n links strikes the floor (stronge), μs; whole is resolve(Scene), the parts:"
        "\nrecursive and dense: W and the change of all velocities; motion: kinematics, taken twice;"
        "\njoints: their impulses; law: the law, its judgement and the velocities after\n"
    )
    lengths = sorted({r["links"] for r in rows})
    print_table(
        ["links", *PARTS],
        [
            [f"{n:,}"] + [f"{times[p, n] / 1e3:.1f}" if (p, n) in times else "" for p in PARTS]
            for n in lengths
        ],
    )
    print()
    for part in PARTS:
        print(f"  {part:9}  grows as n^{exponent(rows, part):.2f}")
    grows = exponent(rows, "recursive")
    whole = times["whole", WHOLE_LINKS]
    print(
        f"\n  recursive exponent {grows:.2f}, target below {EXPONENT_TARGET}:"
        f" {'met' if grows < EXPONENT_TARGET else 'missed'}"
        f"\n  {WHOLE_LINKS:,} links {whole / 1e6:.2f} ms, target below {WHOLE_TARGET / 1e6:.0f} ms:"
        f" {'met' if whole < WHOLE_TARGET else 'missed'}"
    )
