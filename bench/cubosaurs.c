/* Cubosaurs (Fabien Tanguy 2022), base and advanced, in plain C: the yardstick for speed, and a second opinion on the rules.
 *
 * This engine was written from the rules alone (CU-01 to CU-52), apart from the engine it is compared with.
 * The standard edition is compiled in. Nothing is allocated; a state is one flat struct.
 *
 *   cc -O3 -march=native -std=c11 cubosaurs.c -o cubosaurs
 *   cubosaurs bench SEATS SECONDS [DNA]       speed; SECONDS each for playouts and for imagined playouts
 *   cubosaurs trace SEATS GAMES SEED DNA ROUNDS ZERO_MAJORITY WINDOW NO_DIRECT [TOKENS]    whole games as text
 *   cubosaurs check SEATS GAMES SEED DNA ROUNDS ZERO_MAJORITY WINDOW NO_DIRECT [TOKENS]    whole games, laws asserted
 *   cubosaurs imagine SEATS SEED N [DNA]      a position in mid-game, then N worlds that its mover may imagine
 *
 * DNA is 1 for the advanced game (CU-31), ROUNDS 1 to 3, or 0 for the default (CU-29), ZERO_MAJORITY 0 or 1 (CU-24),
 * WINDOW 1 for buy_window before_or_after, NO_DIRECT 0 or 1 (CU-51), TOKENS the supply at the start, 0 to 40 (default),
 * because a supply rarely runs out. bench and imagine play with the defaults. Of every five games of trace and check
 * one is uniformly random, in one all refuse (hands travel, collections run empty), in one all hoard tokens, in one all
 * buy, and in one they buy late. With -DCUBOSAURS_COUNT they end by printing how often each case came up.
 *
 * Kinds of cards, each of identical cards: dinosaurs 0 to 9 (t-rex, stegosaurus, brontosaurus, pterodactyl,
 * pentaceratops; even without, odd with an icon), grey 10 to 15 (1, 1 dna, 2, 2 dna, 3, 3 dna), black 16 to 21, eggs 22
 * to 27 (the five dinosaurs', the velociraptors'). In the base game there are no icons.
 * Moves: 0 keep, 1 refuse, 2 end turn, 3..12 buy tile 1..10, 13 + s seat s, 18 + s token from seat s, 23 + k card k.
 *
 * The text of a game. Seats, rounds and tiles count from 1; a list that is empty is `-`.
 *   game N                      and its deal: all of it, from the start
 *   deal first: SEAT
 *   deal round N: KIND ...      the deck in draw order, a line for each round
 *   deal tiles N: TILE ...      the order of the tiles, a line for each round; only in the advanced game
 *   state turn=SEAT waiting=SEAT prompt=NAME round=N direction=0|1 hand=KIND:COUNT,... deck=LEFT supply=TOKENS
 *         market=TILE,... tile=TILE victim=SEAT sSEAT=COLLECTION/TOKENS/OWED/BOUGHT/TOTAL/ROUNDS/SCORE ...   (one line)
 *   legal MOVE ...              of the waiting seat; then `move MOVE`, and so on with the next state
 *   score POINTS ...            after the last state (prompt=over, waiting=-); then `winners SEAT ...`
 * turn is the seat whose turn it is, waiting another one if it has to take a token. While starting tokens are being
 * taken nobody has drawn yet. direction is 0 clockwise, 1 counter-clockwise. tile is the tile being bought while its
 * effect asks for a card or a seat, else 0; victim is the opponent chosen for it, else 0. COLLECTION is like hand,
 * BOUGHT are the tiles of this round. OWED are the tokens still owed, with the one being asked about. TOTAL is the sum
 * of the finished rounds, ROUNDS their scores with commas. SCORE is TOTAL, what the collection would score now, and a
 * point for two tokens. Of tile 10 no card moves before both are chosen. At the end the last round is finished, turn
 * is the seat that could not draw, and the collections lie there as they were scored.
 */
#define _POSIX_C_SOURCE 199309L
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("no-tree-slp-vectorize") /* gathering a few words into a vector costs more than it saves here */
#endif

enum { SEATS = 5, ROUNDS = 3, KINDS = 28, BOX = 55, START = 4, DECK = 10, TILES = 10, TOKENS = 40 };
enum { FIRST_GREY = 10, FIRST_BLACK = 16, FIRST_EGG = 22 };
enum { KEEP = 0, REFUSE = 1, END_TURN = 2, BUY = 2, SEAT = 13, TOKEN = 18, CARD = 23, MOVES = 51 };
enum { ASK_TURN, ASK_ADD, ASK_WHOM, ASK_THEIRS, ASK_OWN, ASK_TOKEN, ASK_END, OVER };
enum { THEN_BEGIN, THEN_DECIDE, THEN_OFFER, THEN_PASS }; /* what continues when no more tokens are owed */

#define BIT(n) ((uint64_t)1 << (n))
#define INLINE static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline, cold))
#define RARELY(condition) __builtin_expect(!!(condition), 0)
#define ALL_KINDS 0x0FFFFFFFu
#define ALL_TILES 0x7FEu     /* bit n is tile n */
#define AFTER_TILES 0x7C6u   /* 1, 2, 6 to 10: with the option they may be bought after keeping or refusing */
#define DIRECT_TILES 0x780u  /* 7 to 10: CU-51 */

/* ---- rare cases, counted on request ---------------------------------------------------------------------- */
#define CASES(X) X(cu12_must_keep) X(cu12_tile_4_for_must_keep) X(cu12_tile_5_for_must_keep) X(cu16_hand_came_back) \
    X(cu16_hand_of_all_types) X(cu17_hand_travels_on_without_deck) X(cu18_more_than_four) X(cu20_raptor_left_over) \
    X(cu22_egg_won_by_equal_most) X(cu22_egg_lost) X(cu23_raptor_egg_won) X(cu24_nobody_has_one_egg_won) \
    X(cu24_nobody_has_one_egg_lost) \
    X(cu25_negative_round) X(cu25_negative_total) X(cu28_equal_least) X(cu28_equal_least_with_who_could_not_draw) \
    X(cu28_least_of_round_not_of_total) X(cu29_third_round) X(cu29_third_round_of_two) X(cu30_tie_broken) \
    X(cu30_win_shared) X(cu33_token_taken) X(cu33_one_candidate) X(cu33_at_set_up) \
    X(cu33_supply_ran_out_half_way) X(cu33_token_forgone) X(cu35_market_empty) X(cu36_no_deck_for_3) \
    X(cu36_no_own_card) X(cu36_no_card_of_opponents) X(cu37_tile_1_scored) X(cu37_tile_1_all_types) \
    X(cu38_tile_2_scored) X(cu38_tile_2_without_egg) X(cu39_last_card_drawn) X(cu40_refused_with_4) \
    X(cu41_type_in_hand_added) X(cu41_new_type_added) X(cu42_destroyed_own) X(cu42_destroyed_last_own) \
    X(cu43_destroyed_theirs) X(cu43_destroyed_last_of_theirs) X(cu44_taken) X(cu45_given) X(cu45_given_to_empty) \
    X(cu46_exchanged) X(cu46_exchanged_equal) X(cu46_both_gain_a_token) X(cu47_token_by_8) X(cu47_token_by_9) \
    X(cu47_token_by_10) X(cu49_unsold_tiles_stay) X(cu49_bought_tile_comes_again) X(cu49_all_ten_bought) \
    X(cu50_points_for_tokens) X(cu50_odd_token) X(cu52_empty_collection) X(cu52_tile_4_with_empty_collection) \
    X(window_declined) X(window_bought_after_keeping) X(window_bought_after_refusing) X(window_tokens_just_gained)
