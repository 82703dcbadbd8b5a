# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The front door of the search: one call thinks inside the core, with the global lock released.

The arguments are checked first, and the search works on copies that no other thread can reach. A tree is for one call
at a
time.
"""

from rexarium.kernel import guard
from rexarium.kernel.state import State
from rexarium.search import unlocked
from rexarium.search.tree import Tree

MANY = 1 << 31  # more than one call can be asked for


def think(tree: Tree, root: State, seat: int, simulations: int, seed: int) -> int:
    """Run more simulations for the seat that has to move at the root; returns the next seed."""
    simulations, seed = (
        guard.number(simulations, MANY, "simulations"),
        guard.number(seed, guard.WORDS, "a seed"),
    )
    check_tree(tree)
    root = guard.playable(root)
    seat = guard.seat_or_nobody(seat, root.seats)
    return unlocked.think(tree, root.copy(), root, seat, simulations, seed)


def appraise(tree: Tree, root: State, playouts: int, seed: int) -> int:
    """Play the root on lightly a number of times; `tree.sums` has what each seat got. Returns the next seed."""
    playouts, seed = guard.number(playouts, MANY, "playouts"), guard.number(seed, guard.WORDS, "a seed")
    check_tree(tree)
    root = guard.playable(root)
    return unlocked.appraise(tree, root.copy(), root, playouts, seed)


def check_tree(tree: object) -> None:
    """Refuse anything but a tree."""
    if not isinstance(tree, Tree):
        raise TypeError("this is not a tree")
