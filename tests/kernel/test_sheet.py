"""The sheet: the lines of a written position, found by label and seat, whatever their spelling."""

import pytest

from rexarium.kernel.errors import BadPosition, BadText
from rexarium.kernel.outline import read_outline
from rexarium.kernel.phrases import read_name
from rexarium.kernel.sheet import Sheet


def sheet(text: str) -> Sheet:
    """Of a table with three seats."""
    lines = read_outline(text, BadPosition)
    return Sheet(3, lines, ("turn", "colour", "order", "stones"), ("stones", "hand size"))


def read_colour(text: str, line: int, error: type[BadText]) -> int:
    return read_name({"red": 0, "blue": 1}, "colour", text, line, error)


@pytest.mark.parametrize(
    "text",
    [
        "seat 2:\n  stones: red, blue",
        "SEAT 2:\n  Stones: Red  and blue",
        "seat 2 stones: red; blue",
        "stones 2: red, blue, none",
        "stones of seat 2: red, blue",
        "stones seat 2:\n  red\n  blue",
    ],
)
def test_what_a_seat_has_in_several_spellings(text: str) -> None:
    found = sheet(text)
    assert found.items("stones", 1) == ["red", "blue"]
    assert found.read_all(read_colour, "stones", 1) == [0, 1]
    assert not found.has("stones")
    assert not found.has("stones", 0)


def test_a_label_of_the_table_is_not_that_of_a_seat() -> None:
    found = sheet("stones: red\nhand size 3: 4\nseat 1:\n  stones: none")
    assert found.items("stones") == ["red"]
    assert found.number("hand size", 0, 0, 9, seat=2) == 4
    assert found.has("stones", 0)
    assert found.items("stones", 0) == []


def test_values_and_their_defaults() -> None:
    said, unsaid = sheet("turn: Seat 2\ncolour: BLUE\norder: 3, seat 1 and 2"), sheet("")
    assert (said.seat("turn", 0), unsaid.seat("turn", 2)) == (1, 2)
    assert (said.read(read_colour, "colour", 0), unsaid.read(read_colour, "colour", 0)) == (1, 0)
    assert (said.seat_list("order"), unsaid.seat_list("order")) == ([2, 0, 1], [])
    assert (said.value("colour"), unsaid.value("colour", "red")) == ("blue", "red")
    assert (unsaid.number("turn", 5, 0, 9), unsaid.line("turn")) == (5, 0)


REFUSED = {
    "wind: west": (1, "a position has no 'wind'; it has turn, colour, order, stones, seat 1."),
    "turn: 1\nseat 1:\n  feet: 2": (3, "a seat has no 'feet'; it has stones, hand size."),
    "turn: 1\n\nTurn: 2": (3, "'turn' stands here twice, first in line 1."),
    "stones 1: red\nseat 1:\n  stones: red": (3, "'stones' stands here twice, first in line 1."),
    "seat 4:": (1, "'seat 4' is no seat of this table: write 'seat 1' to 'seat 3'."),
    "stones 0: red": (1, "'seat 0' is no seat of this table: write 'seat 1' to 'seat 3'."),
    "seat 1: red": (1, "write what seat 1 has below it, indented, like 'stones: …'."),
}


@pytest.mark.parametrize(("text", "refusal"), REFUSED.items(), ids=REFUSED)
def test_a_line_that_says_nothing_known_is_refused(text: str, refusal: tuple[int, str]) -> None:
    with pytest.raises(BadPosition) as error:
        sheet(text)
    assert (error.value.line, error.value.sentence) == refusal


def test_a_value_is_refused_with_its_line() -> None:
    found = sheet("colour: green\n\nturn: 77\nseat 3:\n  hand size: two\norder: 1\n  2")
    with pytest.raises(BadPosition, match=r"^line 1: 'green' is no colour; there is red, blue\.$"):
        found.read(read_colour, "colour", 0)
    with pytest.raises(BadPosition, match=r"^line 3: 'turn' is a number from 1 to 9, not '77'\.$"):
        found.number("turn", 1, 1, 9)
    with pytest.raises(BadPosition, match=r"^line 3: '77' is no seat of this table"):
        found.seat("turn", 0)
    with pytest.raises(BadPosition, match=r"^line 5: 'hand size' is a number from 0 to 9, not 'two'\.$"):
        found.number("hand size", 0, 0, 9, seat=2)
    with pytest.raises(BadPosition, match=r"^line 7: 'order' has no lines below it\.$"):
        found.seat_list("order")


def test_a_refusal_names_the_line_and_the_rule_or_the_last_line() -> None:
    found = sheet("turn: 1\nstones: red")
    with pytest.raises(BadPosition, match=r"^line 1: so it cannot be \(R-1\)\.$") as error:
        found.refuse("so it cannot be", "turn", rule="R-1")
    assert error.value.rule == "R-1"
    with pytest.raises(BadPosition, match=r"^line 2: a hand is missing\.$"):
        found.refuse("a hand is missing", "hand size", 0)
