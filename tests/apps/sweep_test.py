#!/usr/bin/env python3
"""carom sweep from outside: rows, threads, boundaries, and what it refuses."""

import csv
import json

import program
from program import EXAMPLES, IS_SHORT, TestCase, carom, on_terminal

CHAIN = EXAMPLES / "sweeps/three_link_chain.yaml"
GRID = EXAMPLES / "sweeps/falling_rod_grid.yaml"

# Enough points of one contact for a second or two.
LONG = ("sweep", GRID, "--vary", f"contacts.tip.friction=0:1:{4_000 if IS_SHORT else 80_000}")

ROD = """
law: poisson
W: [[2.5, -1.5], [-1.5, 2.5]]
u: [0.6, -1]
contacts: [{name: tip, restitution: 1, friction: 0.5}]
"""


def rows_of(text):
    """The rows of a sweep's CSV as dictionaries."""
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


CARS = EXAMPLES / "scenes/two_cars.yaml"


class Wishes(TestCase):
    def test_words_vary_as_if_the_file_said_them(self):
        balls = EXAMPLES / "scenes/three_balls.yaml"
        arguments = ("--problem", "1", "--law", "poisson", "--columns", "energy.change")
        rows = rows_of(carom("sweep", balls, "--vary", "simultaneous=together,sequential", "--vary",
                             "contacts[0].restitution=0.5,1", *arguments).stdout)
        self.assertEqual([(row["simultaneous"], row["contacts[0].restitution"]) for row in rows],
                         [("together", "0.5"), ("together", "1.0"), ("sequential", "0.5"), ("sequential", "1.0")])
        self.assertNotEqual(rows[0]["energy.change"], rows[2]["energy.change"])
        text = balls.read_text(encoding="utf-8")
        self.assertIn("simultaneous: together", text)
        scene = self.file("balls.yaml", text.replace("simultaneous: together", "simultaneous: sequential"))
        alone = rows_of(carom("sweep", scene, "--vary", "contacts[0].restitution=0.5,1", *arguments).stdout)
        self.assertEqual([row["energy.change"] for row in alone], [row["energy.change"] for row in rows[2:]])

    def test_laws_vary_as_by_law(self):
        rod = self.file("rod.yaml", ROD)
        vary = ("--vary", "contacts.tip.friction=0:1:5")
        self.assertEqual(carom("sweep", rod, *vary, "--vary", "law=newton,stronge").stdout,
                         carom("sweep", rod, *vary, "--law", "newton,stronge").stdout)
        for wrong in ("law=1,2", "law=neton"):
            self.assertEqual(carom("sweep", rod, *vary, "--vary", wrong).returncode, 2)

    def test_a_word_for_a_number_is_refused_by_its_key(self):
        run = carom("sweep", self.file("rod.yaml", ROD), "--vary", "contacts.tip.friction=low,high")
        self.assertEqual(run.returncode, 2)
        self.assertIn("contacts.tip.friction", run.stderr)

    def test_joint_draws_have_the_covariance(self):
        rod = self.file("rod.yaml", ROD)
        text = "contacts.tip.friction,contacts.tip.restitution=normal:0.5,0.4:0.01,-0.0072,0.0081"
        draws = 4096
        for sampling in ("independent", "latin_hypercube", "sobol"):
            run = carom("sweep", rod, "--vary", text, "--draws", draws, "--sampling", sampling, "--columns", "status")
            x, y = ([float(row[key]) for row in rows_of(run.stdout)]
                    for key in ("contacts.tip.friction", "contacts.tip.restitution"))
            mean_x, mean_y = sum(x) / draws, sum(y) / draws

            def moment(a, b):
                return sum((p - sum(a) / draws) * (q - sum(b) / draws) for p, q in zip(a, b)) / draws
            self.assertAlmostEqual(mean_x, 0.5, delta=5 * 0.1 / draws ** 0.5)
            self.assertAlmostEqual(mean_y, 0.4, delta=5 * 0.09 / draws ** 0.5)
            self.assertAlmostEqual(moment(x, y) / -0.0072, 1, delta=0.1)  # some five standard errors
            self.assertAlmostEqual(moment(x, x) / 0.01, 1, delta=0.12)
            self.assertAlmostEqual(moment(y, y) / 0.0081, 1, delta=0.12)

    def test_a_file_states_joint_draws_as_the_line_does(self):
        problem = "".join(f"  {line}\n" for line in ROD.strip().splitlines())
        sweep = self.file("sweep.yaml", f"""problem:
{problem}vary:
  both:
    normal: {{mean: [0.5, 0.4], covariance: [[0.01, -0.0072], [-0.0072, 0.0081]]}}
    keys: [contacts.tip.friction, contacts.tip.restitution]
draws: 20
""")
        line = carom("sweep", self.file("rod.yaml", ROD), "--draws", "20", "--vary",
                     "contacts.tip.friction,contacts.tip.restitution=normal:0.5,0.4:0.01,-0.0072,0.0081")
        self.assertEqual(rows_of(carom("sweep", sweep).stdout), rows_of(line.stdout))

    def test_a_covariance_that_none_has_is_refused(self):
        for lower in ("0.01,0.02,0.01", "-0.01,0,0.01", "0,0.001,0.01", "0.01,0.01"):
            run = carom("sweep", self.file("rod.yaml", ROD), "--draws", "9", "--vary",
                        f"contacts.tip.friction,contacts.tip.restitution=normal:0.5,0.4:{lower}")
            self.assertEqual(run.returncode, 2, lower)
            self.assertRegex(run.stderr, "semidefinite|3 plain numbers")

    def test_vehicles_are_columns_with_the_numbers_of_solve(self):
        rows = rows_of(carom("sweep", CARS, "--problem", "1", "--vary", "contacts[0].restitution=0,0.126", "--report",
                             "vehicle").stdout)
        scene = json.loads(carom("solve", CARS, "--format", "json", "--report", "vehicle").stdout)[0]
        report = scene["vehicle"]
        same = [row for row in rows if float(row["vehicle.contacts.crush.restitution"]) == 0.126]
        first = report["vehicles"][0]
        self.assertEqual(report["contacts"][0]["restitution"], 0.126)
        name = f"vehicle.vehicles.{first['name']}"
        self.assertEqual(float(same[0][f"{name}.delta_v.size"]), first["delta_v"]["size"])
        self.assertEqual(float(same[0][f"{name}.ees.half_of_the_loss"]), first["ees"]["half_of_the_loss"])
        self.assertEqual(float(same[0][f"{name}.departure.direction"]), first["departure"]["direction"])
        after = next(body for body in scene["bodies"] if body["name"] == first["name"])["after"]
        self.assertAlmostEqual(first["departure"]["speed"], (after["vx"] ** 2 + after["vy"] ** 2) ** 0.5, delta=1e-12)

    def test_units_are_for_what_people_look_at(self):
        vary = ("--problem", "1", "--vary", "contacts[0].restitution=0,0.1", "--columns",
                "vehicle.vehicles.first.delta_v.size")
        si, us = (carom("sweep", CARS, *vary, "--summary", "--units", units).stdout.splitlines()[1].split()
                  for units in ("si", "us"))
        self.assertEqual((si[1], us[1]), ("m/s", "mph"))
        self.assertAlmostEqual(float(us[4]) * 0.44704 / float(si[4]), 1, delta=1e-5)  # six digits are shown
        run = carom("sweep", CARS, *vary, "--units", "us")
        self.assertEqual(run.returncode, 2)
        self.assertIn("rows are in SI", run.stderr)

    def test_takes_values_with_units(self):
        block = EXAMPLES / "sweeps/uncertain_pendulum.yaml"
        plain = carom("sweep", block, "--draws", 2, "--vary", "bodies.lower.rod.length=1,2")
        units = carom("sweep", block, "--draws", 2, "--vary", "bodies.lower.rod.length=100 cm,2")
        self.assert_status(plain, 0)
        self.assertEqual(units.stdout, plain.stdout)
        run = carom("sweep", block, "--draws", 2, "--vary", "bodies.lower.rod.length=3 kg")
        self.assert_status(run, 2)
        self.assertIn("its values are in kg", run.stderr)


