cimport cython
from rexarium.kernel cimport bits, raw

cdef class State:
    cdef readonly list facts
    cdef public bint is_telling
    cdef int body_start, body_size
    cdef public int seats
    cdef public unsigned long long waiting, committed
    cdef public unsigned long long[5] legal

    cpdef State copy(self)
    @cython.locals(twin=State)
    cdef State twin(self)
    @cython.locals(mask="unsigned long long")
    cpdef list moves(self, seat)
    cdef bint is_in_bounds(self) noexcept nogil
    cdef bint is_sound(self) noexcept nogil
    cdef void tell(self, int fact, int a, int b, int c) noexcept with gil
    cdef void copy_from(self, State other) noexcept nogil
    cdef int prompt(self, int seat) noexcept nogil
    cdef void apply(self, int seat, int move) noexcept nogil
    cdef unsigned long long imagine(self, int seat, unsigned long long seed) noexcept nogil
    cdef unsigned long long deal(self, unsigned long long seed) noexcept nogil
    cdef int default_move(self, int seat) noexcept nogil
    cdef int score(self, int seat) noexcept nogil
    cdef int chapter(self) noexcept nogil
    cdef double outlook(self, int seat) noexcept nogil
    cdef int appeal(self, int seat, int move) noexcept nogil
    cdef unsigned long long winners(self) noexcept nogil
