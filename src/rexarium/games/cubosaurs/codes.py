"""The integer codes of Cubosaurs; `codes.pxd` has the same for C, and a test compares the two.

A *kind* is a set of indistinguishable cards. Kinds of the same type are consecutive: two for each dinosaur,
without and with a DNA icon; six for each colour of Velociraptor, by value and icon; the six eggs. In the base game
icons mean nothing, and the kinds with an icon stay empty.
"""

MAX_SEATS = 5
MAX_ROUNDS = 3

# Types (CU-01, CU-02)
DINOSAURS = 5  # T-Rex, Stegosaurus, Brontosaurus, Pterodactyl, Pentaceratops: types 0 to 4
GREY = 5
BLACK = 6
EGG = 7
TYPES = 8

# Kinds
KINDS = 28
FIRST_GREY = 10  # + 2 * (value - 1) + icon
FIRST_BLACK = 16
COLOUR = 6  # kinds of one colour of Velociraptor
FIRST_EGG = 22  # + the dinosaur's type, or GREY for the Velociraptors
EGGS = 6
VALUES = 3  # of a Velociraptor: 1 to 3
WITH_ICON = 0x2AAAAA  # the kinds with a DNA icon: every other one below the eggs
WITHOUT_ICON = 0x155  # the dinosaurs' kinds without one
ALL_KINDS = (1 << KINDS) - 1
ALL_GREY = 0x3F << FIRST_GREY
ALL_BLACK = 0x3F << FIRST_BLACK
ALL_EGGS = 0x3F << FIRST_EGG
KIN = (  # by kind, all kinds of its type
    *(3 << kind // 2 * 2 for kind in range(FIRST_GREY)),
    *(ALL_GREY,) * COLOUR,
    *(ALL_BLACK,) * COLOUR,
    *(ALL_EGGS,) * EGGS,
)
BOX = 55
MOST = 15  # how many cards of a kind a lane can hold
SET = 7  # the largest number of cards in a set of one dinosaur
DECK_A_SEAT = 10
START = 4  # cards in a collection at the start of a round
ROW = 4  # printed points of a set: for 1, 2, 3, and 4 or more

# Tiles are numbered 1 to 10; bit n of a set stands for tile n
TILES = 10
ALL_TILES = 0x7FE
LATE_TILES = 0x7C6  # 1, 2 and 6 to 10: those that can be bought after keeping or refusing
DRAWING_TILES = 1 << 3  # these need a card in the deck
GIVING_TILES = 1 << 5 | 1 << 6 | 1 << 9 | 1 << 10  # these need a card in the buyer's own collection
PICKING_TILES = 1 << 7 | 1 << 8 | 1 << 10  # these need a card in an opponent's collection
NO_TILE = 0
VARIETY_TILE = 1
BROOD_TILE = 2
LAST_SCORING_TILE = 2
DRAW_TILE = 3
PASS_TILE = 4
ADD_TILE = 5
DESTROY_OWN_TILE = 6
DESTROY_THEIRS_TILE = 7
TAKE_TILE = 8
GIVE_TILE = 9
EXCHANGE_TILE = 10
TOKENS = 40

# Moves
KEEP = 0
REFUSE = 1
END_TURN = 2
BUY = 2  # + the tile's number, 1 to 10
SEAT = 13  # + the opponent's seat
TOKEN = 18  # + the opponent's seat
CARD = 23  # + the kind
MOVES = 51

# Prompts
PROMPT_TURN = 0
PROMPT_ADD = 1
PROMPT_WHOM = 2
PROMPT_THEIRS = 3
PROMPT_OWN = 4
PROMPT_TOKEN = 5
PROMPT_END = 6
PROMPT_OVER = 7

# What happens once every token owed has been gained
THEN_BEGIN = 0
THEN_DECIDE = 1
THEN_OFFER = 2
THEN_PASS = 3

NOBODY = 255

# Facts
FACT_ROUND_BEGUN = 0
FACT_STARTED_WITH = 1
FACT_TILE_OFFERED = 2
FACT_DREW = 3
FACT_COLLECTED = 4
FACT_REFUSED = 5
FACT_PASSED = 6
FACT_BOUGHT = 7
FACT_DESTROYED = 8
FACT_TOOK = 9
FACT_GAVE = 10
FACT_GAINED_TOKEN = 11
FACT_TOOK_TOKEN = 12
FACT_WENT_WITHOUT = 13
FACT_ROUND_ENDED = 14
FACT_SET_SCORED = 15
FACT_VELOCIRAPTORS_SCORED = 16
FACT_EGG_SCORED = 17
FACT_TILE_SCORED = 18
FACT_ROUND_SCORED = 19
FACT_TOKENS_SCORED = 20
FACT_SCORED = 21
FACT_WON = 22
