"""Facts: one loop hides what is secret, and knows who has learnt something."""

import pytest

from rexarium.kernel.facts import (
    SPECTATOR,
    TRUTH,
    Argument,
    FactKind,
    Secrecy,
    Uncovers,
    say_value,
    teaches,
    tell,
)

SEAT = Argument("seat", lambda seat: seat + 1)
KINDS = (
    FactKind("waved", (SEAT,), "Seat {seat} waves.", "R-1"),
    FactKind(
        "drew",
        (SEAT, Argument("cards", lambda n: ("ace",) * n, Secrecy.OWNER)),
        "Seat {seat} draws {cards}.",
        "R-2",
        Uncovers.TO_ALL,
        hidden_sentence="Seat {seat} draws.",
    ),
    FactKind("buried", (SEAT, Argument("card", str, Secrecy.SEALED)), "Seat {seat} buries {card}.", "R-3"),
    FactKind("showed", (SEAT,), "Seat {seat} shows.", "R-4", Uncovers.TO_OTHERS),
)


@pytest.mark.parametrize(
    ("fact", "eyes", "line"),
    [
        ((0, 2, 0, 0), SPECTATOR, "waved seat 3"),
        ((1, 0, 2, 0), 0, "drew seat 1 cards ace, ace"),
        ((1, 0, 2, 0), 1, "drew seat 1 cards hidden"),
        ((1, 0, 0, 0), 0, "drew seat 1 cards nothing"),
        ((1, 0, 2, 0), SPECTATOR, "drew seat 1 cards hidden"),
        ((1, 0, 2, 0), TRUTH, "drew seat 1 cards ace, ace"),
        ((2, 1, 9, 0), 1, "buried seat 2 card hidden"),
        ((2, 1, 9, 0), 0, "buried seat 2 card hidden"),
        ((2, 1, 9, 0), TRUTH, "buried seat 2 card 9"),
    ],
)
def test_a_facts_line_hides_what_the_eyes_may_not_know(
    fact: tuple[int, int, int, int], eyes: int, line: str
) -> None:
    assert tell(KINDS, fact, eyes).line() == line


def test_a_sentence_does_not_name_what_is_hidden() -> None:
    assert tell(KINDS, (1, 0, 2, 0), 0).sentence() == "Seat 1 draws ace, ace."
    assert tell(KINDS, (1, 0, 2, 0), 1).sentence() == "Seat 1 draws."
    assert tell(KINDS, (2, 1, 9, 0), 1).sentence() == "Seat 2 buries hidden."


def test_facts_say_which_seats_learnt_something() -> None:
    assert not teaches(KINDS, (0, 0, 0, 0), 0)
    assert all(teaches(KINDS, (1, 0, 0, 0), eyes) for eyes in (0, 1, SPECTATOR))
    assert [teaches(KINDS, (3, 1, 0, 0), eyes) for eyes in (0, 1, SPECTATOR)] == [True, False, True]


def test_values_in_words() -> None:
    assert say_value(None) == "hidden"
    assert say_value(()) == "nothing"
    assert say_value(("a", "b")) == "a, b"
    assert say_value(3) == "3"
