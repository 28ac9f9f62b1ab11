#!/usr/bin/env python3
"""Pages for the browser from outside: --html, explore, example --json. What the page does with the data is
tested in a browser (explorer/tests)."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time

import program
from program import BAD, EXAMPLES, GOOD, PAPER_WITH_FIGURES, TestCase, carom

SLOT = '<script type="application/json" id="carom-data">'
PAGE = f"<html><head>{SLOT}null</script></head><body>page</body></html>"


class Pages(TestCase):
    """With a page that is only a frame."""

    def setUp(self):
        super().setUp()
        self.env = {"CAROM_PAGE": str(self.file("frame.html", PAGE))}

    def page(self, *arguments, status=0, stdin=""):
        out = self.folder / "out.html"
        run = carom(*arguments, "--html", out, env=self.env, stdin=stdin)
        self.assert_status(run, status)
        self.assertEqual(run.stdout, "")
        text = out.read_text(encoding="utf-8")
        self.assertTrue(text.endswith("</script></head><body>page</body></html>"))
        return json.loads(re.search(re.escape(SLOT) + "(.*?)</script>", text, re.DOTALL).group(1))

    def test_solve_puts_problems_and_results_inside(self):
        data = self.page("solve", EXAMPLES / "slip_reversal.yaml", "--law", "newton,stronge")
        self.assertEqual(data["kind"], "solve")
        self.assertEqual(data["title"], "slip_reversal.yaml")
        self.assertEqual(data["documents"][0]["law"], ["newton", "stronge"])
        lines = carom("solve", EXAMPLES / "slip_reversal.yaml", "--law", "newton,stronge").stdout
        self.assertEqual(data["results"], program.results(lines))

    def test_a_refused_problem_does_not_stop_the_others(self):
        data = self.page("solve", status=2, stdin=f"{BAD % 'a'}\n{GOOD % 'b'}\n")
        self.assertIn("1.3 is outside [0, 1]", data["results"][0]["error"])
        self.assertEqual(data["results"][1]["law"], "poisson")

    def test_a_name_cannot_end_the_script(self):
        data = self.page("solve", stdin=GOOD % "</script><script>alert(1)</script><!--")
        self.assertEqual(data["documents"][0]["name"], "</script><script>alert(1)</script><!--")
        self.assertNotIn("alert(1)</script>", (self.folder / "out.html").read_text().replace("\\u003c", ""))

    def test_sweep_puts_its_rows_and_its_own_document_inside(self):
        words = ["sweep", EXAMPLES / "slip_reversal.yaml", "--vary", "contacts[0].friction=0:1:5",
                 "--columns", "energy.change"]
        data = self.page(*words)
        self.assertEqual(data["sweep"], json.loads(carom(*words, "--format", "json").stdout))
        again = self.file("again.json", json.dumps(data["documents"][0]))
        rows = json.loads(carom("sweep", again, "--columns", "energy.change", "--format", "json").stdout)
        self.assertEqual(rows["rows"], data["sweep"]["rows"])

    def test_every_kind_of_variable_survives(self):
        for example in (EXAMPLES / "sweeps").glob("*.yaml"):
            data = self.page("sweep", example)
            again = self.file("again.json", json.dumps(data["documents"][0]))
            columns = [key for key in data["sweep"]["units"] if key not in data["documents"][0]["vary"]]
            run = carom("sweep", again, "--columns", ",".join(columns), "--format", "json")
            self.assert_status(run, 0)
            for row, other in zip(data["sweep"]["rows"], json.loads(run.stdout)["rows"], strict=True):
                self.assertEqual({k: row.get(k) for k in columns}, {k: other.get(k) for k in columns})

    def test_reproduce_puts_papers_and_figures_inside(self):
        paper, numbers = PAPER_WITH_FIGURES
        data = self.page("reproduce", paper)
        self.assertEqual(data["papers"], json.loads(carom("reproduce", paper, "--format", "json").stdout))
        self.assertEqual([figure["number"] for figure in data["figures"]], numbers)
        self.assertEqual(self.page("reproduce", "zabuga")["figures"], [])

    def test_reproduce_draws_the_balls_between_barriers(self):
        figures = self.page("reproduce", "cataldo-sampaio")["figures"]
        self.assertEqual([figure["number"] for figure in figures], [5, 6, 7])
        for figure in figures:
            self.assertEqual(figure["legend"], ["disc", "solid sphere", "hollow ball"])
            for curve in [*figure["ways"], *figure["energies"]]:
                self.assertEqual(len(curve), len(figure["times"]))
        # Fig 5: x tends to 1.61 m (disc), 1.8125 m, 1.4075 m; Fig 6: no energy is lost.
        for way, limit in zip(figures[0]["ways"], (1.61, 1.8125, 1.4075)):
            self.assertAlmostEqual(way[-1][0], limit, delta=0.02)
        for energies in figures[1]["energies"]:
            self.assertAlmostEqual(energies[-1], energies[0], delta=1e-12)

    def test_simulate_puts_the_motion_and_a_scene_that_says_it_all_inside(self):
        words = ["simulate", EXAMPLES / "motion" / "ball_between_barriers.yaml", "--problem", "4"]
        data = self.page(*words, "--duration", "2s", "--sample", "100ms")
        self.assertEqual((data["kind"], data["title"]), ("simulate", "ball_between_barriers.yaml"))
        scene = data["documents"][0]
        self.assertEqual((scene["law"], scene["simultaneous"]), ("cataldo_sampaio", "together"))
        self.assertEqual(scene["simulation"]["duration"], 2)
        again = self.file("again.json", json.dumps(scene))
        run = json.loads(carom("simulate", again, "--format", "json").stdout)
        motion = data["motion"]
        self.assertEqual([s["t"] for s in motion["samples"]], [s["t"] for s in run["samples"]])
        self.assertEqual([e["kind"] for e in motion["events"]], [e["event"] for e in run["events"]])
        self.assertEqual(motion["end"]["impacts"], run["end"]["impacts"])
        self.assertEqual(motion["samples"][-1]["ledger"][0], run["samples"][-1]["energy"]["kinetic"])

    def test_prescribed_things_move_in_a_page(self):
        scene = """
