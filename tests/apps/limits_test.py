#!/usr/bin/env python3
"""carom under limits of memory and threads, and stopped by signals within long work."""

import resource
import signal
import subprocess
import time

import program
from program import EXAMPLES, TestCase

PROBLEM = (
    '{"law": "stronge", "W": [[3.0, 0.0], [0.0, 1.0]], "u": [1.0, -1.0],'
    ' "contacts": [{"friction": 0.5, "restitution": 0.8}]}\n'
)
ROD = EXAMPLES / "falling_rod.yaml"


def pile(boxes):
    """Boxes that fall onto each other, slightly turned: events that take seconds each."""
    turns = (0.0091, 0.0089, -0.0083, 0.0034, 0.0049, -0.0064)
    bodies, contacts = [], []
    for i in range(boxes):
        bodies.append(
            f"  b{i}: {{box: {{width: 0.4, height: 0.2}}, mass: 1, angle: {turns[i]},"
            f" position: [{turns[-1 - i]}, {0.12 + 0.22 * i}]}}"
        )
        for other in ["floor"] if i == 0 else ["floor", f"b{i - 1}"]:
            contacts.append(f"  c{i}{other}: {{between: [b{i}, {other}], restitution: 0.5, friction: 0.5}}")
    return "\n".join(
        ["law: stronge", "bodies:", *bodies, "surfaces: {floor: {}}", "contacts:", *contacts,
         "simulation: {duration: 3, sample: 0.01}", ""]
    )  # fmt: skip


def limited(kibibytes, *arguments, **more):
    """Runs carom with so much address space."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1024 * kibibytes, 1024 * kibibytes))

    return subprocess.run(
        [program.path(), *map(str, arguments)],
        preexec_fn=limit,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **more,
    )


class Memory(TestCase):
    def setUp(self):
        super().setUp()
        if limited(4000000, "--version").returncode != 0:
            self.skipTest("the program needs more address space by itself, as with sanitizers")

    def assert_answers(self, run, lines):
        """All of it, or a message and status 1."""
        if run.returncode == 0:
            self.assertEqual(len(run.stdout.splitlines()), lines)
        else:
            self.assert_status(run, 1)
            self.assertIn("carom: ", run.stderr)

    def test_that_is_short_is_said_or_suffices(self):
        lines = self.file("p.jsonl", 20000 * PROBLEM)
        document = self.file("p.yaml", "".join("- " + PROBLEM for _ in range(5000)))
        for kibibytes in (22000, 30000, 60000, 80000, 100000):
            self.assert_answers(limited(kibibytes, "solve", lines), 20000)
            self.assert_answers(limited(kibibytes, "solve", document), 5000)

    def test_that_is_short_for_threads_leaves_fewer(self):
        vary = ("--vary", "contacts[0].friction=0:1:2001", "--problem", 1)
        whole = limited(4000000, "sweep", ROD, *vary, "--threads", 1)
        self.assert_status(whole, 0)
        for kibibytes in (22000, 30000, 60000):
            run = limited(kibibytes, "sweep", ROD, *vary, "--threads", 8)
            if run.returncode == 0:
                self.assertEqual(run.stdout, whole.stdout)
            else:
                self.assert_status(run, 1)
                self.assertIn("carom: out of memory", run.stderr)

    def test_of_two_hundred_thousand_threads_is_not_taken(self):
        run = limited(
            8000000, "sweep", ROD, "--vary", "contacts[0].friction=0:1:100001", "--problem", 1,
            "--threads", 200000, "-o", self.folder / "out.csv",
        )  # fmt: skip
        self.assert_status(run, 0)
        self.assertEqual(run.stderr.count("threads could be started"), 1)


class Signals(TestCase):
    def test_end_a_motion_within_a_long_event(self):
        scene = self.file("pile.yaml", pile(6))
        for end in (signal.SIGINT, signal.SIGTERM):
            for wait in (0.4, 2.5):
                command = [program.path(), "simulate", str(scene), "-o", str(self.folder / "out.csv")]
                with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as run:
                    time.sleep(wait)
                    run.send_signal(end)
                    sent = time.monotonic()
                    _, said = run.communicate(timeout=60)
                    took = time.monotonic() - sent
                if run.returncode == 130:
                    self.assertIn("interrupted", said)
                    self.assertLess(took, 10)  # a second, on a machine that is not busy
                else:
                    self.assertIn(run.returncode, (0, 1), said)  # its end came first

    def test_end_every_command_that_reads(self):
        for command in (["solve"], ["check"], ["show"], ["simulate", "-"], ["sweep", "-"], ["diagram", "-", "-o", "x.svg"]):
            for end in (signal.SIGINT, signal.SIGTERM):
                with subprocess.Popen([program.path(), *command], stdin=subprocess.PIPE, cwd=self.folder) as run:
                    time.sleep(0.2)
                    run.send_signal(end)
                    self.assertEqual(run.wait(30), -end, command)


if __name__ == "__main__":
    program.main()
