"""The pros and cons of a move of Cubosaurs at a glance, in one sentence; they use only open information."""

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import if_kept
from rexarium.games.cubosaurs.words import KIND_NAMES, TILE_EFFECTS
from rexarium.kernel.sentence import Sentence, sentence


def hint(state: CubosaursState, seat: int, move: int) -> Sentence:
    """The hint for a move."""
    if move == codes.KEEP:
        kept = if_kept(state)
        return sentence(
            "The hand adds {points, signed} to your round as it lies now.", points=kept.points if kept else 0
        )
    if move == codes.REFUSE:
        return sentence(
            "The next player gets the hand, and you give up a card: at best {points, signed}.",
            points=_best_loss(state, seat),
        )
    if move == codes.END_TURN:
        return sentence("You keep your tokens.")
    if move >= codes.CARD:
        return _hint_card(state, seat, move - codes.CARD)
    return _hint_named(state, move)


def _hint_card(state: CubosaursState, seat: int, kind: int) -> Sentence:
    owner = state.victim if state.asked == codes.PROMPT_THEIRS else seat
    return sentence(
        "Without {card} {whose, select, you {your round} other {the round of {seat, seat}}} changes by {points, signed}.",
        card=KIND_NAMES[kind],
        whose="you" if owner == seat else "theirs",
        seat=owner + 1,
        points=_without(state, owner, kind),
    )


def _hint_named(state: CubosaursState, move: int) -> Sentence:
    if move >= codes.TOKEN:
        giver = move - codes.TOKEN
        return sentence(
            "{seat, seat} has {tokens, plural, one {# token} other {# tokens}} and a total of {points, signed}.",
            seat=giver + 1,
            tokens=state.tokens[giver],
            points=state.score(giver),
        )
    if move >= codes.SEAT:
        rival = move - codes.SEAT
        return sentence(
            "{seat, seat} has a total of {points, signed}.", seat=rival + 1, points=state.score(rival)
        )
    return sentence(TILE_EFFECTS[move - codes.BUY - 1])


def _without(state: CubosaursState, owner: int, kind: int) -> int:
    """How the owner's score for this round would change without a card."""
    without = state.copy()
    assert isinstance(without, CubosaursState)
    without.remove(owner, kind)
    return without.score_round(owner) - state.score_round(owner)


def _best_loss(state: CubosaursState, seat: int) -> int:
    """How the player's score for this round changes if they add the best possible card to the hand."""
    kinds = [kind for kind in range(codes.KINDS) if state.addable() >> kind & 1]
    return max((_without(state, seat, kind) for kind in kinds), default=0)
