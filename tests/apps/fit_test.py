#!/usr/bin/env python3
"""carom fit and carom reconstruct from outside: figures of public data, bad data, threads."""

import json

import program
from program import EXAMPLES, ROOT, TestCase, carom

ELLIPSE = EXAMPLES / "fit/ellipse.yaml"
CARS = EXAMPLES / "fit/two_cars.yaml"


def fit_of(text, folder, *arguments):
    """The parsed result of a fit's text."""
    path = folder / "fit.yaml"
    path.write_text(text.replace("../../data", str(ROOT / "data")))
    return carom("fit", path, "--format", "json", *arguments)


class Ellipse(TestCase):
    def test_has_the_coefficients_and_errors_of_an_independent_implementation(self):
        result = json.loads(carom("fit", ELLIPSE, "--format", "json").stdout)
        self.assertEqual(result["impacts"], 1718)
        self.assertAlmostEqual(result["momentum"]["unexplained_median"], 0.032, delta=0.001)
        self.assertAlmostEqual(result["momentum"]["mirrored_median"], 0.46, delta=0.01)
        laws = {law["law"]: law for law in result["laws"]}
        for name, mu, e, median in [("newton", .1849, .5812, .137), ("poisson", .1849, .5870, .136),
                                    ("stronge", .1850, .5867, .136), ("whittaker", .1932, .5745, .148)]:
            values = laws[name]["parameters"]
            self.assertAlmostEqual(values["friction"]["value"], mu, delta=5e-4)
            self.assertAlmostEqual(values["restitution"]["value"], e, delta=5e-4)
            self.assertAlmostEqual(laws[name]["held_out"]["median"], median, delta=0.004)
        self.assertEqual(laws["whittaker"]["against"]["verdict"], "worse")


class BadData(TestCase):
    def refused(self, change, *words):
        text = change(ELLIPSE.read_text())
        result = fit_of(text, self.folder)
        self.assertEqual(result.returncode, 2)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_names_the_columns_that_there_are(self):
        self.refused(lambda text: text.replace("vx1,", "vx,"), "vx1", "data.columns.before[0]", ":6")

    def test_says_what_a_comparison_is(self):
        self.refused(lambda text: text.replace('"vy1 < 0"', '"vy1"'), "compares nothing")

    def test_is_refused_by_line_where_a_cell_is_text(self):
        table = self.folder / "bad.csv"
        table.write_text("vx1,vy1,w1,vx2,vy2,w2,rx,ry,i\n1,-1,0,1,nan,0,0,-1,1\n")
        self.refused(lambda text: text.replace("../../data/impacts/ellipse.csv", "bad.csv"),
                     "bad.csv:2", '"vy2"')

    def test_is_refused_if_there_is_one_impact(self):
        table = self.folder / "one.csv"
        table.write_text("vx1,vy1,w1,vx2,vy2,w2,rx,ry,i\n1,-1,0,1,.5,0,0,-1,1\n")
        self.refused(lambda text: text.replace("../../data/impacts/ellipse.csv", "one.csv"), "at least 3")


class Threads(TestCase):
    def test_do_not_change_a_byte(self):
        results = {carom("reconstruct", CARS, "--format", "json", "--threads", n).stdout for n in (1, 3)}
        self.assertEqual(len(results), 1)


class Cars(TestCase):
    def test_closing_speed_is_known_where_the_speeds_are_not(self):
        result = json.loads(carom("reconstruct", CARS, "--format", "json").stdout)
        mph = 0.44704
        lo, hi = (x / mph for x in result["unknown"]["v1"]["interval95"])
        self.assertLess(lo, 32)
        self.assertGreater(hi, 74)
        lo, hi = (x / mph for x in result["report"]["closing_speed"]["interval95"])
        self.assertAlmostEqual(lo, 42, delta=3)
        self.assertAlmostEqual(hi, 63, delta=3)


if __name__ == "__main__":
    program.main()