#ifdef CUBOSAURS_COUNT
#define DEFINE_COUNT(name) static long name;
#define PRINT_COUNT(name) fprintf(stderr, "%-44s %ld\n", #name, name);
CASES(DEFINE_COUNT)
#define CASE(name, condition) (name += (condition) ? 1 : 0)
#else
#define PRINT_COUNT(name)
#define CASE(name, condition) ((void)0)
#endif

/* ---- chance ---------------------------------------------------------------------------------------------- */
typedef struct { uint64_t seed; } Rng;
INLINE uint64_t next_random(Rng *rng) {
    uint64_t z = rng->seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
INLINE uint32_t below(Rng *rng, uint32_t n) { return (uint32_t)(((next_random(rng) >> 32) * n) >> 32); }
INLINE uint32_t lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }
INLINE uint32_t count(uint64_t mask) { return (uint32_t)__builtin_popcountll(mask); }
INLINE uint64_t nth_bit(uint64_t mask, uint32_t n) { /* the n-th lowest bit that is set, as a mask */
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(BIT(n), mask);
#else
    for (; n; n--) mask &= mask - 1;
    return mask & -mask;
#endif
}
INLINE uint32_t random_move(uint64_t mask, Rng *rng) { return lowest(nth_bit(mask, below(rng, count(mask)))); }

/* ---- the state ------------------------------------------------------------------------------------------- */
/* Cards lie in one word of small counts, so that keeping a hand is one addition:
 *   4 t        cards of dinosaur t = 0..4 without an icon; at t = 5 all Velociraptors
 *   24 + 4 t   cards of dinosaur t with an icon (two bits); 26 + 4 t the egg of t = 0..5 (one bit)
 *   39, 45     a grey, a black Velociraptor of 2 with an icon (one bit)
 *   48 + 2 v   grey Velociraptors of v + 1 = 1..3, 54 + 2 v black ones, but for the 2 with an icon
 * A Velociraptor of 1 has the same place without (base game) and with an icon (advanced game). */
typedef struct {
    uint64_t cards;
    uint32_t kinds;            /* the kinds in it, as a mask */
    uint32_t closed;           /* all kinds of the types in it: what cannot be added (CU-11) */
    uint32_t icons;
} Hand;

typedef struct {
    _Alignas(32) uint64_t legal; /* the legal moves of the waiting seat, kept up by apply */
    Hand hand;
    uint64_t cards[SEATS];     /* the collections */
    uint32_t held[SEATS];      /* and the kinds in them, as masks */
    uint32_t after;            /* who comes after whom: a seat in four bits a seat */
    uint8_t next, end;         /* the top of the deck and its end, as places of deck */
    uint8_t turn, asked, seats, dna;
    uint8_t supply;
    uint8_t tokens[SEATS];
    uint16_t shop;             /* the tiles that may still be bought this turn, if they are in the market */
    uint16_t market;
    uint16_t late;             /* the tiles that may be bought after keeping or refusing */
    uint8_t filled, everybody; /* the seats with a card in the collection (in the advanced game), all seats, as masks */
    uint8_t tile, victim, theirs; /* the tile being bought or 0, the opponent and the opponent's card chosen for it */
    uint8_t then, asker;       /* while tokens are owed: what continues afterwards, and who has to answer */
    uint8_t owed[SEATS];
    uint16_t bought[SEATS];
    uint8_t round, rounds, direction, first, tiles;
    uint64_t destroyed;        /* as cards */
    uint64_t floor;            /* CU-24: what it takes at least to have the most, 0 or 1 in each lane */
    int16_t total[SEATS];
    int8_t points[ROUNDS][SEATS];
    uint8_t order[ROUNDS][TILES]; /* the tiles of a round */
    uint8_t deck[ROUNDS * BOX + 3]; /* the box as shuffled for each round: the deck, then the cards set aside */
} State;

typedef struct { uint32_t seats, dna, rounds, zero_majority, window, no_direct, tokens; } Table;

typedef struct {
    uint64_t one, field;       /* one card of the kind as cards, and where they are counted */
    uint32_t type, icon;       /* all kinds of its type; 1 for an icon */
} Kind;

static const char *const prompts[] = {"turn", "add", "whom", "theirs", "own", "token", "end", "over"};

/* The standard edition, cards.md: sets of 0 to 4 cards, how many of a kind there are, eggs, prices. */
static const int8_t sets[5][5] = {{0, 4, 1, -2, -5}, {0, 2, -1, -2, 8}, {0, -3, 2, 5, -5}, {0, -1, -1, -1, -1},
                                  {0, -3, -1, 3, 7}};
static const uint8_t box[2][KINDS] = {
    {7, 0, 7, 0, 7, 0, 7, 0, 7, 0, 2, 0, 3, 0, 2, 0, 2, 0, 3, 0, 2, 0, 1, 1, 1, 1, 1, 1},
    {4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 0, 2, 2, 1, 2, 0, 0, 2, 2, 1, 2, 0, 1, 1, 1, 1, 1, 1}};
static const int8_t egg_wins[6] = {4, 4, 3, 4, 3, 3}, egg_costs = 3;
static const uint8_t price[TILES + 1] = {0, 5, 3, 1, 2, 1, 3, 4, 5, 4, 4};

static Kind kind[KINDS];
static uint8_t boxes[2][BOX];               /* a box as cards, base and advanced */
static uint16_t affordable[TOKENS + 1];     /* tiles by tokens */
static uint16_t applicable[8];              /* tiles by 1 an own card, 2 a card of an opponent, 4 a deck: CU-36 */
static uint32_t circle[2][SEATS + 1];       /* who comes after whom, by direction and seats */
static int8_t two_sets[2][256], fifth_set[16]; /* points of T-Rex and Stegosaurus, Brontosaurus and Pterodactyl */
static int8_t raptors[4096];                /* points by the number of grey 1, 2, 3, black 1, 2, 3, two bits each */

static int best_pairs(const int *grey, const int *black) { /* CU-20 */
    int best = 0, alone = 0, gain = 0;
    for (int v = 0; v < 3; v++) alone -= (grey[v] + black[v]) * (v + 1);
    for (int pairs = 1; pairs <= grey[0] + grey[1] + grey[2] && pairs <= black[0] + black[1] + black[2]; pairs++) {
        for (int colour = 0; colour < 2; colour++) { /* the next best of each colour is no longer alone */
            const int *has = colour ? black : grey;
            gain += 2 * (pairs <= has[2] ? 3 : pairs <= has[2] + has[1] ? 2 : 1);
        }
        best = gain > best ? gain : best;
    }
    return alone + best;
}

