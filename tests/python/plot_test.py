"""Pictures show the library's data; without Matplotlib a message says what to install."""

import subprocess
import sys

import pytest

import carom
from carom import _carom


@pytest.fixture
def plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import carom.plot

    yield carom.plot
    from matplotlib import pyplot

    pyplot.close("all")


@pytest.fixture
def results():
    return carom.solve(W=[[2, -1.25], [-1.25, 1]], u=[1, -1], restitution=0.9, friction=0.6,
                       law=["newton", "poisson", "stronge", "whittaker"])  # fmt: skip


def test_the_diagram_has_every_line_and_path(plot, results, tmp_path):
    axes = plot.diagram(results)
    data = _carom.diagram(results)
    labels = {text.get_text() for text in axes.get_legend().get_texts()}
    assert {line["label"] for line in data["lines"]} <= labels
    assert "newton: creates energy" in labels and "poisson" in labels
    ends = {tuple(path["events"][-1][1:]) for path in data["paths"]}
    drawn = {(float(l.get_xdata()[-1]), float(l.get_ydata()[-1])) for l in axes.get_lines()}
    assert ends <= drawn and axes.get_xlim() == pytest.approx(data["t"])
    axes.figure.savefig(tmp_path / "diagram.png")
    assert (tmp_path / "diagram.png").stat().st_size > 10_000


def test_the_paths_end_where_the_results_do(results):
    for path, r in zip(_carom.diagram(results)["paths"], results):
        assert path["law"] == r.law and path["creates_energy"] == r.creates_energy
        assert list(path["events"][-1][1:]) == r.p.tolist()


def test_one_result_and_given_axes_will_do(plot, results):
    from matplotlib import pyplot

    axes = pyplot.subplots()[1]
    assert plot.diagram(results[0], axes) is axes


def test_bars_are_the_energy_changes(plot, results):
    axes = plot.energy(results)
    assert [bar.get_height() for bar in axes.patches] == [r.energy.change for r in results]
    assert "newton\nCREATED" in [t.get_text() for t in axes.get_xticklabels()]


def test_what_has_no_diagram_is_refused(plot, results):
    two = carom.solve(W=[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], u=[0, -1, 0, 1], contacts=[{}, {}],
                      restitution=0.5, friction=0.1, law="newton")  # fmt: skip
    with pytest.raises(ValueError, match="want one contact, got 2"):
        plot.diagram(two)
    with pytest.raises(ValueError, match="different problems"):
        plot.diagram([results[0], carom.solve(results[0].problem.to_dict(), law="newton")])
    with pytest.raises(ValueError, match="no results"):
        plot.diagram([])


def test_without_matplotlib_the_message_says_what_to_install():
    code = ("import sys; sys.modules['matplotlib'] = None\n"
            "import carom, carom.plot\n"
            "r = carom.solve(W=[[1, 0], [0, 1]], u=[0, -1], restitution=0, friction=0, law='newton')\n"
            "try:\n    carom.plot.diagram(r)\n"
            "except ImportError as error:\n    print(error)\n")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert "python3-matplotlib" in done.stdout
