"""What each pair of eyes may see of Pebbles (PB-03): built up from nothing, never cut down."""

from fractions import Fraction

import msgspec
from rexarium.games.pebbles.rules import PebblesState
from rexarium.games.pebbles.words import CARD_NAMES, PROMPTS, name_card

from rexarium.kernel import bits
from rexarium.kernel.facts import TRUTH, name_eyes
from rexarium.kernel.phrases import name_seats


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat's place at the table."""

    seat: int
    card: str | None  # None is hidden
    is_shown: bool
    pebbles: int
    score: int


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole table through one pair of eyes."""

    eyes: str
    prompt: str
    turn: int | None
    heap: int
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]  # empty until the game is over


def view(state: PebblesState, eyes: int) -> View:
    """PB-03: heap and pebbles for all; a card for its seat alone, until it lies face up."""
    is_over = state.waiting == 0
    return View(
        eyes=name_eyes(eyes, state.seats),
        prompt=PROMPTS[state.asked],
        turn=None if is_over else state.turn + 1,
        heap=state.heap,
        seats=tuple(_view_seat(state, seat, eyes) for seat in range(state.seats)),
        winners=name_seats(state.winners()) if is_over else (),
    )


def _view_seat(state: PebblesState, seat: int, eyes: int) -> SeatView:
    is_shown = bits.has(state.shown, seat)
    card = name_card(state.card[seat]) if knows(state, seat, eyes) else None
    return SeatView(seat + 1, card, is_shown, state.pebbles[seat], state.score(seat))


def knows(state: PebblesState, seat: int, eyes: int) -> bool:
    """PB-03: may these eyes see the card of that seat?"""
    return eyes in (seat, TRUTH) or bits.has(state.shown, seat)


def memory(state: PebblesState, eyes: int) -> dict[str, str]:
    """PB-03: there is nothing to remember that does not lie there; `?` is a card that one cannot know."""
    return {
        f"card {seat + 1}": name_card(state.card[seat]) if knows(state, seat, eyes) else "?"
        for seat in range(state.seats)
    }


def odds(state: PebblesState, eyes: int) -> dict[str, Fraction]:
    """PB-03, counted exactly: each hidden card is equally likely before each seat."""
    hidden = state.hidden_cards(eyes)
    found = {}
    for seat in range(state.seats):
        for card, name in enumerate(CARD_NAMES):
            if knows(state, seat, eyes):
                chance = Fraction(int(state.card[seat] == card))
            else:
                chance = Fraction(int(bits.has(hidden, card)), bits.count(hidden))
            found[f"seat {seat + 1} has {name}"] = chance
    return found