static void make_tables(void) {
    for (uint32_t k = 0; k < KINDS; k++) {
        uint32_t t = k / 2, icon = k % 2, raptor = k - FIRST_GREY, black = k >= FIRST_BLACK, v = raptor % 6 / 2;
        Kind *it = &kind[k];
        if (k < FIRST_GREY) {
            it->one = BIT((icon ? 24 : 0) + 4 * t), it->field = (icon ? 3 : 7) * it->one, it->type = 3u << 2 * t;
        } else if (k < FIRST_EGG) {
            uint64_t place = v == 1 && icon ? BIT(39 + 6 * black) : BIT(48 + 6 * black + 2 * v);
            it->one = place | BIT(20), it->field = v == 1 && icon ? place : 3 * place;
            it->type = 63u << (black ? FIRST_BLACK : FIRST_GREY);
        } else it->one = it->field = BIT(26 + 4 * (k - FIRST_EGG)), it->type = 63u << FIRST_EGG;
        it->icon = k < FIRST_EGG ? icon : 0;
    }
    for (int dna = 0; dna < 2; dna++)
        for (int k = 0, n = 0; k < KINDS; k++)
            for (int i = 0; i < box[dna][k]; i++) boxes[dna][n++] = (uint8_t)k;
    for (int n = 0; n <= TOKENS; n++)
        for (int tile = 1; tile <= TILES; tile++) affordable[n] |= (uint16_t)((price[tile] <= n) << tile);
    for (int n = 0; n < 8; n++) {
        uint32_t own = n & 1 ? BIT(5) | BIT(6) | BIT(9) : 0, theirs = n & 2 ? BIT(7) | BIT(8) : 0;
        applicable[n] = (uint16_t)(BIT(1) | BIT(2) | BIT(4) | own | theirs | (n & 4 ? BIT(3) : 0) |
                                   ((n & 3) == 3 ? BIT(10) : 0));
    }
    for (uint32_t seats = 2; seats <= SEATS; seats++)
        for (uint32_t i = 0; i < seats; i++) {
            circle[0][seats] |= (i + 1) % seats << 4 * i;
            circle[1][seats] |= (i + seats - 1) % seats << 4 * i;
        }
    for (int n = 0; n < 256; n++) {
        int low = n % 16 < 4 ? n % 16 : 4, high = n / 16 < 4 ? n / 16 : 4;
        for (int i = 0; i < 2; i++) two_sets[i][n] = (int8_t)(sets[2 * i][low] + sets[2 * i + 1][high]);
        if (n < 16) fifth_set[n] = sets[4][low];
    }
    for (int n = 0; n < 4096; n++) {
        int grey[3] = {n & 3, n >> 2 & 3, n >> 4 & 3}, black[3] = {n >> 6 & 3, n >> 8 & 3, n >> 10};
        raptors[n] = (int8_t)best_pairs(grey, black);
    }
}

INLINE uint64_t legal(const State *s) { return s->legal; }
INLINE int over(const State *s) { return s->legal == 0; }
INLINE uint32_t waiting(const State *s) { return s->asked == ASK_TOKEN ? s->asker : s->turn; }
INLINE uint32_t following(const State *s, uint32_t seat) { return s->after >> 4 * seat & 15; }
INLINE void copy(State *to, const State *from) { memcpy(to, from, sizeof *to); }

/* ---- scoring --------------------------------------------------------------------------------------------- */
/* Lanes are bytes, for the even types 0, 2, 4 in the low half of a word, for 1, 3, 5 in the high half. */
#define LANES 0x0001010100010101u
INLINE uint64_t to_lanes(uint32_t fours) { return (fours & 0x0F0F0F) | (uint64_t)(fours >> 4 & 0x0F0F0F) << 32; }
INLINE uint64_t at_least(uint64_t a, uint64_t b) { return ((a | LANES << 7) - b) >> 7 & LANES; } /* 1 where a >= b */
INLINE uint32_t by_type(uint64_t cards) { return (cards & 0xF77777) + (cards >> 24 & 0x033333); }
INLINE uint32_t eggs_in(uint64_t cards) { return cards >> 26 & 0x111111; }
INLINE uint32_t types_in(uint32_t held) { /* CU-02 */
    uint32_t dinosaurs = (held | held >> 1) & 0x155;
    return count(dinosaurs) + ((held & kind[FIRST_GREY].type) != 0) + ((held & kind[FIRST_BLACK].type) != 0) +
           ((held & kind[FIRST_EGG].type) != 0);
}

INLINE uint64_t most_of_each(const State *s) { /* CU-22 to CU-24: how many of each type it takes to have the most */
    uint64_t most = s->floor;
    for (uint32_t i = 0; i < s->seats; i++) {
        uint64_t own = to_lanes(by_type(s->cards[i])), more = at_least(own, most) * 255;
        most ^= (most ^ own) & more;
    }
    return most;
}

INLINE int32_t points_of(const State *s, uint32_t seat, uint64_t most) { /* CU-18 to CU-24, CU-37, CU-38 */
    uint64_t cards = s->cards[seat];
    uint32_t types = by_type(cards), raptor = (cards >> 48 & 0xFFF) + (cards >> 37 & 0x104);
    int32_t points = two_sets[0][types & 255] + two_sets[1][types >> 8 & 255] + fifth_set[types >> 16 & 15];
    uint64_t eggs = to_lanes(eggs_in(cards)), won = eggs & at_least(to_lanes(types), most);
    points += raptors[raptor] + 6 * (int32_t)count(won) - 3 * (int32_t)count(eggs); /* all cost 3 and bring 3 */
    points += (int32_t)count(won & (BIT(0) | BIT(32) | BIT(40))); /* but the eggs of types 0, 1, 3, which bring 4 */
    if (s->bought[seat] & 6)
        points += (s->bought[seat] >> 1 & 1 ? (int32_t)types_in(s->held[seat]) : 0) +
                  (s->bought[seat] >> 2 & 1 ? 2 * (int32_t)count(eggs) : 0);
    return points;
}

static int32_t score(const State *s, uint32_t seat) { /* as things stand; at the end the final total: CU-50 */
    return s->total[seat] + (over(s) ? 0 : points_of(s, seat, most_of_each(s))) + s->tokens[seat] / 2;
}

static uint32_t winners(const State *s) { /* CU-30 */
    int32_t best = INT32_MIN;
    uint32_t who = 0;
    for (uint32_t i = 0; i < s->seats; i++) {
        int32_t rank = score(s, i) * 256 + s->points[s->rounds - 1][i];
        if (rank > best) best = rank, who = 0;
        if (rank == best) who |= 1u << i;
    }
    return who;
}

/* ---- the rules ------------------------------------------------------------------------------------------- */
INLINE void ask(State *s, uint32_t prompt, uint64_t moves) {
    s->asked = (uint8_t)prompt;
    s->legal = moves;
}

INLINE uint32_t buyable(const State *s, uint32_t tiles) { /* CU-34 to CU-36 */
    uint32_t self = 1u << s->turn;
    tiles &= s->market & affordable[s->tokens[s->turn]];
    if (RARELY(s->filled != s->everybody || s->next == s->end))
        tiles &= applicable[((s->filled & self) != 0) | ((s->filled & ~self) != 0) << 1 | (s->next != s->end) << 2];
    return tiles;
}

INLINE void decide(State *s, int dna) { /* CU-10 to CU-12, CU-34 */
    uint64_t moves = BIT(KEEP) | (uint64_t)((s->held[s->turn] & ~s->hand.closed) != 0) << REFUSE;
    if (dna) moves |= (uint64_t)buyable(s, s->shop) << BUY;
    ask(s, ASK_TURN, moves);
}

INLINE void add_to_hand(State *s, uint32_t k) {
    const Kind *it = &kind[k];
    s->hand = (Hand){s->hand.cards + it->one, s->hand.kinds | 1u << k, s->hand.closed | it->type,
                     s->hand.icons + it->icon};
}

INLINE void new_hand(State *s) { /* CU-09 */
    uint32_t k = s->deck[s->next++];
    const Kind *it = &kind[k];
    s->hand = (Hand){it->one, 1u << k, it->type, it->icon};
}

INLINE void take_out(State *s, uint32_t seat, uint32_t k, int dna) { /* a card leaves a collection */
    uint64_t left = s->cards[seat] - kind[k].one;
    s->cards[seat] = left;
    s->held[seat] ^= (uint32_t)((left & kind[k].field) == 0) << k;
    if (dna) s->filled ^= (uint8_t)((uint32_t)(s->held[seat] == 0) << seat);
}

INLINE void put_in(State *s, uint32_t seat, uint32_t k) { /* a card joins a collection; its token: CU-47 */
    s->cards[seat] += kind[k].one;
    s->held[seat] |= 1u << k;
    s->filled |= (uint8_t)(1u << seat);
    s->tokens[seat] = (uint8_t)(s->tokens[seat] + kind[k].icon); /* the supply has it: the tile has just been paid */
    s->supply = (uint8_t)(s->supply - kind[k].icon);
}

