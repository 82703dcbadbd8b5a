# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""Random play of any game: one call plays whole games inside the core, with the global lock released.

The arguments are checked first, and the games are played on a copy that no other thread can reach.
"""

from rexarium.kernel import guard
from rexarium.kernel.state import State
from rexarium.search import unlocked

MANY = 1 << 31  # more than one call can be asked for


def play_out(state: State, seed: int) -> int:
    """Play this state to its end with evenly random legal moves; returns their number."""
    seed = guard.number(seed, guard.WORDS, "a seed")
    return unlocked.play_out(state, guard.playable(state), seed)


def deal_and_play(state: State, games: int, seed: int) -> int:
    """Deal and play out a number of games on a copy of this state; returns the number of moves."""
    games, seed = guard.number(games, MANY, "how many games"), guard.number(seed, guard.WORDS, "a seed")
    return unlocked.deal_and_play(guard.dealable(state), games, seed)


def imagine_and_play(state: State, seat: int, worlds: int, seed: int) -> int:
    """Play out a number of worlds that the seat may imagine from this state; returns the number of moves."""
    worlds, seed = guard.number(worlds, MANY, "how many worlds"), guard.number(seed, guard.WORDS, "a seed")
    root = guard.playable(state)
    seat = guard.seat_or_nobody(seat, root.seats)
    return unlocked.imagine_and_play(root.copy(), root, seat, worlds, seed)


def copy_many(state: State, times: int) -> None:
    """Copy this state a number of times onto one scratch state, to measure the cost."""
    times = guard.number(times, MANY, "how many times")
    root = guard.dealable(state)
    unlocked.copy_many(root.copy(), root, times)
