from rexarium.kernel cimport bits, raw
from rexarium.kernel.state cimport State

cdef int MOST_SEATS
cdef int check_bounds(State state) except -1
cdef int check_sound(State state) except -1
cdef list examine(State state, tuple arguments, tuple checks, bint is_playing)