static void end_round(State *s);

INLINE void begin_turn(State *s, int dna) { /* CU-09, CU-17: nothing was passed on */
    if (RARELY(s->next == s->end)) { s->hand = (Hand){0, 0, 0, 0}, end_round(s); return; }
    new_hand(s);
    decide(s, dna);
}

INLINE void pass(State *s) { /* CU-14; the advanced game */
    s->turn = (uint8_t)following(s, s->turn);
    s->shop = ALL_TILES;
    if (s->hand.kinds) decide(s, 1);
    else begin_turn(s, 1);
}

INLINE void offer(State *s) { /* kept or refused: with the option a tile may still be bought */
    uint32_t tiles = s->late & s->shop;
    if (RARELY(tiles)) {
        tiles = buyable(s, tiles);
        if (tiles) { ask(s, ASK_END, (uint64_t)tiles << BUY | BIT(END_TURN)); return; }
    }
    pass(s);
}

INLINE void go_on(State *s) {
    switch (s->then) {
    case THEN_BEGIN: s->shop = ALL_TILES, begin_turn(s, 1); break;
    case THEN_DECIDE: decide(s, 1); break;
    case THEN_OFFER: offer(s); break;
    default: pass(s); break;
    }
}

/* CU-32, CU-33: the tokens owed, one at a time. In a turn only its owner can lack one, by keeping a hand: a seat that gets
 * a card by a tile takes the token from the supply, which the price of the tile has just filled. */
RARE void settle(State *s) {
    for (;;) {
        uint32_t seat = s->turn, opponents = 0;
        if (s->then == THEN_BEGIN)
            for (seat = 0; seat < s->seats && !s->owed[seat];) seat++;
        if (seat == s->seats || !s->owed[seat]) break;
        for (uint32_t i = 0; i < s->seats; i++) opponents |= (uint32_t)(s->tokens[i] && i != seat) << i;
        if (s->supply) {
            s->supply--, s->tokens[seat]++;
            CASE(cu33_supply_ran_out_half_way, !s->supply && s->owed[seat] > 1);
        } else if (opponents) {
            s->asker = (uint8_t)seat;
            ask(s, ASK_TOKEN, (uint64_t)opponents << TOKEN);
            return;
        } else CASE(cu33_token_forgone, 1);
        s->owed[seat]--;
    }
    go_on(s);
}

RARE void start_round(State *s, uint32_t leader) { /* CU-05, CU-06, CU-28 */
    uint32_t seats = s->seats, place = s->round * (uint32_t)BOX, icons = 0;
    s->next = (uint8_t)(place + START * seats), s->end = (uint8_t)(place + DECK * seats);
    s->turn = (uint8_t)leader;
    s->after = circle[s->direction][seats];
    for (uint32_t i = 0; i < seats; i++) {
        uint64_t cards = 0;
        uint32_t held = 0, own = 0;
        for (uint32_t n = 0; n < START; n++, place++) {
            uint32_t k = s->deck[place];
            cards += kind[k].one, held |= 1u << k, own += kind[k].icon;
        }
        s->cards[i] = cards, s->held[i] = held, s->owed[i] = (uint8_t)own;
        icons += own;
    }
    if (!s->dna) { begin_turn(s, 0); return; }
    uint32_t market = s->market, size = count(market);
    for (uint32_t i = 0; i < s->tiles && size <= seats; i++) { /* CU-31, CU-49 */
        uint32_t tile = 1u << s->order[s->round][i], fresh = (market & tile) == 0;
        market |= tile, size += fresh;
    }
    s->market = (uint16_t)market;
    s->filled = s->everybody;
    s->destroyed = 0;
    for (uint32_t i = 0; i < SEATS; i++) s->bought[i] = 0;
    s->then = THEN_BEGIN;
    if (RARELY(icons > s->supply)) { settle(s); return; }
    for (uint32_t i = 0; i < seats; i++) s->tokens[i] = (uint8_t)(s->tokens[i] + s->owed[i]), s->owed[i] = 0;
    s->supply = (uint8_t)(s->supply - icons);
    go_on(s);
}

#ifdef CUBOSAURS_COUNT
static void count_round(const State *s, uint32_t leader) {
    const int8_t *points = s->points[s->round];
    uint32_t equal_least = 0, least_total = 0, bought = 0, more = s->round + 1 < s->rounds, somebody = 0;
    for (uint32_t i = 0; i < s->seats; i++) somebody |= by_type(s->cards[i]);
    for (uint32_t i = 0; i < s->seats; i++) {
        uint32_t types = by_type(s->cards[i]), eggs = eggs_in(s->cards[i]), tile_1 = s->bought[i] >> 1 & 1;
        for (uint32_t t = 0; t < 6; t++) {
            uint32_t egg = eggs >> 4 * t & 1, own = types >> 4 * t & 15, less = 0, equal = 0;
            for (uint32_t j = 0; j < s->seats; j++) {
                uint32_t their = by_type(s->cards[j]) >> 4 * t & 15;
                less |= own < their, equal |= j != i && own == their;
            }
            CASE(cu18_more_than_four, t < 5 && own > 4); CASE(cu20_raptor_left_over, t == 5 && own % 2);
            CASE(cu22_egg_won_by_equal_most, egg && own && !less && equal); CASE(cu22_egg_lost, egg && less);
            CASE(cu23_raptor_egg_won, egg && t == 5 && own && !less);
            CASE(cu24_nobody_has_one_egg_won, egg && !(somebody >> 4 * t & 15) && !s->floor);
            CASE(cu24_nobody_has_one_egg_lost, egg && !(somebody >> 4 * t & 15) && s->floor);
        }
        equal_least |= (uint32_t)(points[i] == points[leader]) << i, bought |= s->bought[i];
        least_total |= s->total[i] < s->total[leader];
        CASE(cu25_negative_round, points[i] < 0); CASE(cu37_tile_1_scored, tile_1);
        CASE(cu37_tile_1_all_types, tile_1 && types_in(s->held[i]) == 8);
        CASE(cu38_tile_2_scored, s->bought[i] >> 2 & 1 && eggs);
        CASE(cu38_tile_2_without_egg, s->bought[i] >> 2 & 1 && !eggs);
    }
    uint32_t tied = more && count(equal_least) > 1, market = s->market;
    CASE(cu28_equal_least, tied); CASE(cu28_equal_least_with_who_could_not_draw, tied && leader == s->turn);
    CASE(cu28_least_of_round_not_of_total, more && least_total);
    CASE(cu29_third_round, s->round == 2 && s->seats > 2);
    CASE(cu29_third_round_of_two, s->round == 2 && s->seats == 2);
    CASE(cu35_market_empty, s->dna && !market); CASE(cu49_unsold_tiles_stay, market && more);
    if (!s->dna || !more) return;
    for (uint32_t i = 0; i < s->tiles && count(market) <= s->seats; i++) market |= 1u << s->order[s->round + 1][i];
    CASE(cu49_bought_tile_comes_again, market & bought);
}
#endif

RARE void end_round(State *s) { /* CU-17 to CU-30 */
    uint64_t most = most_of_each(s);
    uint32_t leader = s->turn;
    int8_t *points = s->points[s->round];
    for (uint32_t i = 0; i < s->seats; i++) {
        int32_t own = points_of(s, i, most);
        points[i] = (int8_t)own;
        s->total[i] = (int16_t)(s->total[i] + own);
    }
    for (uint32_t i = following(s, s->turn); i != s->turn; i = following(s, i)) /* CU-28 */
        leader = points[i] < points[leader] ? i : leader;
#ifdef CUBOSAURS_COUNT
    count_round(s, leader);
#endif
    if (s->round + 1 == s->rounds) { ask(s, OVER, 0); return; }
    s->round++;
    s->direction ^= 1;
    start_round(s, leader);
}

