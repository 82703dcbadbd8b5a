# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""Random play of any game: one call plays whole games inside the core, with the global lock released."""

from rexarium.kernel.state import State
from rexarium.search import unlocked


def play_out(state: State, seed: int) -> int:
    """Play this state to its end with evenly random legal moves; returns how many."""
    return unlocked.play_out(state, seed)


def deal_and_play(state: State, games: int, seed: int) -> int:
    """Deal and play out so many games on a copy of this state; returns how many moves."""
    return unlocked.deal_and_play(state.copy(), games, seed)


def imagine_and_play(state: State, seat: int, worlds: int, seed: int) -> int:
    """Play out so many worlds as the seat may imagine them from this state; returns how many moves."""
    return unlocked.imagine_and_play(state.copy(), state, seat, worlds, seed)


def copy_many(state: State, times: int) -> None:
    """Copy this state so many times onto one scratch state, to measure what that costs."""
    unlocked.copy_many(state.copy(), state, times)
