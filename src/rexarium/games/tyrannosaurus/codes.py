"""The integer codes of Tyrannosaurus Rex and what they mean: dinosaurs, cells, moves, prompts, facts.

Not compiled: the compiled rules use the same names from `codes.pxd`, and a test checks that the two files agree.
"""

# Dinosaurs
TRICERATOPS = 0
PTERANODON = 1
DIPLODOCUS = 2
STEGOSAURUS = 3

# The board: cells a1 to e5, row by row from the north-west corner
SIDE = 5
CELLS = 25
BOARD = 0x1FFFFFF  # the set of all cells
LAIR = 12
NOWHERE = 255

# Directions n ne e se s sw w nw, and stay; by direction and cell, where a step leads, or OFF + cell if off the board
DIRECTIONS = 8
STAY = 8
OFF = 32


def _step(cell: int, direction: int) -> int:
    row = cell // SIDE + (-1, -1, 0, 1, 1, 1, 0, -1, 9)[direction]
    column = cell % SIDE + (0, 1, 1, 1, 0, -1, -1, -1, 9)[direction]
    is_on_board = cell < CELLS and 0 <= row < SIDE and 0 <= column < SIDE
    return row * SIDE + column if is_on_board else OFF + cell


STEPS = tuple(_step(cell, direction) for direction in range(STAY + 1) for cell in range(OFF))

# Actions
ACTION_MOVE = 0
ACTION_REST = 1
ACTION_PANIC = 2
ACTIONS = 3
CARDS = 9
NO_ACTION = 3

# Moves: all except a rest are a base number plus a direction
LAKE = 0
VOLCANO = 8
MOVE = 16
PANIC = 24
REST = 32
DRIVE = 33
REX = 41
MOVES = 49
NO_MOVE = 255

# Prompts
PROMPT_LAKE = 0
PROMPT_VOLCANO = 1
PROMPT_ACT = 2
PROMPT_DRIVE = 3
PROMPT_REX = 4
PROMPT_OVER = 5

# Numbers of the game
MAX_SEATS = 4
NOBODY = 255

# Facts, with their arguments a, b, c
FACT_COMMITTED = 0  # seat
FACT_REVEALED = 1  # seat, move
FACT_LAKE_MOVED = 2  # seat, cell
FACT_VOLCANO_MOVED = 3  # seat, cell
FACT_TILE_STAYED = 4  # seat
FACT_TREES_PLANTED = 5  # how many
FACT_TURN_BEGUN = 6  # turn, bone's holder
FACT_MOVED = 7  # seat, cell
FACT_STOPPED = 8  # seat
FACT_TURNED_BACK = 9  # seat, cell
FACT_GAVE = 10  # giving seat, receiving seat
FACT_BITTEN = 11  # seat
FACT_ELIMINATED = 12  # seat
FACT_RAN_AWAY = 13  # seat
FACT_DRIVEN = 14  # runaway seat, driving seat
FACT_REX_MOVED = 15  # seat, cell
FACT_REX_STAYED = 16  # seat
FACT_REX_VANISHED = 17  # seat, cell
FACT_REX_RETURNED = 18  # cell
FACT_HARVESTED = 19  # seat, cell
FACT_BONE_PASSED = 20  # seat
FACT_SCORED = 21  # seat, trees
FACT_WON = 22  # seat
FACT_RESTED = 23  # seat
