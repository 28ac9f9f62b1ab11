"""Docstrings, docs/python.md, examples and types say what is true."""

import doctest
import inspect
import os
import re
import subprocess
import sys

import pytest

import carom


@pytest.fixture
def folder(root, tmp_path, monkeypatch):
    """A folder that looks like the repository's and takes what the examples write."""
    for name in ("docs", "examples", "data"):
        (tmp_path / name).symlink_to(root / name)
    monkeypatch.chdir(tmp_path)


def run_doctest(text, name):
    """Runs the examples of a text in the working folder."""
    test = doctest.DocTestParser().get_doctest(text, {"carom": carom}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    output = []
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)
    return runner.tries


PUBLIC = [carom] + [getattr(carom, name) for name in carom.__all__ if inspect.isfunction(getattr(carom, name))]


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda x: x.__name__)
def test_every_function_has_an_example_that_runs(thing, folder):
    assert run_doctest(inspect.getdoc(thing), thing.__name__) > 0


def test_the_plots_examples_run(folder):
    pytest.importorskip("matplotlib").use("Agg")
    import carom.plot

    assert run_doctest(carom.plot.__doc__, "plot") > 0


def test_every_public_name_has_words():
    for name in carom.__all__:
        assert (getattr(carom, name).__doc__ or "").strip(), name


def test_help_teaches():
    text = carom.__doc__
    for name in ("solve", "load", "sweep", "resolve_planar", "derivatives", "laws", "reproduce"):
        assert re.search(rf"^    {name}\b", text, re.MULTILINE), name


def test_the_page_on_python_runs(root, folder):
    pytest.importorskip("matplotlib").use("Agg")
    text = (root / "docs/python.md").read_text(encoding="utf-8")
    assert run_doctest(re.sub(r"^```.*$", "", text, flags=re.MULTILINE), "docs/python.md") > 20


@pytest.mark.parametrize("name", ["kane", "monte_carlo", "heel_strike"])
def test_examples_print_what_their_twins_in_cpp_print(root, name):
    done = subprocess.run([sys.executable, root / f"examples/python/{name}.py"], stdout=subprocess.PIPE, text=True,
                          check=True)
    assert done.stdout == (root / f"examples/expected/{name}_cpp.txt").read_text(encoding="utf-8")


def test_the_types_are_consistent(root, tmp_path):
    pytest.importorskip("mypy")
    use = tmp_path / "use.py"
    use.write_text(
        "import carom, carom.plot\n"
        "results = carom.solve(W=[[1, 0], [0, 1]], u=[0, -1], law=['newton', 'poisson'])\n"
        "velocity = results[0].velocity_after\n"
        "words: str = results[0].contacts[0].mode + carom.laws()[0].name\n"
        "number: float = results[0].energy.change + float(carom.derivatives(law='newton').near_mode_change)\n"
        "columns = carom.sweep('a.yaml', {'u[0]': [1.0, 2.0]})['law'].tolist()\n"
        "shape = carom.resolve_planar(1, 0, 1, 1, -1, friction=0.1, restitution=0.2).p_t.shape\n"
        "one: carom.Result = carom.solve(W=[[1, 0], [0, 1]], u=[0, -1], law='newton')\n"
        "every: int = len(carom.solve(carom.load('a.yaml'), law='all'))\n"
        "code: carom.Mode = carom.Mode.sliding\n"
        "version: str = carom.__version__\n"
        "motion = carom.simulate({}, '5 s', 0.01, events=3)\n"
        "places = carom.sweep(one.problem, 'u[0]=0:1:3', columns='status', boundaries=True)['what']\n"
    )
    package = os.path.dirname(carom.__file__)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(tmp_path / "cache"), package,
         str(use)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # fmt: skip
    assert done.returncode == 0, done.stdout
