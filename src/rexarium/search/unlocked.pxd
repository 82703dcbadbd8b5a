# The C side of unlocked.py.
from rexarium.kernel.state cimport State
from rexarium.search cimport loops
from rexarium.search.tree cimport Tree

cdef inline long long play_out(State state, State world, unsigned long long seed):
    cdef long long moves
    with nogil:
        moves = loops.play_out(world, seed)
    state.copy_from(world)
    return moves

cdef inline long long deal_and_play(State state, int games, unsigned long long seed):
    with nogil:
        return loops.deal_and_play(state, games, seed)

cdef inline long long imagine_and_play(
    State scratch, State root, int seat, int worlds, unsigned long long seed
):
    with nogil:
        return loops.imagine_and_play(scratch, root, seat, worlds, seed)

cdef inline void copy_many(State scratch, State root, int times):
    with nogil:
        loops.copy_many(scratch, root, times)

cdef inline unsigned long long think(
    Tree tree, State scratch, State root, int seat, int simulations, unsigned long long seed
):
    tree.take()
    try:
        with nogil:
            return tree.think(scratch, root, seat, simulations, seed)
    finally:
        tree.is_taken = False

cdef inline unsigned long long appraise(
    Tree tree, State scratch, State root, int playouts, unsigned long long seed
):
    tree.take()
    try:
        with nogil:
            return tree.appraise(scratch, root, playouts, seed)
    finally:
        tree.is_taken = False