class RequiredFriction(TestCase):
    def test_is_a_column_that_the_file_need_not_ask_for(self):
        """A rod on one contact: the friction that holds is its to_stick, whatever friction the file has."""
        rows = rows_of(carom("sweep", GRID, "--vary", "contacts.tip.restitution=0.5,1", "--columns",
                             "required_friction,contacts.tip.friction.to_stick").stdout)
        self.assertGreater(len({row["contacts.tip.friction"] for row in rows}), 1)
        for row in rows:
            self.assertEqual(row["required_friction"], row["contacts.tip.friction.to_stick"])
            self.assertGreater(float(row["required_friction"]), 0)


class Provenance(TestCase):
    def test_heads_say_what_made_them_and_nothing_of_where(self):
        rod = self.file("rod.yaml", ROD)
        line = carom("sweep", rod, "--vary", "u[0]=0,1", "--seed", "3").stdout.splitlines()[2]
        self.assertRegex(line, r"^# made by carom \d+\.\d+\.\d+, format 1, input [0-9a-f]{16}, laws poisson, seed 3, "
                               r"residual 1e-09$")
        head = json.loads(carom("sweep", rod, "--vary", "u[0]=0,1", "--format", "json").stdout)
        self.assertEqual(head["laws"], ["poisson"])
        self.assertEqual(head["tolerances"], {"residual": 1e-9})
        self.assertIn(head["input"], line)
        other = self.file("other.yaml", "# a comment\n" + ROD.replace("u: [0.6, -1]", "u:   [0.6, -1]"))
        self.assertIn(head["input"], carom("sweep", other, "--vary", "u[0]=0,1").stdout)
        another = self.file("another.yaml", ROD.replace("0.6", "0.7"))
        self.assertNotIn(head["input"], carom("sweep", another, "--vary", "u[0]=0,1").stdout)


