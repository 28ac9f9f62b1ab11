"""The program under test, run as a person or a script would run it.

A test file ends with program.main(); its first argument, or the environment's CAROM_PROGRAM, is the
carom to test.
"""

import fcntl
import json
import os
import pathlib
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
EXPECTED = EXAMPLES / "expected"
COMMANDS = ["solve", "sweep", "merge", "simulate", "show", "import", "check", "diagram", "demo", "laws", "example",
            "reproduce", "explore", "fit", "reconstruct"]

# A problem with a name to fill in, and one that is refused.
GOOD = '{"name": "%s", "law": "poisson", "W": [[3.5, 0], [0, 1]], "u": [1, -1], ' \
       '"contacts": [{"restitution": 0.5, "friction": 0.1}]}'
BAD = GOOD.replace('"restitution": 0.5', '"restitution": 1.3')

# Sanitizers slow the program down some twenty times; then what is long is taken shorter (see CAROM_TEST_SCALE in ./test).
IS_SHORT = float(os.environ.get("CAROM_TEST_SCALE", "1")) < 1
# A paper with figures, and the numbers of these.
PAPER_WITH_FIGURES = ("cataldo-sampaio", [5, 6, 7]) if IS_SHORT else ("hurmuzlu-marghitu", [3, 4, 5, 6, 7])


def path():
    """Where the program is."""
    given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("CAROM_PROGRAM", "")
    if not os.access(given, os.X_OK):
        sys.exit(f"usage: {sys.argv[0]} PROGRAM (the carom to test)")
    return os.path.realpath(given)


def environment(**changes):
    """Ours without wishes about colour, with the program on PATH."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    kept["PATH"] = f"{os.path.dirname(path())}:{kept.get('PATH', '')}"
    return {**kept, **changes}


def carom(*arguments, stdin="", env=None, cwd=None):
    """Runs it in pipes; the result has returncode, stdout and stderr as text."""
    return subprocess.run([path(), *map(str, arguments)], input=stdin, capture_output=True,
                          encoding="utf-8", env=environment(**(env or {})), cwd=cwd, timeout=300,
                          check=False)


def on_terminal(*arguments, env=None, columns=100):
    """What it writes to a terminal, and its exit status."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        os.execve(path(), [path(), *map(str, arguments)],
                  environment(**{"TERM": "xterm", **(env or {})}))
    text = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not piece:
            break
        text += piece
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return text.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


def results(text):
    """JSON lines as a list."""
    return [json.loads(line) for line in text.splitlines()]


class TestCase(unittest.TestCase):
    """With a folder of its own."""
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        made = self.folder / name
        made.write_text(text, encoding="utf-8")
        return made

    def assert_status(self, run, status):
        self.assertEqual(run.returncode, status, f"standard error:\n{run.stderr}")


def main():
    path()
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
