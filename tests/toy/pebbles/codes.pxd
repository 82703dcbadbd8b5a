# The ints of codes.py as C constants.
cdef enum:
    CARDS = 6
    ALL_CARDS = 0x3F
    MAX_SEATS = 3
    LEAST_HEAP = 12
    LARGEST_HEAP = 40
    TAKE_ONE = 0
    TAKE_TWO = 1
    SHOW = 2
    MOVES = 3
    PROMPT_TURN = 0
    PROMPT_OVER = 1
    FACT_DEALT = 0
    FACT_TOOK = 1
    FACT_SHOWED = 2
    FACT_SCORED = 3
    FACT_WON = 4
