"""Bad input is a ValueError with the library's own words."""

import numpy as np
import pytest

import carom

BAD = [
    ({"restitution": 1.3}, r"contacts\[0\].restitution: 1.3 is outside \[0, 1\]"),
    ({"friction": -0.1}, r"contacts\[0\].friction: "),
    ({"static_friction": 0.1}, r"contacts\[0\].static_friction: "),
    ({"W": [[1, 2], [3, 4]]}, "W: "),
    ({"W": [[1, 0], [0, -1]]}, "W: "),
    ({"W": [[1, 0, 0], [0, 1, 0]]}, "W: "),
    ({"W": [[1, 0], [0]]}, r"W\[1\]: "),
    ({"W": [[1, float("nan")], [0, 1]]}, r"W\[0\]\[1\]: "),
    ({"W": [[1, float("inf")], [0, 1]]}, r"W\[0\]\[1\]: "),
    ({"W": "identity"}, "W: expected "),
    ({"u": [1, 2, 3]}, "u: "),
    ({"u": [1, "fast"]}, r"u\[1\]: expected a number"),
    ({"u": [1, 1j]}, r"u\[1\]: a value of type complex is not understood"),
    ({"u": np.array([1, 1j])}, r"u\[0\]: a value of type complex is not understood"),
    ({"u": np.array([True, False])}, r"u\[0\]: expected a number, got true"),
    ({"u": np.array(["a", "b"])}, r"u\[0\]: expected a number"),
    ({"u": {1, 2}}, "u: a value of type set is not understood"),
    ({"u": b"ab"}, "u: a value of type bytes is not understood"),
    ({"u": [10**400, -1]}, r"u\[0\]: does not fit into a double"),
    ({"u": np.zeros((0,))}, "u: "),
    ({"W": np.zeros((0, 0))}, "W: "),
    ({"mass": [[1]]}, "mass: given together with "),
    ({"law": "poison"}, "law: unknown law .*; did you mean poisson?"),
    ({"law": []}, "law: the list is empty"),
    ({"law": ["newton", "newton"]}, r"law\[1\]: newton is listed twice"),
    ({"law": None}, "^law: missing; give a name, a list of names or \"all\"$"),
    ({"laws": "newton"}, "laws: unknown key; did you mean law?"),
    ({"gravity": 9.81}, "gravity: belongs to scenes"),
    ({"contacts": [{"restitution": 0.1}]}, r"contacts\[0\].restitution: given twice"),
    ({"tangent": [1, 0]}, r"contacts\[0\].tangent: "),
    ({"restitution": [0.1, 0.2]}, "given for|W: |u: "),
    ({"friction": None}, r"contacts\[0\].friction: missing"),
    ({"name": "\ud800"}, "name: is no valid text"),
    ({"contacts": {"a": {}}}, "contacts that have names have their own"),
    ({"contacts": [{1: 2}]}, r"contacts\[0\]: keys are texts, got one of type int"),
    ({"contacts": [{"mu": 0.5}]}, r"contacts\[0\].mu: unknown key; did you mean friction?"),
    ({"contacts": [{"frction": 0.5}]}, r"contacts\[0\].frction: unknown key; did you mean friction?"),
    ({"restituton": 0.5}, r"contacts\[0\].restituton: unknown key; did you mean restitution?"),
    ({"static_fricton": [0.5, 0.6]}, r"contacts\[0\].static_fricton: unknown key; did you mean static_friction?"),
    ({"mu": 0.5}, r"contacts\[0\].mu: unknown key; did you mean friction?"),
    ({"velocty": 0.5}, "^velocty: unknown key; did you mean velocity?"),
]


@pytest.mark.parametrize("change, message", BAD)
def test_the_message_names_the_place_and_the_expectation(change, message):
    good = {"W": [[2, 0], [0, 1]], "u": [1, -1], "restitution": 0.5, "friction": 0.3, "law": "newton"}
    carom.solve(**good)
    with pytest.raises(ValueError, match=message):
        carom.solve(**{**good, **change})


def test_messages_of_files_name_the_file_and_the_line(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("law: newton\nW: [[1, 0], [0, 1]]\nu: [0, -1]\ncontacts:\n- {restitution: 2, friction: 0}\n")
    with pytest.raises(ValueError) as caught:
        carom.load(path)
    assert str(caught.value) == f"{path}:5: contacts[0].restitution: 2 is outside [0, 1]"
    two = '{"law": "newton", "W": [[1, 0], [0, 1]], "u": [0, -1], "contacts": [{"restitution": %s, "friction": 0}]}\n'
    lines = tmp_path / "bad.jsonl"
    lines.write_text(two % 0.5 + two % 2)
    with pytest.raises(ValueError) as caught:
        carom.load_all(lines)
    assert str(caught.value) == f"{lines}:2: contacts[0].restitution: 2 is outside [0, 1]"  # as the command line
    path.write_text("law: newton\n---\nlaw: [\n")
    with pytest.raises(ValueError, match="bad.yaml:"):
        carom.load_all(path)


def test_a_whole_problem_takes_no_other_keywords(rod):
    with pytest.raises(ValueError, match="friction: given beside a whole problem"):
        carom.solve(rod, friction=0.1, law="newton")
    for keywords in ({}, {"law": "newton"}):
        with pytest.raises(TypeError, match="carom.load"):
            carom.solve("file.yaml", **keywords)
    with pytest.raises(ValueError, match="expected a problem"):
        carom.solve(3.0)


def test_what_contains_itself_is_refused():
    loop = []
    loop.append(loop)
    with pytest.raises(ValueError, match="nested deeper"):
        carom.solve(W=loop, u=[0, -1], law="newton")


def test_several_colliding_contacts_are_refused_in_the_librarys_words():
    with pytest.raises(ValueError, match="contact"):
        carom.solve(W=np.eye(4), u=[0, -1, 0, -1], restitution=0.5, friction=0.1,
                    contacts=[{}, {}], law="newton")


def test_numbers_of_lists_must_match_the_contacts():
    with pytest.raises(ValueError, match="friction: 3 given for 2 contacts"):
        carom.solve(W=np.eye(4), u=[0, -1, 0, 1], contacts=[{}, {}], restitution=0.5, friction=[0.1, 0.2, 0.3],
                    law="newton")


def test_a_loaded_problem_keeps_its_file_and_its_number(examples):
    problem = carom.load(examples / "falling_rod.yaml", 2)
    assert carom.solve(problem, law="newton").to_dict()["problem"] == 2
    with pytest.raises(ValueError, match=r"falling_rod.yaml:\d+: problem 2: contacts\[0\].impulse_ratio: missing"):
        carom.solve(problem, law="impulse_ratio")
    walker = carom.load(examples / "scenes/compass_gait_heel_strike.yaml", 1)
    with pytest.raises(ValueError, match=r"^\S*heel_strike.yaml:\d+: contacts.leading foot.impulse_ratio: missing"):
        carom.simulate(walker, 1.0, law="impulse_ratio")


def test_texts_are_texts():
    with pytest.raises(TypeError, match="expected a text or its bytes; carom.load"):
        carom.loads(None)
    with pytest.raises(ValueError, match="is no valid text"):
        carom.loads("name: \ud800")
    with pytest.raises(TypeError, match="integer"):
        carom.loads("[]", "1")
