from rexarium.kernel cimport bits, dice
from rexarium.kernel.state cimport State

cdef long long play_out(State state, unsigned long long seed) noexcept nogil
cdef long long deal_and_play(State state, int games, unsigned long long seed) noexcept nogil
cdef long long imagine_and_play(
    State scratch, State root, int seat, int worlds, unsigned long long seed
) noexcept nogil
cdef void copy_many(State scratch, State root, int times) noexcept nogil
