cimport cython
from rexarium.games.trex cimport codes
from rexarium.kernel cimport bits, dice
from rexarium.kernel.state cimport State
from rexarium.kernel.widths cimport small, word

@cython.final
cdef class TrexState(State):
    cdef public word draws
    cdef public unsigned int comets
    cdef public small flip_with_one, shower_is_extra_loss
    cdef public small round, asked, turn, stage, strongest, weakest
    cdef public small clock, comet_seat, comet_strength, showered, turned
    cdef public unsigned int[5] hand, seen, lost
    cdef public unsigned short[5] top
    cdef public small[5] head, stock, pile, rank
    cdef public small[160] ring
    cdef public small[25] eggs
    cdef public small[30] egg_piles
    cdef public small[2] open_eggs

    cpdef int prompt(self, int seat) noexcept nogil
    cpdef void ask(self, int prompt, int seat, word moves) noexcept nogil
    @cython.locals(hand="unsigned int", is_bare=bint)
    cpdef word plays(self, int seat) noexcept nogil
    cpdef word takes(self) noexcept nogil
    cdef word losses(self, int seat) noexcept nogil
    @cython.locals(aside=word)
    cpdef word changes(self) noexcept nogil
    @cython.locals(tier=int)
    cpdef int strength(self, int card) noexcept nogil
    cdef int effective_strength(self, int seat, int card) noexcept nogil
    cpdef void apply(self, int seat, int move) noexcept nogil
    @cython.locals(is_flip=bint, is_last=bint, rules=bint, drawn="unsigned int")
    cdef inline void play(self, int seat, int move) noexcept nogil
    @cython.locals(is_shower=bint, rules=bint)
    cdef inline bint comet_rules(self, int seat, int card, int strength) noexcept nogil
    @cython.locals(stock=int, number=int, drawn="unsigned int")
    cdef inline unsigned int draw(self, int seat, int wanted) noexcept nogil
    cdef void tell_play(self, int seat, int move, int card, bint rules, unsigned int drawn) noexcept nogil
    cpdef int slot(self, int seat, int place) noexcept nogil
    cpdef int pile_card(self, int seat, int place) noexcept nogil
    cdef inline int seat_after(self, int seat) noexcept nogil
    cpdef inline void pass_turn(self, int seat) noexcept nogil
    cdef inline void ask_to_play(self, int seat) noexcept nogil
    cdef void pass_over(self, int seat) noexcept nogil
    @cython.locals(place=int)
    cpdef void end_round(self) noexcept nogil
    cdef inline void take(self, int seat, int colour) noexcept nogil
    cdef inline void lose(self, int seat, int move) noexcept nogil
    @cython.locals(is_stock=bint)
    cdef inline void lose_end(self, int seat, bint is_top) noexcept nogil
    cdef inline void put_out(self, int fact, int seat, int card) noexcept nogil
    cdef void lose_shower(self, int seat) noexcept nogil
    @cython.locals(losses=word)
    cpdef void ask_for_loss(self, int stage) noexcept nogil
    cdef void slide_piles(self) noexcept nogil
    cdef void clear_round(self) noexcept nogil
    @cython.locals(is_weakest=bint)
    cdef inline void change(self, int seat, int move) noexcept nogil
    cdef void tell_change(self, int seat, int move) noexcept nogil
    cdef void turn_eggs(self) noexcept nogil
    cdef void begin_round(self, int lead) noexcept nogil
    cdef void end_game(self) noexcept nogil
    cpdef int score(self, int seat) noexcept nogil
    cpdef int remaining_sum(self, int seat) noexcept nogil
    @cython.locals(mask=word)
    cpdef word winners(self) noexcept nogil
    cpdef int default_move(self, int seat) noexcept nogil
    cdef int default_play(self, int seat) noexcept nogil
    cdef int default_take(self, int seat) noexcept nogil
    cpdef unsigned int hidden_cards(self, int owner, int seat) noexcept nogil
    @cython.locals(hidden="unsigned int")
    cpdef word imagine(self, int seat, word seed) noexcept nogil
    @cython.locals(left="unsigned int", hand="unsigned int", number=int)
    cdef word shuffle_set(self, int owner, unsigned int hidden, word seed) noexcept nogil
    @cython.locals(cards=int, place=int)
    cdef void wipe_ring(self, int owner) noexcept nogil
    @cython.locals(depth=int, counts=word)
    cdef word shuffle_eggs(self, word seed) noexcept nogil
    cdef int egg_slot(self, int place, int depth) noexcept nogil
    cpdef word deal(self, word seed) noexcept nogil
    cpdef void gather(self) noexcept nogil
    cpdef void begin_game(self, int first) noexcept nogil
    cpdef int chapter(self) noexcept nogil
    @cython.locals(late=int)
    cpdef double outlook(self, int seat) noexcept nogil
    cpdef int appeal(self, int seat, int move) noexcept nogil
    @cython.locals(strength=int, stronger=int, draws=int)
    cdef int appeal_of_play(self, int seat, int card) noexcept nogil
    @cython.locals(envied=int, number=int)
    cdef int appeal_of_egg(self, int seat, int colour) noexcept nogil
    cdef int appeal_of_change(self, int seat, int move) noexcept nogil
    cdef inline int held_of(self, int seat, int colour) noexcept nogil
    @cython.locals(fine=bint, seat=int, place=int, side=int)
    cpdef bint is_in_bounds(self) noexcept nogil
    @cython.locals(fine=bint, seat=int, due=word)
    cpdef bint is_sound(self) noexcept nogil
    @cython.locals(cards=word, number=int, place=int, card=int, is_showered=bint)
    cdef bint has_whole_set(self, int seat) noexcept nogil
    @cython.locals(is_short=bint)
    cdef word due(self) noexcept nogil
