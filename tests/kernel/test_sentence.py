"""Sentences: English from patterns and values, and every pattern in every language."""

import copy
import json
import pickle
from pathlib import Path

import pytest

from rexarium.kernel.sentence import read_pattern, sentence, slots_of
from rexarium.kernel.texts import LANGUAGES
from rexarium.testkit import wording


def test_values_are_put_in_by_kind() -> None:
    assert sentence("{card} is played by {who, seat}.", card="blue 7", who=2) == "Blue 7 is played by seat 2."
    assert sentence("{who, seats} win.", who=(1, 2, 4)) == "Seat 1, seat 2 and seat 4 win."
    assert sentence("There is {what, names}.", what=("red", "blue")) == "There is red and blue."
    assert [sentence("{points, signed}", points=points) for points in (3, 0, -2)] == ["+3", "0", "-2"]


def test_plurals_and_choices_nest() -> None:
    pattern = "{eggs, plural, =0 {no egg} one {# {colour} egg} other {# {colour} eggs}}{end, select, now { now} other {}}."
    said = [sentence(pattern, eggs=eggs, colour="red", end="now" if eggs else "") for eggs in (0, 1, 2)]
    assert said == ["No egg.", "1 red egg now.", "2 red eggs now."]
    assert slots_of(read_pattern(pattern)) == {"eggs": "plural", "colour": "", "end": "select"}


@pytest.mark.parametrize("pattern", ["{", "{}", "a}", "{a", "{a, select, x {y}}", "{a, plural, other {b}"])
def test_a_broken_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"in '"):
        read_pattern(pattern)


def test_a_sentence_keeps_its_pattern_and_values() -> None:
    said = sentence("{who, seat} has {points}.", who=1, points=4)
    for again in (said, copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert (again, again.pattern, again.values) == (said, said.pattern, {"who": 1, "points": 4})


def test_every_sentence_is_there_in_every_language() -> None:
    assert list(wording.complaints()) == []


def test_missing_translations_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "why.py"
    module.write_text(
        "EFFECTS: Patterns = ('One.', 'Two.')\nAGAIN = 'Try again.'\n"
        "x = sentence('{n} left', n=1)\nraise Refusal('too fast', AGAIN)\nraise Refusal('unreadable', f'{x}')\n"
        "need_gathering(table, 'Not now.')\nraise Refusal('illegal', 'Yes.' if x else sentence('No.'))\n"
    )
    found = wording.patterns([module])
    assert found == {"One.", "Two.", "{n} left", "Try again.", "Not now.", "Yes.", "No."}
    monkeypatch.setattr(wording, "ROOT", tmp_path)
    monkeypatch.setattr(wording, "SENTENCES", tmp_path / "sentences")
    monkeypatch.setattr(wording, "scopes", lambda: {"house": [module]})
    folder = tmp_path / "sentences" / "house"
    folder.mkdir(parents=True)
    said = {pattern: pattern for pattern in found - {"One."}} | {"{n} left": "niets", "Old.": "Oud."}
    for language in LANGUAGES[1:]:
        (folder / f"{language}.json").write_text(json.dumps(said))
    complaints = "\n".join(wording.complaints())
    for complaint in ("lacks 'One.'", "translates nothing: 'Old.'", "not the same placeholders in 'niets'"):
        assert complaints.count(complaint) == len(LANGUAGES[1:])
    module.write_text("raise Refusal('too fast', f'{x} times')")
    with pytest.raises(AssertionError, match="nobody can translate it"):
        list(wording.complaints())
