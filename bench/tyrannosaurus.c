/* Tyrannosaurus Rex (Barc, Rodriguez, Lalet 1993) in plain C: the yardstick for speed, and a second opinion on the rules.
 *
 * This engine was written from the rules alone (TY-01 to TY-49), apart from the engine it is compared with.
 * The standard edition is compiled in. Nothing is allocated; a state is one flat struct.
 *
 *   cc -O3 -march=native -std=c11 tyrannosaurus.c -o tyrannosaurus
 *   tyrannosaurus bench SEATS SECONDS    speed; SECONDS each for playouts and for imagined playouts
 *   tyrannosaurus trace SEATS GAMES SEED DIRECTIONS PAIR PLAY_ON    whole games as text, for the differential test
 *   tyrannosaurus check SEATS GAMES SEED DIRECTIONS PAIR PLAY_ON    whole games with all laws asserted before each move
 *   tyrannosaurus imagine SEATS SEED N   a position in mid-game, then N worlds that a waiting seat may imagine
 *
 * DIRECTIONS is 8 or 4 (TY-03). PAIR is 0 for stegosaurus-triceratops, 1 for pteranodon-diplodocus (TY-05; it matters
 * to two players only). PLAY_ON is 0 or 1 (TY-46). bench and imagine play with the defaults, 8 0 0.
 * Of every five games of trace and check one is uniformly random, one is a war (all run into each other, the Ty-Rex
 * after everybody, panics in the same turn), one is reckless (into lake, volcano and lair), one is thrifty, and in one
 * all gather in a corner, the Ty-Rex too. With -DTYRANNOSAURUS_COUNT they end by printing how often each case came up.
 *
 * Moves are small integers; a direction d is 0..7 = n ne e se s sw w nw:
 *   0 + d lake, 8 + d volcano, 16 + d move, 24 + d panic, 32 rest, 33 + d drive, 41 + d rex.
 * A question goes to several seats at once (waiting); apply is a secret commit, which may be changed by applying
 * again until the last waiting seat has committed; then all is revealed and resolved up to the next question.
 * In the text of a state seats count from 1; turn=0 until the volcano is placed, and at the end it is the turn the game
 * ended in; runaway=0 unless the prompt is drive; the cards left count the one on the table until phase 3 ends (TY-33).
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

enum { SEATS = 4, CELLS = 25, LAIR = 12, VANISHED = 30, GONE = 31, STAYED = 32, MOVES = 49, NONE = 64 };
enum { TRICERATOPS, PTERANODON, DIPLODOCUS, STEGOSAURUS }; enum { MOVE, REST, PANIC, NO_CARD };
enum { LAKE, VOLCANO, ACT, DRIVE, REX, OVER };
enum { LAKE_TO = 0, VOLCANO_TO = 8, MOVE_TO = 16, PANIC_TO = 24, RESTING = 32, DRIVE_TO = 33, REX_TO = 41 };

#define BIT(n) ((uint64_t)1 << (n))
#define LANES 0x01010101u      /* a word of lanes holds one byte a seat, the first seat lowest */
#define NOTHING (NONE * LANES) /* nobody has committed */
#define INLINE static inline __attribute__((always_inline))
#define RARELY(condition) __builtin_expect(!!(condition), 0)
/* yes ? a : b without a branch: at random play such branches cannot be predicted. */
#define CHOOSE(yes, a, b) ((b) ^ (((a) ^ (b)) & (0u - (uint32_t)(yes))))

/* ---- rare cases, counted on request ---------------------------------------------------------------------- */
#define CASES(X) X(ty14_impossible_placement) X(ty22_met_one) X(ty22_met_two) X(ty22_met_three) \
    X(ty23_ran_into_the_rex) X(ty23_gift_and_bite) X(ty24_refused_step) X(ty27_nobody_to_drive) X(ty28_two_panics) \
    X(ty28_three_panics) X(ty28_four_panics) X(ty28_panic_lapsed) X(ty29_drive_onto_tile) X(ty31_onto_lair) \
    X(ty32_back_home) X(ty34_eliminated_moves_the_rex) X(ty35_bitten_in_passing) \
    X(ty35_several_bitten_at_once) X(ty36_vanished) X(ty36_directions_lapsed) X(ty36_refuge) X(ty37_returned) \
    X(ty37_bitten_by_return) X(ty37_never_returned) X(ty38_rex_off_board) X(ty40_tree_stays) \
    X(ty43_out_by_refused_step) X(ty43_out_by_gift_in_action) X(ty43_out_by_bite_in_action) \
    X(ty43_out_by_gift_in_drive) X(ty43_out_by_bite_in_drive) X(ty43_out_by_the_rex) X(ty43_out_by_return) \
    X(ty43_action_lapsed) X(ty43_drive_direction_lapsed) X(ty44_turn_without_dinosaurs) X(ty45_end_by_last_turn) \
    X(ty45_win_shared) X(ty46_end_in_action) X(ty46_end_in_drive) X(ty46_end_by_the_rex) X(ty46_end_by_return) \
    X(ty46_end_between_gifts_and_bite) X(ty46_nobody_left) X(ty46_nobody_left_and_shared)
