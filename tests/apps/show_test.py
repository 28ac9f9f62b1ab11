#!/usr/bin/env python3
"""carom show from outside, and what solve adds for scenes: units, vehicles."""

import json
import shutil
import unittest

import program
from program import BAD, EXAMPLES, GOOD, TestCase, carom

SCENES = EXAMPLES / "scenes"


class Show(TestCase):
    def test_every_example_is_shown(self):
        for path in [*SCENES.glob("*.yaml"), *EXAMPLES.glob("*.yaml"), *EXAMPLES.glob("*.jsonl")]:
            with self.subTest(path.name):
                self.assert_status(carom("show", path), 0)
                run = carom("show", path, "--format", "json")
                self.assert_status(run, 0)
                self.assertTrue(all("contacts" in entry for entry in json.loads(run.stdout)))

    def test_a_bad_problem_does_not_stop_the_others(self):
        run = carom("show", stdin=f"{BAD % 'a'}\n{GOOD % 'b'}\n")
        self.assert_status(run, 2)
        self.assertIn("problem 1: refused", run.stdout)
        self.assertIn("problem 2: b", run.stdout)
        self.assertIn("1.3 is outside [0, 1]", run.stderr)

    def test_json_stays_si(self):
        crash = SCENES / "car_against_barrier.yaml"
        self.assertEqual(carom("show", crash, "--format", "json").stdout,
                         carom("show", crash, "--format", "json", "--units", "us").stdout)
        self.assertEqual(carom("solve", crash).stdout, carom("solve", crash, "--units", "us").stdout)

    def test_tables_state_their_units(self):
        text = carom("show", SCENES / "two_cars.yaml", "--units", "us").stdout
        for unit in ("lb", "slug ft^2", "mph", "deg/s", "1/slug"):
            self.assertIn(unit, text)
        self.assertNotIn("m/s", text.replace("ft/s", ""))


class Vehicles(TestCase):
    def test_the_legend_stands_once(self):
        run = carom("solve", SCENES / "two_cars.yaml", "--report", "vehicle", "--format", "table")
        self.assert_status(run, 0)
        self.assertEqual(run.stdout.count("clockwise from straight ahead"), 1)

    def test_mechanisms_without_vehicle_are_told_so(self):
        run = carom("solve", SCENES / "slider_crank.yaml", "--report", "vehicle")
        self.assert_status(run, 2)
        self.assertIn("no vehicle", run.stderr)
        run = carom("solve", EXAMPLES / "falling_rod.yaml", "--report", "vehicle")
        self.assert_status(run, 2)
        self.assertIn("needs a scene", run.stderr)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Picture(TestCase):
    def draw(self, scene, name, *arguments):
        out = self.folder / name
        run = carom("show", scene, "--plot", out, *arguments)
        self.assert_status(run, 0)
        self.assertEqual(run.stderr, "")
        return out.read_bytes()

    def test_every_scene_is_drawn(self):
        for path in sorted(SCENES.glob("*.yaml")):
            with self.subTest(path.name):
                self.assertTrue(self.draw(path, "a.svg").startswith(b"<?xml"))

    def test_motions_are_drawn_with_their_contacts_open(self):
        for path in sorted((EXAMPLES / "motion").glob("*.yaml")):
            with self.subTest(path.name):
                self.assertTrue(self.draw(path, "a.svg").startswith(b"<?xml"))

    def test_the_same_scene_gives_the_same_bytes(self):
        scene = SCENES / "slider_crank.yaml"
        for ending in (".svg", ".pdf", ".png", ".gp"):
            self.assertEqual(self.draw(scene, "a" + ending), self.draw(scene, "b" + ending))

    def test_feet_stand_at_the_axes(self):
        script = self.draw(SCENES / "two_cars.yaml", "a.gp", "--units", "us", "--problem", "2").decode()
        self.assertIn("{/:Italic x}, ft", script)
        self.assertIn("4364", script)

    def test_what_cannot_be_drawn_is_said(self):
        run = carom("show", EXAMPLES / "falling_rod.yaml", "--plot", self.folder / "a.svg")
        self.assert_status(run, 2)
        self.assertIn("no scene", run.stderr)
        run = carom("show", SCENES / "two_cars.yaml", "--plot", self.folder / "a.bmp")
        self.assert_status(run, 2)
        self.assertIn("unknown kind of picture", run.stderr)


if __name__ == "__main__":
    program.main()
