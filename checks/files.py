#!/usr/bin/env python3
"""Fails when a file of code is too long, badly named, without #pragma once, or holds a loose TODO."""

import re

from sources import code_files, finish, read

MAX_LINES = 400
NAMES_THAT_SAY_NOTHING = {"utils", "util", "common", "helpers", "helper", "misc", "tools"}
LOOSE = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b(?!\(?\s*#\d+)")  # TODO(#12) names its issue


def main():
    problems = []
    for path in code_files():
        lines = read(path).splitlines()
        if len(lines) > MAX_LINES:
            problems.append(f"{path}: {len(lines)} lines, at most {MAX_LINES}")
        if NAMES_THAT_SAY_NOTHING & {path.stem, *path.parts[:-1]}:
            problems.append(f"{path}: a name that says nothing")
        if path.suffix == ".hpp" and "#pragma once" not in lines:
            problems.append(f"{path}: no #pragma once")
        if path.parts[0] != "checks":
            for number, line in enumerate(lines, 1):
                if LOOSE.search(line):
                    problems.append(f"{path}:{number}: a TODO needs an issue: TODO(#12)")
    finish("files", problems)


if __name__ == "__main__":
    main()
