#!/usr/bin/env python3
"""carom simulate from outside: summary, tables, JSON, pictures, interruption, and what it refuses."""

import csv
import json
import signal
import subprocess
import time

import program
from program import EXAMPLES, TestCase, carom, on_terminal

BALL = EXAMPLES / "motion/bouncing_ball.yaml"
DISC = EXAMPLES / "motion/rolling_disc.yaml"

# A ball that bounces without loss for as long as it is let.
ENDLESS = """
law: newton
bodies: {ball: {sphere: {radius: 0.1}, mass: 1, position: [0, 1.1]}}
surfaces: {floor: {}}
contacts: {floor: {between: [ball, floor], restitution: 1, friction: 0}}
simulation: {duration: 1000000 s, sample: 10 ms, events: 100000000}
"""


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Summary(TestCase):
    def test_names_the_closed_form_time_of_rest(self):
        run = carom("simulate", BALL, "--problem", 1, "--format", "table")
        self.assert_status(run, 0)
        self.assertRegex(run.stdout, r"1\.35457092  rests   floor")
        self.assertIn("The energy balances", run.stdout)

    def test_is_what_a_terminal_shows(self):
        text, status = on_terminal("simulate", DISC)
        self.assertEqual(status, 0)
        self.assertIn("slip stops", text)


class Tables(TestCase):
    def test_hold_samples_and_events(self):
        out = self.folder / "disc.csv"
        self.assert_status(carom("simulate", DISC, "-o", out), 0)
        samples = rows_of(out)
        self.assertEqual(len(samples), 201)
        self.assertEqual(float(samples[-1]["t"]), 1)
        self.assertAlmostEqual(float(samples[-1]["bodies.disc.vx"]), 2, places=12)
        self.assertEqual(samples[0]["contacts.floor.mode"], "slip+")
        self.assertAlmostEqual(float(samples[0]["contacts.floor.force.n"]), 9.81, places=12)
        events = rows_of(self.folder / "disc.events.csv")
        self.assertEqual([e["event"] for e in events], ["start", "slip_stops", "end"])
        self.assertAlmostEqual(float(events[1]["t"]), 3 / (3 * 0.2 * 9.81), places=12)

    def test_balance_at_every_sample(self):
        out = self.folder / "ball.csv"
        self.assert_status(carom("simulate", BALL, "--problem", 2, "-o", out), 0)
        for name in (out, self.folder / "ball.events.csv"):
            totals = [float(row["energy.total"]) for row in rows_of(name)]
            self.assertLess(max(totals) - min(totals), 1e-9 * max(totals))

    def test_are_the_same_bytes_each_time(self):
        scene = EXAMPLES / "motion/double_pendulum_hits_ground.yaml"
        for form in ("csv", "json"):
            runs = [carom("simulate", scene, "--duration", "1.5s", "--format", form) for _ in range(2)]
            self.assert_status(runs[0], 0)
            self.assertGreater(len(runs[0].stdout), 10_000)
            self.assertEqual(runs[0].stdout, runs[1].stdout)

    def test_go_to_a_pipe_as_samples(self):
        run = carom("simulate", DISC, "--sample", "250ms")
        self.assertEqual([line.split(",")[0] for line in run.stdout.splitlines()],
                         ["t", "0.0", "0.25", "0.5", "0.75", "1.0"])


class Json(TestCase):
    def test_is_one_document_with_results_as_solve_writes_them(self):
        run = carom("simulate", BALL, "--problem", 1, "--duration", "1s", "--format", "json")
        self.assert_status(run, 0)
        motion = json.loads(run.stdout)
        self.assertEqual(motion["options"]["law"], "newton")
        self.assertEqual(motion["scene"]["bodies"], ["ball"])
        self.assertEqual(len(motion["samples"]), 101)
        impacts = [e for e in motion["events"] if e["event"] == "impact"]
        self.assertEqual(len(impacts), 2)
        result = impacts[0]["impact"]
        self.assertEqual(result["status"], "solved")
        self.assertAlmostEqual(result["contacts"][0]["u_after"]["n"],
                               -0.5 * result["contacts"][0]["u_before"]["n"], places=14)
        self.assertEqual(motion["end"]["reason"], "finished")
        self.assertLess(motion["end"]["ledger_error"], 1e-12)


