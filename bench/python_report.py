"""The Python benchmarks: one call of solve, and a million contacts beside the C++ batch."""

import json
import os
import pathlib
import subprocess
import sys

SOLVE_TARGET = 20e3  # ns a call
BATCH_TARGET = 1.1  # times the C++ batch
COLUMNS = "date commit what ns ratio met".split()


def module_of(build):
    """(Python, folder of the module), or None where it is not built."""
    cache = (build / "CMakeCache.txt").read_text()
    python = [line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("CAROM_PYTHON_EXECUTABLE:")]
    return (python[0], build / "python") if python and list(build.glob("python/carom/_carom*.so")) else None


def rows_of(module, runs):
    """[{what, ns, ratio, met}]; the ratio is to the C++ batch, {("million", law): {cpu_time, ...}}."""
    python, folder = module
    script = pathlib.Path(__file__).resolve().parent / "python_bench.py"
    done = subprocess.run([python, str(script)], env={**os.environ, "PYTHONPATH": str(folder)},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
    if done.returncode != 0:
        sys.exit(f"python_bench.py failed:\n{done.stderr}")
    rows = []
    for what, ns in json.loads(done.stdout).items():
        row = {"what": what, "ns": ns}
        if what.startswith("solve"):
            row["met"] = "yes" if ns <= SOLVE_TARGET else "no"
        else:
            row["ratio"] = ns / runs["million", what.split()[1].rstrip(",")]["cpu_time"]
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
