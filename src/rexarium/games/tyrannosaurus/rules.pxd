cimport cython
from rexarium.games.tyrannosaurus cimport codes, lanes
from rexarium.kernel cimport bits, dice
from rexarium.kernel.state cimport State
from rexarium.kernel.widths cimport small, word

@cython.final
cdef class TyrannosaurusState(State):
    cdef unsigned int cells, supplies
    cdef public unsigned int trees
    cdef public small directions, play_on, turns
    cdef public small turn, asked, bone, alive, last_out
    cdef public small rex, lake, volcano, trees_out, runaways, runaway
    cdef public small[4] dinosaur, removed, chosen, start_trees, revealed
    cdef public small[6] start_cells
    cdef public small[12] splits, cards

    cpdef int prompt(self, int seat) noexcept nogil
    @cython.locals(moves=word)
    cpdef void ask(self, int prompt, word seats, int base) noexcept nogil
    @cython.locals(moves=word, seats=word)
    cpdef void ask_for_actions(self) noexcept nogil
    @cython.locals(place=int, moves=word, panics=word, rests=word)
    cpdef word actions(self, int seat) noexcept nogil
    cdef inline int after(self, int seat) noexcept nogil
    @cython.locals(is_new=bint)
    cpdef void apply(self, int seat, int move) noexcept nogil
    cdef void resolve(self) noexcept nogil
    cdef void tell_choices(self) noexcept nogil
    cpdef inline int step(self, int cell, int direction) noexcept nogil
    cpdef unsigned int dinosaurs_on(self, int cell) noexcept nogil
    cdef int seat_of(self, int dinosaur) noexcept nogil
    cdef void place_lake(self) noexcept nogil
    cdef void place_volcano(self) noexcept nogil
    @cython.locals(free=word, tile=int, seat=int, move=int, step=int, is_free=bint)
    cdef int place_tile(self, int start, int base, int fact) noexcept nogil
    @cython.locals(taken=word)
    cdef word bare_cells(self) noexcept nogil
    @cython.locals(seats=word)
    cpdef void ask_for_tile(self, int prompt, int base, int dinosaur) noexcept nogil
    cdef void plant_trees(self) noexcept nogil
    cdef void begin_turn(self) noexcept nogil
    @cython.locals(starts="unsigned int", seat=int, move=int, is_acting=bint)
    cdef void act(self) noexcept nogil
    @cython.locals(move=int, is_panic=bint, action=int, runaways="unsigned int")
    cdef inline void discard(self) noexcept nogil
    cdef inline int direction(self, int move) noexcept nogil
    @cython.locals(step="unsigned int", met="unsigned int")
    cdef inline bint go(self, int seat, int start, int direction, bint by_choice) noexcept nogil
    cdef void tell_step(self, int seat, int direction, int step) noexcept nogil
    cpdef inline bint is_forbidden(self, int seat, int cell) noexcept nogil
    cdef bint refuse(self, int seat, int cell, bint by_choice) noexcept nogil
    cdef bint collect_gifts(self, int seat, unsigned int givers) noexcept nogil
    cdef bint bite(self, unsigned int bitten) noexcept nogil
    cdef inline bint lose_trees(self, unsigned int losers) noexcept nogil
    @cython.locals(gone="unsigned int")
    cdef inline bint eliminate(self) noexcept nogil
    @cython.locals(drivers="unsigned int")
    cdef void complete_panics(self) noexcept nogil
    @cython.locals(seat=int)
    cdef inline int first_of(self, unsigned int seats) noexcept nogil
    @cython.locals(runaway=int, driver=int, start=int)
    cdef void drive(self) noexcept nogil
    cpdef void wake_rex(self) noexcept nogil
    @cython.locals(seat=int, step="unsigned int", is_swallowed=bint, bitten="unsigned int")
    cdef void move_rex(self) noexcept nogil
    cdef void tell_rex(self, int seat, int step, bint is_swallowed) noexcept nogil
    @cython.locals(visited="unsigned int", crowded="unsigned int", cell="unsigned int", ripe="unsigned int")
    cdef void harvest(self) noexcept nogil
    cdef void tell_harvest(self, unsigned int ripe) noexcept nogil
    cdef inline void pass_bone(self) noexcept nogil
    cpdef void end_game(self) noexcept nogil
    cpdef int score(self, int seat) noexcept nogil
    @cython.locals(mask=word, best=int, trees=int)
    cpdef word winners(self) noexcept nogil
    cpdef int default_move(self, int seat) noexcept nogil
    @cython.locals(legal=word)
    cpdef word imagine(self, int seat, word seed) noexcept nogil
    @cython.locals(base=int, split=int, moves=int, rests=int, panics=int, draw=int, action=int)
    cdef inline word imagine_removed(self, int seat, word seed) noexcept nogil
    @cython.locals(dinosaur=small)
    cpdef word deal(self, word seed) noexcept nogil
    @cython.locals(moves=int, rests=int)
    cdef inline int nth_action(self, int dinosaur, int place) noexcept nogil
    @cython.locals(number=int)
    cpdef void begin_game(self, int bone) noexcept nogil
    cpdef int chapter(self) noexcept nogil
    @cython.locals(weight=double)
    cpdef double outlook(self, int seat) noexcept nogil
    cpdef int appeal(self, int seat, int move) noexcept nogil
    @cython.locals(place=int, met=int)
    cdef int appeal_of_cell(self, int seat, int cell) noexcept nogil
    @cython.locals(bitten="unsigned int", own=int)
    cdef int appeal_of_hunt(self, int seat, int cell) noexcept nogil
    @cython.locals(fine=bint, seat=int, place=int, cell=int)
    cpdef bint is_in_bounds(self) noexcept nogil
    @cython.locals(fine=bint, seat=int, trees=int, due=word, is_alive=bint)
    cpdef bint is_sound(self) noexcept nogil
    @cython.locals(fine=bint, moves=word, has_chosen=bint)
    cdef bint has_due_choice(self, int seat, bint is_asked) noexcept nogil
    @cython.locals(seat=int, seats=word, home=int, is_running=bint)
    cdef word due(self) noexcept nogil
    cdef word due_of(self, int seat) noexcept nogil
