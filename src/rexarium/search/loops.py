# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The loops of random play, game-blind, without allocation; C when compiled. `playout` is their front door."""

from rexarium.kernel import bits, dice
from rexarium.kernel.state import State


def play_out(state: State, seed: int) -> int:
    """Play evenly random legal moves until the game is over; returns their number."""
    moves = 0
    while state.waiting != 0:
        seat = bits.lowest(state.waiting)
        legal = state.legal[seat]
        seed = dice.advance(seed)
        state.apply(seat, bits.nth(legal, dice.below(seed, bits.count(legal))))
        moves += 1
    return moves


def deal_and_play(state: State, games: int, seed: int) -> int:
    """Deal and play out a number of games, one after the other, on one state; returns the number of moves."""
    moves = 0
    for _ in range(games):
        seed = state.deal(seed)
        moves += play_out(state, dice.branch(seed))
    return moves


def imagine_and_play(scratch: State, root: State, seat: int, worlds: int, seed: int) -> int:
    """Play out a number of worlds that the seat may imagine at the root; returns the number of moves."""
    moves = 0
    for _ in range(worlds):
        scratch.copy_from(root)
        seed = scratch.imagine(seat, seed)
        moves += play_out(scratch, dice.branch(seed))
    return moves


def copy_many(scratch: State, root: State, times: int) -> None:
    """Copy a state a number of times, to measure the cost."""
    for _ in range(times):
        scratch.copy_from(root)
