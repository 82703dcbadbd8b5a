"""The named things of Pebbles in words: what cases check."""

from collections.abc import Callable

from rexarium.games.pebbles import codes
from rexarium.games.pebbles.rules import PebblesState
from rexarium.games.pebbles.words import CARD_NAMES, PROMPTS, name_card

from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.measures import Measures
from rexarium.kernel.phrases import listed

OF_TABLE: dict[str, Callable[[PebblesState], str]] = {
    "heap": lambda state: str(state.heap),
    "prompt": lambda state: PROMPTS[state.asked],
    "turn": lambda state: str(state.turn + 1) if state.waiting else "nobody",
}

OF_SEAT: dict[str, Callable[[PebblesState, int], str]] = {
    "card": lambda state, seat: name_card(state.card[seat]),
    "shown": lambda state, seat: "yes" if bits.has(state.shown, seat) else "no",
    "pebbles": lambda state, seat: str(state.pebbles[seat]),
    "score": lambda state, seat: str(state.score(seat)),
}


def of_box(edition: Edition) -> dict[str, str]:
    """PB-01: what the box holds; PB-02: for how many."""
    return {
        "box pebbles": str(edition.numbers.heap),
        "box cards": listed(CARD_NAMES),
        "box seats": str(codes.MAX_SEATS),
    }


MEASURES = Measures(OF_TABLE, OF_SEAT, of_box)