#ifdef TYRANNOSAURUS_COUNT
#define DEFINE_COUNT(name) static long name;
#define PRINT_COUNT(name) fprintf(stderr, "%-36s %ld\n", #name, name);
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
/* Cells are 0..24 (TY-02), 5 to a row from a1. What can meet lies in words of one byte a seat, so that one subtraction
 * serves all whom a figure meets: nothing that happens all the time is a branch, only what throws somebody out. */
typedef struct {
    uint32_t at;               /* lanes: the dinosaurs' cells; GONE for a seat that is not in the game */
    uint32_t supply;           /* lanes: the trees of each seat */
    uint32_t in;               /* lanes: 1 for a seat still in the game */
    uint32_t rex;              /* its cell, or VANISHED */
    uint32_t out;              /* trees out of the game */
} Figures;

typedef struct {
    _Alignas(32) Figures figures;
    uint32_t trees;            /* as a mask of cells */
    uint32_t forbidden[SEATS]; /* lake and volcano except its own home, as a mask of cells: TY-24, TY-32 */
    uint32_t left[3];          /* lanes: the action cards left, by card */
    uint32_t commit;           /* lanes: the secret choices */
    uint32_t shown;            /* lanes: the choices on the table in phase 3; 0 in other phases */
    uint32_t asked;            /* lanes: what each seat may choose, an index of choices */
    uint32_t last;             /* lanes: the seats that left last, in one instant (TY-46) */
    uint8_t dinosaur[SEATS];
    uint8_t removed[SEATS];    /* TY-07 */
    uint8_t lake, volcano, seats, prompt, turn, bone, four, play_on;
    uint8_t waiting;           /* the seats that owe a choice, as a mask */
    uint8_t runaway, runners;  /* who is being driven, from 1; who is still to be driven, as a mask */
} State;

static const char *const dinosaurs[] = {"triceratops", "pteranodon", "diplodocus", "stegosaurus"};
static const char *const prompts[] = {"lake", "volcano", "act", "drive", "rex", "over"};
static const char *const cards[] = {"move", "rest", "panic", "none"};

/* TY-04, TY-08, TY-09, the standard edition. */
static const uint8_t split[4][3] = {{7, 1, 1}, {6, 2, 1}, {6, 0, 3}, {5, 3, 1}};
static const uint8_t corner[4] = {24, 20, 4, 0}, start_trees[4] = {4, 2, 2, 4};

enum { ASK_ACT = 8, ASK_FOUR = 16 };
static uint64_t choices[32];       /* by 1 + prompt, or ASK_ACT + the cards one has; plus ASK_FOUR: TY-03, TY-16 */
static uint8_t way[NONE + 1][32];  /* the cell a step leads to, by move and cell; cell | STAYED if off the board */
static uint8_t pick[4][8][9], pick_size[4][8]; /* cards to remove, by dinosaur and by which may be: TY-07 */
static const uint8_t circle[SEATS + 1][2 * SEATS] = {{0}, {0}, {0, 1, 0, 1}, {0, 1, 2, 0, 1, 2},
                                                     {0, 1, 2, 3, 0, 1, 2, 3}}; /* the seats clockwise */

static void make_tables(void) {
    static const int base[] = {LAKE_TO, VOLCANO_TO, MOVE_TO, PANIC_TO, DRIVE_TO, REX_TO};
    static const int east[] = {0, 1, 1, 1, 0, -1, -1, -1}, south[] = {-1, -1, 0, 1, 1, 1, 0, -1};
    for (int move = 0; move <= NONE; move++)
        for (int cell = 0; cell < 32; cell++) way[move][cell] = (uint8_t)(cell | STAYED);
    for (int d = 0; d < 8; d++)
        for (int cell = 0; cell < CELLS; cell++) {
            int column = cell % 5 + east[d], row = cell / 5 + south[d];
            if (column < 0 || column > 4 || row < 0 || row > 4) continue;
            for (int i = 0; i < 6; i++) way[base[i] + d][cell] = (uint8_t)(5 * row + column);
        }
    for (int kind = 1; kind < 32; kind++) {
        uint64_t ways = kind & ASK_FOUR ? 0x55 : 0xFF, rest = kind & 2 ? BIT(RESTING) : 0;
        if (kind & ASK_ACT) choices[kind] = (kind & 1) * ways << MOVE_TO | rest | (kind >> 2 & 1) * ways << PANIC_TO;
        else choices[kind] = ways << (const int[]){0, LAKE_TO, VOLCANO_TO, 0, DRIVE_TO, REX_TO, 0, 0}[kind & 7];
    }
    for (int i = 0; i < 4 * 8 * 3; i++) {
        int d = i / 24, may = i / 3 % 8, card = i % 3;
        for (int n = 0; n < split[d][card] && may >> card & 1; n++) pick[d][may][pick_size[d][may]++] = (uint8_t)card;
    }
}

INLINE uint32_t lane(uint32_t word, uint32_t seat) { return word >> 8 * seat & 255; }
INLINE uint32_t set_lane(uint32_t word, uint32_t i, uint32_t to) { return (word & ~(255u << 8 * i)) | to << 8 * i; }
INLINE uint32_t to_lanes(uint32_t mask) { return mask * 0x00204081u & LANES; }      /* seats to lanes of 0 or 1 */
INLINE uint32_t to_mask(uint32_t lanes) { return lanes * 0x01020408u >> 24 & 15; }  /* and back */
INLINE uint32_t some(uint32_t lanes) { return (lanes + 127 * LANES) >> 7 & LANES; } /* lanes that are not 0 */
INLINE uint32_t equal(uint32_t lanes, uint32_t value) { return some(lanes ^ value * LANES) ^ LANES; }

