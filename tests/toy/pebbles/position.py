"""Any position of Pebbles in words: what cases set up."""

from collections.abc import Sequence

from rexarium.games.pebbles import codes
from rexarium.games.pebbles.measures import MEASURES
from rexarium.games.pebbles.notation import read_card
from rexarium.games.pebbles.rules import PebblesState
from rexarium.games.pebbles.start import empty_table

from rexarium.kernel.game import Setup
from rexarium.kernel.outline import Line
from rexarium.kernel.sheet import Sheet

LABELS = ("heap", "turn")
SEAT_LABELS = ("card", "shown", "pebbles")


def read_position(setup: Setup, lines: Sequence[Line]) -> PebblesState:
    """A position from its lines; what is not said has a default."""
    sheet, state = Sheet(setup.seats, lines, LABELS, SEAT_LABELS), empty_table(setup)
    state.heap = sheet.number("heap", state.heap, 0, codes.LARGEST_HEAP)
    for seat in range(setup.seats):
        state.assign_at("card", seat, sheet.read(read_card, "card", seat, seat))
        state.assign_at("pebbles", seat, sheet.number("pebbles", 0, 0, codes.LARGEST_HEAP, seat))
        if sheet.value("shown", "no", seat) == "yes":
            state.shown |= 1 << seat
    cards = list(state.card)[: setup.seats]
    if len(set(cards)) < setup.seats:
        sheet.refuse("no two seats have the same card", "card", 0, rule="PB-03")
    if state.heap:
        state.ask(sheet.seat("turn", 0))
    else:
        state.end_game()
    return state


def say_position(state: PebblesState) -> list[str]:
    """The lines that set up this position."""
    turn = [f"turn: {state.turn + 1}"] if state.waiting else []
    return [f"heap: {state.heap}", *turn, *MEASURES.say_seats(state, SEAT_LABELS)]
