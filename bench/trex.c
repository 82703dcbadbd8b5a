/* T-Rex (Kuhn 1999) in plain C: the yardstick for speed, and a second opinion on the rules.
 *
 * This engine was written from the rules alone (TR-01 to TR-55), apart from the engine it is compared with.
 * The standard edition of the cards is compiled in. Nothing is allocated; a state is one flat struct.
 *
 *   cc -O3 -march=native -std=c11 trex.c -o trex
 *   trex bench SEATS SECONDS                  speed; SECONDS each for playouts and for imagined playouts
 *   trex trace SEATS GAMES SEED FLIP EXTRA    whole games as text, for the differential test
 *   trex check SEATS GAMES SEED FLIP EXTRA    whole games with every conservation law asserted after every move
 *   trex imagine SEATS SEED N                 a position in mid-game, then N worlds that its mover may imagine
 *
 * FLIP is the option flip_with_one (TR-19), EXTRA is shower_is_extra_loss (TR-41), each 0 or 1; bench and imagine
 * play with the defaults, 1 and 0. Of every three games of trace and check one is uniformly random, one is a war of
 * comets, and one hoards: its players throw their comets away, so that late rounds run until the cards run out.
 * Compiled with -DTREX_COUNT, trace and check end by printing on stderr how often each rare case came up.
 *
 * Moves are small integers:
 *   0..14 play the card with number move + 1 (its colour is move % 5: yellow blue brown green red),
 *   15 play chamaelosaurus, 16 play shower, 17 flip, 18..22 take a colour, 23 lose top, 24 lose stock,
 *   25 lose shower, 26..30 strongest colour, 31..35 weakest colour, 36 keep colours.
 *
 * In the text of a state seats count from 1; comet=0 means no comet yet this round, and the comet's player stays
 * named until the next round begins; turn=0 when the game is over; of two open eggs of one colour the left is taken
 * first; the lost cards include those lost unseen, which no player sees.
 */
#define _POSIX_C_SOURCE 199309L
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { SEATS = 5, CARDS = 17, EGGS = 30, ROUNDS = 12, ROW = 48, NOBODY = 7, ONLY_SHOWER = 64 << 3 };
enum { CHAMAELOSAURUS = 15, SHOWER = 16, FLIP = 17, TAKE = 18, LOSE_TOP = 23, LOSE_STOCK = 24, LOSE_SHOWER = 25,
       STRONGEST = 26, WEAKEST = 31, KEEP = 36, MOVES = 37 };
enum { PLAYING, TAKING, LOSING, CHANGING, OVER };

#define ALL_CARDS ((1u << CARDS) - 1)
#define BIT(n) ((uint64_t)1 << (n))
#define RARELY(condition) __builtin_expect(!!(condition), 0)
/* yes ? a : b without a branch: at random play such branches cannot be predicted. */
#define CHOOSE(yes, a, b) ((b) ^ (((a) ^ (b)) & (0u - (uint32_t)(yes))))
#define INLINE static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline, cold))

/* ---- rare cases, counted on request ---------------------------------------------------------------------- */
#define CASES(X) X(tr13_equal_tops) X(tr18_draw_cut_short) X(tr18_draw_from_nothing) X(tr18_draw_of_a_seen_card) \
    X(tr19_flip_by_choice) X(tr20_flip_forced) X(tr20_flipped_comet) X(tr20_flipped_draw) X(tr21_passed_over) \
    X(tr24_comet_replaced) X(tr24_equal_comet) X(tr25_weaker_comet) X(tr26_own_comet_replaced) \
    X(tr28_shower_first_card) X(tr29_second_shower) X(tr30_comet_player_cannot_play) X(tr31_nobody_can_play) \
    X(tr31_without_any_comet) X(tr33_chamaelosaurus_on_card) X(tr34_chamaelosaurus_on_nothing) \
    X(tr35_chamaelosaurus_on_shower) X(tr37_two_eggs_of_one_colour) X(tr39_chamaelosaurus_lost_as_top) \
    X(tr40_no_stock) X(tr41_shower_lost) X(tr41_shower_lost_from_below) X(tr41_one_more_lost) \
    X(tr43_stock_card_lost_that_was_seen) X(tr47_colours_kept) X(tr53_tie_broken_by_sum) X(tr54_win_shared)
#ifdef TREX_COUNT
#define DEFINE_COUNT(name) static long name;
#define PRINT_COUNT(name) fprintf(stderr, "%-36s %ld\n", #name, name);
CASES(DEFINE_COUNT)
#define CASE(name, condition) (name += (condition) ? 1 : 0)
#else
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

