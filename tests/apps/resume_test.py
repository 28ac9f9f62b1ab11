#!/usr/bin/env python3
"""carom sweep --resume: the same bytes as without interruption, or a refusal that names the row."""

import signal
import subprocess
import unittest

import program
from long_sweep import GRID, LONG, Case
from program import carom


class Resuming(Case):
    def setUp(self):
        super().setUp()
        self.whole = {}
        for name in ("out.csv", "out.json"):
            self.assert_status(carom("sweep", GRID, "-o", self.folder / name), 0)
            self.whole[name] = (self.folder / name).read_bytes()

    def part_of(self, name):
        """The part that a sweep would have had just before its end: rows with marks, as docs/sweeps.md says."""
        def checksum(text, state=0xcbf29ce484222325):
            for byte in text:
                state = (state ^ byte) * 0x100000001b3 % 2**64
            return state
        text = self.whole[name].decode()
        csv = name.endswith(".csv")
        head, rows = text.split("error\n" if csv else '"rows": [', 1)
        head += "error\n" if csv else '"rows": [\n'
        head = head.replace(", checksum " + head.split("checksum ")[1][:16], "") if csv else \
            head.replace(head[head.index(', "checksum"'):][:32], "")
        lines = rows.splitlines() if csv else [row.rstrip(",") for row in rows.splitlines()[1:-1]]
        part, state = head, checksum(b"")
        for i, line in enumerate(lines, 1):
            part += line + "\n"
            state = checksum(((line + "\n") if csv else ("\n" if i == 1 else ",\n") + line).encode(), state)
            if i % 9 == 0:
                part += f"# rows 1 to {i}: checksum {state:016x}\n"
        return part.encode()

    def resumed(self, name, part=None, result=None):
        """Resumes from what is given."""
        for path, data in ((self.folder / name, result), (self.folder / f"{name}.part", part)):
            path.unlink(missing_ok=True)
            if data is not None:
                path.write_bytes(data)
        before = self.content()
        run = carom("sweep", GRID, "-o", self.folder / name, "--resume")
        if run.returncode != 0:
            self.assertEqual(self.content(), before, "touched what it refused")
        return run

    def test_completes_a_part_cut_anywhere_to_the_same_bytes(self):
        for name, whole in self.whole.items():
            part = self.part_of(name)
            for cut in [*range(0, len(part), 397), len(part) - 1, len(part)]:
                self.assert_status(self.resumed(name, part[:cut]), 0)
                self.assertEqual((self.folder / name).read_bytes(), whole, cut)
                self.assertFalse((self.folder / f"{name}.part").exists())

    def test_completes_what_was_interrupted_or_killed_to_the_same_bytes(self):
        for name, end in (("out.csv", signal.SIGINT), ("out.json", signal.SIGKILL)):
            out, other = self.folder / f"long_{name}", self.folder / f"other_{name}"
            self.stopped(out, end=end)
            self.assert_status(carom(*LONG, "-o", out, "--resume"), 0)
            self.assert_status(carom(*LONG, "-o", other), 0)
            self.assertEqual(out.read_bytes(), other.read_bytes())

    def test_completes_what_a_full_disk_stopped_to_the_same_bytes(self):
        arguments = ("sweep", GRID, "--vary", "contacts.tip.friction=0:1:6000")
        alone, small = self.folder / "alone.csv", self.folder / "small"
        self.assert_status(carom(*arguments, "-o", alone), 0)
        small.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "none", small]
        if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
            self.skipTest("cannot mount a small file system")
        try:
            run = carom(*arguments, "-o", small / "out.csv")
            self.assertEqual(run.returncode, 1)
            self.assertIn("cannot be written: No space left on device", run.stderr)
            self.assertEqual([path.name for path in small.iterdir()], ["out.csv.part"])
            subprocess.run(["mount", "-o", "remount,size=60m", small], check=True)
            self.assert_status(carom(*arguments, "-o", small / "out.csv", "--resume"), 0)
            self.assertEqual((small / "out.csv").read_bytes(), alone.read_bytes())
        finally:
            subprocess.run(["umount", small], check=True)

    def test_refuses_a_part_with_a_flipped_byte_and_names_the_row(self):
        for name in self.whole:
            part = self.part_of(name)
            lines = part.split(b"\n")
            row = next(i for i, line in enumerate(lines) if b"solved" in line) + 5  # the sixth
            at = len(b"\n".join(lines[:row])) + 1
            for place in range(at, at + len(lines[row]), 7):
                damaged = bytearray(part)
                damaged[place] ^= 1
                run = self.resumed(name, bytes(damaged))
                self.assert_status(run, 2)
                self.assertIn("row 6 is damaged", run.stderr)

    def test_refuses_a_result_with_a_flipped_byte_anywhere(self):
        for name, whole in self.whole.items():
            for place in range(0, len(whole), 211):
                damaged = bytearray(whole)
                damaged[place] ^= 1
                run = self.resumed(name, result=bytes(damaged))
                self.assert_status(run, 2)
                self.assertRegex(run.stderr, "damaged|holds another sweep|does not end|breaks off|no checksum")
            digit = whole.index(b"solved", whole.index(b"solved") + 1) + 12
            damaged = whole[:digit] + bytes([whole[digit] ^ 1]) + whole[digit + 1:]
            self.assertIn("row 2 is damaged", self.resumed(name, result=damaged).stderr)

    def test_refuses_rows_that_are_missing_doubled_or_zeroed(self):
        for name, whole in self.whole.items():
            part = self.part_of(name)
            for text, key in ((part, "part"), (whole, "result")):
                lines = text.split(b"\n")
                row = next(i for i, line in enumerate(lines) if b"solved" in line) + 12
                place = len(b"\n".join(lines[:row])) + 3
                for damaged in (b"\n".join(lines[:row] + lines[row + 1:]), b"\n".join(lines[:row] + lines[row - 1:]),
                                text[:place] + b"\0" * 300 + text[place + 300:]):
                    run = self.resumed(name, **{key: damaged})
                    self.assert_status(run, 2)
                    self.assertRegex(run.stderr, r"row 1\d is damaged")
                    self.assertIn("--force makes it anew", run.stderr)

    def test_refuses_a_result_that_breaks_off(self):
        for name, whole in self.whole.items():
            run = self.resumed(name, result=whole[:len(whole) // 2])
            self.assert_status(run, 2)
            self.assertRegex(run.stderr, r"breaks off in row \d+ of")

    def test_of_a_complete_result_says_so(self):
        for name, whole in self.whole.items():
            inode = (self.folder / name).stat().st_ino
            run = carom("sweep", GRID, "-o", self.folder / name, "--resume")
            self.assert_status(run, 0)
            self.assertIn("is complete", run.stderr)
            self.assertEqual((self.folder / name).read_bytes(), whole)
            self.assertEqual((self.folder / name).stat().st_ino, inode)

    def test_refuses_another_sweep(self):
        for change in (["--law", "newton"], ["--vary", "contacts.tip.friction=0:2:6"], ["--columns", "energy"]):
            for given in ({"part": self.part_of("out.csv")}, {"result": self.whole["out.csv"]}):
                for path, data in given.items():
                    (self.folder / "x.csv").unlink(missing_ok=True)
                    (self.folder / "x.csv.part").unlink(missing_ok=True)
                    (self.folder / ("x.csv" if path == "result" else "x.csv.part")).write_bytes(data)
                before = self.content()
                run = carom("sweep", GRID, "-o", self.folder / "x.csv", "--resume", *change)
                self.assert_status(run, 2)
                self.assertIn("holds another sweep", run.stderr)
                self.assertEqual(self.content(), before)

    @unittest.skipIf(program.IS_SHORT, "sanitizers keep what was freed")
    def test_does_not_hold_the_file_in_memory(self):
        """A result larger than the memory that the program may have."""
        out = self.folder / "big.csv"
        self.assert_status(carom(*LONG, "--columns", "contacts,energy", "-o", out), 0)
        peak = [int(subprocess.run(["/usr/bin/env", "python3", "-c",
                                    "import resource, subprocess, sys\n"
                                    "subprocess.run(sys.argv[1:], check=True, stderr=subprocess.DEVNULL)\n"
                                    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
                                    program.path(), *map(str, arguments)], capture_output=True, encoding="utf-8",
                                   check=True).stdout.splitlines()[-1])
                for arguments in ((*LONG, "--columns", "contacts,energy", "-o", out, "--resume"), ("laws",))]
        self.assertLess(1024 * (peak[0] - peak[1]), out.stat().st_size / 2 + 8e6)


if __name__ == "__main__":
    program.main()