INLINE void keep(State *s, int dna) { /* CU-10 */
    uint32_t seat = s->turn, icons = s->hand.icons;
    s->cards[seat] += s->hand.cards;
    s->held[seat] |= s->hand.kinds;
    if (!dna) {
        s->turn = (uint8_t)following(s, seat);
        begin_turn(s, 0);
        return;
    }
    s->hand = (Hand){0, 0, 0, 0};
    s->filled |= (uint8_t)(1u << seat);
    if (RARELY(icons > s->supply)) { s->owed[seat] = (uint8_t)icons, s->then = THEN_OFFER, settle(s); return; }
    s->tokens[seat] = (uint8_t)(s->tokens[seat] + icons);
    s->supply = (uint8_t)(s->supply - icons);
    offer(s);
}

INLINE void add(State *s, uint32_t k, int dna) { /* CU-11, CU-41 */
    take_out(s, s->turn, k, dna);
    add_to_hand(s, k);
    if (dna) { s->tile = 0, offer(s); return; }
    s->turn = (uint8_t)following(s, s->turn);
    decide(s, 0);
}

static void buy(State *s, uint32_t tile) { /* CU-34, CU-36 to CU-46 */
    uint32_t seat = s->turn, opponents = s->everybody & ~(1u << seat);
    s->tokens[seat] = (uint8_t)(s->tokens[seat] - price[tile]);
    s->supply = (uint8_t)(s->supply + price[tile]);
    s->market ^= (uint16_t)(1u << tile);
    s->bought[seat] |= (uint16_t)(1u << tile);
    s->shop = 0;
    s->tile = (uint8_t)(tile >= 5 ? tile : 0); /* the others ask nothing */
    s->then = s->asked == ASK_END ? THEN_PASS : THEN_DECIDE;
    switch (tile) {
    case 3: add_to_hand(s, s->deck[s->next++]), decide(s, 1); break;
    case 4: pass(s); break;
    case 5: ask(s, ASK_ADD, (uint64_t)s->held[seat] << CARD); break;
    case 6: ask(s, ASK_OWN, (uint64_t)s->held[seat] << CARD); break;
    case 9: ask(s, ASK_WHOM, (uint64_t)opponents << SEAT); break;
    case 7: case 8: case 10: ask(s, ASK_WHOM, (uint64_t)(opponents & s->filled) << SEAT); break;
    default: go_on(s); break;
    }
}

static void choose_card(State *s, uint32_t k) { /* CU-42 to CU-47: the effect of tiles 6 to 10 */
    uint32_t seat = s->turn, victim = s->victim;
    if (s->asked == ASK_THEIRS) {
        if (s->tile == 10) { s->theirs = (uint8_t)k, ask(s, ASK_OWN, (uint64_t)s->held[seat] << CARD); return; }
        take_out(s, victim, k, 1);
        if (s->tile == 8) put_in(s, seat, k);
        else s->destroyed += kind[k].one;
    } else {
        take_out(s, seat, k, 1);
        if (s->tile == 6) s->destroyed += kind[k].one;
        else put_in(s, victim, k);
        if (s->tile == 10) take_out(s, victim, s->theirs, 1), put_in(s, seat, s->theirs);
    }
    s->tile = 0;
    go_on(s);
}

INLINE void play(State *s, uint32_t move, int dna) { /* dna is a constant */
    if (s->asked == ASK_TURN) {
        if (move == KEEP) keep(s, dna);
        else if (!dna || move == REFUSE) ask(s, ASK_ADD, (uint64_t)(s->held[s->turn] & ~s->hand.closed) << CARD);
        else buy(s, move - BUY);
        return;
    }
    if (!dna || s->asked == ASK_ADD) { add(s, move - CARD, dna); return; }
    switch (s->asked) {
    case ASK_WHOM:
        s->victim = (uint8_t)(move - SEAT);
        if (s->tile == 9) ask(s, ASK_OWN, (uint64_t)s->held[s->turn] << CARD);
        else ask(s, ASK_THEIRS, (uint64_t)s->held[s->victim] << CARD);
        break;
    case ASK_TOKEN: /* CU-33 */
        s->tokens[move - TOKEN]--, s->tokens[s->asker]++, s->owed[s->asker]--;
        settle(s);
        break;
    case ASK_END:
        if (move == END_TURN) pass(s);
        else buy(s, move - BUY);
        break;
    default: choose_card(s, move - CARD); break;
    }
}

INLINE void apply(State *s, uint32_t move) {
    if (s->dna) play(s, move, 1);
    else play(s, move, 0);
}

/* ---- the deal and what is hidden of it --------------------------------------------------------------------- */
INLINE void swap_in(uint8_t *items, uint32_t i, uint32_t n, uint64_t dice) { /* one of n items from place i on */
    uint32_t j = i + (uint32_t)((dice & 0xFFFFFFFFu) * n >> 32);
    uint8_t item = items[i];
    items[i] = items[j];
    items[j] = item;
}

INLINE void shuffle(uint8_t *items, uint32_t n, uint32_t size, Rng *rng) { /* any n of the items, in any order */
    for (uint32_t i = 0; i < n; i += 2) { /* if n is odd one more, which does no harm */
        uint64_t dice = next_random(rng);
        swap_in(items, i, size - i, dice);
        swap_in(items, i + 1, size - i - 1, dice >> 32);
    }
}

static void shuffle_rounds(State *s, uint32_t round, Rng *rng) { /* CU-05, CU-27, CU-31, CU-49: this and all later */
    for (; round < s->rounds; round++) {
        shuffle(s->deck + round * (uint32_t)BOX, DECK * (uint32_t)s->seats, BOX, rng);
        if (s->dna) shuffle(s->order[round], s->tiles, s->tiles, rng);
    }
}

static void deal(State *s, const Table *t, Rng *rng) {
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)t->seats, s->rounds = (uint8_t)t->rounds, s->dna = (uint8_t)t->dna;
    s->late = t->window ? AFTER_TILES : 0, s->tiles = t->no_direct ? 6 : TILES;
    s->everybody = (uint8_t)((1u << t->seats) - 1);
    s->supply = (uint8_t)(t->dna ? t->tokens : 0), s->floor = t->zero_majority ? 0 : LANES;
    for (uint32_t round = 0; round < t->rounds; round++) {
        memcpy(s->deck + round * (uint32_t)BOX, boxes[t->dna], BOX);
        for (uint32_t i = 0; i < s->tiles && t->dna; i++) s->order[round][i] = (uint8_t)(i + 1);
    }
    shuffle_rounds(s, 0, rng);
    s->first = (uint8_t)below(rng, t->seats); /* CU-07 */
    start_round(s, s->first);
}

/* A world that agrees with all that has been seen. The cards of this round that nobody has seen, in the deck or set
 * aside, lie side by side; those destroyed have been seen (CU-43). Later rounds are shuffled from the whole box. */
static void imagine(State *s, Rng *rng) {
    shuffle(s->deck + s->next, (uint32_t)(s->end - s->next), (s->round + 1u) * BOX - s->next, rng);
    shuffle_rounds(s, s->round + 1u, rng);
}

/* ---- text ------------------------------------------------------------------------------------------------ */
static void print_mask(const char *label, uint64_t mask, const char *separator) {
    printf("%s%s", label, mask || *separator == ' ' ? "" : "-");
    for (; mask; mask &= mask - 1) printf("%u%s", lowest(mask), mask & (mask - 1) ? separator : "");
}

static uint32_t how_many(const State *s, uint64_t cards, uint32_t k) {
    return box[s->dna][k] ? (uint32_t)((cards & kind[k].field) >> lowest(kind[k].field)) : 0;
}

