#!/usr/bin/env python3
"""What the documents and the expected outputs show is what the program prints, without tolerance.

    documents_test.py --update PROGRAM   writes the expected outputs of the examples anew; read the diff
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import program
from program import COMMANDS, EXAMPLES, EXPECTED, ROOT, TestCase, carom

# Examples whose results are also compared as JSON lines, bit for bit.
COMPARED_AS_JSON = ["kane_double_pendulum", "painleve_rod", "problems"]
# Examples as programs, examples/cpp/NAME.cpp and examples/python/NAME.py, which print the same.
PROGRAMS = ["kane", "monte_carlo", "heel_strike", "box_on_its_corner", "own_law"]


class ExpectedOutputs(TestCase):
    """Same input, same bits: compared without tolerance."""

    def test_tables(self):
        for path, text in expected_outputs().items():
            with self.subTest(path.name):
                self.assertTrue(path.exists(), f"{path} is missing; see --update")
                self.assertEqual(text, path.read_text(encoding="utf-8"))

    def test_sweeps(self):
        kept = set((EXAMPLES / "sweeps/expected").iterdir())
        self.assertEqual(kept, set(expected_sweeps()), "see --update")
        for path, text in expected_sweeps().items():
            self.assertEqual(text, path.read_text(encoding="utf-8"), path.name)

    def test_motions(self):
        kept = set((EXAMPLES / "motion/expected").iterdir())
        self.assertEqual(kept, set(expected_motions()), "see --update")
        for path, text in expected_motions().items():
            with self.subTest(path.name):
                self.assert_same_motion(text, path.read_text(encoding="utf-8"))

    def assert_same_motion(self, text, expected):
        """The same words, and numbers to 1e-6: sines differ in their last digit from one processor to another."""
        (words, numbers), (expected_words, expected_numbers) = taken_apart(text), taken_apart(expected)
        self.assertEqual(words, expected_words)
        for number, want in zip(numbers, expected_numbers):
            self.assertLessEqual(abs(number - want), 1e-6 * max(abs(want), 1e-2), f"{number}, expected {want}")

    def test_nothing_else_is_expected(self):
        kept = {p.name for p in EXPECTED.iterdir()} - {f"{name}_cpp.txt" for name in PROGRAMS}
        self.assertEqual(kept, {p.name for p in expected_outputs()})

    def test_the_cpp_examples_print_what_is_expected(self):
        for name in PROGRAMS:
            with self.subTest(name):
                binary = find_cpp_example(name)
                if binary is None:
                    self.skipTest(f"example_{name} is not built here")
                run = subprocess.run([binary], capture_output=True, encoding="utf-8", check=False)
                self.assertEqual(run.stdout, (EXPECTED / f"{name}_cpp.txt").read_text(encoding="utf-8"))


class Documents(TestCase):
    """What the documents show is what the program prints."""

    def test_shown_commands_print_what_is_shown(self):
        for document in ("README.md", "docs/command-line.md", "docs/reproduction.md", "docs/sweeps.md",
                         "docs/simulation.md", "docs/tutorial.md", "docs/newcomer.md"):
            text = (ROOT / document).read_text(encoding="utf-8")
            for example in EXAMPLES.glob("*.*"):
                shutil.copy(example, self.folder)
            for kind in ("scenes", "sweeps", "motion"):
                shutil.copytree(EXAMPLES / kind, self.folder / kind, dirs_exist_ok=True)
            for kind in ("examples/robots", "data/impacts"):  # the README's are run in the repository's folder
                shutil.copytree(ROOT / kind, self.folder / kind, dirs_exist_ok=True)
            for shown, name in re.findall(r"^```yaml\n(# (\S+\.yaml)\n.*?)^```", text, re.MULTILINE | re.DOTALL):
                self.file(name, shown)
            for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
                for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                    if not re.match(r"carom |cat .*\| carom ", command):
                        continue
                    with self.subTest(document, command=command):
                        run = subprocess.run(["bash", "-c", command], cwd=self.folder,
                                             env=program.environment(), stdout=subprocess.PIPE,
                                             stderr=subprocess.STDOUT, encoding="utf-8", check=False)
                        if "libmujoco" in run.stdout:
                            self.skipTest("this carom reads no MJCF")
                        self.assert_shown(run.stdout, shown)

    def assert_shown(self, printed, shown):
        """A line of dots in a document stands for lines that are left out."""
        if "...\n" not in shown:
            self.assertEqual(printed, shown)
            return
        parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
        self.assertRegex(printed, re.compile(r"\A" + "(?:.*\n)*?".join(parts) + r"\Z"))

    def test_the_readme_shows_the_examples_and_their_output(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        self.assertIn((EXAMPLES / "cpp/kane.cpp").read_text(encoding="utf-8"), text)
        self.assertIn((EXAMPLES / "python/kane.py").read_text(encoding="utf-8"), text)
        self.assertIn((EXPECTED / "kane_cpp.txt").read_text(encoding="utf-8"), text)

    def test_the_readme_says_first_for_whom_it_is_and_what_it_is_not(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        first_screen = "\n".join(text.splitlines()[:16])
        for words in ("in the plane and in space", "**For** ", "**Not** ", "Not 3D motion yet"):
            self.assertIn(words, first_screen)
        self.assertLess(text.index("## Install\n"), text.index("## Read the code in this order\n"))

    def test_the_manual_names_every_command(self):
        text = (ROOT / "docs/man/carom.1").read_text(encoding="utf-8")
        for command in COMMANDS:
            self.assertIn(f".It Cm {command}\n", text)

    def test_links_lead_somewhere(self):
        for document in ("README.md", "docs/command-line.md", "docs/sweeps.md", "docs/simulation.md", "docs/python.md"):
            path = ROOT / document
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
                self.assertTrue((path.parent / link).exists(), f"{document}: {link}")


def find_cpp_example(name):
    """The C++ example of that name, where the build that made the program made it too."""
    for parent in list(pathlib.Path(program.path()).parents)[:4]:
        for place in (parent / f"example_{name}", parent / f"tests/example_{name}"):
            if place.exists():
                return place
    return None


def expected_outputs():
    """{path: text} of all examples."""
    outputs = {}
    for path in sorted(EXAMPLES.iterdir()):
        if path.suffix not in (".yaml", ".json", ".jsonl"):
            continue
        outputs[EXPECTED / f"{path.stem}.txt"] = carom("solve", path, "--format", "table").stdout
        if path.stem in COMPARED_AS_JSON:
            outputs[EXPECTED / f"{path.stem}.jsonl"] = carom("solve", path, "--format", "jsonl").stdout
    return outputs


def expected_sweeps():
    """{path: text} of all sweeps, and of the boundaries in the chain's."""
    folder = EXAMPLES / "sweeps/expected"
    outputs = {folder / f"{path.stem}.csv": carom("sweep", path).stdout
               for path in sorted(EXAMPLES.glob("sweeps/*.yaml"))}
    chain = EXAMPLES / "sweeps/three_link_chain.yaml"
    outputs[folder / "three_link_chain_boundaries.csv"] = carom("sweep", chain, "--boundaries").stdout
    return outputs


