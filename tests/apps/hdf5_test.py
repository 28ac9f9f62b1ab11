#!/usr/bin/env python3
"""carom sweep -o OUT.h5: the numbers of CSV, interrupted, damaged, shared, and carom without HDF5."""

import csv
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

import program
from long_sweep import GRID, LONG, Case
from program import EXAMPLES, carom

try:
    import h5py
except ImportError:
    h5py = None

PLUGIN = pathlib.Path(program.path()).parent / "carom-hdf5.so"


def rows_of(path):
    """The rows of a sweep's CSV as dictionaries."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def value_of(cell):
    """What a cell of a dataset would be in CSV."""
    if isinstance(cell, bytes):
        return cell.decode()
    return "" if math.isnan(cell) else repr(float(cell))


@unittest.skipUnless(PLUGIN.exists(), "built without HDF5 (libhdf5-dev)")
class Tables(Case):
    def swept(self, name, *arguments):
        out = self.folder / name
        self.assert_status(carom(*arguments, "-o", out), 0)
        return out

    @unittest.skipUnless(h5py, "no h5py (python3-h5py)")
    def test_hold_what_csv_holds(self):
        arguments = ("sweep", GRID, "--vary", "contacts.tip.restitution=-0.1:1:7", "--columns",
                     "energy,contacts,note,reason")
        rows = rows_of(self.swept("out.csv", *arguments))
        with h5py.File(self.swept("out.h5", *arguments)) as file:
            laws = file.attrs["laws"].decode().split()
            self.assertEqual(laws, ["newton", "poisson", "stronge"])
            for law in laws:
                mine = [row for row in rows if row["law"] == law]
                self.assertEqual({data.attrs["name"].decode() for data in file[law].values()}, set(mine[0]))
                for data in file[law].values():
                    name = data.attrs["name"].decode()
                    self.assertEqual([value_of(cell) for cell in data[()]], [row[name] for row in mine], name)
                    self.assertTrue(data.fletcher32 and data.chunks and data.compression, name)
            data = file["poisson/energy.change"]
            self.assertEqual(data.attrs["unit"], b"J")
            self.assertIn(b"contact_work", data.attrs["description"])
            self.assertEqual(file.attrs["seed"], b"1")

    @unittest.skipUnless(h5py, "no h5py (python3-h5py)")
    def test_hold_the_sweep_that_makes_them_again(self):
        drawn = ("sweep", EXAMPLES / "sweeps/uncertain_pendulum.yaml", "--draws", "50", "--seed", "7")
        with h5py.File(self.swept("out.h5", *drawn)) as file:
            document = file["sweep"][0].decode()
        again = self.swept("again.csv", "sweep", self.file("again.json", document))
        self.assertEqual(rows_of(again), rows_of(self.swept("out.csv", *drawn)))

    def test_do_not_depend_on_threads_parts_or_interruptions(self):
        whole = self.swept("whole.h5", *LONG).read_bytes()
        out = self.folder / "out.h5"
        self.stopped(out)
        self.stopped(out, "--resume", end=signal.SIGKILL)
        self.assert_status(carom(*LONG, "-o", out, "--resume"), 0)
        self.assertEqual(out.read_bytes(), whole)
        parts = self.folder / "parts.h5"
        for i in (2, 3, 1):
            self.assert_status(carom(*LONG[:-2], "-o", parts, "--part", f"{i}/3"), 0)
        self.assert_status(carom("merge", *[f"{parts}.{i}-of-3" for i in (3, 1, 2)], "-o", parts), 0)
        self.assertEqual(parts.read_bytes(), whole)

    def test_are_checked_by_resume_wherever_a_byte_was_flipped(self):
        arguments = ("sweep", GRID, "--vary", "contacts.tip.friction=0:1:300")
        out = self.swept("out.h5", *arguments)
        said = carom(*arguments, "-o", out, "--resume")
        self.assert_status(said, 0)
        self.assertIn("is complete", said.stderr)
        whole = out.read_bytes()
        for at in (0, 20, 70, 511, *range(512, len(whole), len(whole) // 30), len(whole) - 1):
            data = bytearray(whole)
            data[at] ^= 16
            out.write_bytes(data)
            run = carom(*arguments, "-o", out, "--resume")
            self.assertEqual(run.returncode, 2, (at, run.stderr))
            self.assertRegex(run.stderr, "is damaged|does not begin|holds another sweep")
        out.write_bytes(whole[:len(whole) // 2])
        self.assertIn("is damaged", carom(*arguments, "-o", out, "--resume").stderr)
        out.write_bytes(whole)
        other = carom("sweep", GRID, "-o", out, "--resume")
        self.assertEqual(other.returncode, 2)
        self.assertIn("holds another sweep", other.stderr)

    def test_leave_nothing_half_written_where_the_disk_is_full(self):
        folder = self.folder / "small"
        folder.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1200k", "none", folder], check=False,
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("cannot mount a small file system")
        try:
            run = carom("sweep", GRID, "--vary", "contacts.tip.friction=0:1:2400", "-o", folder / "out.h5")
            self.assertEqual(run.returncode, 1)
            self.assertIn("cannot be written", run.stderr)
            self.assertEqual([path.name for path in folder.iterdir()], ["out.h5.part"])
        finally:
            subprocess.run(["umount", folder], check=True)

    def test_are_refused_where_they_cannot_go(self):
        for arguments, words in ((("--format", "hdf5"), "say which file"),
                                 (("-o", self.folder / "x.h5", "--format", "csv"), "its ending denies"),
                                 (("-o", self.folder / "x.h5", "--boundaries"), "csv or json"),
                                 (("-o", "/dev/null", "--format", "hdf5"), "needs a file")):
            run = carom("sweep", GRID, *arguments)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(words, run.stderr)


class Without(Case):
    def test_carom_neither_needs_nor_loads_hdf5(self):
        needed = subprocess.run(["ldd", program.path()], capture_output=True, encoding="utf-8", check=True).stdout
        self.assertIsNone(re.search("hdf5|libmpi", needed), needed)

    def test_it_says_what_is_missing_before_it_computes(self):
        alone = self.folder / "carom"
        shutil.copy2(program.path(), alone)
        out = self.folder / "out.h5"
        run = subprocess.run([alone, "sweep", GRID, "-o", out], capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("libhdf5-dev", run.stderr)
        self.assertEqual(os.listdir(self.folder), ["carom"])


if __name__ == "__main__":
    program.main()
