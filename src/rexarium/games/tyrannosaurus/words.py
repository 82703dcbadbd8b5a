"""The words of Tyrannosaurus Rex: names of dinosaurs, cells, directions and moves, prompts, facts."""

from rexarium.games.tyrannosaurus import codes
from rexarium.kernel import bits
from rexarium.kernel.facts import Argument, FactKind, Uncovers
from rexarium.kernel.phrases import name_number, name_seat

DINOSAUR_NAMES = ("triceratops", "pteranodon", "diplodocus", "stegosaurus")
DIRECTION_NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
ACTION_NAMES = ("movement", "rest", "panic")
CELL_NAMES = tuple(f"{'abcde'[cell % codes.SIDE]}{cell // codes.SIDE + 1}" for cell in range(codes.CELLS))
PROMPTS = ("lake", "volcano", "act", "drive", "rex", "over")
MOVE_NAMES = (
    *(f"lake {name}" for name in DIRECTION_NAMES),
    *(f"volcano {name}" for name in DIRECTION_NAMES),
    *(f"move {name}" for name in DIRECTION_NAMES),
    *(f"panic {name}" for name in DIRECTION_NAMES),
    "rest",
    *(f"drive {name}" for name in DIRECTION_NAMES),
    *(f"rex {name}" for name in DIRECTION_NAMES),
)
QUESTIONS = (
    "Choose in secret where the lake goes.",
    "Choose in secret where the volcano goes.",
    "Choose an action in secret, and a direction unless you rest.",
    "Choose in secret where the runaway is driven.",
    "Choose in secret where the Ty-Rex goes.",
    "The game is over.",
)


def name_cell(cell: int) -> str:
    """The name of a cell, or `none`."""
    return CELL_NAMES[cell] if cell < codes.CELLS else "none"


def name_cells(mask: int) -> list[str]:
    """The names of the cells in a set, row by row."""
    return [CELL_NAMES[cell] for cell in bits.members(mask)]


def name_action(action: int) -> str:
    """The name of an action, or `none`."""
    return ACTION_NAMES[action] if action < codes.ACTIONS else "none"


def name_move(move: int) -> str:
    """A move in notation, or `none`."""
    return MOVE_NAMES[move] if move < codes.MOVES else "none"


_SEAT = Argument("seat", name_seat)
_CELL = Argument("cell", name_cell)

FACT_KINDS = (
    FactKind("committed", (_SEAT,), "Seat {seat} has chosen.", "TY-16"),
    FactKind(
        "revealed",
        (_SEAT, Argument("choice", name_move)),
        "Seat {seat} chose {choice}.",
        "TY-18",
        Uncovers.TO_OTHERS,
    ),
    FactKind("lake_moved", (_SEAT, _CELL), "By the choice of seat {seat} the lake goes to {cell}.", "TY-11"),
    FactKind(
        "volcano_moved", (_SEAT, _CELL), "By the choice of seat {seat} the volcano goes to {cell}.", "TY-13"
    ),
    FactKind("tile_stayed", (_SEAT,), "The choice of seat {seat} is impossible and ignored.", "TY-14"),
    FactKind("trees_planted", (Argument("number", name_number),), "{number} trees are planted.", "TY-15"),
    FactKind(
        "turn_begun",
        (Argument("turn", name_number), Argument("bone", name_seat)),
        "Turn {turn}: seat {bone} has the bone.",
        "TY-10",
    ),
    FactKind("moved", (_SEAT, _CELL), "Seat {seat} goes to {cell}.", "TY-20"),
    FactKind("stopped", (_SEAT,), "The step of seat {seat} is impossible and not made.", "TY-25"),
    FactKind(
        "turned_back",
        (_SEAT, _CELL),
        "Seat {seat} may not enter {cell}: the step is not made and costs a tree.",
        "TY-24",
    ),
    FactKind(
        "gave",
        (_SEAT, Argument("to", name_seat)),
        "Seat {seat} is bumped and gives seat {to} a tree.",
        "TY-22",
    ),
    FactKind("bitten", (_SEAT,), "The Ty-Rex costs seat {seat} a tree.", "TY-35"),
    FactKind("eliminated", (_SEAT,), "Seat {seat} has no tree left and is out of the game.", "TY-43"),
    FactKind("ran_away", (_SEAT,), "Now the panic of seat {seat} is completed.", "TY-27"),
    FactKind("driven", (_SEAT, Argument("by", name_seat)), "Seat {by} drives seat {seat} on.", "TY-27"),
    FactKind("rex_moved", (_SEAT, _CELL), "By the choice of seat {seat} the Ty-Rex goes to {cell}.", "TY-34"),
    FactKind(
        "rex_stayed",
        (_SEAT,),
        "The choice of seat {seat} would send the Ty-Rex off the board: ignored.",
        "TY-38",
    ),
    FactKind(
        "rex_vanished", (_SEAT, _CELL), "By the choice of seat {seat} the Ty-Rex vanishes in {cell}.", "TY-36"
    ),
    FactKind("rex_returned", (_CELL,), "The Ty-Rex is back on its lair, {cell}.", "TY-37"),
    FactKind("harvested", (_SEAT, _CELL), "Seat {seat} takes the tree on {cell}.", "TY-39"),
    FactKind("bone_passed", (_SEAT,), "The bone passes to seat {seat}.", "TY-42"),
    FactKind("scored", (_SEAT, Argument("trees", name_number)), "Seat {seat} has {trees} trees.", "TY-45"),
    FactKind("won", (_SEAT,), "Seat {seat} wins.", "TY-45"),
    FactKind("rested", (_SEAT,), "Seat {seat} rests.", "TY-19"),
)
