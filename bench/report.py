#!/usr/bin/env python3
"""Runs the benchmarks and prints what they mean: time per impact, and its ratio to what bounds it.

usage: report.py FOLDER [--save] [--quick]

FOLDER holds the benchmark programs (build/release/bench). --save appends the figures to
bench/results/MACHINE.csv; --quick measures for a few seconds only.

Every figure is the least of many short runs in random order, in processor time: on a machine with other
work the least is what repeats. Ratios are between figures of the same run.
"""

import argparse
import csv
import datetime
import functools
import json
import pathlib
import platform
import re
import subprocess
import sys

import chain_report
import fits_report
import hall_report
import many_report
import motion_report
import python_report
import robots_report
import several_report
import sweep_report

BENCH = pathlib.Path(__file__).resolve().parent

SCALAR_TARGET = 20.0  # ns per impact
BATCH_TARGET = 1.5  # times the larger ceiling; for the vector instructions
TARGETED = ("avx2", "avx512")
RULES = ("newton", "poisson", "stronge")
MODES = (
    "sliding",
    "stick_in_compression",
    "stick_in_restitution",
    "reverse_in_compression",
    "reverse_in_restitution",
    "none",
)
COLUMNS = (
    "date commit benchmark place isa rule contacts ns ceiling ceiling_ns ratio times_scalar met".split()
)