class Rows(TestCase):
    def test_do_not_depend_on_the_number_of_threads(self):
        for form in ("csv", "json"):
            runs = [carom("sweep", CHAIN, "--vary", "phi_1=-1.5:1.5:500", "--format", form, "--threads", n)
                    for n in (1, 2, 8)]
            self.assert_status(runs[0], 0)
            self.assertEqual(runs[1].stdout, runs[0].stdout)
            self.assertEqual(runs[2].stdout, runs[0].stdout)

    def test_are_what_solve_says_of_every_point(self):
        rod = self.file("rod.yaml", ROD)
        for row in rows_of(carom("sweep", rod, "--vary", "contacts.tip.friction=0:1:5", "--columns",
                                 "contacts.tip,energy").stdout):
            text = ROD.replace("friction: 0.5", f"friction: {row['contacts.tip.friction']}")
            result = json.loads(carom("solve", "-", "--format", "jsonl", stdin=text).stdout)
            contact = result["contacts"][0]
            self.assertEqual(row["contacts.tip.mode"], contact["mode"])
            self.assertEqual(float(row["contacts.tip.impulse.t"]), contact["impulse"]["t"])
            self.assertEqual(float(row["contacts.tip.work.friction"]), contact["work"]["friction"])
            self.assertEqual(float(row["energy.change"]), result["energy"]["change"])

    def test_of_csv_and_json_are_the_same(self):
        table = rows_of(carom("sweep", GRID).stdout)
        parsed = json.loads(carom("sweep", GRID, "--format", "json").stdout)
        self.assertEqual(len(parsed["rows"]), len(table))
        self.assertEqual(parsed["units"]["energy.contact_work"], "J")
        for row, item in zip(table, parsed["rows"]):
            shown = {key: value for key, value in row.items() if value != ""}
            self.assertEqual({k: v if isinstance(v, str) else repr(v) for k, v in item.items()}, shown)

    def test_a_line_says_the_same_as_a_file(self):
        rod = self.file("rod.yaml", ROD)
        line = carom("sweep", rod, "--vary", "contacts.tip.restitution=0,0.5,1", "--vary",
                     "contacts.tip.friction=0:1:6", "--law", "newton,poisson,stronge", "--columns",
                     "energy.contact_work,contacts.tip.mode,contacts.tip.u_after")
        self.assertEqual(rows_of(line.stdout), rows_of(carom("sweep", GRID).stdout))

    def test_a_problem_is_found_beside_the_sweep(self):
        self.file("rod.yaml", ROD)
        sweep = self.file("sweep.yaml", "problem: rod.yaml\nvary: {'u[0]': {values: [0, 1]}}\n")
        self.assertEqual([row["u[0]"] for row in rows_of(carom("sweep", sweep).stdout)], ["0.0", "1.0"])

    def test_an_entry_of_w_takes_its_twin_along(self):
        run = carom("sweep", self.file("rod.yaml", ROD), "--vary", "W[0][1]=-1:1:3")
        self.assertEqual([row["status"] for row in rows_of(run.stdout)], ["solved"] * 3)

    def test_draws_are_those_of_the_seed(self):
        def draw(seed):
            return carom("sweep", EXAMPLES / "sweeps/uncertain_pendulum.yaml", "--seed", seed).stdout
        self.assertEqual(draw(7), draw(7))
        values = {row["contacts.free end.friction"] for row in rows_of(draw(7))}
        self.assertEqual(len(values), 10)
        self.assertFalse(values & {row["contacts.free end.friction"] for row in rows_of(draw(8))})

    def test_a_point_that_fails_is_a_row(self):
        run = carom("sweep", self.file("rod.yaml", ROD), "--vary", "contacts.tip.friction=-1:1:3")
        self.assert_status(run, 0)
        rows = rows_of(run.stdout)
        self.assertEqual([row["status"] for row in rows], ["error", "solved", "solved"])
        self.assertEqual(rows[0]["error"], "contacts[0].friction: -1 is negative")
        self.assertEqual(rows[0]["contacts.tip.impulse.n"], "")

    def test_one_laws_refusal_does_not_cost_the_others(self):
        run = carom("sweep", self.file("rod.yaml", ROD), "--vary", "contacts.tip.static_friction=0.5:0.6:2",
                    "--law", "poisson,brach")
        self.assertEqual([row["status"] for row in rows_of(run.stdout)],
                         ["solved", "solved", "solved", "error"])

    def test_numbers_that_no_double_holds_are_a_row_with_an_error(self):
        sweep = self.file("sweep.yaml", "problem: rod.yaml\nvary: {x: {values: [1, 1e308], keys: {'u[0]': "
                          "{factor: 10}}}}\n")
        self.file("rod.yaml", ROD)
        rows = rows_of(carom("sweep", sweep).stdout)
        self.assertEqual([row["status"] for row in rows], ["solved", "error"])
        self.assertEqual(rows[1]["error"], "u[0]: expected a finite number, got inf")

    def test_no_solution_is_a_status(self):
        locks = ROD.replace("[[2.5, -1.5], [-1.5, 2.5]]", "[[1, 1], [1, 1]]").replace("[0.6, -1]", "[-1, -1]")
        run = carom("sweep", self.file("rod.yaml", locks), "--vary", "contacts.tip.friction=0.5,1.5", "--law",
                    "newton", "--columns", "reason,contacts.tip.impulse")
        rows = rows_of(run.stdout)
        self.assertEqual([row["status"] for row in rows], ["solved", "no_solution"])
        self.assertEqual([rows[1]["reason"], rows[1]["contacts.tip.impulse.n"]], ["rank_one", ""])


