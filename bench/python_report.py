"""The Python benchmarks: one call of solve, and a million contacts beside the C++ batch."""

import json
import os
import pathlib
import subprocess
import sys

SOLVE_TARGET = 20e3  # ns a call
BATCH_TARGET = 1.1  # times the C++ batch
ROUNDS = 4  # of C++ and Python in turn, so that other work on the machine hits both
COLUMNS = "date commit what ns ratio met".split()


def module_of(build):
    """(Python, folder of the module), or None where it is not built."""
    cache = (build / "CMakeCache.txt").read_text()
    python = [line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("CAROM_PYTHON_EXECUTABLE:")]
    return (python[0], build / "python") if python and list(build.glob("python/carom/_carom*.so")) else None


def measured(module):
    """{what: ns}"""
    python, folder = module
    script = pathlib.Path(__file__).resolve().parent / "python_bench.py"
    done = subprocess.run([python, str(script)], env={**os.environ, "PYTHONPATH": str(folder)},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
    if done.returncode != 0:
        sys.exit(f"python_bench.py failed:\n{done.stderr}")
    return json.loads(done.stdout)


def rows_of(module, run_batch):
    """[{what, ns, ratio, met}], the least of all rounds.

    The ratio is to the C++ batch, which run_batch() measures: {("million", law): {cpu_time, ...}}.
    """
    figures, batch = {}, {}
    for _ in range(ROUNDS):
        for key, figure in run_batch().items():
            batch[key] = min(figure["cpu_time"], batch.get(key, float("inf")))
        for what, ns in measured(module).items():
            figures[what] = min(ns, figures.get(what, float("inf")))
    rows = []
    for what, ns in figures.items():
        row = {"what": what, "ns": ns}
        if what.startswith("solve"):
            row["met"] = "yes" if ns <= SOLVE_TARGET else "no"
        else:
            row["ratio"] = ns / batch["million", what.split()[1].rstrip(",")]
            if "," not in what:
                row["met"] = "yes" if row["ratio"] <= BATCH_TARGET else "no"
        rows.append(row)
    return rows


def print_report(rows, print_table):
    if not rows:
        print("\nPython: the module is not built here")
        return
    print(
        f"\nPython; targets: solve at most {SOLVE_TARGET / 1e3:.0f} μs a call, a million contacts at most"
        f" {BATCH_TARGET} times the C++ batch,\nboth on one thread into arrays that are there\n"
    )
    print_table(
        ["what", "μs", "times C++", "met"],
        [[r["what"], f"{r['ns'] / 1e3:.1f}", f"{r['ratio']:.2f}" if "ratio" in r else "", r.get("met", "")] for r in rows],
    )
