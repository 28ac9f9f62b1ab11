#!/usr/bin/env python3
"""The other commands from outside: check, example, laws, demo, reproduce, diagram; and completion."""

import json
import os
import re
import shutil
import subprocess
import time
import unittest

import program
from program import BAD, COMMANDS, EXAMPLES, GOOD, IS_SHORT, PAPER_WITH_FIGURES, ROOT, TestCase, carom


class OtherCommands(TestCase):
    def test_check_counts_and_refuses(self):
        good = self.file("good.jsonl", f"{GOOD % 'a'}\n{GOOD % 'b'}\n")
        bad = self.file("bad.jsonl", f"{GOOD % 'a'}\n{BAD % 'b'}\n")
        run = carom("check", good)
        self.assert_status(run, 0)
        self.assertEqual(run.stdout, f"{good}: 2 problems, fine\n")
        run = carom("check", bad, good)
        self.assert_status(run, 2)
        self.assertEqual(run.stdout, f"{bad}: 2 problems, 1 refused\n{good}: 2 problems, fine\n")
        self.assertIn("1.3 is outside [0, 1]", run.stderr)

    def test_every_example_is_listed_printed_and_fine(self):
        problems = sorted(f.name for f in EXAMPLES.iterdir() if f.suffix in (".yaml", ".json", ".jsonl"))
        scenes = sorted(f"scenes/{f.name}" for f in EXAMPLES.glob("scenes/*.yaml"))
        sweeps = sorted(f"sweeps/{f.name}" for f in EXAMPLES.glob("sweeps/*.yaml"))
        motions = sorted(f"motion/{f.name}" for f in EXAMPLES.glob("motion/*.yaml"))
        listing = carom("example").stdout
        self.assertEqual(re.findall(r"^([\w/]+\.\w+)$", listing, re.MULTILINE),
                         problems + motions + scenes + sweeps)
        for name in problems + motions + scenes + sweeps:
            text = (EXAMPLES / name).read_text(encoding="utf-8")
            self.assertEqual(carom("example", name).stdout, text)
            self.assertEqual(carom("example", name.rsplit(".", 1)[0]).stdout, text)
            if name not in sweeps + motions:
                self.assert_status(carom("check", EXAMPLES / name), 0)

    def test_the_folder_of_a_scene_may_be_left_out_where_no_problem_has_its_name(self):
        scene = (EXAMPLES / "scenes/rimless_wheel.yaml").read_text(encoding="utf-8")
        self.assertEqual(carom("example", "rimless_wheel").stdout, scene)
        problem = (EXAMPLES / "falling_rod.yaml").read_text(encoding="utf-8")
        self.assertEqual(carom("example", "falling_rod").stdout, problem)

    def test_the_references_of_the_laws_are_bibtex_and_in_the_citation(self):
        everything = carom("laws", "--bibtex").stdout
        keys = set(re.findall(r"\[(\w+)\]", carom("laws").stdout))
        self.assertEqual(set(re.findall(r"^@\w+\{(\w+),$", everything, re.M)), keys)
        citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        self.assertEqual(citation.count("  - type: "), len(keys))
        for title in re.findall(r"^ +title += \{(.*)\},$", everything, re.M):
            self.assertIn(f'title: "{title}"', citation)
        one = carom("laws", "stronge", "--bibtex").stdout
        self.assertEqual(re.findall(r"^@\w+\{(\w+),$", one, re.M), ["Stronge1990", "Stronge2000"])

    def test_laws_are_described_one_by_one(self):
        everything = carom("laws").stdout
        for law in ("newton", "poisson", "stronge", "whittaker", "conventional", "brach"):
            run = carom("laws", law)
            self.assert_status(run, 0)
            self.assertIn(run.stdout, everything)
            for label in ("says", "guarantees", "use it", "reference"):
                self.assertRegex(run.stdout, rf"(?m)^  {label} ")

    def test_the_demo_shows_who_creates_energy(self):
        lines = {line.split()[0]: line for line in carom("demo").stdout.splitlines() if line}
        self.assertEqual(lines["whittaker"].count("CREATED"), 2)
        self.assertEqual(lines["conventional"].count("CREATED"), 1)
        for law in ("newton", "poisson", "stronge", "brach*"):
            self.assertNotIn("CREATED", lines[law])
        self.assertIn("-0.1063 J", lines["poisson"])

    def test_reproductions_agree(self):
        run = carom("reproduce", "--format", "json")
        self.assert_status(run, 0)
        papers = json.loads(run.stdout)
        self.assertEqual([p["paper"] for p in papers], sorted(p["paper"] for p in papers))
        for paper in papers[:1] if IS_SHORT else papers:
            table = carom("reproduce", paper["paper"])
            self.assert_status(table, 0)
            self.assertIn(paper["title"].split(":")[0][:40], " ".join(table.stdout.split()))

    def test_figures_of_a_paper_are_drawn_into_a_folder(self):
        folder = self.folder / "figures"
        paper, numbers = PAPER_WITH_FIGURES
        run = carom("reproduce", paper, "--plot", folder, "--picture", "gp")
        self.assert_status(run, 0)
        self.assertEqual(sorted(p.name for p in folder.iterdir()), [f"{paper}-fig-{n}.gp" for n in numbers])
        run = carom("reproduce", "zabuga", "--plot", folder)
        self.assert_status(run, 2)
        self.assertIn("zabuga has no figures to draw; cataldo-sampaio, hurmuzlu-marghitu and spatial have", run.stderr)

    def test_a_diagram_is_refused_for_several_contacts(self):
        run = carom("diagram", EXAMPLES / "two_contacts.yaml", "-o", self.folder / "x.svg")
        self.assert_status(run, 2)
        self.assertIn("two_contacts.yaml: problem 1 has 2 contacts", run.stderr)
        self.assertFalse((self.folder / "x.svg").exists())


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Diagram(TestCase):
    reversal = EXAMPLES / "slip_reversal.yaml"

    def draw(self, name, *arguments):
        out = self.folder / name
        run = carom("diagram", self.reversal, "-o", out, *arguments)
        self.assert_status(run, 0)
        return out.read_bytes()

    def test_the_ending_chooses_the_picture(self):
        for ending, start in ((".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG"), (".gp", b"# ")):
            self.assertTrue(self.draw("picture" + ending).startswith(start))
        run = carom("diagram", self.reversal, "-o", self.folder / "picture.bmp")
        self.assert_status(run, 2)
        self.assertIn(".svg, .pdf, .png", run.stderr)

    def test_the_same_problem_gives_the_same_bytes(self):
        for ending in (".svg", ".pdf", ".png", ".gp"):
            first = self.draw("a" + ending)
            if ending == ".pdf":
                time.sleep(1.1)  # PDF would record the second
            self.assertEqual(self.draw("b" + ending), first)

    def test_the_readme_picture_is_up_to_date(self):
        kept = (ROOT / "docs/pictures/slip_reversal.svg").read_text(encoding="utf-8")
        drawn = self.draw("picture.svg").decode()
        version = re.compile(r"Produced by GNUPLOT.*")
        if version.findall(kept) == version.findall(drawn):
            self.assertEqual(drawn, kept)

    def test_the_strip_of_the_readme_is_up_to_date(self):
        kept = (ROOT / "docs/pictures/slip_reversal_strip.svg").read_text(encoding="utf-8")
        out = self.folder / "strip.svg"
        run = carom("diagram", ROOT / "examples/scenes/slip_reversal.yaml", "--strip", "-o", out)
        self.assert_status(run, 0)
        drawn = out.read_text(encoding="utf-8")
        version = re.compile(r"Produced by GNUPLOT.*")
        if version.findall(kept) == version.findall(drawn):
            self.assertEqual(drawn, kept)

    def test_a_strip_is_drawn_of_scenes_only(self):
        run = carom("diagram", self.reversal, "--strip", "-o", self.folder / "strip.svg")
        self.assert_status(run, 2)
        self.assertIn("is no scene in the plane; a strip shows its bodies", run.stderr)

    def test_names_are_text_and_nothing_else(self):
        problem = json.loads(GOOD % "x")
        problem["name"] = "it's `touch hacked` $(touch hacked) @x \\ \" <b>&amp; {/Bold x}_y\n!touch hacked"
        out = self.folder / "picture.svg"
        run = carom("diagram", "-", "-o", out, stdin=json.dumps(problem), cwd=self.folder)
        self.assert_status(run, 0)
        title = re.search(r"<text>(it's .*?)</text>", out.read_text(encoding="utf-8"), re.DOTALL)
        shown = title.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        self.assertTrue(shown.startswith(problem["name"].split("\n")[0]), shown)
        self.assertEqual(os.listdir(self.folder), ["picture.svg"])

    def test_a_problem_that_is_not_there_is_named(self):
        run = carom("diagram", self.reversal, "--problem", "7", "-o", self.folder / "x.svg")
        self.assert_status(run, 2)
        self.assertIn("has 1 problem", run.stderr)

    def test_without_gnuplot_the_message_says_what_to_install(self):
        run = carom("diagram", self.reversal, "-o", self.folder / "x.svg", env={"PATH": "/nonexistent"})
        self.assert_status(run, 1)
        self.assertIn("gnuplot-nox", run.stderr)
        self.assertEqual(os.listdir(self.folder), [])


