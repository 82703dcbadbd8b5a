"""The notation of T-Rex: writing and reading moves and deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from rexarium.games.trex import codes
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES, MOVE_NAMES
from rexarium.kernel.errors import BadText, UnreadableMove
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import plain, read_name, read_seat

_MOVES = {name: move for move, name in enumerate(MOVE_NAMES)}
_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
_COLOURS = {name: colour for colour, name in enumerate(COLOUR_NAMES)}


@dataclass(frozen=True, slots=True)
class Deal:
    """TR-07 to TR-10: everything that chance decides, fixed from the start."""

    sets: tuple[tuple[int, ...], ...]  # by seat, 17 cards in the order in which they are drawn
    left: tuple[int, ...]  # 15 eggs, from the top
    right: tuple[int, ...]
    strongest: int
    weakest: int
    first: int


def say(move: int) -> str:
    """Write a move."""
    return MOVE_NAMES[move]


def read(text: str) -> int:
    """Read a move; `play` may be omitted before a card."""
    words = plain(text).replace("comet shower", "shower")
    for candidate in (words, f"play {words}"):
        if candidate in _MOVES:
            return _MOVES[candidate]
    raise UnreadableMove(
        f"'{text.strip()}' is no move of T-Rex. Moves read like 'play blue 7', 'flip' or 'take red'."
    )


def parts(move: int) -> tuple[str, ...]:
    """The pieces a player touches: a card of the hand, the stock, the pile, an egg, a colour and where it goes."""
    if move < codes.FLIP:
        return (f"hand {CARD_NAMES[move]}",)
    if codes.TAKE <= move < codes.LOSE_TOP:
        return (f"egg {COLOUR_NAMES[move - codes.TAKE]}",)
    if codes.STRONGEST <= move < codes.KEEP:
        place, colour = say(move).split()
        return (f"colour {colour}", f"place {place}")
    return {
        codes.FLIP: ("stock",),
        codes.LOSE_TOP: ("pile",),
        codes.LOSE_STOCK: ("stock",),
        codes.LOSE_SHOWER: ("pile shower",),
        codes.KEEP: ("colours",),
    }[move]


def read_card(text: str, line: int, error: type[BadText]) -> int:
    """Read the name of a card; the shower may be called a comet shower."""
    return read_name(_CARDS, "card", text.lower().strip().removeprefix("comet "), line, error, "TR-02")


def read_colour(text: str, line: int, error: type[BadText]) -> int:
    """Read the name of a colour."""
    return read_name(_COLOURS, "colour", text, line, error)


def say_deal(deal: Deal) -> list[str]:
    """Write a deal as records have it."""
    sets = [f"seat {seat}: {_say_cards(cards)}" for seat, cards in enumerate(deal.sets, start=1)]
    return [
        *sets,
        f"left eggs: {_say_colours(deal.left)}",
        f"right eggs: {_say_colours(deal.right)}",
        f"strongest: {COLOUR_NAMES[deal.strongest]}",
        f"weakest: {COLOUR_NAMES[deal.weakest]}",
        f"first: seat {deal.first + 1}",
    ]


def _say_cards(cards: Sequence[int]) -> str:
    return ", ".join(CARD_NAMES[card] for card in cards)


def _say_colours(colours: Sequence[int]) -> str:
    return ", ".join(COLOUR_NAMES[colour] for colour in colours)


def read_deal(seats: int, eggs: Sequence[int], lines: Sequence[Line], error: type[BadText]) -> Deal:
    """Read a deal from its lines: whole sets, exactly the eggs of the box, two colours and a first seat."""
    named = {line.label: line for line in lines}
    wanted = [
        *(f"seat {seat + 1}" for seat in range(seats)),
        "left eggs",
        "right eggs",
        "strongest",
        "weakest",
        "first",
    ]
    last = lines[-1].number if lines else 0
    if len(named) < len(lines) or set(named) - set(wanted):
        stray = next(line for line in lines if line.label not in wanted or named[line.label] is not line)
        raise error(
            f"'{stray.label}' does not belong in a deal for {seats} seats, or stands there twice.",
            stray.number,
        )
    for label in wanted:
        if label not in named:
            raise error(f"the deal does not say '{label}'.", last)
    deal = Deal(
        sets=tuple(_read_set(named[f"seat {seat + 1}"], error) for seat in range(seats)),
        left=_read_pile(named["left eggs"], error),
        right=_read_pile(named["right eggs"], error),
        strongest=read_colour(named["strongest"].value, named["strongest"].number, error),
        weakest=read_colour(named["weakest"].value, named["weakest"].number, error),
        first=read_seat(named["first"].value, seats, named["first"].number, error),
    )
    if deal.strongest == deal.weakest:
        raise error("strongest and weakest must be two colours (TR-08).", named["weakest"].number, "TR-08")
    if [(deal.left + deal.right).count(colour) for colour in range(codes.COLOURS)] != list(eggs):
        raise error(
            "the two piles do not hold the eggs of this edition (TR-05).", named["right eggs"].number, "TR-05"
        )
    return deal


def _read_set(line: Line, error: type[BadText]) -> tuple[int, ...]:
    cards = tuple(read_card(item, line.number, error) for item in line.items())
    if sorted(cards) != list(range(codes.CARDS)):
        raise error(
            f"{line.label} must have each of the {codes.CARDS} cards once (TR-09).", line.number, "TR-09"
        )
    return cards


def _read_pile(line: Line, error: type[BadText]) -> tuple[int, ...]:
    eggs = tuple(read_colour(item, line.number, error) for item in line.items())
    if len(eggs) != codes.EGG_PILE:
        raise error(f"an egg pile has {codes.EGG_PILE} eggs, not {len(eggs)} (TR-07).", line.number, "TR-07")
    return eggs
