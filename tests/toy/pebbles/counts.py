"""What is counted in a finished game of Pebbles."""

from collections.abc import Sequence

from rexarium.games.pebbles import codes
from rexarium.games.pebbles.rules import PebblesState

from rexarium.kernel.counts import Count
from rexarium.kernel.state import FactInts


def counts(state: PebblesState, facts: Sequence[FactInts]) -> list[Count]:
    """One count a seat, and one for the table."""
    showings = sum(fact[0] == codes.FACT_SHOWED for fact in facts)
    seats = [
        Count({}, {"points": state.score(seat), "pebbles": state.pebbles[seat]}, seat)
        for seat in range(state.seats)
    ]
    return [*seats, Count({}, {"cards shown": showings})]
