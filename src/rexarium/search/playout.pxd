from rexarium.kernel.state cimport State
from rexarium.search cimport unlocked

cpdef long long play_out(State state, unsigned long long seed)
cpdef long long deal_and_play(State state, int games, unsigned long long seed)
cpdef long long imagine_and_play(State state, int seat, int worlds, unsigned long long seed)
cpdef object copy_many(State state, int times)