INLINE uint64_t nth_bit(uint64_t mask, uint32_t n) { /* the n-th lowest bit that is set, as a mask */
#ifdef __BMI2__
    return _pdep_u64(BIT(n), mask);
#else
    for (; n; n--) mask &= mask - 1;
    return mask & -mask;
#endif
}

INLINE uint32_t draw_one(uint32_t *pool, uint32_t size, Rng *rng) { /* a card as a mask, out of a pool of that size */
    uint32_t card = (uint32_t)nth_bit(*pool, below(rng, size));
    *pool ^= card;
    return card;
}

INLINE int lowest(uint64_t mask) { return __builtin_ctzll(mask); }
INLINE uint32_t count(uint64_t mask) { return (uint32_t)__builtin_popcountll(mask); }
INLINE int random_move(uint64_t mask, Rng *rng) { return lowest(nth_bit(mask, below(rng, count(mask)))); }

static void shuffle(uint8_t *items, uint32_t n, Rng *rng) {
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = below(rng, i);
        uint8_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

/* ---- the state ------------------------------------------------------------------------------------------- */
/* Stock and played pile of a seat lie in one row: the stock is [head, mid), top first, the pile is [mid, tail), first
 * played first, so that sliding the pile under the stock (TR-45) is mid = tail. The row moves back to the start now and
 * then, between rounds, so that it never runs off its end. In a stock all cards never yet seen lie above all others. */
typedef struct {
    uint8_t row[ROW];
    uint32_t hand;             /* the cards in the hand, as a mask */
    uint32_t seen;             /* the cards this seat ever played face up: everyone knows where they are from then on (TR-55) */
    uint8_t head, mid, tail;
    uint8_t eggs[5];           /* collected eggs by colour */
} Seat;

typedef struct {
    Seat seat[SEATS];
    uint64_t legal;            /* the legal moves, kept up by apply */
    uint16_t key[SEATS];       /* the top cards: strength << 10 | moment << 3 | seat + 1; greater is stronger */
    uint8_t egg[EGGS];         /* left and right pile by turns, from the top: 0 and 1 are the first open pair */
    uint8_t order[SEATS];      /* seats by rank, strongest first, once the round has ended */
    uint8_t seats, round, prompt, turn;
    uint8_t strongest, weakest, pair; /* pair = 5 * strongest + weakest */
    uint8_t open;              /* open eggs not yet taken: 1 left, 2 right */
    int16_t comet;             /* the strongest comet: strength << 3 | its player, or NOBODY */
    uint16_t moment;           /* cards played this round, << 3 */
    uint8_t paid;              /* the seats that have lost their comet shower, as a mask */
    uint8_t step;              /* whose turn it is to lose, as an index of order */
    uint8_t flip_with_one, extra_loss;
} State;

/* What a card is worth under the two open colours. */
typedef struct {
    uint16_t strength;         /* 0, or 16 * (0 weakest, 1 middle, 2 strongest) + number, << 10: TR-11, TR-12, TR-15 */
    uint16_t keeps;            /* all bits of a strength for the Chamaelosaurus, which keeps the one beneath: TR-32 */
    int16_t comet;             /* strength as a comet << 3, -8 for no comet: TR-24, TR-27 */
    uint16_t draw;             /* TR-18 */
} Face;

static Face faces[25][32];

/* TR-03, the standard edition: cards drawn by number 1 to 15, 0 where there is a comet. */
static const uint8_t draws[15] = {1, 1, 0, 2, 0, 2, 0, 3, 0, 2, 0, 2, 0, 1, 1};

static void make_faces(void) {
    for (int pair = 0; pair < 25; pair++) {
        for (int card = 0; card < 15; card++) {
            int colour = card % 5, rank = colour == pair / 5 ? 2 : colour == pair % 5 ? 0 : 1;
            int strength = 16 * rank + card + 1, comet = draws[card] ? -8 : strength << 3;
            faces[pair][card] = (Face){(uint16_t)(strength << 10), 0, (int16_t)comet, draws[card]};
        }
        faces[pair][CHAMAELOSAURUS] = (Face){0, 63 << 10, -8, 0};
        faces[pair][SHOWER] = (Face){0, 0, ONLY_SHOWER, 0};
    }
}

INLINE uint64_t legal(const State *s) { return s->legal; }
INLINE int over(const State *s) { return s->legal == 0; }
INLINE uint32_t comet_seat(const State *s) { return s->comet & 7; }
INLINE void copy(State *to, const State *from) { memcpy(to, from, sizeof *to); }

/* ---- the rules ------------------------------------------------------------------------------------------- */
INLINE uint64_t play_moves(const State *s, uint32_t seat) { /* TR-16, TR-19, TR-20; nothing for TR-21 */
    const Seat *p = &s->seat[seat];
    uint32_t hand = p->hand, few = (hand & (hand - s->flip_with_one)) == 0; /* no card; with the option, none or one */
    return hand | (few & (p->head != p->mid)) << FLIP;
}

INLINE uint32_t owes_shower(const State *s, uint32_t seat) { /* TR-41: played it, so this round, and has it still */
    return s->seat[seat].seen >> SHOWER & ~((uint32_t)s->paid >> seat) & 1u;
}

INLINE uint64_t lose_moves(const State *s, uint32_t seat) { /* TR-39, TR-40, TR-41 */
    const Seat *p = &s->seat[seat];
    uint64_t free_choice = (uint64_t)(p->mid != p->tail) << LOSE_TOP | (uint64_t)(p->head != p->mid) << LOSE_STOCK;
    return RARELY(owes_shower(s, seat)) ? BIT(LOSE_SHOWER) : free_choice;
}

INLINE void start_round(State *s) { /* TR-49, TR-50: two new eggs, and the seat whose turn it is leads */
    s->round++;
    s->prompt = PLAYING;
    s->pair = (uint8_t)(5 * s->strongest + s->weakest);
    s->open = 3;
    s->comet = NOBODY;
    s->moment = s->step = 0;
    for (int i = 0; i < SEATS; i++) s->key[i] &= 7;
    s->legal = play_moves(s, s->turn);
}

#define SWAP(i, j) do { uint32_t a = k[i], b = k[j]; k[i] = a > b ? a : b; k[j] = a > b ? b : a; } while (0)

static void end_round(State *s) { /* TR-11 to TR-15: the rank of the top cards */
    uint32_t k[SEATS];
    for (int i = 0; i < SEATS; i++) k[i] = s->key[i]; /* absent seats are 0 and come last */
    SWAP(0, 3); SWAP(1, 4); SWAP(0, 2); SWAP(1, 3); SWAP(0, 1); SWAP(2, 4); SWAP(1, 2); SWAP(3, 4); SWAP(2, 3);
    for (int i = 0; i < SEATS; i++) s->order[i] = (uint8_t)((k[i] & 7) - 1);
    for (int i = 1; i < s->seats; i++) CASE(tr13_equal_tops, k[i] >> 10 == k[i - 1] >> 10);
    int left = s->egg[2 * s->round - 2], right = s->egg[2 * s->round - 1];
    s->prompt = TAKING; /* TR-37 */
    s->turn = s->order[0];
    s->legal = BIT(TAKE + left) | BIT(TAKE + right);
    CASE(tr37_two_eggs_of_one_colour, left == right);
    CASE(tr40_no_stock, s->seat[s->turn].head == s->seat[s->turn].mid);
}

INLINE uint32_t next_seat(const State *s, uint32_t seat) { return seat + 1 == s->seats ? 0 : seat + 1; }

RARE void pass_over(State *s, uint32_t seat) { /* this seat is next but cannot play */
    for (int i = 0; i < s->seats; i++) {
        if (seat == comet_seat(s)) break; /* TR-30 */
        seat = next_seat(s, seat);        /* TR-21 */
        s->turn = (uint8_t)seat;
        s->legal = play_moves(s, seat);
        CASE(tr21_passed_over, s->legal != 0);
        if (s->legal) return;
    }
#ifdef TREX_COUNT
    uint64_t able = 0;
    for (uint32_t i = 0; i < s->seats; i++) able |= play_moves(s, i);
    CASE(tr30_comet_player_cannot_play, able); CASE(tr31_nobody_can_play, !able);
    CASE(tr31_without_any_comet, !able && comet_seat(s) == NOBODY);
#endif
    end_round(s); /* TR-30, TR-31 */
}

INLINE uint32_t four_cards(const uint8_t *at) { /* as one word, the first one lowest */
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(word) : word;
}

INLINE void play(State *s, uint32_t move) {
    uint32_t seat = s->turn;
    Seat *p = &s->seat[seat];
    uint32_t flip = move == FLIP, head = p->head, tail = p->tail, hand = p->hand, seen = p->seen;
    uint32_t card = CHOOSE(flip, p->row[head], move);
    Face face = faces[s->pair][card];
    CASE(tr19_flip_by_choice, flip && hand); CASE(tr20_flip_forced, flip && !hand);
    CASE(tr20_flipped_comet, flip && face.comet >= 0); CASE(tr20_flipped_draw, flip && face.draw);

    head += flip; /* TR-18: draw at once, as far as the stock goes; what is not drawn becomes a bit past all cards */
    uint32_t stock = p->mid - head, n = face.draw < stock ? face.draw : stock;
    uint32_t drawn = four_cards(p->row + head) | 0x1F1F1Fu << 8 * n;
    drawn = 1u << (drawn & 31) | 1u << (drawn >> 8 & 31) | 1u << (drawn >> 16 & 31);
    CASE(tr18_draw_cut_short, n < face.draw && n); CASE(tr18_draw_from_nothing, n < face.draw && !n);
    CASE(tr18_draw_of_a_seen_card, drawn & seen);
    p->hand = ((hand & ~(1u << move)) | drawn) & ALL_CARDS;
    p->seen = seen | 1u << card;
    p->head = (uint8_t)(head + n);
    p->row[tail] = (uint8_t)card; /* TR-17 */
    p->tail = (uint8_t)(tail + 1);

    uint32_t key = s->key[seat], moment = s->moment + (1u << 3); /* TR-32 to TR-36; with no card beneath, 0 */
    CASE(tr33_chamaelosaurus_on_card, card == CHAMAELOSAURUS && key >> 10);
    CASE(tr34_chamaelosaurus_on_nothing, card == CHAMAELOSAURUS && tail == p->mid);
    CASE(tr35_chamaelosaurus_on_shower, card == CHAMAELOSAURUS && tail != p->mid && !(key >> 10));
    CASE(tr28_shower_first_card, card == SHOWER && moment == 1 << 3);
    CASE(tr29_second_shower, card == SHOWER && s->comet >= ONLY_SHOWER);
    s->moment = (uint16_t)moment;
    s->key[seat] = (uint16_t)(face.strength | (key & face.keeps) | moment | (seat + 1));

    int comet = s->comet, extends = face.comet >= (comet & ~7); /* TR-23 to TR-29; an equal comet is later */
    CASE(tr24_comet_replaced, extends && comet_seat(s) != NOBODY);
    CASE(tr24_equal_comet, extends && face.comet == (comet & ~7));
    CASE(tr25_weaker_comet, face.comet >= 0 && !extends);
    CASE(tr26_own_comet_replaced, extends && comet_seat(s) == seat);
    s->comet = (int16_t)CHOOSE(extends, (uint32_t)face.comet | seat, (uint32_t)comet);
    if ((((comet & 7) ^ (int)seat) | extends) == 0) { end_round(s); return; } /* TR-30 */

    uint32_t next = next_seat(s, seat);
    uint64_t moves = play_moves(s, next);
    if (RARELY(!moves)) { pass_over(s, next); return; }
    s->turn = (uint8_t)next;
    s->legal = moves;
}

INLINE void take(State *s, uint32_t colour) { /* TR-37 */
    s->seat[s->turn].eggs[colour]++;
    if (s->open == 3) {
        uint32_t left = s->egg[2 * s->round - 2], right = s->egg[2 * s->round - 1];
        s->open = (uint8_t)(1 + (left == colour));
        s->turn = s->order[1];
        s->legal = BIT(TAKE + (left ^ right ^ colour)); /* the other one */
    } else {
        s->open = 0;
        s->prompt = LOSING;
        s->turn = s->order[0];
        s->legal = lose_moves(s, s->turn);
    }
}

RARE void remove_shower(Seat *p) { /* TR-41: wherever it lies in the pile */
    uint32_t i = p->mid;
    while (p->row[i] != SHOWER) i++;
    CASE(tr41_shower_lost_from_below, i + 1 != p->tail);
    for (p->tail--; i != p->tail; i++) p->row[i] = p->row[i + 1];
}

RARE void move_back(State *s) { /* rows that may run off their end in the next round */
    for (int i = 0; i < s->seats; i++) {
        Seat *p = &s->seat[i];
        if (p->tail <= ROW - CARDS) continue;
        uint8_t cards[CARDS];
        memcpy(cards, p->row + p->head, CARDS);
        memcpy(p->row, cards, CARDS);
        p->mid = p->tail = (uint8_t)(p->tail - p->head);
        p->head = 0;
    }
}

INLINE void lose(State *s, uint32_t move) {
    Seat *p = &s->seat[s->turn];
    if (RARELY(move == LOSE_SHOWER)) {
        CASE(tr41_shower_lost, 1);
        remove_shower(p);
        s->paid |= (uint8_t)(1u << s->turn);
        if (s->extra_loss) { /* TR-41: one more by TR-39 and TR-40, before the next in rank, if there is a card */
            s->legal = lose_moves(s, s->turn);
            CASE(tr41_one_more_lost, s->legal != 0);
            if (s->legal) return;
        }
    } else { /* TR-39 */
        uint8_t top = move == LOSE_TOP;
        CASE(tr39_chamaelosaurus_lost_as_top, top && p->row[p->tail - 1] == CHAMAELOSAURUS);
        CASE(tr43_stock_card_lost_that_was_seen, !top && p->seen >> p->row[p->head] & 1);
        p->tail = (uint8_t)(p->tail - top);
        p->head = (uint8_t)(p->head + !top);
    }
    int step = s->step + 1; /* TR-42 */
    s->step = (uint8_t)step;
    if (step < s->seats) {
        s->turn = s->order[step];
        s->legal = lose_moves(s, s->turn);
        CASE(tr40_no_stock, s->seat[s->turn].head == s->seat[s->turn].mid);
        return;
    }
    uint32_t far = 0;
    for (int i = 0; i < SEATS; i++) { /* TR-45 */
        s->seat[i].mid = s->seat[i].tail;
        far |= s->seat[i].tail > ROW - CARDS;
    }
    if (RARELY(far)) move_back(s);
    if (s->round == ROUNDS) { s->prompt = OVER; s->turn = NOBODY; s->legal = 0; return; } /* TR-51 */
    uint64_t aside = 31u & ~(1u << s->strongest) & ~(1u << s->weakest);
    s->prompt = CHANGING; /* the turn is the weakest's already, the last to lose: TR-46 to TR-48 */
    s->legal = aside << STRONGEST | aside << WEAKEST | BIT(KEEP);
}

INLINE void change(State *s, uint32_t move) {
    CASE(tr47_colours_kept, move == KEEP);
    s->strongest = (uint8_t)CHOOSE(move < WEAKEST, move - STRONGEST, s->strongest);
    s->weakest = (uint8_t)CHOOSE((move >= WEAKEST) & (move < KEEP), move - WEAKEST, s->weakest);
    start_round(s);
}

INLINE void apply(State *s, int chosen) {
    uint32_t move = (uint32_t)chosen;
    if (move <= FLIP) play(s, move);
    else if (move < LOSE_TOP) take(s, move - TAKE);
    else if (move < STRONGEST) lose(s, move);
    else change(s, move);
}

static void deal(State *s, int seats, int flip_with_one, int extra_loss, Rng *rng) { /* TR-07 to TR-10 */
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)seats;
    s->flip_with_one = (uint8_t)flip_with_one;
    s->extra_loss = (uint8_t)extra_loss;
    for (int i = 0; i < seats; i++) {
        Seat *p = &s->seat[i];
        uint32_t pool = ALL_CARDS;
        for (uint32_t n = 0; n < CARDS; n++) p->row[n] = (uint8_t)lowest(draw_one(&pool, CARDS - n, rng));
        for (uint32_t n = 0; n < 7; n++) p->hand |= 1u << p->row[n];
        p->head = 7;
        p->mid = p->tail = CARDS;
        s->key[i] = (uint16_t)(i + 1);
    }
    for (int i = 0; i < EGGS; i++) s->egg[i] = (uint8_t)(i % 5);
    shuffle(s->egg, EGGS, rng);
    s->strongest = (uint8_t)below(rng, 5);
    s->weakest = (uint8_t)below(rng, 4);
    s->weakest = (uint8_t)(s->weakest + (s->weakest >= s->strongest));
    s->turn = (uint8_t)below(rng, (uint32_t)seats);
    start_round(s);
}