INLINE uint64_t legal(const State *s, uint32_t seat) { return choices[lane(s->asked, seat)]; }
INLINE int over(const State *s) { return s->waiting == 0; }
INLINE void copy(State *to, const State *from) { memcpy(to, from, sizeof *to); }
INLINE uint32_t turns(uint32_t seats) { return seats == 3 ? 9 : 8; } /* TY-07 */

/* ---- the rules ------------------------------------------------------------------------------------------- */
INLINE void ask(State *s, uint32_t prompt, uint32_t lanes) { /* anything but act */
    s->prompt = (uint8_t)prompt;
    s->waiting = (uint8_t)to_mask(lanes);
    s->asked = lanes * (1 + prompt + s->four);
}

INLINE uint32_t ask_act(const State *s) { /* TY-16: of the cards they have left */
    uint32_t have = some(s->left[MOVE]) | some(s->left[REST]) << 1 | some(s->left[PANIC]) << 2;
    return s->figures.in * (ASK_ACT + s->four) | (have & s->figures.in * 7);
}

/* The cards among choices of phase 3, as lanes of 0 or 1. */
INLINE uint32_t moves_in(uint32_t commits) { return commits >> 4 & ~(commits >> 3) & LANES; }
INLINE uint32_t rests_in(uint32_t commits) { return commits >> 5 & LANES; }
INLINE uint32_t panics_in(uint32_t commits) { return commits >> 4 & commits >> 3 & LANES; }

INLINE void discard(State *s) { /* TY-17, TY-33 */
    s->left[MOVE] -= moves_in(s->shown);
    s->left[REST] -= rests_in(s->shown);
    s->left[PANIC] -= panics_in(s->shown);
    s->shown = s->runaway = 0;
}

static void finish(State *s) {
    discard(s);
    s->prompt = OVER;
    s->asked = s->waiting = s->runners = 0;
}

/* The next ones answer whether the game is over. */
INLINE int leave(State *s, Figures *f, uint32_t gone) { /* TY-43, TY-46: these left in one instant */
    f->at |= gone * GONE;
    f->in ^= gone, s->last = gone;
    return !s->play_on && (f->in & (f->in - 1)) == 0;
}
INLINE uint32_t without_trees(const Figures *f) { return f->in & ~some(f->supply); }

INLINE int bite(State *s, Figures *f, uint32_t cell) { /* TY-35, TY-37: the Ty-Rex enters a cell */
    uint32_t bitten = equal(f->at, cell);
    f->supply -= bitten;
    f->out += count(bitten);
    uint32_t gone = without_trees(f);
    CASE(ty35_several_bitten_at_once, count(bitten) > 1); CASE(ty37_bitten_by_return, s->prompt != REX && bitten);
    CASE(ty43_out_by_the_rex, s->prompt == REX && gone); CASE(ty43_out_by_return, s->prompt != REX && gone);
    return RARELY(gone) ? leave(s, f, gone) : 0;
}

/* A dinosaur goes one cell: in its own action, or driven by an opponent. TY-20 to TY-26, TY-29 to TY-32. */
INLINE int walk(State *s, Figures *f, uint32_t seat, uint32_t move, uint32_t own) {
    uint32_t from = lane(f->at, seat), cell = way[move][from], refused = (uint64_t)s->forbidden[seat] >> cell & 1;
    CASE(ty24_refused_step, own && refused); CASE(ty29_drive_onto_tile, !own && refused);
    CASE(ty31_onto_lair, cell == LAIR); CASE(ty32_back_home, (cell == s->lake || cell == s->volcano) && !refused);
    cell = CHOOSE(refused, from | STAYED, cell);
    uint32_t met = equal(f->at, cell), bitten = cell == f->rex, lost = bitten | (own & refused);
    f->at ^= (from ^ (cell & 31)) << 8 * seat;
    f->supply += ((count(met) - lost) << 8 * seat) - met; /* TY-22, TY-23, TY-24 */
    f->out += lost;
    CASE(ty22_met_one, count(met) == 1); CASE(ty22_met_two, count(met) == 2); CASE(ty22_met_three, count(met) == 3);
    CASE(ty23_ran_into_the_rex, bitten); CASE(ty23_gift_and_bite, bitten && met);
    uint32_t gone = without_trees(f);
    if (!RARELY(gone)) return 0;
    CASE(ty43_out_by_gift_in_action, own && met); CASE(ty43_out_by_bite_in_action, own && !met && bitten);
    CASE(ty43_out_by_gift_in_drive, !own && met); CASE(ty43_out_by_bite_in_drive, !own && !met);
    CASE(ty43_out_by_refused_step, own && refused);
    int end = leave(s, f, gone); /* those met, or the one who walks: a gift saves from the bite */
    CASE(ty46_end_between_gifts_and_bite, end && met && bitten);
    if (end && met) f->supply += lost << 8 * seat, f->out -= lost; /* TY-46: before the bite */
    return end;
}

