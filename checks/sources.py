"""The repository's own files, as the checks see them."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
CODE = {".hpp", ".cpp", ".cu", ".py", ".ts", ".js", ".mjs", ".css"}


def files():
    """Every file that git tracks or would track, relative to ROOT, sorted."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        names = listing.stdout.split("\0")[:-1]
    except (OSError, subprocess.CalledProcessError):  # no git, an unpacked archive
        names = _walk()
    return sorted(Path(name) for name in names if (ROOT / name).is_file())


def _walk():
    """Every file outside the build."""
    for folder, subfolders, found in os.walk(ROOT):
        subfolders[:] = [name for name in subfolders if name not in {"build", ".git"}]
        yield from (os.path.relpath(os.path.join(folder, name), ROOT) for name in found)


def code_files(*folders):
    """The files of code, in the given top folders or in all."""
    return [f for f in files() if f.suffix in CODE and (not folders or f.parts[0] in folders)]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def finish(what, problems):
    """Prints the problems, or that there are none, and ends the program."""
    for problem in problems:
        print(problem)
    print(f"{what}: {len(problems)} problems" if problems else f"{what}: in order")
    sys.exit(1 if problems else 0)
