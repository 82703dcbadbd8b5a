"""Pebbles drawn for a terminal: the heap, and a row a seat."""

from collections.abc import Sequence

from rexarium.games.pebbles.view import View

from rexarium.kernel.drawing import Line, People, flow, marker, name_style
from rexarium.kernel.game import Span


def draw(view: View, width: int, names: Sequence[str] = ()) -> list[Line]:
    """A view as lines of styled spans, at most so many columns wide (60 or more)."""
    people = People(view.eyes, len(view.seats), names)
    rows = [
        [
            *marker(seat.seat, view.turn, view.winners),
            Span(people.row(seat.seat), name_style(seat.seat, view.turn, view.winners)),
            Span(f"  {seat.card or 'a card'}{' face up' if seat.is_shown else ''}, {seat.pebbles} pebbles"),
        ]
        for seat in view.seats
    ]
    return [[Span("Pebbles", "title")], *flow("Heap", [[Span(str(view.heap))]], width), *rows]