/* TR-55: a uniformly random world among those that agree with all the seat has seen. The cards a seat has played are
 * tracked for ever; its others lie in its hand, in the unseen head of its stock or lost unseen, each arrangement
 * equally likely. A seat knows its own hand. All eggs not yet turned up are shuffled over both piles. */
static void imagine(State *s, int me, Rng *rng) {
    for (int i = 0; i < s->seats; i++) {
        Seat *p = &s->seat[i];
        uint32_t pool = ALL_CARDS & ~p->seen, hidden = i == me ? 0 : p->hand & pool;
        if (i == me) pool &= ~p->hand;
        if (hidden == pool) continue; /* all is known, or all that is hidden is in the hand */
        uint32_t n = count(pool), drawn = 0;
        for (uint32_t left = count(hidden); left; left--) drawn |= draw_one(&pool, n--, rng);
        p->hand = (p->hand ^ hidden) | drawn;
        for (uint32_t at = p->head; at != p->mid && !(p->seen >> p->row[at] & 1); at++)
            p->row[at] = (uint8_t)lowest(draw_one(&pool, n--, rng));
    }
    shuffle(s->egg + 2 * s->round, EGGS - 2u * s->round, rng);
    if (s->prompt == PLAYING) s->legal = play_moves(s, s->turn);
}