static void print_cards(const char *label, const State *s, uint64_t cards) {
    printf("%s%s", label, cards ? "" : "-");
    const char *separator = "";
    for (uint32_t k = 0; k < KINDS; k++)
        if (how_many(s, cards, k)) printf("%s%u:%u", separator, k, how_many(s, cards, k)), separator = ",";
}

static void print_state(const State *s) {
    uint32_t against = s->asked >= ASK_THEIRS && s->tile >= 7, finished = s->round + (s->asked == OVER ? 1u : 0);
    printf("state turn=%d", s->turn + 1);
    print_mask(" waiting=", over(s) ? 0 : BIT(waiting(s) + 1), ",");
    printf(" prompt=%s round=%d direction=%d", prompts[s->asked], s->round + 1, s->direction);
    print_cards(" hand=", s, s->hand.cards);
    printf(" deck=%d supply=%d", s->end - s->next, s->supply);
    print_mask(" market=", s->market, ",");
    printf(" tile=%d victim=%d", s->tile, against ? s->victim + 1 : 0);
    for (uint32_t i = 0; i < s->seats; i++) {
        printf(" s%u", i + 1);
        print_cards("=", s, s->cards[i]);
        printf("/%d/%d", s->tokens[i], s->owed[i]);
        print_mask("/", s->bought[i], ",");
        printf("/%d/%s", s->total[i], finished ? "" : "-");
        for (uint32_t round = 0; round < finished; round++) printf(round ? ",%d" : "%d", s->points[round][i]);
        printf("/%d", score(s, i));
    }
    putchar('\n');
}

static void print_list(const char *label, uint32_t n, const uint8_t *items, uint32_t size) {
    printf("%s %u:", label, n);
    for (uint32_t i = 0; i < size; i++) printf(" %d", items[i]);
    putchar('\n');
}

static void print_rounds(const State *s, uint32_t round) { /* the deals of this and all later rounds */
    for (uint32_t i = round; i < s->rounds; i++)
        print_list("deal round", i + 1, s->deck + i * (uint32_t)BOX, DECK * (uint32_t)s->seats);
    for (uint32_t i = round; i < s->rounds && s->dna; i++) print_list("deal tiles", i + 1, s->order[i], s->tiles);
}

static void print_deal(const State *s) {
    printf("deal first: %d\n", s->first + 1);
    print_rounds(s, 0);
}

/* ---- whole games ----------------------------------------------------------------------------------------- */
enum { UNIFORM, REFUSING, HOARDING, BUYING, LATE, MANNERS };

/* A move of the given manner; not a player, but a way to provoke rare cases. */
static uint32_t wilful_move(const State *s, int manner, Rng *rng) {
    uint32_t weight[MOVES] = {0}, total = 0, left = (uint32_t)(s->end - s->next);
    if (manner == UNIFORM) return random_move(s->legal, rng);
    for (uint64_t moves = s->legal; moves; moves &= moves - 1) {
        uint32_t move = lowest(moves), w = 4, tile = move > END_TURN && move < SEAT ? move - BUY : 0;
        if (manner == REFUSING) w = move == REFUSE ? 90 : tile == 4 || tile == 5 || tile == 6 || tile == 9 ? 60 : w;
        else if (manner == HOARDING) w = move == KEEP || move == END_TURN ? 60 : tile ? 1 : w;
        else if (manner == BUYING) w = tile ? 90 : w;
        else { /* late: the last card of the deck; and equal cards are exchanged */
            w = tile == 3 ? (left == 1 ? 900 : 1) : tile ? (left < 3 ? 40 : 1) : move == KEEP ? 20 : 8;
            if (s->asked == ASK_OWN && s->tile == 10 && move == CARD + (uint32_t)s->theirs) w = 90;
        }
        if (move >= CARD && s->asked != ASK_ADD && kind[move - CARD].icon) w *= 4;
        total += weight[move] = w;
    }
    uint32_t ticket = below(rng, total), move = 0;
    while (ticket >= weight[move]) ticket -= weight[move++];
    return move;
}

/* The points of a collection once more, card by card. */
static int32_t plain_points(const State *s, uint32_t seat) {
    uint32_t has[SEATS][KINDS], of[SEATS][6] = {{0}};
    for (uint32_t i = 0; i < s->seats; i++)
        for (uint32_t k = 0; k < KINDS; k++) {
            has[i][k] = how_many(s, s->cards[i], k);
            if (k < FIRST_EGG) of[i][k < FIRST_GREY ? k / 2 : 5] += has[i][k];
        }
    int32_t points = 0, types = 0, eggs = 0, value[2][7], n[2] = {0, 0};
    for (uint32_t t = 0; t < 5; t++) points += sets[t][of[seat][t] < 4 ? of[seat][t] : 4], types += of[seat][t] > 0;
    for (uint32_t k = FIRST_EGG - 1; k >= FIRST_GREY; k--) /* each colour's values, the highest first */
        for (uint32_t i = 0; i < has[seat][k]; i++) {
            uint32_t black = k >= FIRST_BLACK;
            value[black][n[black]++] = (int32_t)((k - FIRST_GREY) % 6 / 2 + 1);
        }
    for (uint32_t colour = 0; colour < 2; colour++) {
        types += n[colour] > 0;
        for (int32_t i = 0; i < n[colour]; i++) points += i < n[!colour] ? value[colour][i] : -value[colour][i];
    }
    for (uint32_t t = 0; t < 6; t++) {
        uint32_t most = s->floor ? 1 : 0;
        for (uint32_t i = 0; i < s->seats; i++) most = of[i][t] > most ? of[i][t] : most;
        if (!has[seat][FIRST_EGG + t]) continue;
        points += of[seat][t] == most ? egg_wins[t] : -egg_costs;
        eggs++;
    }
    types += eggs > 0;
    return points + (s->bought[seat] & 2 ? types : 0) + (s->bought[seat] & 4 ? 2 * eggs : 0);
}

/* The legal moves once more, from the rules. */
static uint64_t plain_legal(const State *s) {
    uint64_t moves = 0, own = 0, new_types = 0, theirs = 0, with_cards = 0, with_tokens = 0, opponents = 0;
    uint32_t seat = waiting(s), in_hand = 0;
    for (uint32_t k = 0; k < KINDS; k++)
        if (how_many(s, s->hand.cards, k)) in_hand |= kind[k].type;
    for (uint32_t i = 0; i < s->seats; i++) {
        uint64_t held = 0;
        for (uint32_t k = 0; k < KINDS; k++) held |= how_many(s, s->cards[i], k) ? BIT(CARD + k) : 0;
        if (i == seat) own = held, new_types = held & ~((uint64_t)in_hand << CARD);
        else opponents |= BIT(i), with_cards |= held ? BIT(i) : 0, with_tokens |= s->tokens[i] ? BIT(i) : 0;
        if (i == s->victim) theirs = held;
    }
    for (uint32_t tile = 1; tile <= TILES; tile++) {
        int may = s->market >> tile & 1 && price[tile] <= s->tokens[seat] && s->shop;
        if (tile == 3) may = may && s->next < s->end;
        if (tile == 5 || tile == 6 || tile == 9 || tile == 10) may = may && own;
        if (tile == 7 || tile == 8 || tile == 10) may = may && with_cards;
        if (s->asked == ASK_END && tile >= 3 && tile <= 5) may = 0;
        if (may && (s->asked == ASK_TURN || s->asked == ASK_END)) moves |= BIT(BUY + tile);
    }
    switch (s->asked) {
    case ASK_TURN: return moves | BIT(KEEP) | (new_types ? BIT(REFUSE) : 0);
    case ASK_END: return moves | BIT(END_TURN);
    case ASK_ADD: return s->tile == 5 ? own : new_types;
    case ASK_WHOM: return (s->tile == 9 ? opponents : with_cards) << SEAT;
    case ASK_THEIRS: return theirs;
    case ASK_OWN: return own;
    case ASK_TOKEN: return with_tokens << TOKEN;
    default: return 0;
    }
}

