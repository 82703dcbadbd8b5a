"""Lines: moves of one seat that follow each other and are written together, like `buy 7 seat 2 grey 3`."""

from collections.abc import Sequence
from typing import Any

from rexarium.kernel import bits
from rexarium.kernel.game import Game
from rexarium.kernel.state import State


def follow(state: State, seat: int, moves: Sequence[int]) -> tuple[State, int]:
    """The state before the first illegal move of a line, or before its last move, and that move's place. The given
    state does not change, and the last move is not made.
    """
    for place, move in enumerate(moves[:-1]):
        if not bits.has(state.legal[seat], move):
            return state, place
        state = state.copy()
        state.apply(seat, move)
    return state, len(moves) - 1


def legal_lines(game: Game[Any, Any], state: State, seat: int) -> list[list[int]]:
    """Every whole line that the seat may write now."""
    found = []
    for move in state.moves(seat):
        after = state.copy()
        after.apply(seat, move)
        rests = [move_ for move_ in after.moves(seat) if game.continues(move_)]
        found += [[move, *rest] for rest in legal_lines(game, after, seat)] if rests else [[move]]
    return found