/* TR-52, TR-53: points, sums of the cards that are left; the mask of winners, several by TR-54. */
static uint32_t result(const State *s, int points[SEATS], int sums[SEATS]) {
    int best = -1;
    uint32_t winners = 0;
    for (int i = 0; i < s->seats; i++) {
        const Seat *p = &s->seat[i];
        points[i] = sums[i] = 0;
        for (int c = 0; c < 5; c++) points[i] += p->eggs[c] * p->eggs[c];
        for (int card = 0; card < 15; card++) sums[i] += (int)(p->hand >> card & 1) * (card + 1);
        for (uint32_t at = p->head; at != p->mid; at++) sums[i] += p->row[at] < 15 ? p->row[at] + 1 : 0;
        int value = points[i] * 1000 + sums[i];
        if (value > best) { best = value; winners = 0; }
        if (value == best) winners |= 1u << i;
    }
    return winners;
}

/* ---- text ------------------------------------------------------------------------------------------------ */
static const char *const colours[] = {"yellow", "blue", "brown", "green", "red"};
static const char *const prompts[] = {"play", "take", "lose", "change", "over"};

static void print_mask(const char *label, uint64_t mask, const char *separator) {
    printf("%s", label);
    for (; mask; mask &= mask - 1) printf("%d%s", lowest(mask), mask & (mask - 1) ? separator : "");
}

