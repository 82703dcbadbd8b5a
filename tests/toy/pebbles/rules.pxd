cimport cython
from rexarium.games.pebbles cimport codes
from rexarium.kernel cimport bits, dice
from rexarium.kernel.state cimport State
from rexarium.kernel.widths cimport small, word

@cython.final
cdef class PebblesState(State):
    cdef public small may_show, asked, turn, heap, shown
    cdef public small[5] card, pebbles

    cpdef int prompt(self, int seat) noexcept nogil
    @cython.locals(taking=word)
    cpdef word turns(self, int seat) noexcept nogil
    cpdef void ask(self, int seat) noexcept nogil
    cpdef void apply(self, int seat, int move) noexcept nogil
    cdef void take(self, int seat, int number) noexcept nogil
    cdef void show(self, int seat) noexcept nogil
    cpdef void end_game(self) noexcept nogil
    cpdef int default_move(self, int seat) noexcept nogil
    cpdef int score(self, int seat) noexcept nogil
    @cython.locals(best=word, most=int, score=int)
    cpdef word winners(self) noexcept nogil
    @cython.locals(hidden=word)
    cpdef word hidden_cards(self, int seat) noexcept nogil
    @cython.locals(hidden=word)
    cpdef word imagine(self, int seat, word seed) noexcept nogil
    cpdef word deal(self, word seed) noexcept nogil
    cpdef void gather(self) noexcept nogil
    cpdef void begin_game(self, int first) noexcept nogil
    @cython.locals(fine=bint)
    cpdef bint is_in_bounds(self) noexcept nogil
    @cython.locals(cards=word, fine=bint)
    cpdef bint is_sound(self) noexcept nogil
    cpdef int chapter(self) noexcept nogil
    cpdef double outlook(self, int seat) noexcept nogil
    cpdef int appeal(self, int seat, int move) noexcept nogil