static uint8_t place(State *s, uint32_t n, uint32_t commits, uint32_t tile, uint32_t other) { /* TY-11 to TY-14 */
    uint64_t blocked = BIT(LAIR) | BIT(other) | ~(uint64_t)0 << CELLS;
    uint32_t start = tile, guest = equal(s->figures.at, tile); /* who is at home there and moves with it */
    for (uint32_t i = 0; i < n; i++) blocked |= BIT(lane(s->figures.at, i));
    blocked &= ~BIT(start);
    const uint8_t *order = circle[n] + s->bone;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t cell = way[lane(commits, order[k])][tile]; /* a seat that is not asked stays */
        CASE(ty14_impossible_placement, blocked >> cell & 1 && lane(commits, order[k]) != NONE);
        tile = CHOOSE(blocked >> cell & 1, tile, cell);
    }
    s->figures.at += guest * tile - guest * start;
    return (uint8_t)tile;
}

INLINE int actions(State *s, uint32_t n, uint32_t commits) { /* TY-18 to TY-26 */
    Figures f = s->figures;
    s->shown = commits;
    s->runners = (uint8_t)to_mask(panics_in(commits));
    CASE(ty28_two_panics, count(s->runners) == 2); CASE(ty28_three_panics, count(s->runners) == 3);
    CASE(ty28_four_panics, s->runners == 15);
    const uint8_t *order = circle[n] + s->bone;
    int end = 0;
    for (uint32_t k = 0; k < n && !end; k++) { /* a seat that is out stays GONE: TY-43 */
        CASE(ty43_action_lapsed, lane(f.at, order[k]) == GONE && lane(commits, order[k]) != NONE);
        end = walk(s, &f, order[k], lane(commits, order[k]), 1);
    }
    s->figures = f;
    return end;
}

INLINE int next_drive(State *s, uint32_t n) { /* TY-27, TY-28: is there a runaway to ask about? */
    while (s->runners) {
        uint32_t all = s->runners, seat = circle[n][s->bone + lowest((all | all << n) >> s->bone)];
        uint32_t self = 1u << 8 * seat, in = s->figures.in;
        s->runners = (uint8_t)(all & ~(1u << seat));
        CASE(ty28_panic_lapsed, !(in & self)); CASE(ty27_nobody_to_drive, in == self);
        if (RARELY(!(in & self) || in == self)) continue; /* TY-43; alone, which only play_on allows */
        s->runaway = (uint8_t)(seat + 1);
        ask(s, DRIVE, in ^ self);
        return 1;
    }
    return 0;
}

INLINE int drive(State *s, uint32_t n, uint32_t commits) { /* TY-27, TY-29, TY-30 */
    Figures f = s->figures;
    int end = 0;
    const uint8_t *order = circle[n] + s->runaway; /* from the left */
    for (uint32_t k = 0; k < n - 1 && !end; k++) { /* a runaway who is out stays GONE: TY-43 */
        uint32_t lapsed = lane(f.at, order[k]) == GONE, move = CHOOSE(lapsed, NONE, lane(commits, order[k]));
        CASE(ty43_drive_direction_lapsed, lapsed && lane(commits, order[k]) != NONE);
        end = walk(s, &f, s->runaway - 1u, move, 0);
    }
    s->figures = f;
    return end;
}

INLINE int hunt(State *s, uint32_t n, uint32_t commits) { /* TY-34 to TY-36, TY-38 */
    Figures f = s->figures;
    int end = 0;
    const uint8_t *order = circle[n] + s->bone;
    uint64_t tiles = BIT(s->lake) | BIT(s->volcano);
    for (uint32_t k = 0; k < n && !end; k++) {
        uint32_t cell = way[lane(commits, order[k])][f.rex], vanishes = tiles >> cell & 1;
        CASE(ty34_eliminated_moves_the_rex, lane(f.at, order[k]) == GONE && cell < CELLS);
        CASE(ty38_rex_off_board, cell & STAYED && f.rex != VANISHED); CASE(ty36_vanished, vanishes);
        CASE(ty36_refuge, vanishes && equal(f.at, cell)); CASE(ty36_directions_lapsed, vanishes && k + 1 < n);
        cell = CHOOSE(vanishes, VANISHED, cell); /* TY-36: from there no direction leads anywhere */
        f.rex = cell & 31;
        CASE(ty35_bitten_in_passing, equal(f.at, cell) && k + 1 < n);
        end = bite(s, &f, cell);
    }
    s->figures = f;
    return end;
}

INLINE int phase_4(State *s, uint32_t n) { /* is there a question to ask, or is the game over? */
    if (s->figures.rex != VANISHED) { ask(s, REX, to_lanes((1u << n) - 1)); return 1; } /* TY-34 */
    s->figures.rex = LAIR; /* TY-37 */
    CASE(ty37_returned, 1);
    if (!bite(s, &s->figures, LAIR)) return 0;
    CASE(ty46_end_by_return, 1);
    finish(s);
    return 1;
}

INLINE void harvest(State *s) { /* TY-39 to TY-41 */
    uint32_t at = s->figures.at, once = 0, twice = 1u << s->figures.rex, cell[SEATS], gain = 0;
    for (uint32_t i = 0; i < SEATS; i++) {
        cell[i] = 1u << (lane(at, i) & 31);
        twice |= once & cell[i];
        once |= cell[i];
    }
    uint32_t ripe = s->trees & once & ~twice;
    CASE(ty40_tree_stays, s->trees & once & twice);
    for (uint32_t i = 0; i < SEATS; i++) gain |= (uint32_t)((cell[i] & ripe) != 0) << 8 * i;
    s->figures.supply += gain;
    s->trees ^= ripe;
}