static void print_row(const char *label, const Seat *p, uint32_t from, uint32_t to) {
    printf("%s", label);
    for (uint32_t at = from; at != to; at++) printf(at == from ? "%d" : ",%d", p->row[at]);
}

static uint32_t row_mask(const Seat *p, uint32_t from, uint32_t to) {
    uint32_t mask = 0;
    for (uint32_t at = from; at != to; at++) mask |= 1u << p->row[at];
    return mask;
}

static uint32_t lost(const Seat *p) { return ALL_CARDS & ~(p->hand | row_mask(p, p->head, p->tail)); }

static void print_state(const State *s) {
    printf("state round=%d prompt=%s turn=%d strongest=%s weakest=%s open=%s,%s comet=%d", s->round,
           prompts[s->prompt], s->turn == NOBODY ? 0 : s->turn + 1, colours[s->strongest], colours[s->weakest],
           s->open & 1 ? colours[s->egg[2 * s->round - 2]] : "-", s->open & 2 ? colours[s->egg[2 * s->round - 1]] : "-",
           comet_seat(s) == NOBODY ? 0 : (int)comet_seat(s) + 1);
    for (int i = 0; i < s->seats; i++) {
        const Seat *p = &s->seat[i];
        printf(" s%d=", i + 1);
        print_mask("h:", p->hand, ",");
        print_row(";s:", p, p->head, p->mid);
        print_row(";p:", p, p->mid, p->tail);
        printf(";e:%d,%d,%d,%d,%d", p->eggs[0], p->eggs[1], p->eggs[2], p->eggs[3], p->eggs[4]);
        print_mask(";l:", lost(p), ",");
        print_mask(";v:", p->seen, ",");
    }
    putchar('\n');
}

