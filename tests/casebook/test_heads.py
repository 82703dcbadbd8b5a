"""The heads of a case: what they set up, and what is refused, with its line."""

import pytest

from rexarium.testkit.casebook import read_casebook, run_case

# Set-ups that cannot be: the case fails with the line of the head, or below it.
SETUPS = {
    "seats": (["seats: many", "round = 1"], 3, "'many' is no number of seats."),
    "too many seats": (["seats: 6", "round = 1"], 3, "T-Rex is for 2 to 5 seats, not 6."),
    "preset": (
        ["preset: belgian", "round = 1"],
        3,
        "There is no preset 'belgian'; T-Rex has table, french, dutch.",
    ),
    "ruling": (
        ["seats: 3", "rulings: flip_with_two = on", "round = 1"],
        4,
        "There is no ruling 'flip_with_two' here",
    ),
    "answer": (
        ["rulings: flip_with_one = perhaps", "round = 1"],
        3,
        "The ruling 'flip_with_one' is on or off, not 'perhaps'.",
    ),
    "no answer": (
        ["rulings: flip_with_one", "round = 1"],
        3,
        "write a ruling like 'flip_with_one = off', not 'flip_with_one'.",
    ),
    "edition": (["edition: deluxe", "round = 1"], 3, "There is no edition 'deluxe'"),
    "edition's card": (
        ["edition: standard", "  blue 7: comet", "  blue 9: comet", "round = 1"],
        5,
        "'blue 9' is no card; there is",
    ),
    "edition's line": (
        ["edition: standard", "  comets", "round = 1"],
        4,
        "write a line of an edition like 'blue 7: draw 1', not 'comets'.",
    ),
    "deal": (
        ["deal: the usual", "round = 1"],
        3,
        "write 'deal: seed 7', 'deal: seed 7 first seat 2', or the deal itself below.",
    ),
    "first": (["seats: 3", "deal: seed 7 first seat 4", "round = 1"], 4, "The first seat is 1 to 3."),
    "dealt card": (
        ["seats: 2", "deal:", "  seat 1: blue 8", "round = 1"],
        5,
        "the deal does not say 'seat 2'.",
    ),
    "label": (
        ["position:", "  colour: red", "round = 1"],
        4,
        "a position has no 'colour'; it has round, strongest,",
    ),
    "seat's label": (
        ["position:", "  seat 1:", "    feet: 2", "round = 1"],
        5,
        "a seat has no 'feet'; it has hand, stock,",
    ),
    "seat's value": (
        ["position:", "  seat 1: blue 7", "round = 1"],
        4,
        "write what seat 1 has below it, indented, like 'hand: …'.",
    ),
    "seat": (
        ["position:", "  seat 5:", "    hand: red 5", "round = 1"],
        4,
        "'seat 5' is no seat of this table: write 'seat 1' to 'seat 4'.",
    ),
    "card": (
        ["position:", "  seat 1:", "    hand: blue 8", "round = 1"],
        5,
        "'blue 8' is no card; there is yellow 1,",
    ),
    "colour": (
        ["position:", "  strongest: pink", "round = 1"],
        4,
        "'pink' is no colour; there is yellow, blue, brown, green, red.",
    ),
    "label twice": (
        ["position:", "  round: 1", "  round: 2", "round = 1"],
        5,
        "'round' stands here twice, first in line 4.",
    ),
    "card twice": (
        ["position:", "  seat 1:", "    hand: red 5", "    pile: red 5", "round = 1"],
        5,
        "red 5 stands here twice (TR-09).",
    ),
    "rest twice": (
        ["position:", "  seat 1:", "    hand: rest", "    stock: rest", "round = 1"],
        6,
        "'rest' stands once: in the hand,",
    ),
    "round": (["position:", "  round: 13", "round = 1"], 4, "'round' is a number from 1 to 12, not '13'."),
    "phase": (
        ["position:", "  phase: lunch", "round = 1"],
        4,
        "a phase is play, take, take 2, lose, lose 2 to lose 4, change, or over.",
    ),
    "eggs": (
        ["position:", "  open eggs: red", "round = 1"],
        4,
        "in this phase 2 eggs lie open, not 1 (TR-37).",
    ),
    "eggs and round": (
        ["position:", "  round: 1", "  seat 1:", "    eggs: red 6, blue 6", "round = 1"],
        4,
        "with so many eggs gone the piles run out before round 12: say a later round than 1 (TR-49).",
    ),
    "rank": (
        ["position:", "  phase: take", "  rank: 1 2", "round = 1"],
        5,
        "'rank' names each seat once, the strongest first.",
    ),
    "rank while playing": (
        ["position:", "  rank: 1 2 3 4", "round = 1"],
        4,
        "while cards are played the top cards make the rank",
    ),
    "order": (
        ["position:", "  order: 1 2", "round = 1"],
        4,
        "'order' names each seat with a played card once, the earliest",
    ),
    "turn": (
        ["position:", "  phase: change", "  rank: 1 2 3 4", "  turn: 2", "round = 1"],
        6,
        "in this phase the rank says whose turn it is",
    ),
    "comet": (
        ["position:", "  comet: blue 7", "round = 1"],
        4,
        "there is no such comet on a played pile: 'blue 7'.",
    ),
    "two comets": (
        ["position:", "  seat 1:", "    pile: red 5, blue 2", "  seat 2:", "    pile: red 5", "round = 1"],
        6,
        "two comets are equally strong; say which was played later, like 'comet: seat 1 red 5'.",
    ),
    "pile under the stock": (
        ["position:", "  phase: change", "  seat 1:", "    pile: red 5", "round = 1"],
        6,
        "in this phase the piles lie",
    ),
}


