"""What speaks for a move of Pebbles at a glance, in a sentence; it knows no more than the seat."""

from rexarium.games.pebbles import codes
from rexarium.games.pebbles.rules import PebblesState

from rexarium.kernel.sentence import Sentence, sentence


def hint(state: PebblesState, seat: int, move: int) -> Sentence:
    """The sentence."""
    if move == codes.SHOW:
        return sentence("It takes nothing, and the others will know your card.")
    return sentence(
        "It adds {points, plural, one {# point} other {# points}}, and you have {total} then.",
        points=move + 1,
        total=state.score(seat) + move + 1,
    )
