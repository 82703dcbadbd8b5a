# The ints of codes.py as C constants.
cdef enum:
    TRICERATOPS = 0
    PTERANODON = 1
    DIPLODOCUS = 2
    STEGOSAURUS = 3
    SIDE = 5
    CELLS = 25
    BOARD = 0x1FFFFFF
    LAIR = 12
    NOWHERE = 255
    DIRECTIONS = 8
    STAY = 8
    OFF = 32
    ACTION_MOVE = 0
    ACTION_REST = 1
    ACTION_PANIC = 2
    ACTIONS = 3
    CARDS = 9
    NO_ACTION = 3
    LAKE = 0
    VOLCANO = 8
    MOVE = 16
    PANIC = 24
    REST = 32
    DRIVE = 33
    REX = 41
    MOVES = 49
    NO_MOVE = 255
    PROMPT_LAKE = 0
    PROMPT_VOLCANO = 1
    PROMPT_ACT = 2
    PROMPT_DRIVE = 3
    PROMPT_REX = 4
    PROMPT_OVER = 5
    MAX_SEATS = 4
    NOBODY = 255
    FACT_COMMITTED = 0
    FACT_REVEALED = 1
    FACT_LAKE_MOVED = 2
    FACT_VOLCANO_MOVED = 3
    FACT_TILE_STAYED = 4
    FACT_TREES_PLANTED = 5
    FACT_TURN_BEGUN = 6
    FACT_MOVED = 7
    FACT_STOPPED = 8
    FACT_TURNED_BACK = 9
    FACT_GAVE = 10
    FACT_BITTEN = 11
    FACT_ELIMINATED = 12
    FACT_RAN_AWAY = 13
    FACT_DRIVEN = 14
    FACT_REX_MOVED = 15
    FACT_REX_STAYED = 16
    FACT_REX_VANISHED = 17
    FACT_REX_RETURNED = 18
    FACT_HARVESTED = 19
    FACT_BONE_PASSED = 20
    FACT_SCORED = 21
    FACT_WON = 22
    FACT_RESTED = 23

cdef extern from *:
    """
    static const unsigned char rex_steps[9 * 32] = {
        32, 33, 34, 35, 36, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 57, 58, 59, 60, 61, 62, 63,
        32, 33, 34, 35, 36, 1, 2, 3, 4, 41, 6, 7, 8, 9, 46, 11, 12, 13, 14, 51, 16, 17, 18, 19, 56, 57, 58, 59, 60, 61, 62, 63,
        1, 2, 3, 4, 36, 6, 7, 8, 9, 41, 11, 12, 13, 14, 46, 16, 17, 18, 19, 51, 21, 22, 23, 24, 56, 57, 58, 59, 60, 61, 62, 63,
        6, 7, 8, 9, 36, 11, 12, 13, 14, 41, 16, 17, 18, 19, 46, 21, 22, 23, 24, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
        5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
        32, 5, 6, 7, 8, 37, 10, 11, 12, 13, 42, 15, 16, 17, 18, 47, 20, 21, 22, 23, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
        32, 0, 1, 2, 3, 37, 5, 6, 7, 8, 42, 10, 11, 12, 13, 47, 15, 16, 17, 18, 52, 20, 21, 22, 23, 57, 58, 59, 60, 61, 62, 63,
        32, 33, 34, 35, 36, 37, 0, 1, 2, 3, 42, 5, 6, 7, 8, 47, 10, 11, 12, 13, 52, 15, 16, 17, 18, 57, 58, 59, 60, 61, 62, 63,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63
    };
    """
    const unsigned char[288] STEPS "rex_steps"
