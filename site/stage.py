#!/usr/bin/env python3
"""Stages the pages of the site in build/site/pages.

    stage.py PROGRAM [PYTHON]    PROGRAM: carom, which draws the gallery; PYTHON: one that can import carom

The documents stand in docs/ and link to each other and to the code as the repository has them. Here the README becomes
the first page, files of code become text beside the pages, and every example gets its picture.
"""

import html
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "build/site/pages"
RENAMED = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md",
           "THIRD_PARTY_NOTICES.md": "notices.md"}
LINK = re.compile(r"(\]\()([^)#\s:]+)((?:#[^)]*)?\))")


def page_of(path):
    """Where a file of the repository stands in the site, relative to its root; code becomes text."""
    relative = path.relative_to(ROOT).as_posix()
    if relative in RENAMED:
        return RENAMED[relative]
    if relative.startswith("docs/"):
        return relative.removeprefix("docs/")
    return f"source/{relative}.txt"


def stage_document(path):
    text = path.read_text(encoding="utf-8")

    def relinked(match):
        target = (path.parent / match[2]).resolve()
        if not target.is_relative_to(ROOT) or not target.exists():
            raise SystemExit(f"{path.relative_to(ROOT)}: the link to {match[2]} leads nowhere")
        place = page_of(target)
        if place.startswith("source/"):
            copy(target, place)
        return match[1] + place + match[3]

    (PAGES / page_of(path)).write_text(LINK.sub(relinked, text), encoding="utf-8")


def copy(path, place):
    target = PAGES / place
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        listing = "\n".join(sorted(p.name for p in path.iterdir()))
        target.write_text(listing + "\n", encoding="utf-8")
    else:
        shutil.copy(path, target)


def title_of(text, stem):
    found = re.search(r"^(?:- )?name: *(.+)$", text, re.MULTILINE)
    return found[1].strip("\"'") if found else stem.replace("_", " ")


def remark_of(text):
    """The comment at the head of an example, as a paragraph."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").rstrip())
    return " ".join(lines)


EXPLORER = ROOT / "build/explorer"
STORIES = {"kane": "Kane’s paradox", "swerve": "The swerve", "painleve": "Painlevé’s rod", "foot": "A foot lands"}
TOLD_IN = {"tutorial.md": ["kane"], "tutorial-multibody.md": ["kane", "painleve"], "tutorial-space.md": ["swerve"],
           "tutorial-legged.md": ["foot", "swerve"], "tutorial-teaching.md": list(STORIES)}


def stage_explorer():
    """The live explorer beside the documents, if its page is built (./run explore does it), and the stories that pages tell."""
    (PAGES / "live").mkdir()
    page = EXPLORER / "explorer.html"
    if not page.exists():
        (PAGES / "live/explorer.html").write_text("This site was built without the explorer's page.\n", encoding="utf-8")
        return
    for file in (page, EXPLORER / "explorer-3d.js"):
        shutil.copy(file, PAGES / "live")
    for name, stories in TOLD_IN.items():
        links = "\n".join(f"- [{STORIES[key]}](live/explorer.html#/story?v.story={key})" for key in stories)
        with (PAGES / name).open("a", encoding="utf-8") as out:
            out.write(f"\n## Told in steps, live\n\nThe explorer tells it step by step, with pictures that move:\n\n{links}\n")


def live_link(name, kind):
    """Where the explorer shows an example."""
    if not (EXPLORER / "explorer.html").exists():
        return ""
    view = {"examples": "diagram", "scenes": "mechanism", "motion": "motion"}[kind]
    return f"[Open it in the explorer](live/explorer.html#/{view}?ex={name})\n"


DRAWING = {"examples": ("diagram", "-o"), "scenes": ("show", "--plot"), "motion": ("simulate", "--plot")}


def drawn(program, path, picture):
    """Whether the program drew a picture of the example; some have nothing to draw."""
    command, option = DRAWING[path.parent.name]
    for more in ([], ["--problem", "1"]):
        run = subprocess.run([program, command, path, *more, option, picture], cwd=PAGES, check=False,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if run.returncode == 0 and picture.exists():
            return True
    return False


def stage_gallery(program):
    parts = ["# Gallery\n", "Every picture is drawn by the command below it. `carom example NAME` prints the file.\n"]
    for kind, heading in (("examples", "Impacts"), ("scenes", "Scenes"), ("motion", "Motions")):
        folder = ROOT / "examples" if kind == "examples" else ROOT / "examples" / kind
        parts.append(f"## {heading}\n")
        for path in sorted(folder.glob("*.yaml")):
            text = path.read_text(encoding="utf-8")
            name = path.stem if kind == "examples" else f"{kind}/{path.stem}"
            picture = PAGES / "gallery" / f"{name.replace('/', '-')}.svg"
            picture.parent.mkdir(parents=True, exist_ok=True)
            parts.append(f"### {title_of(text, path.stem)}\n")
            if remark := remark_of(text):
                parts.append(remark + "\n")
            if drawn(program, path, picture):
                alt = title_of(text, path.stem).replace("]", "")
                parts.append(f"![{alt}](gallery/{picture.name}){{ loading=lazy width=640 }}\n")
            command, option = DRAWING[path.parent.name]
            parts.append(f"    carom example {name} > {path.name}\n"
                         f"    carom {command} {path.name} {option} {path.stem}.svg\n")
            parts.append(live_link(name, kind))
    (PAGES / "gallery.md").write_text("\n".join(parts), encoding="utf-8")


PYTHON_API = r'''
import inspect, carom
def entry(name, thing, level):
    text = inspect.getdoc(thing) or ""
    lines = text.splitlines()
    if lines and lines[0].startswith(name + "("):
        signature, text = lines[0], "\n".join(lines[1:]).strip()
    else:
        try: signature = name + str(inspect.signature(thing))
        except (TypeError, ValueError): signature = name
    print("#" * level + " " + name + "\n\n```python\n" + signature + "\n```\n\n" + text + "\n")
print("# The Python interface\n\nFrom the docstrings of the module; [Python](python.md) explains it by examples.\n")
for name in sorted(n for n in dir(carom) if not n.startswith("_")):
    thing = getattr(carom, name)
    if inspect.ismodule(thing):
        continue
    if inspect.isclass(thing):
        entry(name, thing, 2)
        for member in sorted(m for m in vars(thing) if not m.startswith("_")):
            text = (inspect.getdoc(getattr(thing, member, None)) or "").strip().replace("\n", " ")
            print(f"- `{member}`: {text}" if text else f"- `{member}`")
        print()
    elif callable(thing):
        entry(name, thing, 2)
'''


def stage_python(python):
    text = "# The Python interface\n\nThis site was built without the Python module.\n"
    if python:
        run = subprocess.run([python, "-c", PYTHON_API], stdout=subprocess.PIPE, encoding="utf-8", check=True)
        text = re.sub(r"<(\w[^<>\n]*)>", lambda m: html.escape(m[0]), run.stdout)
    (PAGES / "python-api.md").write_text(text, encoding="utf-8")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    shutil.copytree(ROOT / "docs", PAGES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md", "man"))
    for path in [*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in RENAMED)]:
        stage_document(path)
    shutil.copy(ROOT / "LICENSE", PAGES)
    (PAGES / "api").mkdir()
    (PAGES / "api/index.html").write_text("Doxygen writes this page.\n", encoding="utf-8")  # a link may name it before
    stage_explorer()
    stage_gallery(program)
    stage_python(sys.argv[2] if len(sys.argv) > 2 else None)


if __name__ == "__main__":
    main()
