# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The front door of the search: one call thinks inside the core, with the global lock released."""

from rexarium.kernel.state import State
from rexarium.search import unlocked
from rexarium.search.tree import Tree


def think(tree: Tree, root: State, seat: int, simulations: int, seed: int) -> int:
    """So many more simulations for the seat that is asked at the root; returns the next seed."""
    return unlocked.think(tree, root.copy(), root, seat, simulations, seed)


def appraise(tree: Tree, root: State, playouts: int, seed: int) -> int:
    """Play the root on lightly so many times; `tree.sums` has what each seat got. Returns the next seed."""
    return unlocked.appraise(tree, root.copy(), root, playouts, seed)
