"""`python -m carom ARGS`: the command line `carom ARGS`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

# Where the program may lie, from the folder of this package.
PLACES = (
    "bin/carom",  # a wheel holds it
    "../../../../bin/carom",  # installed by CMake or the Debian package: lib/python3/dist-packages/carom
    "../../apps/carom/carom",  # build/release/python/carom
)


def program() -> Path:
    folder = Path(__file__).resolve().parent
    for place in PLACES:
        path = (folder / place).resolve()
        if os.access(path, os.X_OK) and path.is_file():
            return path
    sys.exit(f"carom: the command line is not installed beside {folder}")


if __name__ == "__main__":
    path = program()
    os.execv(path, ["carom", *sys.argv[1:]])