static void check(const State *s, const Table *t) { /* what must hold before every move and at the end */
    uint32_t out[KINDS] = {0}, tokens = s->supply, tiles = s->market, place = s->round * (uint32_t)BOX, owed = 0;
    uint32_t allowed = t->dna ? ALL_TILES & ~(t->no_direct ? DIRECT_TILES : 0u) : 0, sizes = 0, number = 0;
    for (uint32_t round = 0; round < s->rounds; round++) { /* CU-01, CU-05, CU-27: each round has the whole box */
        uint32_t whole[KINDS] = {0}, order = 0;
        for (uint32_t i = 0; i < BOX; i++) whole[s->deck[round * (uint32_t)BOX + i]]++;
        for (uint32_t k = 0; k < KINDS; k++) assert(whole[k] == box[s->dna][k]);
        for (uint32_t i = 0; i < s->tiles; i++) order |= 1u << s->order[round][i];
        assert(order == (t->dna ? allowed : 1));
    }
    for (uint32_t i = place; i < s->next; i++) out[s->deck[i]]++;
    for (uint32_t i = 0; i <= s->seats + 1u; i++) { /* the collections, the hand, what was destroyed */
        uint64_t cards = i < s->seats ? s->cards[i] : i == s->seats ? s->hand.cards : s->destroyed, sum = 0;
        uint32_t held = 0, closed = 0, icons = 0;
        for (uint32_t k = 0; k < KINDS; k++) {
            uint32_t n = how_many(s, cards, k);
            out[k] -= n, sum += n * kind[k].one, icons += n * kind[k].icon, number += n;
            if (n) held |= 1u << k, closed |= kind[k].type;
        }
        assert(sum == cards);
        if (i < s->seats) assert(s->held[i] == held && (!t->dna || (s->filled >> i & 1) == (held != 0)));
        if (i == s->seats) assert(s->hand.kinds == held && s->hand.closed == closed && s->hand.icons == icons);
    }
    for (uint32_t k = 0; k < KINDS; k++) assert(out[k] == 0); /* every card is somewhere, and only once */
    assert(number + (uint32_t)(s->end - s->next) == DECK * s->seats && s->end == place + DECK * s->seats);
    for (uint32_t i = 0; i < SEATS; i++) {
        tokens += s->tokens[i], owed += s->owed[i];
        assert((tiles & s->bought[i]) == 0); /* CU-35 */
        tiles |= s->bought[i], sizes += count(s->bought[i]);
        if (i >= s->seats) { assert(!s->cards[i] && !s->held[i] && !s->tokens[i] && !s->bought[i]); continue; }
        int32_t total = 0, rounds = s->round + over(s);
        for (int32_t round = 0; round < rounds; round++) total += s->points[round][i];
        assert(total == s->total[i]); /* and the fast points are right */
        assert(points_of(s, i, most_of_each(s)) == plain_points(s, i));
        if (over(s)) assert(s->points[s->round][i] == plain_points(s, i));
    }
    assert(tokens == (t->dna ? t->tokens : 0) && (tiles & ~allowed) == 0);
    assert(count(tiles) == (t->dna ? s->seats + 1u : 0) && sizes + count(s->market) == count(tiles)); /* CU-31, CU-49 */
    assert(s->legal == plain_legal(s) && (s->legal != 0) == (s->asked != OVER)); /* somebody can always move */
    assert(waiting(s) < s->seats && s->turn < s->seats && s->round < s->rounds && s->direction == s->round % 2);
    assert((owed != 0) == (s->asked == ASK_TOKEN) && (s->asked != ASK_TOKEN || (!s->supply && s->owed[s->asker])));
    assert(s->hand.kinds || s->asked > ASK_ADD); /* CU-09 */
    assert(!over(s) || (!s->hand.kinds && s->next == s->end && s->round + 1 == s->rounds)); /* CU-17, CU-27 */
    assert(winners(s));
}

static void check_imagined(const State *s, const Table *t, Rng *rng) {
    State world;
    copy(&world, s);
    imagine(&world, rng);
    check(&world, t);
    assert(!memcmp(world.deck, s->deck, s->next) && !memcmp(world.order, s->order, (s->round + 1u) * TILES));
    memcpy(world.deck, s->deck, sizeof s->deck), memcpy(world.order, s->order, sizeof s->order);
    assert(!memcmp(&world, s, sizeof world)); /* nothing else has changed */
}

#ifdef CUBOSAURS_COUNT
static void count_move(const State *s, uint32_t move, const State *then) { /* the state before and after */
    static uint32_t gained;    /* the tokens the seat had before it kept its hand */
    uint32_t seat = s->turn, victim = s->victim, tile = s->tile, k = move - CARD, refusable = s->legal >> REFUSE & 1;
    if (s->asked == ASK_TURN) {
        uint32_t no_own = 1u << 5 | 1u << 6 | 1u << 9, no_theirs = 1u << 7 | 1u << 8;
        uint32_t unfit = s->shop & s->market & affordable[s->tokens[seat]] & ~(uint32_t)(s->legal >> BUY);
        CASE(cu12_must_keep, !refusable && move == KEEP); CASE(cu16_hand_of_all_types, s->hand.closed == ALL_KINDS);
        CASE(cu12_tile_4_for_must_keep, !refusable && move == BUY + 4);
        CASE(cu12_tile_5_for_must_keep, !refusable && move == BUY + 5);
        CASE(cu17_hand_travels_on_without_deck, s->next == s->end && move == REFUSE);
        CASE(cu36_no_deck_for_3, unfit >> 3 & 1); CASE(cu36_no_own_card, unfit & no_own);
        CASE(cu36_no_card_of_opponents, unfit & no_theirs);
        CASE(cu39_last_card_drawn, move == BUY + 3 && s->next + 1 == s->end);
        CASE(cu40_refused_with_4, move == BUY + 4); CASE(cu52_empty_collection, !s->held[seat]);
        CASE(cu52_tile_4_with_empty_collection, !s->held[seat] && move == BUY + 4);
        gained = s->tokens[seat];
    }
    CASE(cu41_type_in_hand_added, tile == 5 && s->hand.closed >> k & 1);
    CASE(cu41_new_type_added, tile == 5 && !(s->hand.closed >> k & 1));
    int own = s->asked == ASK_OWN, theirs = s->asked == ASK_THEIRS;
    CASE(cu42_destroyed_own, own && tile == 6); CASE(cu42_destroyed_last_own, own && tile == 6 && !then->held[seat]);
    CASE(cu43_destroyed_theirs, tile == 7 && theirs); CASE(cu44_taken, tile == 8 && theirs);
    CASE(cu43_destroyed_last_of_theirs, tile == 7 && theirs && !then->held[victim]);
    CASE(cu45_given, own && tile == 9); CASE(cu45_given_to_empty, own && tile == 9 && !s->held[victim]);
    CASE(cu46_exchanged, own && tile == 10); CASE(cu46_exchanged_equal, own && tile == 10 && s->theirs == k);
    CASE(cu46_both_gain_a_token, own && tile == 10 && kind[k].icon && kind[s->theirs].icon);
    CASE(cu47_token_by_8, tile == 8 && theirs && kind[k].icon); CASE(cu47_token_by_9, own && tile == 9 && kind[k].icon);
    CASE(cu47_token_by_10, own && tile == 10 && (kind[k].icon || kind[s->theirs].icon));
    if (s->asked == ASK_TOKEN) {
        CASE(cu33_token_taken, 1); CASE(cu33_one_candidate, count(s->legal) == 1);
        CASE(cu33_at_set_up, s->then == THEN_BEGIN);
    }
    if (s->asked == ASK_END) {
        CASE(window_declined, move == END_TURN); CASE(window_bought_after_keeping, move != END_TURN && !s->hand.kinds);
        CASE(window_bought_after_refusing, move != END_TURN && s->hand.kinds);
        CASE(window_tokens_just_gained, move != END_TURN && price[move - BUY] > gained);
    }
}

