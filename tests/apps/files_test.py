#!/usr/bin/env python3
"""Files that the program writes: nothing is lost, no input is replaced, damage is found."""

import json
import os
import signal
import subprocess
import time

import program
from long_sweep import GRID, LONG, Case, started, wait_for
from program import EXAMPLES, GOOD, carom, on_terminal

DISC = EXAMPLES / "motion/rolling_disc.yaml"
REVERSAL = EXAMPLES / "slip_reversal.yaml"
PAGE = '<html><script type="application/json" id="carom-data">null</script></html>'

# A ball that bounces for as long as it is let.
ENDLESS = """
law: newton
bodies: {ball: {sphere: {radius: 0.1}, mass: 1, position: [0, 1.1]}}
surfaces: {floor: {}}
contacts: {floor: {between: [ball, floor], restitution: 1, friction: 0}}
simulation: {duration: 1000000 s, sample: 10 ms, events: 100000000}
"""


class ASweep(Case):
    def test_does_not_replace_a_result_unasked(self):
        out = self.folder / "out.csv"
        self.assert_status(carom("sweep", GRID, "-o", out), 0)
        before = self.content()
        for more in ((), ("--law", "newton"), ("--boundaries",)):
            run = carom("sweep", GRID, "-o", out, *more)
            self.assert_status(run, 2)
            self.assertIn("is there already", run.stderr)
            self.assertIn("--force", run.stderr)
            self.assertEqual(self.content(), before)
        self.assert_status(carom("sweep", GRID, "--law", "newton", "-o", out, "--force"), 0)
        self.assertNotEqual(self.content(), before)
        self.assertEqual(os.listdir(self.folder), ["out.csv"])

    def test_keeps_a_finished_result_until_the_next_is_complete(self):
        out = self.folder / "out.csv"
        self.assert_status(carom("sweep", GRID, "-o", out), 0)
        before = out.read_bytes()
        said = self.stopped(out, "--force")
        self.assertIn("--resume goes on (instead of --force)", said)
        self.assertEqual(out.read_bytes(), before)

    def test_does_not_replace_unfinished_work_unasked(self):
        out = self.folder / "out.csv"
        said = self.stopped(out)
        self.assertIn("out.csv.part", said)
        self.assertFalse(out.exists())
        before = self.content()
        for more in ((), ("--boundaries",)):
            run = carom(*LONG, "-o", out, *more)
            self.assert_status(run, 2)
            self.assertIn("holds an unfinished sweep; --resume goes on", run.stderr)
            self.assertEqual(self.content(), before)

    def test_fills_a_file_that_is_empty(self):
        out = self.file("out.csv", "")
        self.assert_status(carom("sweep", GRID, "-o", out), 0)
        self.assertIn(b"solved", out.read_bytes())

    def test_is_refused_while_another_writes_the_file(self):
        out = self.folder / "out.csv"
        link = self.folder / "link.csv"
        link.symlink_to(out)
        with started(*LONG, "-o", out) as first:
            self.assertTrue(wait_for(self.folder / "out.csv.part", 10_000))
            for more in ((), ("--resume",), ("--force",)):
                for name in (out, link):
                    second = carom(*LONG, "-o", name, *more)
                    self.assert_status(second, 2)
                    self.assertIn("another carom is writing it", second.stderr)
            first.send_signal(signal.SIGKILL)
            first.communicate(timeout=60)
        # A lock dies with its process.
        with started(*LONG, "-o", out, "--resume") as again:
            time.sleep(0.3)
            self.assertIsNone(again.poll(), "did not go on")
            again.send_signal(signal.SIGINT)
            again.communicate(timeout=60)

    def test_wants_resume_or_force_but_not_both(self):
        run = carom("sweep", GRID, "-o", self.folder / "out.csv", "--resume", "--force")
        self.assert_status(run, 2)
        self.assertEqual(os.listdir(self.folder), [])

    def test_writes_to_a_device_as_it_is(self):
        self.assert_status(carom("sweep", GRID, "-o", "/dev/null"), 0)
        run = carom("sweep", GRID, "-o", "/dev/null", "--resume")
        self.assert_status(run, 2)