INLINE void begin_turn(State *s) {
    s->turn++;
    s->prompt = ACT;
    s->waiting = (uint8_t)to_mask(s->figures.in); /* TY-44 */
    s->asked = ask_act(s);
}

INLINE void end_turn(State *s, uint32_t n) { /* phases 5 and 6, and on to the next question */
    do {
        harvest(s);
        s->bone = circle[n][s->bone + 1]; /* TY-42 */
        if (s->turn == turns(n)) { /* TY-45 */
            CASE(ty45_end_by_last_turn, 1); CASE(ty37_never_returned, s->figures.rex == VANISHED);
            finish(s);
            return;
        }
        begin_turn(s);
        CASE(ty44_turn_without_dinosaurs, over(s));
    } while (RARELY(over(s)) && !phase_4(s, n)); /* with play_on turns may pass without any dinosaur: TY-46 */
}

INLINE void resolve(State *s, uint32_t n) { /* all have chosen; n is the number of seats, a constant */
    uint32_t commits = s->commit, except = 0;
    int end;
    s->commit = NOTHING;
    switch (s->prompt) {
    case LAKE:
        s->lake = place(s, n, commits, s->lake, s->volcano);
        for (uint32_t i = 0; i < n; i++) except |= (uint32_t)(s->dinosaur[i] == PTERANODON) << 8 * i;
        ask(s, VOLCANO, s->figures.in ^ except); /* TY-13 */
        return;
    case VOLCANO:
        s->volcano = place(s, n, commits, s->volcano, s->lake);
        s->trees = ((1u << CELLS) - 1) & ~(1u << LAIR | 1u << s->lake | 1u << s->volcano); /* TY-15 */
        for (uint32_t i = 0; i < n; i++) {
            s->trees &= ~(1u << lane(s->figures.at, i));
            s->forbidden[i] = (uint32_t)(s->dinosaur[i] != DIPLODOCUS) << s->lake |
                              (uint32_t)(s->dinosaur[i] != PTERANODON) << s->volcano;
        }
        begin_turn(s);
        return;
    case ACT: end = actions(s, n, commits); break;
    case DRIVE: end = drive(s, n, commits); break;
    default: end = hunt(s, n, commits); break;
    }
    CASE(ty46_end_in_action, end && s->prompt == ACT); CASE(ty46_end_in_drive, end && s->prompt == DRIVE);
    CASE(ty46_end_by_the_rex, end && s->prompt == REX);
    if (end) finish(s);
    else if (s->prompt == REX) end_turn(s, n);
    else if (!next_drive(s, n)) {
        discard(s);
        if (!phase_4(s, n)) end_turn(s, n);
    }
}

static void reveal(State *s) { s->seats == 4 ? resolve(s, 4) : s->seats == 3 ? resolve(s, 3) : resolve(s, 2); }

INLINE void apply(State *s, uint32_t seat, uint32_t move) {
    s->commit = set_lane(s->commit, seat, move);
    s->waiting &= (uint8_t)~(1u << seat);
    if (over(s)) reveal(s);
}

static void deal(State *s, uint32_t seats, int directions, int pair, int play_on, Rng *rng) { /* TY-05 to TY-10 */
    static const uint8_t in_play[4][4] = {{STEGOSAURUS, TRICERATOPS, 0, 0}, {PTERANODON, DIPLODOCUS, 0, 0},
        {TRICERATOPS, PTERANODON, DIPLODOCUS, 0}, {TRICERATOPS, PTERANODON, DIPLODOCUS, STEGOSAURUS}};
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)seats, s->four = directions == 4 ? ASK_FOUR : 0, s->play_on = (uint8_t)play_on;
    s->lake = corner[DIPLODOCUS], s->volcano = corner[PTERANODON], s->commit = NOTHING;
    s->figures = (Figures){GONE * LANES, 0, to_lanes((1u << seats) - 1), LAIR, 0};
    memcpy(s->dinosaur, in_play[seats == 2 ? pair : (int)seats - 1], SEATS);
    uint32_t except = 0;
    for (uint32_t i = 0; i < seats; i++) {
        uint32_t j = i + below(rng, seats - i), d = s->dinosaur[j]; /* TY-06 */
        s->dinosaur[j] = s->dinosaur[i], s->dinosaur[i] = (uint8_t)d;
        s->removed[i] = seats == 3 ? NO_CARD : pick[d][7][below(rng, 9)]; /* TY-07 */
        for (uint32_t card = 0; card < 3; card++)
            s->left[card] |= (uint32_t)(split[d][card] - (card == s->removed[i])) << 8 * i;
        s->figures.supply |= (uint32_t)start_trees[d] << 8 * i;
        s->figures.at = set_lane(s->figures.at, i, corner[d]);
        except |= (uint32_t)(d == DIPLODOCUS) << 8 * i;
    }
    s->bone = (uint8_t)below(rng, seats);
    ask(s, LAKE, s->figures.in ^ except); /* TY-11 */
}

/* TY-49: a world that agrees with all the seat has seen. The card another has removed is any of its nine by weight of
 * its kind, if the cards played leave one of that kind; then each hidden choice is any that is legal. */
