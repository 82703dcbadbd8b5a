"""Names and words of other people are one line that can be seen, whatever they typed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.match import Note, read_whole_record, say_record
from rexarium.table.naming import LONGEST_NAME, LONGEST_TEXT, clean_name, clean_text
from rexarium.testkit.walk import begin
from tests.laws.registry import GAMES

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=600)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t of\nBerlin ", "Anna of Berlin"),
        ("<b>Anna</b>", "<b>Anna</b>"),  # whoever shows it shows it as text
        ("e\u0301", "é"),
        ("\u202eannA", "annA"),
        ("A\u200bn\u00adna", "A n na"),
        ("\x1b[31mred", "[31mred"),
        ("a\r\nSet-Cookie: b", "a Set-Cookie: b"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("a\u2028b\u2029c", "a b c"),
        ("恐竜", "恐竜"),
        ("x" * 30, "x" * 24),
    ],
)
def test_what_can_be_seen_is_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\n", "\u200d\u200d", "\u3164", "\u115f\u1160", "\u2800\u2800", "\uffa0", "\u0301", "\x00", "\u202e\u2066"],
)  # fmt: skip
def test_a_name_of_which_nothing_can_be_seen_is_none(typed: str) -> None:
    assert clean_name(typed) == ""


def test_accents_do_not_climb_out_of_the_line() -> None:
    assert len(clean_text("z" + "\u0335" * 300)) < 8


@given(TEXTS)
def test_whatever_is_typed_is_one_short_line_without_controls_and_is_clean_already(text: str) -> None:
    for clean, longest in ((clean_text(text), LONGEST_TEXT), (clean_name(text), LONGEST_NAME)):
        assert len(clean) <= longest
        assert clean == " ".join(clean.split())
        assert not {unicodedata.category(letter) for letter in clean.replace("\u200d", "")} & {
            "Cc",
            "Cf",
            "Zl",
            "Zp",
        }
    assert clean_text(clean_text(text)) == clean_text(text)


@given(TEXTS, TEXTS)
def test_whatever_is_typed_a_record_can_be_read_again(name: str, text: str) -> None:
    match = begin(GAMES["trex"], GAMES["trex"].setup(2), 1)
    match.players = [clean_name(name), clean_text(text)]
    record = say_record(match, notes=[Note(0, f"{clean_name(name)} said {clean_text(text)}")])
    again = read_whole_record(record)
    assert say_record(again.match, notes=again.notes) == record