class Interruption(TestCase):
    """What becomes of the file is the matter of files_test.py."""

    def test_resume_wants_a_file(self):
        run = carom("sweep", GRID, "--resume")
        self.assert_status(run, 2)
        self.assertIn("-o OUT", run.stderr)


class Boundaries(TestCase):
    def found(self, *arguments):
        run = carom("sweep", CHAIN, "--boundaries", *arguments)
        self.assert_status(run, 0)
        return rows_of(run.stdout)

    def test_newton_creates_energy_where_theory_says(self):
        places = [float(row["phi_1"]) for row in self.found("--law", "newton") if row["what"] == "energy"]
        self.assertEqual([round(x, 6) for x in places], [-0.726230, -0.363864])

    def test_the_base_rebounds_where_theory_says(self):
        for law in ("newton", "poisson", "stronge"):
            places = [float(row["phi_1"]) for row in self.found("--law", law)
                      if row["what"] == "contacts.A0.outcome" and "rebounds" in (row["before"], row["after"])]
            self.assertEqual([round(x, 6) for x in places], [-1.412398, -1.196386], law)

    def test_are_as_exact_as_asked(self):
        exact = self.found("--tolerance", "1e-9")
        for tolerance in ("1e-4", "1e-6"):
            rough = self.found("--tolerance", tolerance)
            self.assertEqual([row["what"] for row in rough], [row["what"] for row in exact])
            for a, b in zip(rough, exact):
                self.assertLessEqual(float(a["uncertainty"]), float(tolerance) * 1.5)
                self.assertLessEqual(abs(float(a["phi_1"]) - float(b["phi_1"])),
                                     float(a["uncertainty"]) + float(b["uncertainty"]))

    def test_lie_along_the_last_key_of_a_grid(self):
        run = carom("sweep", GRID, "--boundaries", "--format", "json", "--threads", "2")
        rows = json.loads(run.stdout)["rows"]
        # The tip stays stuck from |W_tn|/W_tt = 0.6 on, whatever the restitution (T5.4).
        stick = [(row["contacts.tip.restitution"], round(row["contacts.tip.friction"], 6)) for row in rows
                 if row["law"] == "poisson" and row["after"] == "stick_in_compression"]
        self.assertEqual(stick, [(0.0, 0.6), (0.5, 0.6), (1.0, 0.6)])
        self.assertNotIn("stick_in_compression", [row["before"] for row in rows if row["law"] == "poisson"],
                         "looked across the end of a line")

    def test_random_values_have_none(self):
        run = carom("sweep", EXAMPLES / "sweeps/uncertain_pendulum.yaml", "--boundaries")
        self.assert_status(run, 2)
        self.assertIn("drawn at random", run.stderr)


