"""What speaks for or against a move of Cubosaurs at a glance, in a sentence; all of it is open to all."""

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.rules import CubosaursState
from rexarium.games.cubosaurs.view import if_kept
from rexarium.games.cubosaurs.words import KIND_NAMES, TILE_EFFECTS


def hint(state: CubosaursState, seat: int, move: int) -> str:
    """The sentence."""
    if move == codes.KEEP:
        kept = if_kept(state)
        return f"The hand adds {_points(kept.points if kept else 0)} to your round as it lies now."
    if move == codes.REFUSE:
        return f"The next player gets the hand, and you give up a card: at best {_points(_best_loss(state, seat))}."
    if move == codes.END_TURN:
        return "You keep your tokens."
    if move >= codes.CARD:
        owner = state.victim if state.asked == codes.PROMPT_THEIRS else seat
        whose = "your" if owner == seat else f"seat {owner + 1}'s"
        kind = move - codes.CARD
        return (
            f"Without a {KIND_NAMES[kind]} {whose} round changes by {_points(_without(state, owner, kind))}."
        )
    return _hint_named(state, move)


def _hint_named(state: CubosaursState, move: int) -> str:
    if move >= codes.TOKEN:
        giver = move - codes.TOKEN
        return f"Seat {giver + 1} has {state.tokens[giver]} tokens and {state.score(giver)} points."
    if move >= codes.SEAT:
        rival = move - codes.SEAT
        return f"Seat {rival + 1} has {state.score(rival)} points as it stands."
    return TILE_EFFECTS[move - codes.BUY - 1]


def _points(number: int) -> str:
    return f"{number:+d} point{'' if abs(number) == 1 else 's'}"


def _without(state: CubosaursState, owner: int, kind: int) -> int:
    """What the owner's round would score more or less without a card."""
    without = state.copy()
    assert isinstance(without, CubosaursState)
    without.remove(owner, kind)
    return without.score_round(owner) - state.score_round(owner)


def _best_loss(state: CubosaursState, seat: int) -> int:
    """What the best card to add to the hand does to one's round."""
    kinds = [kind for kind in range(codes.KINDS) if state.addable() >> kind & 1]
    return max((_without(state, seat, kind) for kind in kinds), default=0)
