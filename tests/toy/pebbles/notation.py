"""How moves and deals of Pebbles are written and read."""

from collections.abc import Sequence
from dataclasses import dataclass

from rexarium.games.pebbles.words import CARD_NAMES, MOVE_NAMES

from rexarium.kernel.errors import BadText, UnreadableMove
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import plain, read_name, read_seat

_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}


@dataclass(frozen=True, slots=True)
class Deal:
    """PB-03: everything that chance decides, once and for all."""

    cards: tuple[int, ...]  # by seat
    first: int


def say(move: int) -> str:
    """A move as it is written."""
    return MOVE_NAMES[move]


def read(text: str) -> int:
    """A move from its writing."""
    words = plain(text)
    if words not in MOVE_NAMES:
        raise UnreadableMove(f"'{text.strip()}' is no move of Pebbles: there is {', '.join(MOVE_NAMES)}.")
    return MOVE_NAMES.index(words)


def parts(move: int) -> tuple[str, ...]:
    """The pieces one touches."""
    return (("pebble",), ("pebbles",), ("card",))[move]


def read_card(text: str, line: int, error: type[BadText]) -> int:
    """A card by its name."""
    return read_name(_CARDS, "card", text, line, error, "PB-01")


def say_deal(deal: Deal) -> list[str]:
    """The deal as a record writes it."""
    cards = [f"seat {seat}: {CARD_NAMES[card]}" for seat, card in enumerate(deal.cards, start=1)]
    return [*cards, f"first: seat {deal.first + 1}"]


def read_deal(seats: int, lines: Sequence[Line], error: type[BadText]) -> Deal:
    """PB-03: a deal from its lines, a card for each seat and no card twice."""
    named = {line.label: line for line in lines}
    wanted = [*(f"seat {seat + 1}" for seat in range(seats)), "first"]
    last = lines[-1].number if lines else 0
    if [line.label for line in lines] != wanted:
        raise error(f"a deal for {seats} seats says {', '.join(wanted)}, each once (PB-03).", last, "PB-03")
    cards = tuple(read_card(named[label].value, named[label].number, error) for label in wanted[:-1])
    if len(set(cards)) < seats:
        raise error("no two seats have the same card (PB-03).", last, "PB-03")
    return Deal(cards, read_seat(named["first"].value, seats, last, error))