class Vehicles(TestCase):
    def test_every_impact_has_the_report_that_its_impulses_give(self):
        """A ball of 1 kg on the floor: delta-V is the impulse, EES the square root of twice the loss."""
        run = carom("simulate", BALL, "--problem", 1, "--duration", "1s", "--format", "json", "--report", "vehicle")
        self.assert_status(run, 0)
        impacts = [e for e in json.loads(run.stdout)["events"] if e["event"] == "impact"]
        self.assertEqual(len(impacts), 2)
        for event in impacts:
            ball = event["vehicle"]["vehicles"][0]
            contact = event["impact"]["contacts"][0]
            self.assertEqual(ball["name"], "ball")
            self.assertAlmostEqual(ball["delta_v"]["size"], contact["impulse"]["n"], delta=1e-12)
            self.assertAlmostEqual(ball["departure"]["speed"], contact["u_after"]["n"], delta=1e-12)
            loss = -event["impact"]["energy"]["contact_work"]
            self.assertAlmostEqual(ball["ees"]["all_of_the_loss"], (2 * loss) ** 0.5, delta=1e-12)
        table = carom("simulate", BALL, "--problem", 1, "--duration", "1s", "--format", "table", "--report", "vehicle")
        self.assertEqual(table.stdout.count("Impact at t = "), 2)
        self.assertIn("EES, all the loss", table.stdout)

    def test_are_refused_where_there_is_none_and_where_they_cannot_go(self):
        pendulum = EXAMPLES / "motion/double_pendulum_hits_ground.yaml"
        for arguments, words in (((pendulum, "--format", "json"), "no vehicle"),
                                 ((BALL, "--problem", 1, "--format", "csv"), "csv has no place"),
                                 ((BALL, "--problem", 1, "--html", self.folder / "x.html"), "leave out --html")):
            run = carom("simulate", *arguments, "--report", "vehicle")
            self.assert_status(run, 2)
            self.assertIn(words, run.stderr)


class Pictures(TestCase):
    def test_scripts_draw_ways_and_energy(self):
        out = self.folder / "disc.gp"
        self.assert_status(carom("simulate", DISC, "--format", "table", "--plot", out), 0)
        script = out.read_text(encoding="utf-8")
        self.assertIn("lost to friction", script)
        self.assertIn("multiplot", script)

    def test_of_an_unknown_kind_are_refused_before_anything_runs(self):
        run = carom("simulate", DISC, "--plot", "disc.bmp")
        self.assert_status(run, 2)
        self.assertIn("unknown kind of picture", run.stderr)


class Ends(TestCase):
    def test_a_film_has_a_frame_for_every_moment_that_is_due_and_plays_in_the_motions_time(self):
        out = self.folder / "disc.gp"
        self.assert_status(carom("simulate", DISC, "--duration", "2", "--sample", "10ms", "--format", "table",
                                 "--film", out), 0)
        script = out.read_text(encoding="utf-8")
        self.assertEqual(script.count("\nplot "), 50)  # 2 s at 25 frames a second
        self.assertIn("gif animate delay 4 ", script)
        self.assertIn("'t = 0.000 s'", script)
        self.assertIn("'t = 2.000 s'", script)
        run = carom("simulate", DISC, "--film", "disc.png")
        self.assert_status(run, 2)
        self.assertIn("disc.png: unknown kind of film; the output ends in .gif", run.stderr)

    def test_at_the_limit_of_events_keep_what_is_done_and_say_so(self):
        scene = self.file("endless.yaml", ENDLESS)
        out = self.folder / "out.csv"
        run = carom("simulate", scene, "--events", 10, "-o", out)
        self.assert_status(run, 1)
        self.assertIn("event_limit", run.stderr)
        events = [row["event"] for row in rows_of(self.folder / "out.events.csv")]
        self.assertEqual(events, ["start"] + 9 * ["impact"] + ["end"])

    def test_by_interruption_keep_what_is_done(self):
        scene = self.file("endless.yaml", ENDLESS)
        for name in ("out.csv", "out.json"):
            out = self.folder / name
            command = [program.path(), "simulate", str(scene), "-o", str(out)]
            with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as run:
                time.sleep(0.5)
                run.send_signal(signal.SIGINT)
                _, said = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 130, said)
            self.assertIn("what was done until then is written", said)
            if name == "out.json":
                self.assertEqual(json.loads(out.read_text())["end"]["reason"], "interrupted")
            else:
                self.assertGreater(len(rows_of(out)), 10)