def main():
    options = parse_arguments()
    runs = run(options.folder / "planar_bench", options.quick, repetitions=100, min_time=0.001)
    rows = scalar_rows(runs) + batch_rows(runs)
    print_report(runs, rows)
    hall = hall_report.rows_of(run(options.folder / "hall_bench", options.quick))
    hall_report.print_report(hall, print_table)
    chains = chain_report.rows_of(run(options.folder / "chain_bench", options.quick))
    chain_report.print_report(chains, print_table)
    several = several_report.rows_of(run(options.folder / "several_bench", options.quick))
    several_report.print_report(several, print_table)
    sweeps = sweep_report.rows_of(run(options.folder / "sweep_bench", options.quick))
    sweep_report.print_report(sweeps, print_table)
    many = many_report.rows_of(run(options.folder / "many_bench", options.quick))
    many_report.print_report(many, print_table)
    fits = fits_report.rows_of(run(options.folder / "fits_bench", options.quick, repetitions=3))
    fits_report.print_report(fits, print_table)
    motions = motion_report.rows_of(run(options.folder / "motion_bench", options.quick))
    motion_report.print_report(motions, print_table)
    robots = robots_report.rows_of(run(options.folder / "robots_bench", options.quick))
    robots_report.print_report(robots, print_table)
    module = python_report.module_of(options.folder.parent)
    python = (
        python_report.rows_of(module, lambda: run(options.folder / "million_bench", options.quick)) if module else []
    )
    python_report.print_report(python, print_table)
    if options.save:
        for path in (
            save(rows, COLUMNS),
            save(hall, hall_report.COLUMNS, "-hall"),
            save(chains, chain_report.COLUMNS, "-chains"),
            save(several, several_report.COLUMNS, "-several"),
            save(sweeps, sweep_report.COLUMNS, "-sweeps"),
            save(many, many_report.COLUMNS, "-many"),
            save(fits, fits_report.COLUMNS, "-fits"),
            save(motions, motion_report.COLUMNS, "-motions"),
            save(robots, robots_report.COLUMNS, "-robots"),
            save(python, python_report.COLUMNS, "-python"),
        ):
            print(f"\nsaved in {path.relative_to(BENCH.parent)}")
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="./run bench", description="Measures the time per impact and what bounds it."
    )
    parser.add_argument("folder", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--save", action="store_true", help="append to bench/results/MACHINE.csv")
    parser.add_argument("--quick", action="store_true", help="a few seconds, less exact")
    options = parser.parse_args()
    programs = (
        "planar_bench",
        "hall_bench",
        "chain_bench",
        "several_bench",
        "sweep_bench",
        "many_bench",
        "fits_bench",
        "motion_bench",
        "robots_bench",
        "million_bench",
    )
    for program in programs:
        if not (options.folder / program).exists():
            parser.error(f"no {program} in {options.folder}; want the folder of the built benchmarks")
    return options


# --- measure --------------------------------------------------------------------------------------


def run(program, quick, repetitions=15, min_time=0.02):
    """The least processor time of every benchmark: {parts of its name: {...}}, as (kind, place, isa, rule)."""
    if quick:
        repetitions, min_time = 3, 0.01
    command = [
        str(program),
        "--benchmark_format=json",
        f"--benchmark_min_time={min_time}",
        f"--benchmark_repetitions={repetitions}",
        "--benchmark_enable_random_interleaving=true",
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{program.name} failed:\n{done.stderr}")
    runs = {}
    for measured in json.loads(done.stdout)["benchmarks"]:
        if measured["run_type"] != "iteration":
            continue
        assert measured["time_unit"] == "ns"
        key = tuple(measured["run_name"].split("/"))
        measured["ns"] = measured["cpu_time"] / measured.get("contacts", 1)
        if key not in runs or measured["ns"] < runs[key]["ns"]:
            runs[key] = measured
    return runs


def scalar_rows(runs):
    rows = []
    for rule in RULES:
        measured = runs["scalar", "-", "-", rule]
        rows.append(
            {
                "benchmark": "scalar",
                "place": "-",
                "isa": "-",
                "rule": rule,
                "contacts": int(measured["contacts"]),
                "ns": measured["ns"],
                "met": yes_or_no(measured["ns"] <= SCALAR_TARGET),
            }
        )
    return rows


def batch_rows(runs):
    rows = []
    for (kind, place, isa, rule), measured in runs.items():
        if kind != "batch":
            continue
        ceilings = {
            "divisions": runs["divisions", "-", isa, "-"]["ns"],
            "copy": runs["copy", place, "-", "-"]["ns"],
        }
        larger = max(ceilings, key=ceilings.get)
        ratio = measured["ns"] / ceilings[larger]
        rows.append(
            {
                "benchmark": "batch",
                "place": place,
                "isa": isa,
                "rule": rule,
                "contacts": int(measured["contacts"]),
                "ns": measured["ns"],
                "ceiling": larger,
                "ceiling_ns": ceilings[larger],
                "ratio": ratio,
                "times_scalar": runs["scalar", "-", "-", rule]["ns"] / measured["ns"],
                "met": yes_or_no(ratio <= BATCH_TARGET) if isa in TARGETED else "",
            }
        )
    isas = ("baseline",) + TARGETED
    rows.sort(key=lambda r: (r["contacts"], isas.index(r["isa"]), RULES.index(r["rule"])))
    return rows


def yes_or_no(truth):
    return "yes" if truth else "no"


# --- print ----------------------------------------------------------------------------------------


def print_report(runs, rows):
    shares = runs["scalar", "-", "-", "poisson"]
    print(f"{processor()}, {platform.system()} {platform.machine()}, commit {commit()}")
    print(f"{int(shares['contacts']):,} random contacts (bench/problems.hpp):", end=" ")
    print(", ".join(f"{mode} {100 * shares[mode]:.0f} %" for mode in MODES))

    print(f"\nresolve_planar, one contact at a time; target: at most {SCALAR_TARGET:.0f} ns\n")
    print_table(
        ["rule", "ns", "met"],
        [[r["rule"], f"{r['ns']:.1f}", r["met"]] for r in rows if r["benchmark"] == "scalar"],
    )

    print(
        "\nresolve_planar_batch, per contact; target with avx2 and avx512: at most"
        f" {BATCH_TARGET} times the ceiling, which is\nthe larger of three bare divisions and the"
        " batch's traffic at the speed of a copy of that size\n"
    )
    print_table(
        ["arrays in", "contacts", "isa", "rule", "ns", "ceiling", "ns", "ratio", "met", "x scalar"],
        [
            [
                r["place"],
                f"{r['contacts']:,}",
                r["isa"],
                r["rule"],
                f"{r['ns']:.2f}",
                r["ceiling"],
                f"{r['ceiling_ns']:.2f}",
                f"{r['ratio']:.2f}",
                r["met"],
                f"{r['times_scalar']:.1f}",
            ]
            for r in rows
            if r["benchmark"] == "batch"
        ],
        group=2,
    )


def print_table(head, rows, group=None):
    """Columns of numbers to the right, words to the left; a blank line where column `group` changes."""
    is_number = [all(re.fullmatch(r"[\d.,]*", row[k]) for row in rows) for k in range(len(head))]
    widths = [max(len(line[k]) for line in [head] + rows) for k in range(len(head))]

    def line(cells):
        padded = [c.rjust(w) if n else c.ljust(w) for c, w, n in zip(cells, widths, is_number)]
        return ("  " + "  ".join(padded)).rstrip()

    print(line(head))
    print("  " + "  ".join("-" * width for width in widths))
    for k, row in enumerate(rows):
        if k > 0 and group is not None and row[group] != rows[k - 1][group]:
            print()
        print(line(row))


# --- keep -----------------------------------------------------------------------------------------


def save(rows, columns, suffix=""):
    """Appends to the file of this machine, named after its processor."""
    name = re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-") or "unknown"
    path = BENCH / "results" / f"{name}{suffix}.csv"
    path.parent.mkdir(exist_ok=True)
    is_new = not path.exists()
    today = datetime.date.today().isoformat()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        if is_new:
            writer.writeheader()
        for row in rows:
            rounded = {k: f"{v:.3f}" if isinstance(v, float) else v for k, v in row.items()}
            writer.writerow({"date": today, "commit": commit(), **rounded})
    return path


def processor():
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or platform.machine()
    found = {
        key: match[1].strip()
        for key in ("model name", "cpu family", "model", "stepping")
        if (match := re.search(rf"^{key}\s*:\s*(.+)$", text, re.MULTILINE))
    }
    name = re.sub(r"\((R|TM)\)|CPU|@.*", "", found.get("model name", platform.machine()))
    name = " ".join(name.split())
    if "model" not in found:
        return name
    return f"{name} {found.get('cpu family', '?')}-{found['model']}-{found.get('stepping', '?')}"


@functools.cache
def commit():
    """The commit, with -dirty behind it if files differ from it; before results are saved."""
    done = subprocess.run(
        ["git", "-C", str(BENCH), "describe", "--always", "--dirty", "--exclude=*"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return done.stdout.strip() or "none"


if __name__ == "__main__":
    sys.exit(main())
