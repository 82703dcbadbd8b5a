cimport cython
from libc cimport math
from rexarium.kernel cimport bits, dice, reals
from rexarium.kernel.state cimport State
from rexarium.kernel.widths cimport word

cdef int LONGEST_PATH, MANY

@cython.final
cdef class Tree:
    cdef readonly int room, size
    cdef readonly bint is_taken
    cdef public int horizon, care
    cdef public bint is_matching, is_clairvoyant
    cdef public double exploration
    cdef int depth
    cdef bint is_new
    cdef signed char[::1] seat, move, is_matched
    cdef int[::1] visits, chances, first, other, path, origin
    cdef double[::1] total, squares, regret, value, got, logs

    cdef int check_free(self) except -1
    cdef int take(self) except -1
    cpdef clear(self)
    @cython.locals(edge=int)
    cpdef list weigh(self, seat)
    cdef word think(self, State scratch, State root, int seat, int simulations, word seed) noexcept nogil
    @cython.locals(seat=int)
    cdef word appraise(self, State scratch, State root, int playouts, word seed) noexcept nogil
    @cython.locals(end=int, node=int)
    cdef word simulate(self, State world, int seat, word seed) noexcept nogil
    @cython.locals(committed=word, waiting=word, following=int, is_own=bint, is_matched=bint, mover=int, edge=int, legal=word)
    cdef int descend(self, State world, int node, int seat, word seed) noexcept nogil
    @cython.locals(known=word, fresh=word, best=int, best_promise=double, promise=double, edge=int, move=int)
    cdef int select(self, int node, int mover, word legal, word seed) noexcept nogil
    @cython.locals(
        known=word, fresh=word, sum_=double, edge=int, move=int, draw=double, is_even=bint, left=double, found=int
    )
    cdef int match(self, int node, int mover, word legal, word seed) noexcept nogil
    @cython.locals(visits=int, chances=int, log=double)
    cdef inline double promise(self, int edge) noexcept nogil
    @cython.locals(edge=int)
    cdef int grow(self, int node, int mover, int move) noexcept nogil
    @cython.locals(seat=int, legal=word, number=int, move=int, rival=int, appeal=int, rival_appeal=int)
    cdef word play_on(self, State world, int end, word seed) noexcept nogil
    @cython.locals(won=word, share=double, best=double, sum_=double)
    cdef void judge(self, State world) noexcept nogil
    @cython.locals(edge=int, got=double)
    cdef void learn(self) noexcept nogil
    @cython.locals(edge=int)
    cdef void rue(self, int node, int seat, double got) noexcept nogil