class Inputs(Case):
    """No output takes the place of what is read, whatever it is called."""

    def refused(self, *arguments, **more):
        before = self.content()
        run = carom(*arguments, cwd=self.folder, env={"CAROM_PAGE": str(self.folder / "page.html")}, **more)
        self.assert_status(run, 2)
        self.assertIn("write the results elsewhere", run.stderr)
        self.assertEqual(self.content(), before)

    def names_of(self, path, ending):
        """The file by other names."""
        symbolic, hard = self.folder / f"symbolic{ending}", self.folder / f"hard{ending}"
        for link in (symbolic, hard):
            link.unlink(missing_ok=True)
        symbolic.symlink_to(path)
        os.link(path, hard)
        same = [] if path.suffix != ending else [path.name, f"./{path.name}", str(path)]
        return same + [symbolic.name, hard.name]

    def test_are_safe_from_every_command(self):
        self.file("page.html", PAGE)
        rod = self.file("rod.json", json.dumps({"law": "poisson", "W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1],
                                                "contacts": [{"name": "tip", "restitution": 1, "friction": 0.5}]}))
        scene = self.file("scene.yaml", DISC.read_text())
        sweep = self.file("sweep.yaml", "problem: rod.json\nvary: {'u[0]': {values: [0, 1]}}\n")
        for name in self.names_of(rod, ".json"):
            self.refused("solve", rod, "-o", name)
            self.refused("show", rod, "-o", name)
            self.refused("sweep", rod, "--vary", "u[0]=0:1:2", "-o", name, "--force")
            self.refused("sweep", rod, "--vary", "u[0]=0:1:2", "-o", name, "--resume")
            self.refused("sweep", sweep, "-o", name, "--force")  # its problem
        for name in self.names_of(sweep, ".csv"):
            self.refused("sweep", sweep, "-o", name, "--force")
        for name in self.names_of(scene, ".csv"):
            self.refused("simulate", scene, "-o", name)
        for name in self.names_of(scene, ".gp"):
            self.refused("simulate", scene, "--plot", name)
            self.refused("show", scene, "--plot", name)
        for name in self.names_of(rod, ".gp"):
            self.refused("diagram", rod, "-o", name)
        for name in self.names_of(rod, ".html") + ["page.html"]:
            self.refused("solve", rod, "--html", name)
            self.refused("sweep", sweep, "--html", name)
        for name in self.names_of(scene, ".html") + ["page.html"]:
            self.refused("simulate", scene, "--html", name)

    def test_are_safe_from_the_second_file_and_the_part(self):
        scene = self.file("scene.yaml", DISC.read_text())
        for name in ("run.events.csv", "run.csv.part"):
            link = self.folder / name
            link.symlink_to(scene)
            self.refused("simulate", scene, "-o", "run.csv")
            link.unlink()
        (self.folder / "grid.csv.part").symlink_to(scene)
        self.refused("sweep", scene, "--vary", "bodies.disc.mass=1,2", "-o", "grid.csv", "--force")

    def test_on_standard_input_are_safe_too(self):
        problems = self.file("in.jsonl", GOOD % "a" + "\n")
        with open(problems, encoding="utf-8") as text:
            run = subprocess.run([program.path(), "solve", "-o", problems], stdin=text, capture_output=True,
                                 encoding="utf-8", check=False)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(problems.read_text(), GOOD % "a" + "\n")
        with open(problems, "a", encoding="utf-8") as behind:
            run = subprocess.run([program.path(), "solve", problems], stdout=behind, stderr=subprocess.PIPE,
                                 encoding="utf-8", check=False)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(problems.read_text(), GOOD % "a" + "\n")


class Replacing(Case):
    def test_happens_in_one_step(self):
        """The old file is another one than the new: nobody sees it half written."""
        scene = self.file("scene.yaml", DISC.read_text())
        page = self.file("page.html", PAGE)
        for arguments in (("solve", REVERSAL, "-o", "out.json"), ("show", REVERSAL, "-o", "out.txt"),
                          ("simulate", scene, "-o", "run.csv"), ("simulate", scene, "-o", "run.json"),
                          ("diagram", REVERSAL, "-o", "out.gp"), ("simulate", scene, "--plot", "run.gp"),
                          ("sweep", GRID, "--force", "-o", "grid.csv"), ("sweep", GRID, "--html", "grid.html"),
                          ("solve", REVERSAL, "--html", "out.html"), ("simulate", scene, "--html", "run.html")):
            out = self.file(arguments[-1], "old")
            with open(out, encoding="utf-8") as old:
                run = carom(*arguments, cwd=self.folder, env={"CAROM_PAGE": str(page)})
                self.assert_status(run, 0)
                self.assertEqual(old.read(), "old", arguments)
            self.assertNotEqual(out.read_text(), "old", arguments)
        self.assertEqual([name for name in os.listdir(self.folder) if "part" in name], [])