@pytest.mark.parametrize(("lines", "line", "sentence"), SETUPS.values(), ids=SETUPS.keys())
def test_an_impossible_set_up_fails_with_its_line(lines: list[str], line: int, sentence: str) -> None:
    result = run_case(
        read_casebook("game: trex\ncase: A case\n" + "".join(f"  {text}\n" for text in lines))[0]
    )
    assert result.failure.startswith(sentence)
    assert result.line == line


def refused(*lines: str) -> tuple[str, int]:
    result = run_case(
        read_casebook("game: trex\ncase: A case\n" + "".join(f"  {text}\n" for text in lines))[0]
    )
    return result.failure, result.line


def test_a_refusal_names_its_rule() -> None:
    assert refused("refused: TR-03", "edition: standard with blue 7 = draw 1") == ("", 0)
    assert refused("refused: tr-03", "edition: standard with blue 7 = draw 1") == ("", 0)
    assert refused("refused: TR-05, TR-03", "edition: standard with blue 7 = draw 1") == ("", 0)
    assert refused("refused:", "edition: standard with blue 7 = draw 1") == ("", 0)
    failure, line = refused("refused: TR-05", "edition: standard with blue 7 = draw 1")
    assert failure.startswith("refused by TR-03, not by TR-05: line 4: 5 cards carry a comet and 10 draw")
    assert line == 3
    failure, line = refused("refused: TR-05", "preset: belgian")
    assert failure.startswith("refused, but by no rule, not by TR-05")


def test_a_possible_set_up_is_not_refused() -> None:
    assert refused("refused: TR-03") == ("this should be refused, but it can be set up.", 3)


def test_a_case_that_cannot_be_read_is_not_a_refusal() -> None:
    assert refused("refused:", "seats: many") == ("'many' is no number of seats.", 4)
    assert refused("refused:", "deal: the usual")[1] == 4


@pytest.mark.parametrize(
    "rulings",
    [
        "rulings: flip_with_one = off, shower_is_extra_loss = on",
        "Rulings: Flip with one: no and shower-is-extra-loss: yes",
        "rulings:\n    flip_with_one: false\n    shower_is_extra_loss: true",
        "preset: french\n  rulings: shower_is_extra_loss = on",
    ],
)
def test_rulings_in_several_spellings(rulings: str) -> None:
    text = f"game: T-Rex\nCase: A case\n  {rulings}\n  ruling flip_with_one = off\n  ruling shower_is_extra_loss = on"
    assert run_case(read_casebook(text)[0]).failure == ""


@pytest.mark.parametrize(
    "edition",
    [
        "edition: standard with blue 7 = draw 1; yellow 1 = comet",
        "edition: standard\n    blue 7: draw 1\n    Yellow 1: Comet",
        "edition: standard with blue 7: draw 1\n    yellow 1 = comet",
    ],
)
def test_editions_in_several_spellings(edition: str) -> None:
    text = f"game: trex\ncase: A case\n  {edition}\n  symbol blue 7 = draw 1\n  symbol yellow 1 = comet\n  box comets = 6"
    assert run_case(read_casebook(text)[0]).failure == ""


@pytest.mark.parametrize(
    "seat",
    [
        "seat 1:\n      hand: red 5, shower",
        "Seat 1:\n      Hand: Red 5 and comet shower",
        "seat 1 hand: red 5, shower",
        "hand 1: shower; red 5",
        "hand of seat 1: shower, red 5",
        "seat 1:\n      hand:\n        red 5\n        shower",
    ],
)
def test_seats_of_a_position_in_several_spellings(seat: str) -> None:
    text = f"game: trex\ncase: A case\n  position:\n    turn: 1\n    {seat}\n  hand 1 = red 5, shower\n  stock size 1 = 15"
    assert run_case(read_casebook(text)[0]).failure == ""
