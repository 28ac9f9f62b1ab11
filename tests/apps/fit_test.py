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


class BadAxes(TestCase):
    def note(self, change):
        table = self.folder / "turned.csv"
        lines = (ROOT / "data/impacts/ellipse.csv").read_text().splitlines()
        head = next(line for line in lines if not line.startswith("#")).split(",")
        rows = [line.split(",") for line in lines if not line.startswith(("#", head[0] + ","))][:200]
        changed = [",".join(head)]
        for row in rows:
            cells = dict(zip(head, row))
            changed.append(",".join(str(change(cells).get(name, cells[name])) for name in head))
        table.write_text("\n".join(changed) + "\n")
        text = ELLIPSE.read_text().replace("../../data/impacts/ellipse.csv", "turned.csv")
        text = text.replace('where: "vy1 < 0"', "").replace("bootstrap: 1000", "bootstrap: 20")
        result = fit_of(text, self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return " ".join(json.loads(result.stdout)["notes"][:2])

    def test_turned_arms_are_told_from_a_turned_rate(self):
        self.assertIn("arms point from the contact",
                      self.note(lambda c: {"rx": -float(c["rx"]), "ry": -float(c["ry"])}))
        self.assertIn("angular velocity has the other sign",
                      self.note(lambda c: {"w1": -float(c["w1"]), "w2": -float(c["w2"])}))

    def test_exchanged_columns_are_seen(self):
        pairs = [("vx1", "vx2"), ("vy1", "vy2"), ("w1", "w2")]
        self.assertIn("before and after look exchanged", self.note(
            lambda c: {**{a: c[b] for a, b in pairs}, **{b: c[a] for a, b in pairs}}))


class Extract(TestCase):
    def poses(self, bounces=30):
        """A box that falls and bounces, each at its own place, seen at 250 Hz without noise."""
        lines = ["drop,t,x,y,theta"]
        for drop in range(bounces):
            v1, v2 = (0.5 + 0.02 * drop, -2.0, 1.0), (0.3, 0.9 + 0.01 * drop, -4.0)
            for k in range(-9, 11):
                s = (k - 0.4) / 250
                x, y, theta = ((v1 if s < 0 else v2)[c] * s for c in range(3))
                lines.append(f"{drop},{1 + s},{1000 * x},{1000 * (0.2 + y - 4.905 * s * s)},{theta + 0.2}")
        (self.folder / "poses.csv").write_text("\n".join(lines) + "\n")
        path = self.folder / "drops.yaml"
        path.write_text("""
data:
  file: poses.csv
  group: drop
  columns: {time: t, pose: [x, y, theta]}
  units: {x: mm, y: mm}
body: {box: {width: 6 cm, height: 6 cm}, mass: 1}
gravity: 9.81
""")
        return path

    def test_gives_a_table_that_fit_takes(self):
        path = self.poses()
        out = self.folder / "impacts.csv"
        run = carom("extract", path, "-o", out)
        self.assert_status(run, 0)
        first = out.read_text().splitlines()[:2]
        row = dict(zip(first[0].split(","), first[1].split(",")))
        self.assertAlmostEqual(float(row["vx1"]), 0.5, places=6)
        self.assertAlmostEqual(float(row["vy2"]), 0.9, places=6)
        self.assertLess(float(row["ry"]), -0.03)
        fit = self.folder / "fit.yaml"
        fit.write_text("""
data:
  file: impacts.csv
  group: group
  columns: {before: [vx1, vy1, w1], after: [vx2, vy2, w2], arm: [rx, ry]}
body: {gyration: 0.0245 m}
law: stronge
validate: {folds: 0, bootstrap: 0}
""")
        self.assert_status(carom("fit", fit), 0)

    def test_names_what_is_missing(self):
        path = self.poses()
        path.write_text(path.read_text().replace("pose: [x, y, theta]", "pose: [x, y, angle]"))
        run = carom("extract", path)
        self.assert_status(run, 2)
        self.assertIn('drops.yaml:5: data.columns.pose[2]: ', run.stderr)
        self.assertIn('has no column "angle"', run.stderr)

    def test_refuses_times_that_go_back(self):
        path = self.poses()
        path.write_text(path.read_text().replace("  group: drop\n", ""))
        run = carom("extract", path)
        self.assert_status(run, 2)
        self.assertIn("data.group if there are several", run.stderr)


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


    def refused(self, old, new, complaint):
        path = self.folder / "cars.yaml"
        path.write_text(CARS.read_text().replace("../scenes", str(EXAMPLES / "scenes")).replace(old, new))
        run = carom("reconstruct", path)
        self.assert_status(run, 2)
        self.assertIn(complaint, run.stderr)

    def test_evidence_in_a_wrong_unit_is_refused(self):
        self.refused("[39.5 mph, 1.5 mph]", "[39.5 ft, 1.5 ft]", '"39.5 ft" is a length; want a speed')
        self.refused("uniform: [5 mph, 80 mph]", "uniform: [5 kg, 80 kg]", '"5 kg" is a mass; want a speed')

    def test_evidence_in_degrees_may_say_so(self):
        path = self.folder / "cars.yaml"
        text = CARS.read_text().replace("../scenes", str(EXAMPLES / "scenes")).replace("draws: 10000000", "draws: 200000")
        path.write_text(text)
        plain = json.loads(carom("reconstruct", path, "--format", "json").stdout)
        path.write_text(text.replace("[-31, 15]", "[-31 deg/s, 15 deg/s]"))
        named = json.loads(carom("reconstruct", path, "--format", "json").stdout)
        measured = [r["evidence"]["bodies.first.yaw_rate_change_deg"]["measured"] for r in (plain, named)]
        self.assertAlmostEqual(measured[0], measured[1], places=9)


if __name__ == "__main__":
    program.main()
