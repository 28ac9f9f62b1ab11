#!/usr/bin/env python3
"""Arguments and `carom solve` from outside: exit status, messages, order, streams, files, colour."""

import json
import os
import pathlib
import re
import select
import signal
import stat
import subprocess
import time
import unittest

import program
from program import BAD, COMMANDS, EXAMPLES, GOOD, IS_SHORT, TestCase, carom, on_terminal, results

ESCAPE = "\x1b["


class Arguments(TestCase):
    def test_version_is_one_line(self):
        run = carom("--version")
        self.assert_status(run, 0)
        self.assertRegex(run.stdout, r"^carom \d+\.\d+\.\d+\n$")

    def test_help_of_each_command_shows_an_example(self):
        for command in COMMANDS:
            for run in (carom(command, "--help"), carom("help", command)):
                self.assert_status(run, 0)
                self.assertRegex(run.stdout, rf"Examples?:\n  carom .*{command}|Examples?:\n(  carom .*\n)+")
                self.assertLessEqual(max(map(len, run.stdout.splitlines())), 90)
        self.assertTrue(all(command in carom("--help").stdout for command in COMMANDS))

    def test_no_arguments_print_the_help(self):
        self.assertEqual(carom().stdout, carom("--help").stdout)

    def test_an_unknown_command_gets_a_suggestion(self):
        run = carom("slove")
        self.assert_status(run, 2)
        self.assertIn("did you mean solve?", run.stderr)
        self.assertEqual(run.stdout, "")

    def test_a_file_instead_of_a_command_is_understood(self):
        run = carom("kane.yaml")
        self.assert_status(run, 2)
        self.assertIn("carom solve kane.yaml", run.stderr)

    def test_bad_arguments_end_with_2_and_point_to_the_help(self):
        for arguments in (["solve", "--format", "xml"], ["solve", "--wrong"], ["diagram"],
                          ["diagram", "x.yaml"], ["demo", "extra"], ["solve", "--color", "red"],
                          ["diagram", "x.yaml", "--problem", "0", "-o", "x.svg"]):
            run = carom(*arguments)
            self.assert_status(run, 2)
            self.assertIn(f"carom {arguments[0]} --help", run.stderr)

    def test_unknown_names_get_a_suggestion(self):
        for arguments, hint in ((["solve", "--law", "newtn"], "newton"), (["laws", "strong"], "stronge"),
                                (["example", "faling_rod"], "falling_rod"),
                                (["example", "rimles_wheel"], "rimless_wheel"),
                                (["reproduce", "wang-masn"], "wang-mason")):
            run = carom(*arguments)
            self.assert_status(run, 2)
            self.assertIn(f"did you mean {hint}?", run.stderr)