static void print_eggs(const char *label, const State *s, int from, int side) { /* one pile without its first eggs */
    printf("%s", label);
    for (int i = from; i < EGGS / 2; i++) printf("%s%s", i == from ? "" : ",", colours[s->egg[2 * i + side]]);
}

static void print_deal(const State *s) {
    for (int i = 0; i < s->seats; i++) {
        printf("deal seat %d: ", i + 1);
        for (int n = 0; n < CARDS; n++) {
            int card = s->seat[i].row[n];
            if (n) printf(", ");
            if (card < 15) printf("%s %d", colours[card % 5], card + 1);
            else printf("%s", card == SHOWER ? "shower" : "chamaelosaurus");
        }
        putchar('\n');
    }
    print_eggs("deal left: ", s, 0, 0);
    print_eggs("\ndeal right: ", s, 0, 1);
    printf("\ndeal strongest: %s\ndeal weakest: %s\ndeal first: %d\n", colours[s->strongest], colours[s->weakest],
           s->turn + 1);
}

/* ---- whole games ----------------------------------------------------------------------------------------- */
/* A move of the given manner: 0 uniform, 1 a war of comets, 2 hoarding. It may look at hidden cards: it is not a player
 * but a way to provoke rare cases. */
static int wilful_move(const State *s, int manner, Rng *rng) {
    if (manner == 0) return random_move(legal(s), rng);
    const Seat *p = &s->seat[s->turn];
    uint32_t weight[MOVES] = {0}, total = 0;
    for (uint64_t moves = legal(s); moves; moves &= moves - 1) {
        int move = lowest(moves);
        uint32_t w = 4;
        if (move <= FLIP) {
            int card = move == FLIP ? p->row[p->head] : move;
            Face face = faces[s->pair][card];
            int is_comet = face.comet >= 0, extends = is_comet && face.comet >= (s->comet & ~7);
            if (manner == 1) w = extends ? 30 : is_comet ? 2 : 4 + 2u * face.draw;
            else if (comet_seat(s) == NOBODY) w = card == SHOWER ? (s->turn % 2 ? 30 : 1) : is_comet ? 1 : 60;
            else w = card == SHOWER ? 4 : extends ? 2 : is_comet ? 60 : 8;
            if (move == FLIP) w += 20;
        } else if (manner == 2 && (move == LOSE_TOP || move == LOSE_STOCK)) {
            int card = p->row[move == LOSE_TOP ? p->tail - 1 : p->head];
            w = faces[s->pair][card].comet >= 0 ? 60 : 2;
        }
        total += weight[move] = w;
    }
    uint32_t at = below(rng, total);
    int move = 0;
    while (at >= weight[move]) at -= weight[move++];
    return move;
}

