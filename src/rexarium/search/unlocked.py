"""The loops with Python's global lock released, so that threads run side by side.

Not compiled: the compiled core takes `unlocked.pxd`; plain Python has no lock to give away, so these only call on.
"""

from rexarium.kernel.state import State
from rexarium.search import loops
from rexarium.search.tree import Tree


def play_out(state: State, seed: int) -> int:
    """See `loops.play_out`."""
    return loops.play_out(state, seed)


def deal_and_play(state: State, games: int, seed: int) -> int:
    """See `loops.deal_and_play`."""
    return loops.deal_and_play(state, games, seed)


def imagine_and_play(scratch: State, root: State, seat: int, worlds: int, seed: int) -> int:
    """See `loops.imagine_and_play`."""
    return loops.imagine_and_play(scratch, root, seat, worlds, seed)


def copy_many(scratch: State, root: State, times: int) -> None:
    """See `loops.copy_many`."""
    loops.copy_many(scratch, root, times)


def think(tree: Tree, scratch: State, root: State, seat: int, simulations: int, seed: int) -> int:
    """See `Tree.think`."""
    return tree.think(scratch, root, seat, simulations, seed)


def appraise(tree: Tree, scratch: State, root: State, playouts: int, seed: int) -> int:
    """See `Tree.appraise`."""
    return tree.appraise(scratch, root, playouts, seed)
