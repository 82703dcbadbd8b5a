"""Why a move of Pebbles is legal, why another is not, and why a score is what it is."""

from rexarium.games.pebbles import codes
from rexarium.games.pebbles.rules import PebblesState

from rexarium.kernel import bits
from rexarium.kernel.rulebook import Reason
from rexarium.kernel.sentence import sentence


def why_legal(state: PebblesState, seat: int, move: int) -> Reason:
    """The rule that allows a legal move."""
    if move == codes.SHOW:
        return Reason("PB-05", sentence("{seat, seat} has not shown a card yet.", seat=seat + 1))
    return Reason(
        "PB-04",
        sentence(
            "There {heap, plural, one {is # pebble} other {are # pebbles}} on the heap.", heap=state.heap
        ),
    )


def why_illegal(state: PebblesState, seat: int, move: int) -> Reason | None:
    """The rule that forbids a move, by what the seat knows; None if it is legal."""
    if bits.has(state.legal[seat], move):
        return None
    if not state.waiting:
        return Reason("PB-06", sentence("The heap is empty, and the game is over."))
    if not bits.has(state.waiting, seat):
        return Reason("PB-04", sentence("It is the turn of {turn, seat}.", turn=state.turn + 1))
    if move == codes.TAKE_TWO:
        return Reason("PB-04", sentence("There is only one pebble left."))
    if not state.may_show:
        return Reason("PB-05", sentence("At this table cards stay closed."))
    return Reason("PB-05", sentence("{seat, seat} has shown that card already.", seat=seat + 1))


def why_score(state: PebblesState, seat: int) -> list[Reason]:
    """PB-06: pebbles, and a card that lies face up."""
    pebbles = sentence("{seat, seat} has {pebbles} pebbles.", seat=seat + 1, pebbles=state.pebbles[seat])
    reasons = [Reason("PB-06", pebbles)]
    if bits.has(state.shown, seat):
        card = sentence(
            "{seat, seat} has shown a card worth {points}.", seat=seat + 1, points=state.card[seat] + 1
        )
        reasons.append(Reason("PB-06", card, ("PB-05",)))
    return reasons