bodies:
  ball: {disc: {radius: 0.1}, mass: 1, position: [0, 1], velocity: [0, -1]}
surfaces:
  lift: {from: [-1, 0], to: [1, 0], velocity: [0, 0.5]}
contacts:
  hit: {between: [ball, lift], restitution: 0.5, friction: 0}
simulation: {duration: 100 ms, sample: 50 ms}
"""
        motion = self.page("simulate", self.file("lift.yaml", scene))["motion"]
        self.assertEqual(motion["picture"]["surfaces"][0]["from"], [-1, 0])
        self.assertEqual(motion["picture"]["surfaces"][0]["to"], [1, 0])
        self.assertEqual(motion["samples"][-1]["driven"], [0, 0.05, 0])

    def test_a_motion_too_fine_for_a_page_is_refused(self):
        run = carom("simulate", EXAMPLES / "motion" / "bouncing_ball.yaml", "--problem", "1", "--sample", "1e-6",
                    "--html", self.folder / "x.html", env=self.env)
        self.assert_status(run, 2)
        self.assertIn("--html: a page holds 20000 samples at most", run.stderr)

    def test_without_a_page_the_message_says_how_to_get_one(self):
        for words in (["solve", EXAMPLES / "slip_reversal.yaml", "--html", self.folder / "x.html"], ["explore"]):
            run = carom(*words, env={"CAROM_PAGE": "/nonexistent.html"})
            self.assert_status(run, 1)
            self.assertIn("/nonexistent.html", run.stderr)
        self.assertFalse((self.folder / "x.html").exists())

    def test_explore_answers_by_its_own_name_only_and_has_one_page(self):
        server = subprocess.Popen([program.path(), "explore", "--no-browser", EXAMPLES / "slip_reversal.yaml"],
                                  stdout=subprocess.PIPE, encoding="utf-8", env=program.environment(**self.env))
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", server.stdout.readline()).group(1))

        def ask(method, path, **headers):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(method, path, headers=headers)
            response = connection.getresponse()
            body = response.read().decode()
            connection.close()
            return response.status, body

        silent = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        silent.connect()  # says nothing, and stops nobody
        status, body = ask("GET", "/?x")
        self.assertEqual((status, '"kind": "explore"' in body), (200, True))
        self.assertEqual(ask("HEAD", "/"), (200, ""))
        for path in ("/etc/passwd", "/../etc/passwd", "//etc/passwd", "/frame.html", "/favicon.ico"):
            self.assertEqual(ask("GET", path)[0], 404, path)
        self.assertEqual(ask("POST", "/")[0], 405)
        self.assertEqual(ask("GET", "/", Host="example.org")[0], 403)
        silent.close()
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(timeout=20), 0)


    def explore(self, *words, **env):
        server = subprocess.Popen([program.path(), "explore", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  encoding="utf-8", env=program.environment(**self.env, **env))
        self.addCleanup(server.communicate)  # after kill: it ends, its pipes are closed
        self.addCleanup(server.kill)
        return server

    def test_explore_takes_a_free_port_or_the_one_that_is_wished(self):
        ports = {self.explore("--no-browser").stdout.readline() for _ in range(3)}
        self.assertEqual(len(ports), 3)
        port = re.search(r":(\d+)/", min(ports)).group(1)
        late = self.explore("--no-browser", "--port", port)
        self.assertEqual(late.wait(timeout=20), 1)
        self.assertIn(f"port {port}: Address already in use; without --port a free one is taken", late.stderr.read())

    def test_explore_listens_on_loopback_only(self):
        port = int(re.search(r":(\d+)/", self.explore("--no-browser").stdout.readline()).group(1))
        with open("/proc/net/tcp", encoding="ascii") as table:
            listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        self.assertEqual([a for a in listening if a.endswith(f":{port:04X}")], [f"0100007F:{port:04X}"])

    def test_no_path_leads_out_of_the_one_page(self):
        port = int(re.search(r":(\d+)/", self.explore("--no-browser").stdout.readline()).group(1))
        for target in (b"/../etc/passwd", b"/%2e%2e/etc/passwd", b"/..%2f..%2fetc/passwd", b"//etc/passwd", b"/\0",
                       b"/%00", b"/index.html/..", b"http://127.0.0.1/etc/passwd", b"file:///etc/passwd", b"*", b""):
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (target, port))
                self.assertIn(b"404 Not Found", client.makefile("rb").readline(), target)
        for method in (b"POST", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"get", b"GETX"):
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(b"%s / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (method, port))
                self.assertIn(b"405 Method Not Allowed", client.makefile("rb").readline(), method)

    def test_explore_says_what_is_wrong_with_a_scene_before_it_serves(self):
        bad = self.explore("--no-browser", self.file("bad.yaml", "W: [[1, 0]\n"))
        self.assertEqual(bad.wait(timeout=20), 2)
        self.assertIn("bad.yaml:2: bad YAML", bad.stderr.read())
        self.assertEqual(self.explore("--no-browser", "/no/such.yaml").wait(timeout=20), 2)

    def test_the_browser_can_be_ended_by_signals(self):
        blocked = self.folder / "blocked"
        opener = self.file("xdg-open", f"#!/bin/sh\ngrep SigBlk /proc/self/status > {blocked}.new\n"
                                       f"mv {blocked}.new {blocked}\n")
        opener.chmod(0o755)
        server = self.explore(DISPLAY=":0", PATH=f"{self.folder}:{os.environ['PATH']}")
        server.stdout.readline()
        for _ in range(200):
            if blocked.exists():
                break
            time.sleep(0.05)
        self.assertEqual(int(blocked.read_text().split()[1], 16), 0)


class ExamplesAsJson(TestCase):
    def test_they_hold_what_the_files_hold(self):
        files = json.loads(carom("example", "--json").stdout)
        self.assertEqual(len(files), len(re.findall(r"^\S+\.(?:yaml|jsonl)$", carom("example").stdout, re.MULTILINE)))
        for file in files:
            if file["name"].startswith(("sweeps/", "motion/")):
                continue
            path = self.file("problem.json", json.dumps(file["documents"]))
            motion = file["name"].startswith("motion/")
            words = ["simulate", "--problem", "1", "--duration", "100ms"] if motion else ["solve"]
            original = carom(*words, EXAMPLES / file["file"]).stdout
            self.assertNotEqual(original, "", file["name"])
            self.assertEqual(carom(*words, path).stdout, original, file["name"])

    def test_one_by_name(self):
        self.assertEqual([f["name"] for f in json.loads(carom("example", "falling_rod", "--json").stdout)], ["falling_rod"])


if __name__ == "__main__":
    program.main()
