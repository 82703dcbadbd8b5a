"""The named values of T-Rex that cases check, in words."""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from rexarium.games.trex import codes
from rexarium.games.trex.edition import SYMBOLS, Numbers
from rexarium.games.trex.rules import TrexState
from rexarium.games.trex.view import last_lap, name_worth, pile_of, ruling_comet, standing, stock_of
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES, PROMPTS, name_card, name_cards, name_colour
from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.measures import Measures
from rexarium.kernel.phrases import listed, say_seats


def _cards(cards: Sequence[int]) -> str:
    return listed([name_card(card) for card in cards])


def _colours(colours: Sequence[int]) -> str:
    return listed([name_colour(colour) for colour in colours])


def _aside(state: TrexState) -> list[int]:
    return [colour for colour in range(codes.COLOURS) if colour not in (state.strongest, state.weakest)]


def _comet(state: TrexState) -> str:
    comet = ruling_comet(state)
    return f"seat {comet.seat} {comet.card}" if comet else "none"


def _eggs(numbers: Sequence[int]) -> str:
    return listed([f"{name} {number}" for name, number in zip(COLOUR_NAMES, numbers, strict=True) if number])


def _eggs_of(state: TrexState, seat: int) -> str:
    return _eggs(state.eggs[seat * codes.COLOURS : (seat + 1) * codes.COLOURS])


def _rank(state: TrexState, seat: int) -> str:
    order = standing(state)
    return str(order.index(seat) + 1) if seat in order else "none"


OF_TABLE: dict[str, Callable[[TrexState], str]] = {
    "round": lambda state: str(state.round),
    "prompt": lambda state: PROMPTS[state.asked],
    "turn": lambda state: str(state.turn + 1) if state.waiting else "nobody",
    "strongest": lambda state: name_colour(state.strongest),
    "weakest": lambda state: name_colour(state.weakest),
    "aside": lambda state: _colours(_aside(state)),
    "open eggs": lambda state: _colours([egg for egg in state.open_eggs if egg != codes.NO_EGG]),
    "left eggs": lambda state: _colours(list(state.egg_piles)[state.turned : codes.EGG_PILE]),
    "right eggs": lambda state: _colours(list(state.egg_piles)[codes.EGG_PILE + state.turned :]),
    "egg pile size": lambda state: str(codes.EGG_PILE - state.turned),
    "comet": _comet,
    "last lap": lambda state: say_seats(last_lap(state)),
    "rank": lambda state: say_seats(standing(state)),
}

OF_SEAT: dict[str, Callable[[TrexState, int], str]] = {
    "hand": lambda state, seat: listed(name_cards(state.hand[seat])),
    "stock": lambda state, seat: _cards(stock_of(state, seat)),
    "pile": lambda state, seat: _cards(pile_of(state, seat)),
    "lost": lambda state, seat: listed(name_cards(state.lost[seat])),
    "seen": lambda state, seat: listed(name_cards(state.seen[seat])),
    "remaining": lambda state, seat: listed(name_cards(codes.ALL_CARDS & ~state.lost[seat])),
    "eggs": _eggs_of,
    "hand size": lambda state, seat: str(bits.count(state.hand[seat])),
    "stock size": lambda state, seat: str(state.stock[seat]),
    "pile size": lambda state, seat: str(state.pile[seat]),
    "lost size": lambda state, seat: str(bits.count(state.lost[seat])),
    "cards left": lambda state, seat: str(codes.CARDS - bits.count(state.lost[seat])),
    "top": lambda state, seat: _cards(pile_of(state, seat)[-1:]),
    "counts as": lambda state, seat: name_worth(pile_of(state, seat)) if state.pile[seat] else "none",
    "rank": _rank,
    "score": lambda state, seat: str(state.score(seat)),
    "sum": lambda state, seat: str(state.remaining_sum(seat)),
}


def of_box(edition: Edition) -> dict[str, str]:
    """TR-01 to TR-05: what the box contains, and which symbol each card has."""
    numbers: Numbers = edition.numbers
    carried = [SYMBOLS[symbol] for symbol in numbers.symbols]
    found = {
        "box sets": str(codes.MAX_SEATS),
        "box cards": str(codes.MAX_SEATS * codes.CARDS),
        "box set": listed(CARD_NAMES),
        "box set size": str(codes.CARDS),
        "box eggs": _eggs(numbers.eggs),
        "box egg count": str(sum(numbers.eggs)),
        "box colours": listed(COLOUR_NAMES),
        "box comets": str(carried.count("comet")),
        "box draws": str(codes.NUMBERED - carried.count("comet")),
    }
    symbols = zip_longest(CARD_NAMES, carried, fillvalue="none")
    return found | {f"symbol {name}": symbol for name, symbol in symbols}


MEASURES = Measures(OF_TABLE, OF_SEAT, of_box)
