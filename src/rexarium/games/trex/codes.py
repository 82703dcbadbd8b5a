"""The integer codes of T-Rex and what they mean: colours, cards, moves, prompts, facts.

Not compiled: the compiled rules use the same names from `codes.pxd`, and a test checks that the two files agree.
"""

COLOURS = 5  # yellow, blue, brown, green, red: a numbered card's colour is card % COLOURS
ALL_COLOURS = 31
COLOUR_CARDS = 0x421  # the cards of the first colour; shift by another colour to get its cards

# Cards: 0 to 14 are the numbers 1 to 15, then the two special cards.
NUMBERED = 15
CHAMAELOSAURUS = 15
SHOWER = 16
CARDS = 17
ALL_CARDS = 0x1FFFF

# Moves: 0 to 16 play that card of the set; a move is a bit of a 64-bit set.
FLIP = 17
TAKE = 18  # + colour of the egg
ALL_TAKES = 31 << 18
LOSE_TOP = 23
LOSE_STOCK = 24
LOSE_SHOWER = 25
STRONGEST = 26  # + colour
WEAKEST = 31  # + colour
KEEP = 36
MOVES = 37

# Prompts
PROMPT_PLAY = 0
PROMPT_TAKE = 1
PROMPT_LOSE = 2
PROMPT_CHANGE = 3
PROMPT_OVER = 4

# Numbers of the game
MAX_SEATS = 5
HAND = 7
ROUNDS = 12
EGG_PILE = 15
RING = 32  # places in a ring, for a seat's stock and played pile together
RING_MASK = 31
NOBODY = 255
NO_EGG = 40  # TAKE + NO_EGG is not a move, but fits into a set
SHOWER_STRENGTH = 64  # as a comet; all numbered cards are below this
CLOCK = 128  # more than the number of cards that can be played in one round

# Facts, with their arguments a, b, c
FACT_EGGS_TURNED = 0  # left colour, right colour
FACT_ROUND_BEGUN = 1  # round, leading seat
FACT_PLAYED = 2  # seat, card
FACT_FLIPPED = 3  # seat, card
FACT_MIMICKED = 4  # seat, the card beneath whose value counts
FACT_COMET_RULED = 5  # seat, card
FACT_COMET_FELL_SHORT = 6  # seat, card
FACT_DREW = 7  # seat, how many, set of cards
FACT_PASSED_OVER = 8  # seat
FACT_ROUND_ENDED = 9  # round
FACT_RANKED = 10  # seat, rank
FACT_TOOK = 11  # seat, colour
FACT_LOST_TOP = 12  # seat, card
FACT_LOST_STOCK = 13  # seat, card
FACT_LOST_SHOWER = 14  # seat
FACT_PILE_SLID = 15  # seat, how many
FACT_STRONGEST_CHANGED = 16  # seat, colour, old colour
FACT_WEAKEST_CHANGED = 17  # seat, colour, old colour
FACT_COLOURS_KEPT = 18  # seat
FACT_SCORED = 19  # seat, points, sum of the remaining cards
FACT_WON = 20  # seat
