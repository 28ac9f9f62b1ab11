"""A sweep that takes seconds, to be stopped on its way."""

import contextlib
import pathlib
import signal
import subprocess
import time

import program
from program import EXAMPLES, IS_SHORT, TestCase

GRID = EXAMPLES / "sweeps/falling_rod_grid.yaml"
LONG = ("sweep", GRID, "--vary", f"contacts.tip.friction=0:1:{15_000 if IS_SHORT else 60_000}", "--threads", "1")


@contextlib.contextmanager
def started(*arguments, **more):
    """The program, running; a test that fails does not wait for its end."""
    with subprocess.Popen([program.path(), *map(str, arguments)], stderr=subprocess.PIPE, encoding="utf-8",
                          **more) as run:
        try:
            yield run
        finally:
            run.kill()


def wait_for(path, size):
    """Until the file has the size; False if it does not come to that."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.exists() and path.stat().st_size > size:
            return True
        time.sleep(0.002)
    return False


class Case(TestCase):
    def content(self):
        """Every file of the folder."""
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def stopped(self, out, *arguments, end=signal.SIGINT):
        """Runs the long sweep until rows are in its part, and stops it; returns what it said."""
        with started(*LONG, "-o", out, *arguments) as run:
            self.assertTrue(wait_for(pathlib.Path(f"{out}.part"), 100_000))
            run.send_signal(end)
            _, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130 if end == signal.SIGINT else -end, said)
        return said
