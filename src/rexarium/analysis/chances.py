"""Each seat's chance to win from a position: its share of many light playouts. Decision 12 says why."""

import time
import zlib

from rexarium.kernel.state import State
from rexarium.search.thinking import appraise
from rexarium.search.tree import Tree

PLAYOUTS = 2000  # a position: a chance of a half is then known to within two per cent
SLICE = 100  # playouts between two looks at the clock
SECONDS = 0.25  # of work that a position may take, on however slow a machine
CARE = 2  # moves that a playout compares before it makes one
HORIZON = 255  # chapters: to the end of the game
Chances = tuple[float, ...]  # by seat, together 1


def find_chances(state: State, seed: int) -> Chances:
    """Play on from the true cards, with every seat playing sensibly by what it knows.

    The same seed gives the same chances, on a machine that is fast enough.
    """
    tree = Tree(1)
    tree.care, tree.horizon = CARE, HORIZON
    sums, done, end = [0.0] * state.seats, 0, time.process_time() + SECONDS
    while done < PLAYOUTS and (done == 0 or time.process_time() < end):
        seed = appraise(tree, state, SLICE, seed)
        sums = [sum_ + tree.sums[seat] for seat, sum_ in enumerate(sums)]
        done += SLICE
    return tuple(sum_ / done for sum_ in sums)


def seed_for(record: str, ply: int) -> int:
    """A seed of its own for each ply of a record, so that the same record always has the same chances."""
    return zlib.crc32(f"{ply} {record}".encode())
