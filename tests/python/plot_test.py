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


def test_bars_are_the_steps_of_the_energy(plot, results):
    axes = plot.energy(results)
    drawn = [(bar.get_x(), bar.get_width()) for bar in axes.patches]
    for r in results:
        for step in r.energy_steps:
            assert (step.start, pytest.approx(step.change)) in drawn
        if r.creates_energy:
            assert (pytest.approx(r.energy.before), pytest.approx(r.energy.contact_work)) in drawn
    labels = [t.get_text() for t in axes.get_yticklabels()]
    assert labels[:5] == ["before", "compression", "restitution", "friction", "after"]
    assert labels[-4:] == ["before", "normal", "friction", "after"]
    says = [text.get_text() for text in axes.texts]
    assert {"newton", "poisson", "stronge", "whittaker"} <= set(says)
    assert any("CREATED" in text for text in says)


LONG = "a mechanism with a name that is longer than a title can be, since it tells the whole story of where it comes from"


@pytest.mark.parametrize("given", [False, True], ids=["own axes", "given axes"])
@pytest.mark.parametrize("draw", ["diagram", "energy"])
def test_nothing_is_cut_off_in_a_saved_picture(plot, draw, given):
    from matplotlib import pyplot

    results = carom.solve(W=[[0.813446, 0.507103], [0.507103, 0.33652]], u=[-0.534349, -0.268404], name=LONG,
                          contacts=[{"restitution": 0.7, "friction": 0.5, "static_friction": 0.51}],
                          law=["newton", "poisson", "stronge", "whittaker", "conventional"])  # fmt: skip
    axes = getattr(plot, draw)(results, pyplot.subplots()[1] if given else None)
    figure = axes.figure
    figure.canvas.draw()
    wide, high = figure.get_size_inches()
    tight = figure.get_tightbbox(figure.canvas.get_renderer())
    assert tight.x0 >= 0 and tight.y0 >= 0 and tight.x1 <= wide and tight.y1 <= high, tight
    for text in [axes.title, axes.xaxis.label, axes.yaxis.label, *axes.texts]:
        box = text.get_window_extent()
        assert not text.get_text() or (box.x0 >= 0 and box.x1 <= figure.bbox.x1), text.get_text()


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


ROD = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1.0], "contacts": [{"restitution": 1, "friction": 0.5}]}
FRICTION, RESTITUTION = "contacts[0].friction", "contacts[0].restitution"


def test_a_sweep_over_one_variable_is_its_rows(plot):
    columns = carom.sweep(ROD, {FRICTION: "0:1:21"}, law=["newton", "stronge"], columns=["energy.change", "status"])
    (axes,) = plot.sweep(columns)
    curves = {line.get_label(): line for line in axes.get_lines() if len(line.get_xdata()) == 21}
    assert list(curves) == ["newton", "stronge"]
    for law, curve in curves.items():
        assert list(curve.get_ydata()) == list(columns["energy.change"][columns["law"] == law])


def test_a_sweep_over_two_is_a_map_for_each_law_and_draws_are_spread(plot):
    laws = ["newton", "stronge"]
    grid = carom.sweep(ROD, {RESTITUTION: "0:1:3", FRICTION: "0:1:5"}, law=laws, columns="energy.change")
    maps = plot.sweep(grid)
    assert len(maps) == 2
    drawn = maps[1].collections[0].get_array().reshape(3, 5)
    assert drawn.ravel().tolist() == grid["energy.change"][1::2].tolist()
    draws = carom.sweep(ROD, {FRICTION: "normal:0.5:0.05"}, draws=64, law="stronge", columns="energy.change")
    assert plot.sweep(draws)[0].get_ylabel() == "share of the draws"
    band = carom.sweep(ROD, {RESTITUTION: "0:1:3", FRICTION: "normal:0.5:0.05"}, draws=65, law="stronge",
                       columns="energy.change")  # fmt: skip
    (axes,) = plot.sweep(band)
    medians = [sorted(band["energy.change"][65 * i : 65 * i + 65])[32] for i in range(3)]
    assert axes.get_lines()[0].get_ydata().tolist() == pytest.approx(medians, rel=1e-14)


def test_a_sweep_refuses_what_holds_no_numbers(plot):
    columns = carom.sweep(ROD, {FRICTION: "0:1:3"}, law="poisson", columns=["energy.change"])
    with pytest.raises(ValueError, match="status holds no numbers; there are energy.change"):
        plot.sweep(columns, "status")