static void check(const State *s) { /* what must hold before every move and at the end */
    int eggs[5] = {0};
    for (int i = 0; i < s->seats; i++) {
        const Seat *p = &s->seat[i];
        uint32_t stock = row_mask(p, p->head, p->mid), pile = row_mask(p, p->mid, p->tail);
        assert((p->hand & stock) == 0 && (p->hand & pile) == 0 && (stock & pile) == 0 && (pile & ~p->seen) == 0);
        assert((p->hand & ~ALL_CARDS) == 0 && count(stock | pile) == (uint8_t)(p->tail - p->head));
        assert(p->tail >= p->mid && p->mid >= p->head);
        for (uint32_t at = p->head; at != p->mid; at++) /* the unseen head of the stock, then what was played */
            assert(at == p->mid - 1u || (p->seen >> p->row[at] & 1) <= (p->seen >> p->row[at + 1] & 1));
        int losses = s->round - 1;
        for (int n = 0; n < s->step; n++) losses += s->order[n] == i; /* step is 0 until the losses begin */
        int owed = (int)owes_shower(s, (uint32_t)i), gone = (p->seen >> SHOWER & 1) && !owed;
        assert(count(lost(p)) == (uint32_t)(losses + (s->extra_loss && gone)));
        assert((!gone || lost(p) >> SHOWER & 1) && (!owed || pile >> SHOWER & 1));
        for (int c = 0; c < 5; c++) eggs[c] += p->eggs[c];
        if (over(s)) assert(count(p->hand | stock) == 5u - (s->extra_loss && gone) && !pile);
    }
    for (int at = 2 * s->round - 2; at < EGGS; at++) eggs[s->egg[at]] += at >= 2 * s->round || s->open >> (at & 1) & 1;
    for (int c = 0; c < 5; c++) assert(eggs[c] == 6);
    assert(s->strongest != s->weakest && s->pair == 5 * s->strongest + s->weakest);
    assert(over(s) == (s->prompt == OVER));
}

static void check_imagined(const State *s, int me, Rng *rng) {
    State world;
    copy(&world, s);
    imagine(&world, me, rng);
    check(&world);
    assert(world.seat[me].hand == s->seat[me].hand && count(world.legal) == count(s->legal));
    assert(s->turn != me || world.legal == s->legal);
    for (int i = 0; i < s->seats; i++) {
        const Seat *p = &s->seat[i], *q = &world.seat[i];
        assert((p->hand & p->seen) == (q->hand & q->seen) && count(p->hand) == count(q->hand));
        assert((lost(p) & p->seen) == (lost(q) & q->seen) && p->seen == q->seen && !memcmp(p->eggs, q->eggs, 5));
        for (uint32_t at = p->head; at < p->tail; at++)
            assert(p->row[at] == q->row[at] || !(p->seen >> p->row[at] & 1 || p->seen >> q->row[at] & 1));
    }
    assert(!memcmp(s->egg, world.egg, 2 * s->round));
}

static void whole_games(int seats, long games, uint64_t seed, int flip, int extra, int print) {
    Rng rng = {seed};
    State s;
    for (long game = 1; game <= games; game++) {
        deal(&s, seats, flip, extra, &rng);
        if (print) printf("game %ld\n", game), print_deal(&s);
        while (!over(&s)) {
            int move = wilful_move(&s, (int)(game % 3), &rng);
            if (print) {
                print_state(&s);
                print_mask("legal ", legal(&s), " ");
                printf("\nmove %d %d\n", s.turn + 1, move);
            } else {
                check(&s);
                if (below(&rng, 8) == 0) check_imagined(&s, (int)below(&rng, (uint32_t)seats), &rng);
            }
            assert(legal(&s) >> move & 1);
            apply(&s, move);
        }
        int points[SEATS], sums[SEATS];
        uint32_t winners = result(&s, points, sums), tied = 0;
        for (int i = 0; i < seats; i++) tied += points[i] == points[lowest(winners)];
        CASE(tr53_tie_broken_by_sum, tied > count(winners)); CASE(tr54_win_shared, count(winners) > 1);
        check(&s);
        if (!print) continue;
        print_state(&s);
        printf("score");
        for (int i = 0; i < seats; i++) printf(" %d", points[i]);
        printf("\nsum");
        for (int i = 0; i < seats; i++) printf(" %d", sums[i]);
        print_mask("\nwinners ", (uint64_t)winners << 1, " ");
        putchar('\n');
    }
    if (!print) printf("checked %ld games\n", games);
#ifdef TREX_COUNT
    CASES(PRINT_COUNT)
#endif
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
    for (; !over(s); moves++) apply(s, random_move(legal(s), &local));
    *rng = local;
    return moves;
}