class Completion(TestCase):
    def complete(self, *words):
        script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _carom; ' \
                 'printf "%s\\n" "${COMPREPLY[@]}"'
        run = subprocess.run(["bash", "-c", script, "bash", ROOT / "apps/carom/completion/carom.bash",
                              *words], cwd=EXAMPLES, env=program.environment(), capture_output=True, encoding="utf-8",
                             check=False)
        self.assertEqual(run.stderr, "")
        return sorted(run.stdout.split())

    def test_offers_what_fits(self):
        self.assertEqual(self.complete("carom", "s"), ["show", "simulate", "solve", "sweep"])
        self.assertEqual(set(self.complete("carom", "")) & set(COMMANDS), set(COMMANDS))
        self.assertEqual(self.complete("carom", "solve", "--f"), ["--format"])
        self.assertEqual(self.complete("carom", "solve", "--law", "newton,po"), ["newton,poisson"])
        self.assertEqual(self.complete("carom", "example", "fall"), ["falling_rod"])
        self.assertEqual(self.complete("carom", "example", "scenes/fall"), ["scenes/falling_rod"])
        self.assertEqual(self.complete("carom", "solve", "kane"), ["kane_double_pendulum.yaml"])
        self.assertEqual(self.complete("carom", "solve", "--color", "n"), ["never"])
        self.assertEqual(self.complete("carom", "sweep", "--bound"), ["--boundaries"])
        self.assertEqual(self.complete("carom", "sweep", "x.yaml", "--format", ""), ["csv", "hdf5", "json"])
        self.assertEqual(self.complete("carom", "reproduce", "w"), ["wang-mason"])


if __name__ == "__main__":
    program.main()
