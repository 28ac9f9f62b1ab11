#!/usr/bin/env python3
"""Fails when the code refers to a formula or a paper that the documents do not have.

- An equation tag, (T2.1), used anywhere must be defined in docs/theory.md, exactly once: on the line
  of a displayed equation (indented, in a code block or between $$) that ends with the tag.
- A proposition or example of the theory, "Prop. 2.3", must be there.
- A citation key, [Routh1905], must be an entry of docs/references.bib.
"""

import re

from sources import ROOT, code_files, files, finish, read

THEORY = "docs/theory.md"
REFERENCES = "docs/references.bib"

TAG = re.compile(r"\bT(\d+\.\d+[a-z]?)\b")
TAG_AT_END = re.compile(r"(?:\(T(\d+\.\d+[a-z]?)\)|\\tag\{\(?T(\d+\.\d+[a-z]?)\)?\})[\s.,;$`]*$")
PLACE = re.compile(r"\b(Prop|Example)(?:osition|\.)? (\d+\.\d+)\b")
KEY = re.compile(r"\b([A-Z][A-Za-z]+(?:1[6-9]|20)\d\d[a-z]?)\b")
KEY_IN_BRACKETS = re.compile(r"\[[^\[\]\n]*?\b[A-Z][A-Za-z]+(?:1[6-9]|20)\d\d[a-z]?\b[^\[\]\n]*\]")
ENTRY = re.compile(r"^@\w+\{\s*([^,\s]+)\s*,", re.MULTILINE)


def defined_tags():
    """{tag: [line, ...]} of the displayed equations."""
    tags, fenced, displayed = {}, False, False
    for number, line in enumerate(read(THEORY).splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if line.count("$$") % 2:
            displayed = not displayed
        match = TAG_AT_END.search(line)
        if match and (fenced or displayed or "$$" in line or line.startswith("    ")):
            tags.setdefault(match.group(1) or match.group(2), []).append(number)
    return tags


def uses(path, pattern, group=1):
    """(line number, what) of every match in a file."""
    for number, line in enumerate(read(path).splitlines(), 1):
        for match in pattern.finditer(line):
            yield number, match.group(group)


def keys_used(path):
    """In code every word that looks like a key is one; in documents only those in brackets."""
    if path.suffix != ".md":
        yield from uses(path, KEY)
        return
    for number, bracket in uses(path, KEY_IN_BRACKETS, 0):
        for key in KEY.findall(bracket):
            yield number, key


def main():
    missing = [name for name in (THEORY, REFERENCES) if not (ROOT / name).is_file()]
    if missing:
        finish("citations", [f"{name} does not exist" for name in missing])

    tags, keys = defined_tags(), ENTRY.findall(read(REFERENCES))
    places = {(kind, number) for kind, number in PLACE.findall(read(THEORY))}
    problems = [
        f"{THEORY}:{lines[1]}: (T{tag}) is defined a second time, first on line {lines[0]}"
        for tag, lines in tags.items() if len(lines) > 1
    ]
    problems += [f"{REFERENCES}: {key} twice" for key in sorted(set(keys)) if keys.count(key) > 1]

    documents = [f for f in files() if f.suffix == ".md" and f.parts[0] in ("docs", "README.md")]
    for path in code_files("carom", "apps", "bench", "tests", "examples", "python") + documents:
        for line, tag in uses(path, TAG):
            if tag not in tags:
                problems.append(f"{path}:{line}: (T{tag}) is not defined in {THEORY}")
        for line, key in keys_used(path):
            if key not in keys:
                problems.append(f"{path}:{line}: [{key}] is not in {REFERENCES}")
        for number, line in enumerate(read(path).splitlines(), 1):
            for place in PLACE.findall(line):
                if place not in places:
                    problems.append(f"{path}:{number}: {' '.join(place)} is not in {THEORY}")
    print(f"{len(tags)} equations, {len(keys)} references")
    finish("citations", problems)


if __name__ == "__main__":
    main()