static void to_mid_game(State *s, int seats, Rng *rng) { /* half the moves of a random game */
    State whole;
    deal(s, seats, 1, 0, rng);
    copy(&whole, s);
    Rng again = *rng;
    for (long half = playout(&whole, rng) / 2; half > 0; half--) apply(s, random_move(legal(s), &again));
}

enum { POSITIONS = 512, CLONES = 32 };
static State positions[POSITIONS], clones[CLONES];

static void bench(int seats, double seconds) {
    Rng rng = {20240229};
    State s;
    long games = 0, moves = 0, check_sum = 0;
    double start = now(), spent;
    do {
        for (int i = 0; i < 256; i++, games++) {
            deal(&s, seats, 1, 0, &rng);
            moves += playout(&s, &rng);
            check_sum += s.seat[0].eggs[0];
        }
    } while ((spent = now() - start) < seconds);
    printf("seats %d\nstate_bytes %zu\ngames %ld\nmoves %ld\n", seats, sizeof s, games, moves);
    printf("moves_per_game %.2f\n", (double)moves / (double)games);
    printf("moves_per_second %.0f\ngames_per_second %.0f\n", (double)moves / spent, (double)games / spent);

    for (int i = 0; i < POSITIONS; i++) to_mid_game(&positions[i], seats, &rng);
    long copies = 0;
    start = now();
    do {
        for (int i = 0; i < 1 << 16; i++, copies++) {
            State *to = &clones[i % CLONES];
            copy(to, &positions[i % CLONES]);
            __asm__ volatile("" : : "r"(to) : "memory"); /* somebody might look at the copy */
        }
    } while ((spent = now() - start) < seconds / 4);
    printf("clone_ns %.2f\n", 1e9 * spent / (double)copies);

    games = moves = 0;
    start = now();
    do {
        for (int i = 0; i < POSITIONS; i++, games++) {
            copy(&s, &positions[i]);
            imagine(&s, s.turn, &rng);
            moves += playout(&s, &rng);
            check_sum += s.seat[0].eggs[0];
        }
    } while ((spent = now() - start) < seconds);
    printf("imagined_playouts_per_second %.0f\nimagined_moves_per_second %.0f\ncheck_sum %ld\n",
           (double)games / spent, (double)moves / spent, check_sum);
}

static void imagined_worlds(int seats, uint64_t seed, long worlds) {
    Rng rng = {seed};
    State s, world;
    to_mid_game(&s, seats, &rng);
    print_state(&s);
    printf("seat %d\n", s.turn + 1);
    for (long i = 0; i < worlds; i++) {
        copy(&world, &s);
        imagine(&world, s.turn, &rng);
        print_state(&world);
        print_eggs("eggs ", &world, s.round, 0); /* those not yet turned up, left pile and right pile */
        print_eggs(";", &world, s.round, 1);
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int seats = argc > 2 ? atoi(argv[2]) : 0, print = !strcmp(what, "trace");
    make_faces();
    if (seats >= 2 && seats <= SEATS) { /* TR-06 */
        if (argc == 4 && !strcmp(what, "bench")) return bench(seats, atof(argv[3])), 0;
        if (argc == 7 && (print || !strcmp(what, "check")))
            return whole_games(seats, atol(argv[3]), strtoull(argv[4], NULL, 10), atoi(argv[5]) != 0,
                               atoi(argv[6]) != 0, print), 0;
        if (argc == 5 && !strcmp(what, "imagine"))
            return imagined_worlds(seats, strtoull(argv[3], NULL, 10), atol(argv[4])), 0;
    }
    fprintf(stderr, "usage: trex bench SEATS SECONDS | trace SEATS GAMES SEED FLIP EXTRA |\n"
                    "       check SEATS GAMES SEED FLIP EXTRA | imagine SEATS SEED N      (SEATS is 2 to 5)\n");
    return 2;
}