class Solve(TestCase):
    def test_a_pipe_gets_json_lines_in_order(self):
        lines = "\n".join(GOOD % i for i in range(300)) + "\n"
        run = carom("solve", stdin=lines)
        self.assert_status(run, 0)
        self.assertEqual([(r["problem"], r["name"]) for r in results(run.stdout)],
                         [(i + 1, str(i)) for i in range(300)])

    def test_blanks_before_a_problem_cost_no_more_than_reading_them(self):
        # Looking at all of them again with every piece took a minute and more.
        blanks = (" " * 1023 + "\n") * (4_000 if IS_SHORT else 200_000)
        run = subprocess.run([program.path(), "solve"], input=blanks + GOOD % "a", capture_output=True, text=True,
                             timeout=60, check=False)
        self.assert_status(run, 0)
        self.assertEqual([r["name"] for r in results(run.stdout)], ["a"])

    def test_the_format_is_known_however_the_text_is_cut(self):
        document = "\ufeff\n  \n{\n" + (GOOD % "a")[1:]
        for text in (document, "\n\n[" + GOOD % "a" + "]", "\n# comment\n" + GOOD % "a", "\n" + GOOD % "a" + "\n"):
            with subprocess.Popen([program.path(), "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
                for byte in text.encode():
                    run.stdin.write(bytes([byte]))
                    run.stdin.flush()
                output = run.communicate()[0].decode()
            self.assertEqual([r["name"] for r in results(output)], ["a"], text)

    def test_a_message_does_not_list_a_hundred_thousand_bodies(self):
        bodies = {f"body {i}": {"mass": 1, "inertia": 1} for i in range(2_000 if IS_SHORT else 100_000)}
        scene = {"law": "newton", "bodies": bodies, "surfaces": {"floor": {}},
                 "contacts": {"hit": {"between": ["nobody at all.centre", "floor"], "restitution": 0, "friction": 0}}}
        run = carom("solve", stdin=json.dumps(scene))
        self.assert_status(run, 2)
        self.assertRegex(run.stderr, r'no body or surface "nobody at all"; there are body 0, body 1, .*, ... and \d+ more')
        self.assertLess(len(run.stderr), 1000)

    def test_only_the_command_line_is_told_of_its_options(self):
        run = carom("solve", stdin=(GOOD % "a").replace('"law": "poisson", ', ""))
        self.assert_status(run, 2)
        self.assertIn('law: missing; give a name, a list of names or "all" (or --law)', run.stderr)

    def test_laws_follow_the_order_asked_for(self):
        run = carom("solve", "--law", "stronge,newton", "--law", "brach", stdin=GOOD % "a")
        self.assertEqual([r["law"] for r in results(run.stdout)], ["stronge", "newton", "brach"])

    def test_all_means_every_law_that_is_defined(self):
        laws = [r["law"] for r in results(carom("solve", "--law", "all", stdin=GOOD % "a").stdout)]
        self.assertIn("brach", laws)
        self.assertNotIn("impulse_ratio", laws)

    def test_one_bad_line_does_not_stop_the_rest(self):
        run = carom("solve", stdin="\n".join([GOOD % "a", BAD % "b", "", "{", GOOD % "c"]))
        self.assert_status(run, 2)
        lines = results(run.stdout)
        self.assertEqual([line["problem"] for line in lines], [1, 2, 3, 4])
        self.assertEqual(lines[1]["name"], "b")
        self.assertIn("contacts[0].restitution: 1.3 is outside [0, 1]", lines[1]["error"])
        self.assertIn("error", lines[2])
        self.assertEqual(lines[3]["status"], "solved")
        self.assertIn("standard input:2: contacts[0].restitution: 1.3 is outside [0, 1]\n", run.stderr)
        self.assertIn("standard input:4: ", run.stderr)

    def test_a_broken_first_line_does_not_stop_the_rest(self):
        for first in ("nonsense", "{", '{"law": "poisson", "W": [[1,', "}", '"'):
            run = carom("solve", stdin=f"{first}\n{GOOD % 'b'}\n{GOOD % 'c'}\n")
            self.assert_status(run, 2)
            self.assertEqual([r.get("name") for r in results(run.stdout)][1:], ["b", "c"])

    def test_messages_name_the_file_and_the_line(self):
        path = self.file("problems.jsonl", f"{GOOD % 'a'}\n{BAD % 'b'}\n")
        run = carom("solve", path)
        self.assert_status(run, 2)
        self.assertEqual(run.stderr,
                         f"{path}:2: contacts[0].restitution: 1.3 is outside [0, 1]\n")

    def test_standard_input_may_be_one_json_document(self):
        pretty = json.dumps(json.loads(GOOD % "a"), indent=2)
        for text in (pretty, f"[{GOOD % 'a'}]", f"[\n{GOOD % 'a'}\n]\n", "\n\n  " + pretty, GOOD % "a",
                     "\ufeff" + pretty):
            run = carom("solve", stdin=text)
            self.assert_status(run, 0)
            self.assertEqual([r["name"] for r in results(run.stdout)], ["a"])

    def test_standard_input_may_be_yaml(self):
        yaml = carom("example", "falling_rod").stdout
        from_pipe = carom("solve", "-", stdin=yaml)
        self.assert_status(from_pipe, 0)
        self.assertEqual(from_pipe.stdout, carom("solve", EXAMPLES / "falling_rod.yaml").stdout)

    def test_several_files_are_counted_through(self):
        a = self.file("a.jsonl", f"{GOOD % 'a'}\n\n{GOOD % 'b'}\n")
        b = self.file("b.json", f"[{GOOD % 'c'}, {GOOD % 'd'}]")
        run = carom("solve", a, "-", b, stdin=GOOD % "in")
        self.assertEqual([(r["problem"], r["name"]) for r in results(run.stdout)],
                         [(1, "a"), (2, "b"), (3, "in"), (4, "c"), (5, "d")])

    def test_an_input_that_cannot_be_read_does_not_stop_the_others(self):
        good = self.file("a.jsonl", GOOD % "a")
        notes = self.file("notes.txt", GOOD % "b")
        run = carom("solve", self.folder / "missing.yaml", notes, self.folder, good)
        self.assert_status(run, 2)
        self.assertEqual([r["name"] for r in results(run.stdout)], ["a"])
        self.assertIn("missing.yaml: cannot be read: No such file", run.stderr)
        self.assertRegex(run.stderr, r"notes.txt: unknown ending; .*\.yaml.*\.json.*\.jsonl")
        self.assertIn("is a directory", run.stderr)

    def test_no_solution_is_a_result(self):
        run = carom("solve", EXAMPLES / "single_pendulum.yaml")
        self.assert_status(run, 0)
        self.assertIn("no_solution", [r["status"] for r in results(run.stdout)])

    def test_a_law_that_is_not_defined_is_refused(self):
        run = carom("solve", "--law", "impulse_ratio", stdin=GOOD % "a")
        self.assert_status(run, 2)
        self.assertIn("impulse_ratio", run.stderr)

    def test_json_is_one_array(self):
        for text, count in ((f"{GOOD % 'a'}\n{BAD % 'b'}\n{GOOD % 'c'}", 3), ("", 0)):
            array = json.loads(carom("solve", "--format", "json", stdin=text).stdout)
            self.assertEqual(len(array), count)

    def test_a_name_cannot_steer_the_terminal(self):
        run = carom("solve", "--format", "table", stdin=GOOD % r"red \u001b[31m")
        self.assertNotIn("\x1b", run.stdout)

    def test_empty_input_has_no_results(self):
        run = carom("solve", stdin="")
        self.assert_status(run, 0)
        self.assertEqual(run.stdout, "")


class Streams(TestCase):
    def test_an_interactive_pipe_is_answered_line_by_line(self):
        with subprocess.Popen([program.path(), "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
            for name in ("one", "two", "three"):
                run.stdin.write((GOOD % name + "\n").encode())
                run.stdin.flush()
                ready, _, _ = select.select([run.stdout], [], [], 60)
                self.assertTrue(ready, "no answer while the pipe stays open")
                self.assertEqual(json.loads(run.stdout.readline())["name"], name)
            run.stdin.close()
            self.assertEqual(run.wait(60), 0)

    def test_half_a_line_is_waited_for(self):
        with subprocess.Popen([program.path(), "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
            line = (GOOD % "a" + "\n" + GOOD % "b").encode()
            run.stdin.write(line[:40])
            run.stdin.flush()
            time.sleep(0.05)
            run.stdin.write(line[40:])
            run.stdin.close()
            self.assertEqual([r["name"] for r in results(run.stdout.read().decode())], ["a", "b"])
            self.assertEqual(run.wait(60), 0)

    def test_a_hundred_thousand_lines_keep_their_order(self):
        count = 5_000 if IS_SHORT else 100_000
        lines = "\n".join(GOOD % i for i in range(count))
        run = carom("solve", stdin=lines)
        self.assert_status(run, 0)
        names = re.findall(r'^\{"problem": (\d+), "name": "(\d+)"', run.stdout, re.MULTILINE)
        self.assertEqual(len(names), count)
        self.assertTrue(all(int(p) == int(n) + 1 == i + 1 for i, (p, n) in enumerate(names)))

    def test_a_reader_that_goes_ends_the_program_as_the_signal_does(self):
        path = self.file("many.jsonl", "\n".join(GOOD % i for i in range(20_000)))
        with subprocess.Popen([program.path(), "solve", path], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as run:
            run.stdout.readline()
            run.stdout.close()
            self.assertEqual(run.stderr.read(), b"")
            self.assertEqual(run.wait(60), -signal.SIGPIPE)

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "no /dev/full here")
    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([program.path(), "solve", EXAMPLES / "falling_rod.yaml"], stdout=full,
                                 stderr=subprocess.PIPE, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"cannot be written", run.stderr)


class OutputFile(TestCase):
    def test_holds_what_the_pipe_would_get(self):
        out = self.folder / "out.jsonl"
        run = carom("solve", EXAMPLES / "falling_rod.yaml", "-o", out)
        self.assert_status(run, 0)
        self.assertEqual(run.stdout, "")
        self.assertEqual(out.read_text(), carom("solve", EXAMPLES / "falling_rod.yaml").stdout)
        self.assertEqual(os.listdir(self.folder), ["out.jsonl"])

    def test_the_ending_chooses_the_format(self):
        for ending, start in ((".json", "[\n{"), (".txt", "problem 1: "), (".jsonl", "{"), ("", "{")):
            out = self.folder / f"out{ending}"
            self.assert_status(carom("solve", EXAMPLES / "falling_rod.yaml", "-o", out), 0)
            self.assertTrue(out.read_text().startswith(start))

    def test_that_cannot_be_written_ends_with_1(self):
        for out in (self.folder / "missing" / "out.jsonl", self.folder):
            run = carom("solve", EXAMPLES / "falling_rod.yaml", "-o", out)
            self.assert_status(run, 1)
            self.assertIn("cannot be written", run.stderr)

    def test_results_never_take_the_place_of_their_problems(self):
        problems = self.folder / "rod.json"
        problems.write_text(GOOD % "a")
        run = carom("solve", problems, "-o", self.folder / "." / "rod.json")
        self.assert_status(run, 2)
        self.assertIn("is the same file as the input", run.stderr)
        self.assertEqual(problems.read_text(), GOOD % "a")

    def test_an_interrupted_run_leaves_the_old_file_and_nothing_else(self):
        out = self.file("out.jsonl", "old")
        for end in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([program.path(), "solve", "-o", out], stdin=subprocess.PIPE) as run:
                run.stdin.write((GOOD % "a" + "\n").encode())
                run.stdin.flush()
                deadline = time.time() + 60
                while len(os.listdir(self.folder)) < 2 and time.time() < deadline:
                    time.sleep(0.01)
                run.send_signal(end)
                self.assertEqual(run.wait(60), -end)
            self.assertEqual(os.listdir(self.folder), ["out.jsonl"])
            self.assertEqual(out.read_text(), "old")

    def test_keeps_permissions_and_follows_links(self):
        real = self.file("real.jsonl", "old")
        real.chmod(0o640)
        link = self.folder / "link.jsonl"
        link.symlink_to(real)
        self.assert_status(carom("solve", EXAMPLES / "falling_rod.yaml", "-o", link), 0)
        self.assertTrue(link.is_symlink())
        self.assertTrue(real.read_text().startswith("{"))
        self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o640)

    def test_holds_the_good_results_when_a_problem_is_refused(self):
        out = self.folder / "out.jsonl"
        run = carom("solve", "-o", out, stdin=f"{GOOD % 'a'}\n{BAD % 'b'}\n")
        self.assert_status(run, 2)
        self.assertEqual(len(out.read_text().splitlines()), 2)

    def test_a_device_is_written_as_it_is(self):
        self.assert_status(carom("solve", EXAMPLES / "falling_rod.yaml", "-o", "/dev/null"), 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())


class Terminal(TestCase):
    rod = EXAMPLES / "falling_rod.yaml"

    def test_gets_a_table_in_colour(self):
        text, status = on_terminal("solve", self.rod)
        self.assertEqual(status, 0)
        self.assertTrue(text.startswith(ESCAPE))
        self.assertIn(f"{ESCAPE}1;31mCREATED", text)

    def test_no_color_and_dumb_terminals_are_respected(self):
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            text, _ = on_terminal("solve", self.rod, env=env)
            self.assertNotIn(ESCAPE, text)
            self.assertIn("CREATED", text)

    def test_color_can_be_asked_for_and_refused(self):
        self.assertNotIn(ESCAPE, on_terminal("demo", "--color", "never")[0])
        self.assertIn(ESCAPE, on_terminal("demo", "--color", "always", env={"NO_COLOR": "1"})[0])
        self.assertIn(ESCAPE, carom("solve", self.rod, "--format", "table", "--color", "always").stdout)
        self.assertNotIn(ESCAPE, carom("solve", self.rod, "--format", "table").stdout)

    def test_a_table_keeps_to_the_width(self):
        for columns in (80, 130):
            text, _ = on_terminal("solve", EXAMPLES / "sphere_on_plane.yaml", "--color", "never",
                                  columns=columns)
            widest = max(map(len, text.splitlines()))
            self.assertLessEqual(widest, columns)
            self.assertEqual("newton" in text and widest > 80, columns > 80)

    def test_error_messages_stay_on_standard_error(self):
        run = carom("solve", "--format", "table", stdin=f"{GOOD % 'a'}\n{BAD % 'b'}\n")
        self.assert_status(run, 2)
        self.assertIn("problem 2: refused", run.stdout)
        self.assertIn("standard input:2: contacts[0].restitution", run.stderr)


if __name__ == "__main__":
    program.main()
