#!/usr/bin/env python3
"""Fails when an include breaks the order of the rooms.

    core < impact < multibody < robots < simulation < io < study < report < papers < apps, python, explorer

A file may include what stands before its own room, never what stands after it. Each room may use only the
outside headers that suit it: core none that allocate, print or throw.
"""

import re

from sources import INCLUDE, ROOT, code_files, finish, read

ROOMS = ("core", "impact", "multibody", "robots", "simulation", "io", "study", "report", "papers")
RANK = {room: rank for rank, room in enumerate(ROOMS)}
SHELL = len(ROOMS)  # apps, python, explorer: above every room

# core/ compiles for CUDA, WebAssembly and dual numbers: only headers without heap, I/O, exceptions.
CORE_MAY = {
    "emmintrin.h", "immintrin.h",  # vector registers, where the processor has them (lanes.hpp)
    "algorithm", "array", "cassert", "cfloat", "climits", "cmath", "compare", "concepts", "cstddef",
    "cstdint", "initializer_list", "limits", "numbers", "span", "tuple", "type_traits", "utility",
}

# Who may include what from outside; a header that is not listed is free above core.
ONLY_IN = {
    r"yaml-cpp/.*": {"io"},
    r"CLI/.*": {"apps"},
    r"nlohmann/.*": {"io", "study", "report", "papers", "apps"},
    # The library never prints, and whatever runs in the browser has no threads, files or ranges.
    r"iostream": {"apps", "explorer"},
    r"fstream|filesystem": {"robots", "io", "study", "report", "papers", "apps"},
    r"thread|mutex|condition_variable|future": {"study", "apps"},
    r"ranges|format|expected|print|syncstream": set(),
}


def room_of(path):
    """The room of a file: carom/impact/resolve.hpp is in impact, apps/carom/main.cpp in apps."""
    if path.parts[0] == "carom":
        return path.parts[1] if len(path.parts) > 2 else "version"
    return path.parts[0]


def rank_of(room):
    return RANK.get(room, SHELL)


def target_of(path, name):
    """The file of ours that an include names, or None for one from outside."""
    if name == "carom/version.hpp":  # made by the build
        return None
    beside = (ROOT / path).parent / name
    for candidate in (beside, ROOT / name):
        if candidate.is_file():
            return candidate.resolve().relative_to(ROOT)
    return ROOT.joinpath(name).relative_to(ROOT) if name.startswith("carom/") else None


def complaint(path, name):
    """What is wrong with this include, or None."""
    room, target = room_of(path), target_of(path, name)
    if target is None:
        if room == "core" and name not in CORE_MAY:
            return f"core may not include <{name}>"
        for pattern, rooms in ONLY_IN.items():
            if re.fullmatch(pattern, name) and room not in rooms:
                return f"<{name}> belongs to {', '.join(sorted(rooms)) or 'no room'}, not to {room}"
        return None
    if not (ROOT / target).is_file():
        return f"<{name}> does not exist"
    other = room_of(target)
    if other != room and rank_of(other) >= rank_of(room):
        return f"{room} may not include {other} ({name})"
    return None


def main():
    problems = []
    for path in code_files("carom", "apps", "python", "explorer"):
        if path.parts[0] == "carom" and room_of(path) not in RANK:
            problems.append(f"{path}: not in a known room (checks/layers.py)")
            continue
        text = read(path)
        for match in INCLUDE.finditer(text):
            what = complaint(path, match.group(1))
            if what:
                line = text.count("\n", 0, match.start(1)) + 1
                problems.append(f"{path}:{line}: {what}")
    finish("layers", problems)


if __name__ == "__main__":
    main()
