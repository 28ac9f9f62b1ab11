#!/usr/bin/env python3
"""Runs clang-tidy on what changed, or on everything with --all.

What changed: against the common ancestor with origin/main, or the last commit where there is no such
branch, plus what is not committed. A changed header is checked through one source that includes it.
A file that was clean stays so until it, a header of ours that it includes, or .clang-tidy changes;
what was clean is remembered in the build folder. With --budget no new file is begun after so many
seconds; those left over are counted, and the next run begins with them.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sources import INCLUDE, ROOT, read

TIDY = "clang-tidy-19"
# The commands are g++'s; what clang is told besides is in cmake/compile_options.cmake, too.
FOR_CLANG = [f"--extra-arg=-Wno-{word}" for word in
             ("unknown-warning-option", "bitwise-instead-of-logical", "ignored-optimization-argument")]
BUILD = ROOT / "build" / "dev"
MEMORY = ROOT / "build" / "tidy-clean"
FOLDERS = ("carom", "apps", "python", "bench", "tests", "examples")  # in this order


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout


def changed_files():
    """Paths relative to ROOT; None where there is no earlier commit to compare with."""
    head = git("rev-parse", "-q", "--verify", "HEAD").strip()
    base = git("merge-base", "origin/main", "HEAD").strip()
    if not base or base == head:
        base = git("rev-parse", "-q", "--verify", "HEAD~1").strip()
    if not base:
        return None
    changed = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    return set(changed.split("\n")) - {""}


def parts_of(name, known):
    """The files of ours that a file is made of, itself included, relative to ROOT."""
    if name not in known:
        known[name] = {name}  # first, since headers may lead back here
        for include in INCLUDE.findall(read(name)):
            for folder in ((ROOT / name).parent, ROOT, ROOT / "tests"):
                if (folder / include).is_file():
                    known[name] |= parts_of(str((folder / include).resolve().relative_to(ROOT)), known)
                    break
    return known[name]


def translation_units():
    """{source: set of our files it is made of}, relative to ROOT. Of the preset dev, in which every source is
    compiled by itself; nothing needs to be built."""
    subprocess.run(["cmake", "--preset", "dev"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    known, names = {}, set()
    for command in json.loads((BUILD / "compile_commands.json").read_text()):
        source = Path(command["file"])
        if source.is_relative_to(ROOT) and source.relative_to(ROOT).parts[0] in FOLDERS:
            names.add(str(source.relative_to(ROOT)))
    ordered = sorted(names, key=lambda name: (FOLDERS.index(name.split("/")[0]), name))
    return {name: parts_of(name, known) for name in ordered}


def chosen(units, changed):
    """The changed sources, and for each changed header its closest source: the same name first."""
    picked = {name for name in units if name in changed}
    for header in sorted(name for name in changed if name.endswith(".hpp")):
        users = [name for name, parts in units.items() if header in parts]
        if users and not picked.intersection(users):
            stem = Path(header).stem
            picked.add(min(users, key=lambda name: (stem not in Path(name).stem, len(units[name]))))
    return [name for name in units if name in picked]


def fingerprint(parts):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    for name in sorted(parts):
        if (ROOT / name).is_file():
            digest.update(name.encode() + (ROOT / name).read_bytes())
    return digest.hexdigest()


def check(name, parts, deadline):
    """(name, complaint): "" when clean, None when there was no time."""
    mark = MEMORY / fingerprint(parts)
    if mark.exists():
        return name, ""
    if time.monotonic() > deadline:
        return name, None
    command = [TIDY, "-p", str(BUILD), *FOR_CLANG, "--quiet", str(ROOT / name)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        return name, result.stdout or result.stderr
    mark.touch()
    return name, ""


def main():
    parser = argparse.ArgumentParser(description="clang-tidy on what changed")
    parser.add_argument("--all", action="store_true", help="every source, not only what changed")
    parser.add_argument("--budget", type=float, default=float("inf"), help="seconds")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    MEMORY.mkdir(parents=True, exist_ok=True)
    units = translation_units()
    changed = None if options.all else changed_files()
    names = list(units) if changed is None else chosen(units, changed)
    deadline = time.monotonic() + options.budget
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda name: check(name, units[name], deadline), names))

    bad = [(name, words) for name, words in results if words]
    left = [name for name, words in results if words is None]
    for name, words in bad:
        print(f"--- {name}\n{words}")
    clean = len(results) - len(bad) - len(left)
    print(f"clang-tidy: {clean} of {len(units)} sources clean, {len(bad)} with findings"
          + (f", {len(left)} left for lack of time: {' '.join(left)}" if left else ""))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