static void imagine(State *s, uint32_t me, Rng *rng) {
    uint32_t now = s->shown, *left = s->left;
    for (uint32_t i = 0; i < s->seats && s->seats != 3; i++) {
        if (i == me) continue;
        left[s->removed[i]] += 1u << 8 * i;
        uint32_t d = s->dinosaur[i], move = some(left[MOVE] - moves_in(now)), rest = some(left[REST] - rests_in(now));
        uint32_t panic = some(left[PANIC] - panics_in(now)), may = (move | rest << 1 | panic << 2) >> 8 * i & 7;
        s->removed[i] = pick[d][may][below(rng, pick_size[d][may])];
        left[s->removed[i]] -= 1u << 8 * i;
    }
    if (s->prompt == ACT) s->asked = ask_act(s);
    for (uint32_t i = 0; i < s->seats; i++)
        if (i != me && lane(s->commit, i) != NONE) s->commit = set_lane(s->commit, i, random_move(legal(s, i), rng));
}

static uint32_t winners(const State *s) { /* TY-45, TY-46 */
    uint32_t best = 0, supply = s->figures.supply;
    for (uint32_t i = 0; i < SEATS; i++) best = lane(supply, i) > best ? lane(supply, i) : best;
    return to_mask(best ? equal(supply, best) : s->last);
}

/* ---- text ------------------------------------------------------------------------------------------------ */
static void print_mask(const char *label, uint64_t mask, const char *separator) {
    printf("%s%s", label, mask || *separator == ' ' ? "" : "-");
    for (; mask; mask &= mask - 1) printf("%u%s", lowest(mask), mask & (mask - 1) ? separator : "");
}

static void print_cells(const char *label, uint32_t cells) { /* GONE and VANISHED are not cells */
    cells &= (1u << CELLS) - 1;
    printf("%s%s", label, cells ? "" : "-");
    for (; cells; cells &= cells - 1)
        printf("%c%u%s", 'a' + (int)lowest(cells) % 5, lowest(cells) / 5 + 1, cells & (cells - 1) ? "," : "");
}

static void print_state(const State *s) {
    const Figures *f = &s->figures;
    printf("state turn=%d prompt=%s bone=%d", s->turn, prompts[s->prompt], s->bone + 1);
    print_mask(" waiting=", (uint64_t)s->waiting << 1, ",");
    print_cells(" rex=", 1u << f->rex), print_cells(" lake=", 1u << s->lake);
    print_cells(" volcano=", 1u << s->volcano), print_cells(" trees=", s->trees);
    printf(" out=%u runaway=%d", f->out, s->runaway);
    for (uint32_t i = 0; i < s->seats; i++) {
        printf(" s%u=%s", i + 1, dinosaurs[s->dinosaur[i]]);
        print_cells(":", 1u << lane(f->at, i));
        printf(":%u:%u,%u,%u:", lane(f->supply, i), lane(s->left[0], i), lane(s->left[1], i), lane(s->left[2], i));
        printf(lane(s->commit, i) == NONE ? "-" : "%u", lane(s->commit, i));
    }
    putchar('\n');
}

static void print_deal(const State *s) {
    for (uint32_t i = 0; i < s->seats; i++)
        printf("deal seat %u: %s removed %s\n", i + 1, dinosaurs[s->dinosaur[i]], cards[s->removed[i]]);
    printf("deal bone: %d\n", s->bone + 1);
}

/* ---- whole games ----------------------------------------------------------------------------------------- */
enum { UNIFORM, WAR, RECKLESS, THRIFTY, GATHERING, MANNERS };
INLINE uint32_t far_off(uint32_t cell) { return 4 - (cell % 5 < cell / 5 ? cell % 5 : cell / 5); } /* from e5 */

/* A move of the given manner; not a player, but a way to provoke rare cases. */
static uint32_t wilful_move(const State *s, uint32_t seat, int manner, Rng *rng) {
    if (manner == UNIFORM || s->prompt < ACT) return random_move(legal(s, seat), rng);
    uint32_t weight[MOVES] = {0}, total = 0, at = s->figures.at, rex = s->figures.rex, to_rex = s->prompt == REX;
    uint32_t from = s->prompt == ACT ? lane(at, seat) : s->prompt == DRIVE ? lane(at, s->runaway - 1u) : rex;
    uint32_t before = (seat + s->seats - s->bone) % s->seats, far = far_off(from); /* who moves the Ty-Rex before me */
    for (uint64_t moves = legal(s, seat); moves; moves &= moves - 1) {
        uint32_t move = lowest(moves), cell = way[move][from], w = 4, off = cell >= STAYED, d = move - REX_TO;
        uint32_t met = equal(at, cell) != 0, into_rex = cell == rex, tile = cell == s->lake || cell == s->volcano;
        uint32_t panic = move / 8 == PANIC_TO / 8, home = from == LAIR || from == s->lake || from == s->volcano;
        if (manner == WAR) w = (4 + met * 40 + into_rex * 12) * (panic && s->turn % 3u == s->figures.out % 3 ? 8 : 1);
        else if (manner == RECKLESS)
            w += tile * 20 + (cell == LAIR ? 30 : 0) + off * 10 + met * 10 + (move == RESTING && home ? 80 : 0);
        else if (manner == THRIFTY)
            w = into_rex || tile || (to_rex && met) ? 1 : off ? 30 * to_rex + 1 : s->trees >> cell & !met ? 64 : w;
        else if (to_rex && before >= far) /* gathering: out of the corner and in again */
            w = ((before - far) % 2 ? d >= 2 && d <= 4 : d == 0 || d >= 6) ? (d % 4 == 3 ? 200 : 30) : 1;
        else w = (off ? far == 0 : far_off(cell) < far) ? 60 : 1; /* all into the corner e5, which no tile can reach */
        total += weight[move] = w;
    }
    uint32_t ticket = below(rng, total), move = 0;
    while (ticket >= weight[move]) ticket -= weight[move++];
    return move;
}