class BeforeTheMotion(TestCase):
    def test_every_motion_is_checked_and_shown(self):
        for path in sorted((EXAMPLES / "motion").glob("*.yaml")):
            with self.subTest(path.name):
                run = carom("check", path)
                self.assert_status(run, 0)
                self.assertIn("fine", run.stdout)
                self.assert_status(carom("show", path), 0)
                run = carom("show", path, "--format", "json")
                self.assert_status(run, 0)
                for shown in json.loads(run.stdout):
                    self.assertIn("duration", shown["simulation"])
                    self.assertTrue(all("gap" in contact for contact in shown["contacts"]))

    def test_show_lists_the_gaps(self):
        text = carom("show", BALL).stdout
        self.assertRegex(text, r"gap +1 +m")
        self.assertIn("does not approach", text)
        self.assertIn("simulation: duration", text)

    def test_check_refuses_what_simulate_refuses(self):
        for change, complaint in (
            (("[0, 1.1]", "[0, -0.5]"), "contacts.floor: starts 0.6 m inside"),
            (("duration: 1000000 s, ", ""), "simulation.duration: missing"),
            (("sample: 10 ms", "tolerance: 1"), "tolerance: is 1; want above 0"),
        ):
            scene = self.file("scene.yaml", ENDLESS.replace(*change))
            for command in ("check", "simulate"):
                run = carom(command, scene)
                self.assert_status(run, 2)
                self.assertIn(complaint, run.stderr)


class SeveralLaws(TestCase):
    def test_are_an_array_and_one_is_a_document(self):
        one = json.loads(carom("simulate", DISC, "--law", "poisson", "--format", "json").stdout)
        run = carom("simulate", DISC, "--law", "newton,poisson", "--format", "json")
        self.assert_status(run, 0)
        motions = json.loads(run.stdout)
        self.assertEqual([motion["options"]["law"] for motion in motions], ["newton", "poisson"])
        self.assertEqual(motions[1], one)
        for event in motions[0]["events"]:
            self.assertLessEqual({"t", "event", "bodies"}, set(event))

    def test_have_a_column_in_tables(self):
        out = self.folder / "disc.csv"
        self.assert_status(carom("simulate", DISC, "--law", "newton,poisson", "-o", out), 0)
        samples = rows_of(out)
        self.assertEqual([row["law"] for row in samples], ["newton"] * 201 + ["poisson"] * 201)
        self.assertEqual({row["law"] for row in rows_of(self.folder / "disc.events.csv")}, {"newton", "poisson"})

    def test_all_are_those_that_are_defined(self):
        text = carom("simulate", DISC, "--law", "all", "--format", "table").stdout
        self.assertIn("law stronge", text)
        self.assertNotIn("law impulse_ratio", text)


class Restitutions(TestCase):
    def acted(self, *, velocity, law="stronge"):
        scene = self.file("corner.yaml", f"""
law: {law}
bodies: {{box: {{box: {{width: 0.4, height: 0.2}}, mass: 1, position: [0, 0.1], velocity: {velocity}}}}}
surfaces: {{floor: {{}}, wall: {{through: [0.2, 0], angle_deg: 90}}}}
contacts:
  heel: {{between: [box.bottom_left, floor], restitution: 0.5, friction: 0.2}}
  toe: {{between: [box.bottom_right, floor], restitution: 0.5, friction: 0.2}}
  side: {{between: [box.top_right, wall], restitution: 0.4, friction: 0.3}}
simulation: {{duration: 0.001}}
""")
        run = carom("simulate", scene, "--format", "json")
        events = [e for e in json.loads(run.stdout)["events"] if "impact" in e]
        return events[0]["restitutions"]

    def test_of_what_touches_do_not_act_with_one_collision(self):
        self.assertEqual(self.acted(velocity="[1, 0]"), {"side": 0.4})

    def test_of_all_that_are_pushed_act_where_several_collide(self):
        self.assertEqual(self.acted(velocity="[0, -1]"), {"heel": 0.5, "toe": 0.5, "side": 0.4})


class Refusals(TestCase):
    def refused(self, *arguments, text=None):
        run = carom("simulate", *([self.file("scene.yaml", text)] if text else []), *arguments)
        self.assert_status(run, 2)
        return run.stderr

    def test_name_place_and_expectation(self):
        self.assertIn("simulation.duration: missing; how long is the motion?",
                      self.refused(text=ENDLESS.replace("duration: 1000000 s, ", "")))
        self.assertIn("--duration: \"5 m\" is a length; want a time", self.refused(DISC, "--duration", "5 m"))
        self.assertIn("shows the motion by one law",
                      self.refused("--plot", "x.svg", text=ENDLESS.replace("law: newton", "law: all")))
        self.assertIn("unknown law", self.refused(DISC, "--law", "newtonn"))
        self.assertIn("holds 2 problems; say which one", self.refused(BALL))
        self.assertIn("no scene: it has no bodies", self.refused(EXAMPLES / "slip_reversal.yaml"))
        self.assertIn("contacts.floor: starts 0.6 m inside",
                      self.refused(text=ENDLESS.replace("[0, 1.1]", "[0, -0.5]")))
        self.assertIn("an ellipse as a whole cannot be followed",
                      self.refused(text=ENDLESS.replace("sphere: {radius: 0.1}", "ellipse: {width: 1, height: 2}")))


if __name__ == "__main__":
    program.main()
