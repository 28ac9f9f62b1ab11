#!/usr/bin/env python3
"""Sweeps by several processes: parts and merge, ranks under mpirun; the bytes are those of one process."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
import unittest

import program
from long_sweep import GRID, LONG, Case, started, wait_for
from program import EXAMPLES, carom

# Enough portions for four ranks.
SWEEP = ("sweep", GRID, "--vary", "contacts.tip.friction=0:1:6000")
MPIRUN = shutil.which("mpirun")
MPI_ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def has_member():
    """True if this carom was built with MPI."""
    return (pathlib.Path(program.path()).parent / "carom-mpi").exists()


class Parts(Case):
    def test_merge_to_the_bytes_of_one_process_in_any_order(self):
        for name in ("out.csv", "out.json"):
            out, alone = self.folder / name, self.folder / f"alone_{name}"
            self.assert_status(carom("sweep", GRID, "-o", alone), 0)
            for i in (2, 3, 1):
                self.assert_status(carom("sweep", GRID, "-o", out, "--part", f"{i}/3"), 0)
            parts = [f"{out}.{i}-of-3" for i in (3, 1, 2)]
            self.assert_status(carom("merge", *parts, "-o", out), 0)
            self.assertEqual(out.read_bytes(), alone.read_bytes())

    def test_merge_says_what_is_missing_and_what_is_damaged(self):
        out = self.folder / "out.csv"
        for i in (1, 3):
            self.assert_status(carom("sweep", GRID, "-o", out, "--part", f"{i}/3"), 0)
        part = pathlib.Path(f"{out}.1-of-3")
        run = carom("merge", part, f"{out}.3-of-3", "-o", out)
        self.assert_status(run, 2)
        self.assertIn("6 of 18 points are missing, the first of them 7", run.stderr)
        data = bytearray(part.read_bytes())
        data[-200] ^= 1
        part.write_bytes(data)
        run = carom("merge", part, "-o", out)
        self.assert_status(run, 2)
        self.assertIn("1-of-3: points 1 to 6 are damaged", run.stderr)
        self.assertFalse(out.exists())

    def test_more_parts_than_points_leave_some_empty(self):
        out = self.folder / "out.csv"
        for i in range(1, 21):
            self.assert_status(carom("sweep", GRID, "-o", out, "--part", f"{i}/20"), 0)
        self.assert_status(carom("merge", *self.folder.glob("out.csv.*-of-20"), "-o", out), 0)
        alone = self.folder / "alone.csv"
        self.assert_status(carom("sweep", GRID, "-o", alone), 0)
        self.assertEqual(out.read_bytes(), alone.read_bytes())

    def test_refuse_what_is_no_part(self):
        for text in ("0/3", "4/3", "1", "1/", "a/b", "1/2/3"):
            run = carom("sweep", GRID, "-o", self.folder / "out.csv", "--part", text)
            self.assert_status(run, 2)
            self.assertIn("want I/N", run.stderr)
        self.assertIn("is no share", carom("merge", GRID, "-o", self.folder / "x.csv").stderr)


class Killed(Case):
    """kill -9 at random moments, then --resume: the bytes of a sweep that nobody killed."""

    def killed_and_resumed(self, arguments, result, kills, seed):
        """Thirty kills in all: where the sweep ends before one, it is begun anew."""
        alone = self.folder / "alone.csv"
        self.assert_status(carom(*LONG, "-o", alone), 0)
        moments = random.Random(seed)
        while kills > 0:
            with started(*LONG, *arguments, "--resume") as run:
                time.sleep(moments.uniform(0.05, 1.2))
                run.send_signal(signal.SIGKILL)
                run.communicate(timeout=60)
            kills -= run.returncode != 0
            if run.returncode == 0 and kills > 0:
                self.assertEqual(result().read_bytes(), alone.read_bytes())
                for path in self.folder.glob("out.csv*"):
                    path.unlink()
        self.assert_status(carom(*LONG, *arguments, "--resume"), 0)
        self.assertEqual(result().read_bytes(), alone.read_bytes())

    def test_a_sweep_gives_the_same_bytes(self):
        out = self.folder / "out.csv"
        self.killed_and_resumed(["-o", out], lambda: out, 15, 1)

    def test_a_part_gives_the_same_bytes(self):
        out = self.folder / "out.csv"

        def merged():
            self.assert_status(carom("merge", f"{out}.1-of-1", "-o", out, "--force"), 0)
            return out
        self.killed_and_resumed(["-o", out, "--part", "1/1"], merged, 15, 2)


@unittest.skipUnless(MPIRUN and has_member(), "no MPI (libopenmpi-dev, openmpi-bin)")
@unittest.skipIf(program.IS_SHORT, "sanitizers report what Open MPI never gives back")
class Ranks(Case):
    def command(self, ranks, *arguments):
        return [MPIRUN, "-n", str(ranks), "--oversubscribe", program.path(), *map(str, arguments)]

    def mpirun(self, ranks, *arguments):
        return subprocess.run(self.command(ranks, *arguments), capture_output=True, encoding="utf-8",
                              env=program.environment(**MPI_ENVIRONMENT), timeout=300, check=False)

    def test_two_and_four_give_the_bytes_of_one_process(self):
        tables = ("out.h5",) if (pathlib.Path(program.path()).parent / "carom-hdf5.so").exists() else ()
        for name in ("out.csv", "out.json", *tables):
            alone = self.folder / f"alone_{name}"
            self.assert_status(carom(*SWEEP, "-o", alone), 0)
            for ranks in (2, 4):
                out = self.folder / f"{ranks}_{name}"
                self.assert_status(self.mpirun(ranks, *SWEEP, "-o", out), 0)
                self.assertEqual(out.read_bytes(), alone.read_bytes())
        again = self.mpirun(2, *SWEEP, "-o", out, "--resume")
        self.assert_status(again, 0)
        self.assertEqual(again.stderr.count("is complete"), 1)
        self.assertEqual(list(self.folder.glob("*.part")), [])

    def test_go_on_after_one_was_killed(self):
        out, alone = self.folder / "out.csv", self.folder / "alone.csv"
        self.assert_status(carom(*SWEEP, "-o", alone), 0)
        with subprocess.Popen(self.command(2, *SWEEP, "-o", out), stderr=subprocess.PIPE, encoding="utf-8",
                              env=program.environment(**MPI_ENVIRONMENT)) as run:
            wait_for(pathlib.Path(f"{out}.rank-1.part"), 2_000)
            members = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, encoding="utf-8",
                                     check=False).stdout.split()
            if members:
                os.kill(int(members[-1]), signal.SIGKILL)
            run.communicate(timeout=120)
        if not out.exists():  # else it was done before
            refused = self.mpirun(3, *SWEEP, "-o", out)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assert_status(self.mpirun(3, *SWEEP, "-o", out, "--resume"), 0)
        self.assertEqual(out.read_bytes(), alone.read_bytes())

    def test_fits_and_reconstructions_give_the_bytes_of_one_process(self):
        for command, name in (("fit", "square.yaml"), ("reconstruct", "two_cars.yaml")):
            file = EXAMPLES / "fit" / name
            alone = self.folder / f"alone_{command}.json"
            self.assert_status(carom(command, file, "-o", alone), 0)
            for ranks in (2, 3):
                out = self.folder / f"{ranks}_{command}.json"
                run = self.mpirun(ranks, command, file, "-o", out)
                self.assert_status(run, 0)
                self.assertEqual(run.stdout, "")
                self.assertEqual(out.read_bytes(), alone.read_bytes())

    def test_rank_0_alone_says_what_is_wrong(self):
        run = self.mpirun(3, "sweep", GRID, "--vary", "contacts.tip.fiction=0:1:3", "-o", self.folder / "out.csv")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr.count("did you mean friction?"), 1, run.stderr)


if __name__ == "__main__":
    program.main()