static void check(const State *s) { /* what must hold before every move and at the end */
    const Figures *f = &s->figures;
    uint32_t trees = CELLS - 3, there = count(s->trees) + f->out, asked = 0, in = to_mask(f->in);
    uint32_t tiles = 1u << s->lake | 1u << s->volcano, taken = tiles | 1u << LAIR, last = turns(s->seats);
    uint32_t drivers = s->runaway ? in & ~(1u << (s->runaway - 1)) : 0, everybody = (1u << s->seats) - 1;
    for (uint32_t i = 0; i < SEATS; i++) {
        uint32_t d = s->dinosaur[i], at = lane(f->at, i), commit = lane(s->commit, i), supply = lane(f->supply, i);
        assert(in >> i & 1 ? at < CELLS && supply > 0 : at == GONE && !supply); /* TY-43 */
        assert(commit == NONE ? !legal(s, i) == !(s->waiting >> i & 1) : (legal(s, i) >> commit & 1) != 0);
        asked |= (uint32_t)(legal(s, i) != 0) << i;
        if (i >= s->seats) { assert(at == GONE && !legal(s, i)); continue; }
        trees += start_trees[d] - (d == STEGOSAURUS || d == TRICERATOPS ? 1u : 0);
        there += supply;
        taken |= 1u << at;
        assert((s->forbidden[i] >> at & 1) == 0); /* TY-24, TY-29 */
        if (!s->turn) assert(at == (d == DIPLODOCUS ? s->lake : d == PTERANODON ? s->volcano : corner[d])); /* TY-12 */
        for (int card = 0; card < 3; card++)
            assert(lane(s->left[card], i) + (s->removed[i] == card) <= split[d][card]);
        uint32_t sum = lane(s->left[MOVE], i) + lane(s->left[REST], i) + lane(s->left[PANIC], i);
        if (in >> i & 1 && s->turn && !over(s)) assert(sum == last - s->turn + (s->prompt != REX)); /* TY-17, TY-33 */
        assert(sum >= last - s->turn && sum <= last);
    }
    if (!s->turn) there += CELLS - count(taken); /* the trees to come: TY-15 */
    assert(there == trees); /* TY-48 */
    assert(count(tiles) == 2 && !((tiles | s->trees) >> LAIR & 1) && !((tiles & s->trees) | (tiles >> f->rex & 1)));
    assert((s->waiting & ~asked) == 0 && (s->prompt == OVER) == over(s) && s->turn <= last && s->bone < s->seats);
    assert((s->runaway != 0) == (s->prompt == DRIVE) && (s->shown != 0) == (s->prompt == DRIVE));
    assert((s->prompt != ACT || asked == in) && (s->prompt != REX || f->rex < CELLS)); /* TY-16, TY-27, TY-34, TY-37 */
    assert((s->prompt != DRIVE || (asked == drivers && drivers != in)) && (s->prompt != REX || asked == everybody));
    assert(over(s) ? !s->play_on || s->turn == last : s->play_on || count(in) > 1); /* TY-46 */
    assert(winners(s));
}

static void check_imagined(const State *s, uint32_t me, Rng *rng) {
    State world;
    copy(&world, s);
    imagine(&world, me, rng);
    check(&world);
    assert(legal(&world, me) == legal(s, me) && lane(world.commit, me) == lane(s->commit, me));
    assert(world.removed[me] == s->removed[me] && ((world.commit ^ s->commit) & NOTHING) == 0);
    uint32_t shown[3] = {moves_in(s->shown), rests_in(s->shown), panics_in(s->shown)};
    for (uint32_t i = 0; i < s->seats; i++) /* what was played stays played, and so does what is on the table */
        for (int card = 0; card < 3; card++) {
            uint32_t left = lane(world.left[card], i);
            assert(left + (world.removed[i] == card) == lane(s->left[card], i) + (s->removed[i] == card));
            assert(left >= lane(shown[card], i));
        }
    memcpy(world.removed, s->removed, SEATS), memcpy(world.left, s->left, sizeof s->left);
    world.commit = s->commit, world.asked = s->asked; /* and nothing else has changed */
    assert(!memcmp(&world, s, sizeof world));
}

