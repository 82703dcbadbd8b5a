"""Other people's names and chat are one visible line, whatever they typed."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.bots import LEVELS, name_bot
from rexarium.match import Note, read_whole_record, say_record
from rexarium.server.model.errors import Refusal
from rexarium.server.model.naming import check_free, check_nickname, looks
from rexarium.server.model.text import LONGEST_NAME, LONGEST_TEXT, clean_name, clean_text
from rexarium.testkit.walk import begin
from tests.laws.registry import GAMES

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=600)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna \t of\nBerlin ", "Anna of Berlin"),
        ("<b>Anna</b>", "<b>Anna</b>"),  # it is always shown as text
        ("e\u0301", "é"),
        ("\u202eannA", "annA"),
        ("A\u200bn\u00adna", "A n na"),
        ("\x1b[31mred", "[31mred"),
        ("a\r\nSet-Cookie: b", "a Set-Cookie: b"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("a\u2028b\u2029c", "a b c"),
        ("恐竜", "恐竜"),
        ("x" * 30, "x" * 24),
        ("\u0301Anna \u0332 B", "Anna B"),  # it would stand on whatever the page shows before the name
    ],
)
def test_visible_characters_are_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\n", "\u200d\u200d", "\u3164", "\u115f\u1160", "\u2800\u2800", "\uffa0", "\u0301", "\x00", "\u202e\u2066"],
)  # fmt: skip
def test_an_invisible_name_is_not_a_name(typed: str) -> None:
    assert clean_name(typed) == ""


def test_stacked_accents_are_cut() -> None:
    assert len(clean_text("z" + "\u0335" * 300)) < 8


@given(TEXTS)
def test_cleaned_text_is_one_short_line_without_controls_and_stays_the_same_when_cleaned_again(
    text: str,
) -> None:
    for clean, longest in ((clean_text(text), LONGEST_TEXT), (clean_name(text), LONGEST_NAME)):
        assert len(clean) <= longest
        assert clean == " ".join(clean.split())
        assert not {unicodedata.category(message) for message in re.sub("[\u200c\u200d]", "", clean)} & {
            "Cc",
            "Cf",
            "Zl",
            "Zp",
        }
    assert clean_text(clean_text(text)) == clean_text(text)


@given(TEXTS, TEXTS)
def test_a_record_with_any_typed_name_can_be_read_back(name: str, text: str) -> None:
    match = begin(GAMES["trex"], GAMES["trex"].setup(2), 1)
    match.players = [clean_name(name), clean_text(text)]
    record = say_record(match, notes=[Note(0, f"{clean_name(name)} said {clean_text(text)}")])
    again = read_whole_record(record)
    assert say_record(again.match, notes=again.notes) == record


# Nicknames that do not deceive

MESSAGES = Path(__file__).parents[3] / "web" / "messages"
GOOD_NAMES = [
    "Anna", "José", "Zoë", "O'Brien", "O’Neil", "Ngọc Ánh", "Łukasz", "Jean-Luc", "Анна", "Αννα", "恐竜", "김민준", "محمد",
    "علی\u200cرضا", "שרה", "क्\u200dष", "สมชาย", "👩\u200d👩\u200d👧", "❤\ufe0f", "1\ufe0f\u20e3", "<b>Anna</b>", "T-Rex",
    "Tyranno", "Hunterson", "Botticelli", "42", "!!!",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_of_all_scripts_are_kept_as_they_are(name: str) -> None:
    assert check_nickname(f"  {name} ") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "unseen",
    ["\x00", "\t", "\n", "\x1b", "\x85", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202e", "\u2066", "\u2060",
     "\u00ad", "\ufeff", "\u034f", "\u115f", "\u3164", "\u2800", "\ufe0f", "\u2028", "\U000e0041", "\ue000", "\U000e0100"],
)  # fmt: skip
def test_invisible_characters_are_refused_in_a_nickname(unseen: str) -> None:
    for name in (f"An{unseen}na", f".{unseen}Anna", f"Anna.{unseen}."):
        with pytest.raises(Refusal, match="nickname"):
            check_nickname(name)


@pytest.mark.parametrize("name", ["", " ", "\u0301", "\u3164"])
def test_an_empty_nickname_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="nickname"):
        check_nickname(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "anna"), ("Anna", "ANNA"), ("Anna", "\u0410nn\u0430"), ("Anna", "Ａｎｎａ"), ("Anna", "An na"),
        ("Anna", "Anna."), ("Ian", "lan"), ("Ian", "1an"), ("Bob0", "BobO"), ("modern", "rnodern"),
        ("Анна", "АННА"), ("O'Neil", "O’Neil"), ("علی\u200cرضا", "علیرضا"), ("José", "Jose\u0301"),
        ("paypal", "раураl"), ("Müller", "MÜLLER"), ("Anna", "Anna\u0332"), ("Anna", "A\u0336nna"), ("Anna", "Anna\u20dd"),
        ("Anna", "An\u030ana"), ("Anna", "^Anna~"), ("Anna", "Anna´"), ("Anna", "ᴀɴɴᴀ"), ("Anna", "🅰🅽🅽🅐"),
        ("Hans", "🇭🇦🇳🇸"), ("محمد", "مـحمّد"), ("שרה", "שָׂרָה"),
    ],
)  # fmt: skip
def test_names_that_look_alike_share_a_skeleton(name: str, other: str) -> None:
    assert looks(name) & looks(other)
    with pytest.raises(Refusal, match="Choose another"):
        check_free(other, "ben", [("anna", name)])
    check_free(other, "anna", [("anna", name)])  # one may take another form of one's own name


def test_distinct_names_can_share_a_table() -> None:
    for name in GOOD_NAMES:
        others = [(other, other) for other in GOOD_NAMES if {name, other} != {"Anna", "<b>Anna</b>"}]
        check_free(name, name, others)
    check_free("José", "jose", [("other", "Jose")])


def test_a_name_older_than_the_rule_is_kept_at_its_table() -> None:
    check_free("hunter bot", "eva", [("eva", "hunter bot"), ("ben", "Hunter Bot")])
    with pytest.raises(Refusal):
        check_free("hunter bot", "eva", [])


def test_the_pages_own_names_are_reserved_in_every_language() -> None:
    for path in MESSAGES.glob("*.json"):
        words = json.loads(path.read_text())
        levels = [words[f"level.{level}"] for level in LEVELS]
        bot, seat = words["seat.bot"], words["seat.number"]
        reserved = [*levels, *(f"{level} 2" for level in levels), *(f"{level} {bot}" for level in levels)]
        reserved += [bot, seat.format(seat=1), seat.format(seat="l"), words["seat.free"]]
        reserved += [words["seat.host"], words["seat.program"], f"{words['seat.program']} 3"]
        ours = ["Rexarium", "r e x a r i u m", "ＲＥＸＡＲＩＵＭ", "ʀᴇxᴀʀɪᴜᴍ", "🆁🅴🆇🅰🆁🅸🆄🅼", "R\u0332exarium"]
        for name in [*reserved, *map(name_bot, LEVELS), *ours]:
            with pytest.raises(Refusal, match="Choose another"):
                check_nickname(name)


@given(TEXTS)
def test_a_nickname_that_was_accepted_is_accepted_again_and_unchanged(text: str) -> None:
    try:
        name = check_nickname(text)
    except Refusal:
        return
    assert check_nickname(name) == name
    assert looks(name) & looks(name.upper().lower())
