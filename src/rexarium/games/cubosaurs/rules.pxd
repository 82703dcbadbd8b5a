cimport cython
from rexarium.games.cubosaurs cimport codes, lanes
from rexarium.kernel cimport bits, dice
from rexarium.kernel.state cimport State
from rexarium.kernel.widths cimport small, word

cdef list pack(counts)
cdef list unpack(list halves)

@cython.final
cdef class CubosaursState(State):
    cdef public small dna, zero_majority, late_window, rounds, market_size
    cdef public small round, direction, turn, asked, then, is_decided, has_bought, tile, victim, theirs
    cdef public small supply
    cdef small top
    cdef word[2] box_cards, hand_cards, destroyed_cards
    cdef word[10] collections
    cdef public unsigned int tiles, market, hand_kinds, closed
    cdef public unsigned int[5] held, bought
    cdef public short[15] round_scores
    cdef signed char[40] sets
    cdef public short[6] egg_pays, egg_costs
    cdef public small[5] tokens, owed
    cdef public small[11] tile_costs
    cdef small[55] cards
    cdef public small[30] tile_orders
    cdef small[165] piles

    cpdef int prompt(self, int seat) noexcept nogil
    cpdef inline void ask(self, int prompt, int seat, word moves) noexcept nogil
    cdef inline void ask_for_card(self, int prompt, word kinds) noexcept nogil
    cpdef void apply(self, int seat, int move) noexcept nogil
    cdef inline void name_card(self, unsigned int kind) noexcept nogil
    cpdef inline unsigned int addable(self) noexcept nogil
    cpdef inline void collect(self, size_t seat, unsigned int kind, int number) noexcept nogil
    @cython.locals(left=word)
    cpdef inline void remove(self, size_t seat, unsigned int kind) noexcept nogil
    cpdef inline void add_to_hand(self, unsigned int kind) noexcept nogil
    @cython.locals(half=size_t)
    cpdef inline int elsewhere(self, size_t seat, unsigned int kind) noexcept nogil
    cdef inline bint has_deck(self) noexcept nogil
    cdef inline unsigned int draw(self) noexcept nogil
    @cython.locals(cards=word)
    cdef word unseen_half(self, int half) noexcept nogil
    @cython.locals(ahead=int)
    cpdef inline int next_seat(self, int seat) noexcept nogil
    cpdef inline void begin_turn(self) noexcept nogil
    @cython.locals(card="unsigned int")
    cdef inline void draw_into_hand(self) noexcept nogil
    @cython.locals(moves=word)
    cpdef inline void ask_to_decide(self) noexcept nogil
    cdef void ask_at_market(self, word moves) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void tell_kept(self) noexcept nogil
    cdef inline void empty_hand(self) noexcept nogil
    cdef inline int icons_in_hand(self) noexcept nogil
    cdef void refuse(self, unsigned int kind) noexcept nogil
    @cython.locals(tiles=word)
    cpdef void offer_tiles(self) noexcept nogil
    cdef inline void pass_turn(self) noexcept nogil
    @cython.locals(found=word, tile=int)
    cdef word affordable(self, word tiles) noexcept nogil
    @cython.locals(found=word)
    cdef word rivals_with_cards(self) noexcept nogil
    @cython.locals(cost=int)
    cdef void buy(self, int tile) noexcept nogil
    @cython.locals(rivals=word)
    cpdef void ask_for_target(self) noexcept nogil
    cpdef void name_victim(self, int seat) noexcept nogil
    cpdef void pick(self, int kind) noexcept nogil
    cdef void give_up(self, int kind) noexcept nogil
    cdef void destroy(self, int owner, int kind) noexcept nogil
    cdef void hand_over(self, int giver, int taker, int kind) noexcept nogil
    cdef void finish_purchase(self) noexcept nogil
    @cython.locals(seat=int)
    cpdef void settle(self, int then) noexcept nogil
    @cython.locals(rich=word)
    cdef bint collect_tokens(self, int seat) noexcept nogil
    @cython.locals(found=word)
    cdef word rivals_with_tokens(self, int seat) noexcept nogil
    cdef void take_token(self, int seat, int giver) noexcept nogil
    cdef void go_on(self, int then) noexcept nogil
    cpdef inline int count_type(self, int seat, int type_) noexcept nogil
    cdef inline word greys(self, int seat) noexcept nogil
    cdef inline word blacks(self, int seat) noexcept nogil
    cpdef inline int score_set(self, int seat, int dinosaur) noexcept nogil
    @cython.locals(greys=word, blacks=word, pairs=int)
    cpdef int score_velociraptors(self, int seat) noexcept nogil
    @cython.locals(points=int, value=int, number=int, lucky=int)
    cdef inline int score_colour(self, word numbers, int paired) noexcept nogil
    @cython.locals(dinosaurs=word, raptors=word)
    cdef inline word counts_for_eggs(self, int seat) noexcept nogil
    cpdef inline int count_for_egg(self, int seat, int egg) noexcept nogil
    @cython.locals(most=word)
    cdef word majorities(self) noexcept nogil
    @cython.locals(winning=word, points=int, worth=int)
    cdef inline int score_eggs(self, int seat, unsigned int eggs, word majorities) noexcept nogil
    cpdef int score_egg(self, int seat, int egg) noexcept nogil
    cdef inline unsigned int eggs(self, int seat) noexcept nogil
    @cython.locals(kinds="unsigned int", dinosaurs=int, grey=int, black=int)
    cpdef int count_types(self, int seat) noexcept nogil
    cpdef int score_tile(self, int seat, int tile) noexcept nogil
    cpdef int score_round(self, int seat) noexcept nogil
    @cython.locals(points=int)
    cdef inline int score_cards(self, int seat, word majorities) noexcept nogil
    @cython.locals(points=int)
    cpdef int total(self, int seat) noexcept nogil
    @cython.locals(points=int)
    cpdef int score(self, int seat) noexcept nogil
    @cython.locals(mask=word, best=int, best_last=int, points=int, last=int, is_better=bint)
    cpdef word winners(self) noexcept nogil
    cpdef int last_score(self, int seat) noexcept nogil
    @cython.locals(card="unsigned int")
    cpdef void begin_round(self) noexcept nogil
    @cython.locals(base=int, tile=int, is_wanted=bint)
    cdef void fill_market(self) noexcept nogil
    @cython.locals(base=int, majorities=word)
    cdef void end_round(self) noexcept nogil
    @cython.locals(base=int, seat=int, least=int)
    cdef int find_least(self) noexcept nogil
    @cython.locals(points=int)
    cdef void tell_scores(self) noexcept nogil
    cpdef void end_game(self) noexcept nogil
    cpdef int default_move(self, int seat) noexcept nogil
    cpdef word imagine(self, int seat, word seed) noexcept nogil
    @cython.locals(first=int, left=word, number=int)
    cdef int lay_out_unseen(self) noexcept nogil
    @cython.locals(found=word, place=int, unseen=word)
    cdef word find_unseen(self) noexcept nogil
    @cython.locals(other=int, card=small)
    cdef inline word shuffle_cards(self, int first, int number, int total, word seed) noexcept nogil
    @cython.locals(place=int)
    cdef word deal_rounds(self, int first, word seed) noexcept nogil
    @cython.locals(base=int, left=word, number=int, tile=int)
    cdef word shuffle_tiles(self, int round_, word seed) noexcept nogil
    cpdef word deal(self, word seed) noexcept nogil
    cpdef void begin_game(self, int first) noexcept nogil
    cpdef int chapter(self) noexcept nogil
    @cython.locals(left=int)
    cpdef double outlook(self, int seat) noexcept nogil
    @cython.locals(kind=int)
    cpdef int appeal(self, int seat, int move) noexcept nogil
    @cython.locals(before=int, held="unsigned int", gain=int)
    cdef int gain_of_hand(self, int seat) noexcept nogil
    cpdef list gains(self, int seat, word kinds)
    @cython.locals(place=size_t, before=int, cards=word, held="unsigned int", owed=int, change=int)
    cdef int gain_of(self, int seat, int kind) noexcept nogil
    @cython.locals(before=int, owed=int, change=int)
    cdef int loss_of(self, int seat, int kind) noexcept nogil
    @cython.locals(fine=bint, seat=int, place=int, first=int, kinds=int)
    cpdef bint is_in_bounds(self) noexcept nogil
    @cython.locals(fine=bint, total=int, dinosaur=int, half=int, box=word, cards=word, seat=int)
    cdef bint is_box_in_bounds(self) noexcept nogil
    @cython.locals(fine=bint, closed="unsigned int", kind=int, seat=int, is_asked=bint, due=word)
    cpdef bint is_sound(self) noexcept nogil
    @cython.locals(
        fine=bint, half=size_t, whole=int, number=int, unseen=int, seat=int, round_=int, first=int, end=int, left=int, place=int
    )
    cdef bint is_kind_sound(self, int kind) noexcept nogil
    @cython.locals(moves=word)
    cdef word due(self, int seat) noexcept nogil
    @cython.locals(can_give=bint)
    cdef word due_targets(self) noexcept nogil
    @cython.locals(own=word, theirs=word, is_exchange=bint, can_pick=bint, can_give=bint)
    cdef word due_kinds(self) noexcept nogil
