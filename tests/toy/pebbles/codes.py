"""The ints of Pebbles and what they mean: cards, moves, prompts, facts.

Not compiled: the compiled rules take the same names from `codes.pxd`.
"""

CARDS = 6  # card 0 is the number 1
ALL_CARDS = 0x3F
MAX_SEATS = 3
LEAST_HEAP = 12
LARGEST_HEAP = 40

# Moves
TAKE_ONE = 0
TAKE_TWO = 1
SHOW = 2
MOVES = 3

# Prompts
PROMPT_TURN = 0
PROMPT_OVER = 1

# Facts, with their arguments a, b, c
FACT_DEALT = 0  # seat, card
FACT_TOOK = 1  # seat, how many
FACT_SHOWED = 2  # seat, card
FACT_SCORED = 3  # seat, points, card
FACT_WON = 4  # seat