class Mistakes(TestCase):
    def test_are_named_with_their_place(self):
        rod = self.file("rod.yaml", ROD)
        for wish, message in (("contacts.tip.frition=0:1:3", "contacts.tip.frition: not in"),
                              ("contacts.top.friction=0:1:3", "contacts.top: not in the problem; did you mean tip?"),
                              ("contacts[1].friction=0:1:3", "contacts[1]: there is 1 here"),
                              ("u=0:1:3", "u: is no number"),
                              ("u[x]=0:1:3", "[x] is no index"),
                              ("u[0]=0:1", "expected FROM:TO:STEPS"),
                              ("u[0]=0:1:0", "no values"),
                              ("u[0]=0:1:2:log", "want both positive"),
                              ("u[0]=a,b", "u[0]: is no word; want numbers"),
                              ("u[0]=normal:0:-1", "is negative"),
                              ("u[0]=uniform:0:1", "draws: missing"),
                              ("u[0]", "expected KEY=VALUES")):
            with self.subTest(wish):
                run = carom("sweep", rod, "--vary", wish)
                self.assert_status(run, 2)
                if wish.startswith("contacts.tip.frition"):
                    message = "contacts[0].frition: unknown key; did you mean friction?"
                self.assertIn(message, run.stderr)
                self.assertEqual(run.stdout, "")

    def test_in_a_file_have_a_line(self):
        start = "problem: rod.yaml\n"
        self.file("rod.yaml", ROD)
        for text, message in ((f"{start}vary: {{'u[0]': {{form: 0}}}}", ":2: vary.u[0].form: unknown key; did you mean from?"),
                              (f"{start}vary:\n  u[0]: {{from: 0, to: 1}}", ":3: vary.u[0].steps: missing"),
                              (f"{start}laws: all", ":2: laws: unknown key; did you mean law?"),
                              ("problem: rot.yaml\nvary: {}", ":1: problem: there is no file"),
                              (start, "nothing varies"),
                              ("vary: {}", "problem: missing")):
            with self.subTest(text):
                run = carom("sweep", self.file("sweep.yaml", text))
                self.assert_status(run, 2)
                self.assertIn(message, run.stderr)

    def test_a_sweep_is_no_problem_to_solve(self):
        for command in ("solve", "check"):
            run = carom(command, GRID)
            self.assert_status(run, 2)
            self.assertIn("belongs to sweeps: carom sweep FILE", run.stderr)

    def test_in_options_point_to_the_help(self):
        for option in ("--threads", "--tolerance", "--draws"):
            run = carom("sweep", GRID, option, "0")
            self.assert_status(run, 2)
            self.assertIn(f"{option}: 0 is not greater than 0", run.stderr)

    def test_of_columns_get_a_suggestion(self):
        run = carom("sweep", GRID, "--columns", "contacts.tip.impuls.n")
        self.assert_status(run, 2)
        self.assertIn("did you mean contacts.tip.impulse.n?", run.stderr)

    def test_that_no_point_survives_are_refused_at_the_start(self):
        run = carom("sweep", self.file("rod.yaml", ROD), "--vary", "contacts.tip.friction=-2:-1:3")
        self.assert_status(run, 2)
        self.assertIn("none of 2 other points", run.stderr)


class Progress(TestCase):
    def test_is_shown_on_a_terminal_only(self):
        out = self.folder / "out.csv"
        shown, status = on_terminal(*LONG, "-o", out)
        self.assertEqual(status, 0)
        self.assertRegex(shown, r"\d+ % \[#* *\] [\d,]+ of (12|240),000 points, [\d,]+/s, \d+ s left")
        self.assertEqual(carom(*LONG, "-o", out, "--force").stderr, "")


if __name__ == "__main__":
    program.main()