class AnInterruptedMotion(Case):
    def interrupted(self, name):
        scene = self.file("endless.yaml", ENDLESS)
        out = self.folder / name
        with started("simulate", scene, "-o", out) as run:
            self.assertTrue(wait_for(self.folder / f"{name}.part", 10_000), "samples are not written as they come")
            run.send_signal(signal.SIGINT)
            _, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, said)
        self.assertIn("what was done until then is written", said)
        return said

    def test_takes_a_place_that_is_free(self):
        for name, files in (("out.csv", {"out.csv", "out.events.csv"}), ("out.json", {"out.json"})):
            self.interrupted(name)
            self.assertLessEqual(files, set(os.listdir(self.folder)))
            self.assertFalse([n for n in os.listdir(self.folder) if n.endswith(".part")])
        self.assertEqual(json.loads((self.folder / "out.json").read_text())["end"]["reason"], "interrupted")

    def test_leaves_the_old_files_and_names_the_part(self):
        for name, old in (("out.csv", "out.csv"), ("new.csv", "new.events.csv"), ("out.json", "out.json")):
            self.file(old, "old")
            said = self.interrupted(name)
            self.assertIn(f"{name}.part", said)
            self.assertEqual((self.folder / old).read_text(), "old")
            self.assertTrue((self.folder / f"{name}.part").read_text().rstrip())
        self.assertTrue((self.folder / "out.events.csv.part").exists())
        self.assertFalse((self.folder / "new.csv").exists())
        self.assertEqual(json.loads((self.folder / "out.json.part").read_text())["end"]["reason"], "interrupted")

    def test_is_written_by_one_process_at_a_time(self):
        scene = self.file("endless.yaml", ENDLESS)
        out = self.folder / "out.csv"
        with started("simulate", scene, "-o", out) as run:
            self.assertTrue(wait_for(self.folder / "out.csv.part", 1_000))
            self.assert_status(carom("simulate", scene, "-o", out), 2)
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=60)


class Endings(Case):
    def test_that_deny_the_format_are_refused(self):
        for arguments in (("simulate", DISC, "-o", "x.csv", "--format", "table"),
                          ("simulate", DISC, "-o", "x.json", "--format", "csv"),
                          ("sweep", GRID, "-o", "x.csv", "--format", "json"),
                          ("sweep", GRID, "-o", "x.json", "--format", "csv"),
                          ("solve", REVERSAL, "-o", "x.json", "--format", "table"),
                          ("solve", REVERSAL, "-o", "x.csv"),
                          ("show", REVERSAL, "-o", "x.json", "--format", "table")):
            run = carom(*arguments, cwd=self.folder)
            self.assert_status(run, 2)
            self.assertIn("which its ending denies", run.stderr)
            self.assertEqual(os.listdir(self.folder), [])

    def test_that_say_nothing_of_a_format_are_fine(self):
        for form in ("table", "csv", "json"):
            self.assert_status(carom("simulate", DISC, "-o", self.folder / "x.dat", "--format", form), 0)


class ABrokenPipe(Case):
    def test_ends_the_program_as_the_signal_does(self):
        problems = self.file("many.jsonl", (GOOD % "a" + "\n") * 20_000)
        scene = self.file("endless.yaml", ENDLESS)
        for arguments in (LONG, ("solve", problems), ("simulate", scene), ("laws",), ("--help",), ("sweep", "--help")):
            reader, writer = os.pipe()
            is_long = arguments in (LONG, ("solve", problems), ("simulate", scene))
            if not is_long:
                os.close(reader)
            with started(*arguments, stdout=writer) as run:
                os.close(writer)
                if is_long:
                    self.assertTrue(os.read(reader, 100))
                    os.close(reader)
                _, said = run.communicate(timeout=60)
            self.assertEqual((run.returncode, said), (-signal.SIGPIPE, ""), arguments)


class Names(Case):
    HARD = 'law: poisson\nW: [[2.5, -1.5], [-1.5, 2.5]]\nu: [0.6, -1]\n' \
           'contacts: [{name: "a\\nb \\e[31mred", restitution: 1, friction: 0.5}]\n'

    def test_with_ends_of_lines_keep_the_head_in_its_lines(self):
        rod = self.file("rod.yaml", self.HARD)
        run = carom("sweep", rod, "--vary", "u[0]=0:1:2", "--columns", "contacts")
        self.assert_status(run, 0)
        lines = run.stdout.split("\n")
        self.assertTrue(lines[0].startswith("# carom sweep"))
        self.assertTrue(lines[1].startswith("# units: ") and "a b" in lines[1])
        self.assertTrue(lines[2].startswith("# made by carom "))
        self.assertTrue(lines[3].startswith("u[0],law,status"))
        self.assertEqual(len(lines), 7)

    def test_send_no_control_characters_to_a_terminal(self):
        rod = self.file("rod.yaml", self.HARD)
        sweep = self.file("sweep.yaml", 'problem: rod.yaml\nvary: {"x\\e[31m\\ny": {values: [0, 1], keys: {"u[0]": {}}}}\n')
        for arguments in (("sweep", rod, "--vary", "u[0]=0:1:2", "--columns", "contacts"), ("sweep", sweep),
                          ("sweep", sweep, "--boundaries"), ("sweep", sweep, "--format", "json")):
            text, status = on_terminal(*arguments)
            self.assertEqual(status, 0, text)
            self.assertNotIn("\x1b[31m", text)


if __name__ == "__main__":
    program.main()