static void whole_games(uint32_t seats, long games, uint64_t seed, int directions, int pair, int play_on, int print) {
    Rng rng = {seed};
    State s;
    for (long game = 1; game <= games; game++) {
        deal(&s, seats, directions, pair, play_on, &rng);
        if (print) printf("game %ld\n", game), print_deal(&s);
        while (!over(&s)) {
            uint32_t committed = 0;
            for (uint32_t i = 0; i < seats; i++) committed |= (uint32_t)(lane(s.commit, i) != NONE) << i;
            uint32_t among = committed && below(&rng, 8) == 0 ? committed : s.waiting; /* some change their mind */
            uint32_t seat = random_move(among, &rng), move = wilful_move(&s, seat, (int)(game % MANNERS), &rng);
            if (print) {
                print_state(&s);
                for (uint32_t i = 0; i < seats; i++)
                    if (legal(&s, i)) printf("legal %u", i + 1), print_mask(" ", legal(&s, i), " "), putchar('\n');
                printf("move %u %u\n", seat + 1, move);
            } else {
                check(&s);
                if (below(&rng, 8) == 0) check_imagined(&s, below(&rng, seats), &rng);
            }
            assert(legal(&s, seat) >> move & 1);
            apply(&s, seat, move);
        }
        check(&s);
        CASE(ty45_win_shared, s.figures.in && count(winners(&s)) > 1); CASE(ty46_nobody_left, !s.figures.in);
        CASE(ty46_nobody_left_and_shared, !s.figures.in && count(winners(&s)) > 1);
        if (!print) continue;
        print_state(&s);
        for (uint32_t i = 0; i < seats; i++) printf(i ? " %u" : "score %u", lane(s.figures.supply, i));
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

INLINE void random_choice(State *s, Rng *rng) {
    uint32_t seat = lowest(s->waiting);
    apply(s, seat, random_move(legal(s, seat), rng));
}

static long playout(State *s, Rng *rng) { /* uniformly random to the end; the number of choices */
    long moves = 0;
    Rng local = *rng;
    for (; !over(s); moves++) random_choice(s, &local);
    *rng = local;
    return moves;
}

static void to_mid_game(State *s, uint32_t seats, Rng *rng) { /* half the choices of a random game */
    State whole;
    deal(s, seats, 8, 0, 0, rng);
    copy(&whole, s);
    Rng again = *rng;
    for (long half = playout(&whole, rng) / 2; half > 0; half--) random_choice(s, &again);
}

enum { POSITIONS = 512, CLONES = 32 };
static State positions[POSITIONS], clones[CLONES];
static void race(uint32_t seats, double seconds, int imagined, Rng *rng) { /* whole games, or imagined from mid-game */
    State s;
    long games = 0, moves = 0, check_sum = 0;
    double start = now(), spent;
    do {
        for (int i = 0; i < POSITIONS; i++, games++) {
            if (imagined) copy(&s, &positions[i]), imagine(&s, lowest(s.waiting), rng);
            else deal(&s, seats, 8, 0, 0, rng);
            moves += playout(&s, rng);
            check_sum += lane(s.figures.supply, 0);
        }
    } while ((spent = now() - start) < seconds);
    if (!imagined) printf("games %ld\nmoves %ld\nmoves_per_game %.2f\n", games, moves, (double)moves / (double)games);
    const char *rates[] = {"moves_per_second %.0f\ngames_per_second %.0f\ncheck_sum %ld\n",
                      "imagined_moves_per_second %.0f\nimagined_playouts_per_second %.0f\nimagined_check_sum %ld\n"};
    printf(rates[imagined], (double)moves / spent, (double)games / spent, check_sum);
}

static void bench(uint32_t seats, double seconds) {
    Rng rng = {20240229};
    printf("seats %u\nstate_bytes %zu\n", seats, sizeof(State));
    race(seats, seconds, 0, &rng);
    for (int i = 0; i < POSITIONS; i++) to_mid_game(&positions[i], seats, &rng);
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
    race(seats, seconds, 1, &rng);
}

static void imagined_worlds(uint32_t seats, uint64_t seed, long worlds) {
    Rng rng = {seed};
    State s, world;
    to_mid_game(&s, seats, &rng);
    print_deal(&s), print_state(&s); /* but the bone has moved on since the deal */
    printf("seat %u\n", lowest(s.waiting) + 1);
    for (; worlds > 0; worlds--) {
        copy(&world, &s);
        imagine(&world, lowest(s.waiting), &rng);
        print_state(&world);
        for (uint32_t i = 0; i < seats; i++) printf(i ? " %s" : "removed %s", cards[world.removed[i]]);
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    uint32_t seats = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    int print = !strcmp(what, "trace");
    make_tables();
    if (seats >= 2 && seats <= SEATS) { /* TY-05 */
        if (argc == 4 && !strcmp(what, "bench")) return bench(seats, atof(argv[3])), 0;
        if (argc == 8 && (print || !strcmp(what, "check")))
            return whole_games(seats, atol(argv[3]), strtoull(argv[4], NULL, 10), atoi(argv[5]), atoi(argv[6]) != 0,
                               atoi(argv[7]) != 0, print), 0;
        if (argc == 5 && !strcmp(what, "imagine"))
            return imagined_worlds(seats, strtoull(argv[3], NULL, 10), atol(argv[4])), 0;
    }
    fprintf(stderr, "usage: tyrannosaurus bench SEATS SECONDS | trace SEATS GAMES SEED DIRECTIONS PAIR PLAY_ON |\n"
                    "       check SEATS GAMES SEED DIRECTIONS PAIR PLAY_ON | imagine SEATS SEED N  (SEATS 2 to 4)\n");
    return 2;
}
