"""Records and editions that strangers send: whatever their size, they are read or refused in a sentence with its line."""

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rexarium.games import AnyGame
from rexarium.kernel.errors import BadEdition, BadRecord
from rexarium.kernel.outline import DEEPEST, LONGEST_LINE, LONGEST_TEXT, MOST_LINES
from rexarium.kernel.phrases import number_in
from rexarium.match import read_record, say_record
from rexarium.testkit import records
from rexarium.testkit.walk import at_random, begin, walk
from tests.laws.registry import every_game

LONG = "9" * 5000  # more than Python makes an int of
JUST = "9" * (LONGEST_LINE - 100)  # in a line that may be read
NUMBER = re.compile(r"\d+")
HEX = "0x" + "f" * (LONGEST_LINE - 100)  # TOML reads it, and Python does not write it in decimals


@lru_cache
def record_of(game: AnyGame) -> str:
    match = begin(game, game.setup(game.min_seats), "sizes")
    for ply in walk(match, 5, at_random):
        if ply >= 20 and match.is_revealed:
            break
    return say_record(match)


@lru_cache
def box_of(game: AnyGame) -> str:
    folder = Path(__file__).parents[2] / "src" / "rexarium" / "games" / game.id / "editions"
    return (folder / "standard.toml").read_text(encoding="utf-8")


def refusal_of(text: str) -> str:
    with pytest.raises(BadRecord) as refusal:
        read_record(text)
    return str(refusal.value)


@every_game
@pytest.mark.parametrize("number", [LONG, JUST, "9" * 10, "²", "٣", "-" + JUST, "0" * 500])
def test_any_number_of_a_record_may_be_exchanged(game: AnyGame, number: str) -> None:
    text = record_of(game)
    for found in NUMBER.finditer(text[: text.index("seal:")]):
        changed = text[: found.start()] + number + text[found.end() :]
        records.check_refusal(changed)
        records.check_sound(records.reseal(changed))


WORDS = st.sampled_from(
    [
        "",
        " ",
        "  ",
        "\n",
        "\t",
        ":",
        ",",
        "-",
        "²",
        "٣",
        "\x85",
        "\u2028",
        "\ud800",
        "#",
        "  # x",
        "1",
        "0",
        LONG,
        JUST,
    ]
)


@every_game
@given(changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), WORDS), min_size=1, max_size=4))
@settings(max_examples=150)
def test_a_record_that_was_changed_anywhere_is_read_or_refused(
    game: AnyGame, changes: list[tuple[float, int, str]]
) -> None:
    text = record_of(game)
    for place, length, word in changes:
        at = int(place * len(text))
        text = text[:at] + word + text[at + length :]
    records.check_sound(text)
    records.check_sound(records.reseal(text))


def test_an_oversized_record_is_refused_with_the_line() -> None:
    heading = "rexarium record 1\n"
    assert refusal_of(heading + "x" * (LONGEST_LINE + 1)) == (
        "line 2: this line is too long: it may have 4000 characters."
    )
    assert "too many lines" in refusal_of(heading + "\n" * MOST_LINES)
    assert "too long" in refusal_of(heading + "# comment\n" * (LONGEST_TEXT // 10))
    nested = "\n".join(" " * depth + "x" for depth in range(DEEPEST + 1))
    assert (
        refusal_of(nested)
        == f"line {DEEPEST + 1}: this line is indented too deeply: there are at most 20 levels."
    )


def test_a_number_has_nine_plain_digits() -> None:
    assert [number_in(text) for text in ("0", "007", "9" * 9)] == [0, 7, 999_999_999]
    assert [number_in(text) for text in ("", "9" * 10, LONG, "²", "٣", "-1", "+1", " 1", "1_0", "1.0")] == [
        None
    ] * 10


def test_the_largest_record_in_store_is_far_from_the_bounds() -> None:
    for path in (Path(__file__).parents[1] / "records").rglob("*.rex"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert max(map(len, lines)) * 5 < LONGEST_LINE
        assert len(lines) * 5 < MOST_LINES


# Editions


@every_game
@pytest.mark.parametrize(
    "number", [LONG, JUST, HEX, "-" + HEX, "[" * 900 + "]" * 900, "[{a = [[[[1]]]]}]", "9" * 10]
)
def test_any_number_of_an_edition_may_be_exchanged(game: AnyGame, number: str) -> None:
    text = box_of(game)
    for found in re.finditer(r"(?<== )-?\d+", text):
        changed = text[: found.start()] + number + text[found.end() :]
        with pytest.raises(BadEdition) as refusal:
            game.read_edition(changed)
        assert refusal.value.sentence
        assert refusal.value.line in (0, text[: found.start()].count("\n") + 1)


@every_game
@given(changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), WORDS), min_size=1, max_size=3))
@settings(max_examples=150)
def test_an_edition_that_was_changed_anywhere_is_read_or_refused(
    game: AnyGame, changes: list[tuple[float, int, str]]
) -> None:
    text = box_of(game)
    for place, length, word in changes:
        at = int(place * len(text))
        text = text[:at] + word + text[at + length :]
    with suppress(BadEdition):
        assert game.read_edition(text).lines


@every_game
def test_an_edition_has_a_title_that_a_record_can_hold(game: AnyGame) -> None:
    changed = re.sub(r"^title = .*$", f'title = "{"x" * 201}"', box_of(game), count=1, flags=re.M)
    with pytest.raises(BadEdition, match=r"the title is too long: it may have 200 characters"):
        game.read_edition(changed)