static void count_game(const State *s, uint32_t bought) {
    uint32_t best = 0;
    for (uint32_t i = 0; i < s->seats; i++) {
        best += score(s, i) == score(s, lowest(winners(s)));
        CASE(cu25_negative_total, score(s, i) < 0); CASE(cu50_points_for_tokens, s->tokens[i] > 1);
        CASE(cu50_odd_token, s->tokens[i] % 2);
    }
    CASE(cu30_tie_broken, best > count(winners(s))); CASE(cu30_win_shared, count(winners(s)) > 1);
    CASE(cu49_all_ten_bought, bought == ALL_TILES);
}
#endif

static void whole_games(const Table *t, long games, uint64_t seed, int print) {
    Rng rng = {seed};
    State s;
    for (long game = 1; game <= games; game++) {
        deal(&s, t, &rng);
        if (print) printf("game %ld\n", game), print_deal(&s);
        uint32_t passes = 0;
#ifdef CUBOSAURS_COUNT
        uint32_t bought = 0;
#endif
        while (!over(&s)) {
            uint32_t move = wilful_move(&s, (int)(game % MANNERS), &rng);
            if (print) {
                print_state(&s), print_mask("legal ", s.legal, " ");
                printf("\nmove %u\n", move);
            } else {
                check(&s, t);
                if (below(&rng, 8) == 0) check_imagined(&s, t, &rng);
            }
            assert(legal(&s) >> move & 1);
            passes = s.asked == ASK_ADD || move == BUY + 4 ? passes + 1 : move == KEEP ? 0 : passes;
            assert(passes <= 9); /* CU-16: seven more types, tiles 4 and 5 */
            CASE(cu16_hand_came_back, passes == t->seats);
#ifdef CUBOSAURS_COUNT
            State before = s;
            apply(&s, move);
            count_move(&before, move, &s);
            if (move > END_TURN && move < SEAT) bought |= 1u << (move - BUY);
#else
            apply(&s, move);
#endif
        }
        check(&s, t);
#ifdef CUBOSAURS_COUNT
        count_game(&s, bought);
#endif
        if (!print) continue;
        print_state(&s);
        for (uint32_t i = 0; i < t->seats; i++) printf(i ? " %d" : "score %d", score(&s, i));
        print_mask("\nwinners ", (uint64_t)winners(&s) << 1, " ");
        putchar('\n');
    }
    if (!print) printf("checked %ld games\n", games);
    CASES(PRINT_COUNT)
}

/* ---- speed ----------------------------------------------------------------------------------------------- */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long playout(State *s, Rng *rng) { /* uniformly random to the end; the number of moves */
    long moves = 0;
    Rng local = *rng;
    if (s->dna)
        for (; !over(s); moves++) play(s, random_move(legal(s), &local), 1);
    else
        for (; !over(s); moves++) play(s, random_move(legal(s), &local), 0);
    *rng = local;
    return moves;
}

static void to_mid_game(State *s, const Table *t, Rng *rng) { /* half the moves of a random game */
    State whole;
    deal(s, t, rng);
    copy(&whole, s);
    Rng again = *rng;
    for (long half = playout(&whole, rng) / 2; half > 0; half--) apply(s, random_move(legal(s), &again));
}

enum { POSITIONS = 512, CLONES = 32 };
static State positions[POSITIONS], clones[CLONES];
static void race(const Table *t, double seconds, int imagined, Rng *rng) { /* whole games, or imagined from mid-game */
    State s;
    long games = 0, moves = 0, check_sum = 0;
    double start = now(), spent;
    do {
        for (int i = 0; i < POSITIONS; i++, games++) {
            if (imagined) copy(&s, &positions[i]), imagine(&s, rng);
            else deal(&s, t, rng);
            moves += playout(&s, rng);
            check_sum += s.total[0];
        }
    } while ((spent = now() - start) < seconds);
    if (!imagined) printf("games %ld\nmoves %ld\nmoves_per_game %.2f\n", games, moves, (double)moves / (double)games);
    const char *rates[] = {"moves_per_second %.0f\ngames_per_second %.0f\ncheck_sum %ld\n",
                      "imagined_moves_per_second %.0f\nimagined_playouts_per_second %.0f\nimagined_check_sum %ld\n"};
    printf(rates[imagined], (double)moves / spent, (double)games / spent, check_sum);
}

static void bench(const Table *t, double seconds) {
    Rng rng = {20240229};
    printf("seats %u\ndna %u\nstate_bytes %zu\n", t->seats, t->dna, sizeof(State));
    race(t, seconds, 0, &rng);
    for (int i = 0; i < POSITIONS; i++) to_mid_game(&positions[i], t, &rng);
    long copies = 0;
    double start = now(), spent;
    do {
        for (int i = 0; i < 1 << 16; i++, copies++) {
            State *to = &clones[i % CLONES];
            copy(to, &positions[i % CLONES]);
            __asm__ volatile("" : : "r"(to) : "memory"); /* somebody might look at the copy */
        }
    } while ((spent = now() - start) < seconds / 4);
    printf("clone_ns %.2f\n", 1e9 * spent / (double)copies);
    race(t, seconds, 1, &rng);
}

static void imagined_worlds(const Table *t, uint64_t seed, long worlds) {
    Rng rng = {seed};
    State s, world;
    to_mid_game(&s, t, &rng);
    print_deal(&s), print_state(&s);
    printf("seat %u\n", waiting(&s) + 1);
    for (; worlds > 0; worlds--) {
        copy(&world, &s);
        imagine(&world, &rng);
        puts("world");
        print_rounds(&world, s.round);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int print = !strcmp(what, "trace");
    uint32_t word[8] = {0};
    for (int i = 5; i < argc && i < 13; i++) word[i - 5] = (uint32_t)atoi(argv[i]);
    Table t = {argc > 2 ? (uint32_t)atoi(argv[2]) : 0, 0, 0, 1, 0, 0, TOKENS};
    make_tables();
    if (t.seats >= 2 && t.seats <= SEATS) { /* CU-04 */
        t.rounds = t.seats == 2 ? 3 : 2;    /* CU-29 */
        if ((argc == 4 || argc == 5) && !strcmp(what, "bench")) {
            t.dna = argc == 5 && atoi(argv[4]) != 0;
            return bench(&t, atof(argv[3])), 0;
        }
        if ((argc == 5 || argc == 6) && !strcmp(what, "imagine")) {
            t.dna = word[0] != 0;
            return imagined_worlds(&t, strtoull(argv[3], NULL, 10), atol(argv[4])), 0;
        }
        if ((argc == 10 || argc == 11) && (print || !strcmp(what, "check")) && word[1] <= ROUNDS && word[5] <= TOKENS) {
            t = (Table){t.seats, word[0] != 0, word[1] ? word[1] : t.rounds, word[2] != 0, word[3] != 0, word[4] != 0,
                        argc == 11 ? word[5] : TOKENS};
            return whole_games(&t, atol(argv[3]), strtoull(argv[4], NULL, 10), print), 0;
        }
    }
    fprintf(stderr, "usage: cubosaurs bench SEATS SECONDS [DNA] | imagine SEATS SEED N [DNA] |\n"
                    "       trace SEATS GAMES SEED DNA ROUNDS ZERO_MAJORITY WINDOW NO_DIRECT [TOKENS] |\n"
                    "       check SEATS GAMES SEED DNA ROUNDS ZERO_MAJORITY WINDOW NO_DIRECT [TOKENS]\n");
    return 2;
}