def taken_apart(text):
    """The words of a text with a # for every number, and the numbers."""
    number = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
    return re.sub(number, "#", text).split(), [float(x) for x in re.findall(number, text)]


def expected_motions():
    """{path: text} of the summaries of all motions, one for each scene of a file."""
    outputs = {}
    for path in sorted(EXAMPLES.glob("motion/*.yaml")):
        scenes = re.findall(r"^- name:", path.read_text(encoding="utf-8"), re.MULTILINE)
        for number in range(1, max(1, len(scenes)) + 1):
            name = f"{path.stem}_{number}.txt" if scenes else f"{path.stem}.txt"
            outputs[EXAMPLES / "motion/expected" / name] = carom(
                "simulate", path, "--problem", number, "--format", "table").stdout
    return outputs


def update():
    EXPECTED.mkdir(exist_ok=True)
    for path, text in (expected_outputs() | expected_sweeps() | expected_motions()).items():
        path.write_text(text, encoding="utf-8")
    for name in PROGRAMS:
        if binary := find_cpp_example(name):
            text = subprocess.run([binary], capture_output=True, encoding="utf-8", check=True).stdout
            (EXPECTED / f"{name}_cpp.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if "--update" in sys.argv:
        sys.argv.remove("--update")
        update()
    else:
        program.main()
