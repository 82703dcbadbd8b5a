"""The loops with Python's global lock released, so that threads run side by side.

Not compiled: the compiled core takes `unlocked.pxd`; plain Python cannot release it, so these only pass the call on.
"""

from rexarium.kernel.state import State
from rexarium.search import loops
from rexarium.search.tree import Tree


def play_out(state: State, world: State, seed: int) -> int:
    """Play out the world, a copy of the state, and copy the result back into the state."""
    moves = loops.play_out(world, seed)
    state.copy_from(world)
    return moves


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
    tree.take()
    try:
        return tree.think(scratch, root, seat, simulations, seed)
    finally:
        tree.is_taken = False


def appraise(tree: Tree, scratch: State, root: State, playouts: int, seed: int) -> int:
    """See `Tree.appraise`."""
    tree.take()
    try:
        return tree.appraise(scratch, root, playouts, seed)
    finally:
        tree.is_taken = False
