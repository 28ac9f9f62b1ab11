#!/usr/bin/env python3
"""carom sweep --summary and --plot: what people look at instead of rows."""

import csv
import re

import program
from program import EXAMPLES, TestCase, carom

CHAIN = EXAMPLES / "sweeps/three_link_chain.yaml"
GRID = EXAMPLES / "sweeps/falling_rod_grid.yaml"


def rows_of(text):
    """The rows of a sweep's CSV as dictionaries."""
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


class Looking(TestCase):
    def test_sums_up_what_the_rows_say(self):
        arguments = ("sweep", EXAMPLES / "sweeps/uncertain_pendulum.yaml", "--draws", 500, "--law", "stronge",
                     "--columns", "energy.change,contacts.*.mode")
        values = sorted(float(row["energy.change"]) for row in rows_of(carom(*arguments).stdout))
        shown = carom(*arguments, "--summary").stdout
        line = next(line for line in shown.splitlines() if line.startswith("energy.change, J"))
        numbers = [float(word) for word in line.split()[3:]]
        self.assertEqual(numbers[0], 500)
        for value, expected in zip(numbers[1:], (sum(values) / 500, None, None, (values[249] + values[250]) / 2)):
            if expected is not None:
                self.assertAlmostEqual(value, expected, delta=1e-5 * abs(expected))
        self.assertRegex(shown, r"contacts.free end.mode +stronge +reverse_in_restitution +500")
        self.assertRegex(shown, r"energy.change, J +stronge +contacts.free end.restitution .* #+")

    def test_draws_curves_maps_histograms_and_bands(self):
        friction, restitution = "contacts.tip.friction=0:1:9", "contacts.tip.restitution=0:1:5"
        one = (GRID, "--vary", "contacts.tip.restitution=0.5")
        pendulum = EXAMPLES / "sweeps/uncertain_pendulum.yaml"
        for arguments, words in (((CHAIN,), ("with lines", "set arrow")), ((GRID, "--vary", friction, "--vary",
                                 restitution), ("with pm3d",)), ((pendulum, "--draws", 50), ("with histeps",)),
                                 ((pendulum, "--draws", 50, "--vary", "bodies.lower.rate=-1:1:4"), ("filledcurves",)),
                                 (one, ("with pm3d",))):
            out = self.folder / "out.gp"
            self.assert_status(carom("sweep", *arguments, "--plot", out), 0)
            for word in words:
                self.assertIn(word, out.read_text(encoding="utf-8"))

    def test_a_coarse_grid_neither_blunts_peaks_nor_moves_boundaries(self):
        """Newton's chain with 8 points against one with 30,001: the same peaks, and ticks where boundaries are."""
        chain = ("sweep", CHAIN, "--law", "newton", "--columns", "energy.change")
        out = self.folder / "out.gp"
        self.assert_status(carom(*chain, "--vary", "phi_1=-1.5:1.5:8", "--plot", out), 0)
        script = out.read_text(encoding="utf-8")
        curve = [float(line.split()[1]) for line in script.split("EOD\n")[1].splitlines()]
        fine = [float(row["energy.change"]) for row in rows_of(carom(*chain, "--vary", "phi_1=-1.5:1.5:30001").stdout)]
        self.assertAlmostEqual(max(curve), max(fine), delta=1e-6)
        self.assertAlmostEqual(min(curve), min(fine), delta=1e-6)
        ticks = [float(x) for x in re.search(r"for \[x in '([^']*)'\]", script)[1].split()]
        found = rows_of(carom(*chain, "--vary", "phi_1=-1.5:1.5:8", "--boundaries").stdout)
        places = sorted({round(float(row["phi_1"]), 5) for row in found})
        self.assertEqual(sorted({round(x, 5) for x in ticks}), places)

    def test_a_logarithmic_range_has_a_logarithmic_axis(self):
        out = self.folder / "out.gp"
        for values, is_set in (("0.001:1:7:log", True), ("0.001:1:7", False)):
            arguments = ("--vary", f"contacts.tip.friction={values}", "--vary", "contacts.tip.restitution=0,0.5")
            self.assert_status(carom("sweep", GRID, *arguments, "--plot", out), 0)
            self.assertEqual("set logscale x" in out.read_text(encoding="utf-8"), is_set)

    def test_refuses_what_no_picture_shows(self):
        run = carom("sweep", GRID, "--columns", "contacts.tip.mode", "--plot", self.folder / "out.svg")
        self.assert_status(run, 2)
        self.assertIn("no column holds numbers", run.stderr)
        run = carom("sweep", GRID, "--plot", self.folder / "out.txt")
        self.assert_status(run, 2)


if __name__ == "__main__":
    program.main()
