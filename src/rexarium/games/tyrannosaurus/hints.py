"""The pros and cons of a move of Tyrannosaurus Rex at a glance, in one sentence that uses only what the seat knows."""

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import name_cell
from rexarium.kernel import bits
from rexarium.kernel.sentence import Sentence, sentence


def hint(state: TyrannosaurusState, seat: int, move: int) -> Sentence:
    """The hint for a move."""
    if move < codes.MOVE:
        tile, base = (state.lake, codes.LAKE) if move < codes.VOLCANO else (state.volcano, codes.VOLCANO)
        return _hint_tile(tile, state.step(tile, move - base))
    if move == codes.REST:
        return _hint_step(state, seat, state.cell[seat], "stay")
    if move < codes.DRIVE:
        base = codes.MOVE if move < codes.PANIC else codes.PANIC
        cell = state.step(state.cell[seat], move - base)
        return _hint_step(state, seat, cell, "go" if cell < codes.OFF else "nowhere")
    if move < codes.REX:
        cell = state.step(state.cell[state.runaway], move - codes.DRIVE)
        return _hint_step(state, state.runaway, cell, "drive" if cell < codes.OFF else "block")
    return _hint_hunt(state, seat, state.step(state.rex, move - codes.REX))


def _hint_tile(tile: int, cell: int) -> Sentence:
    """TY-11 to TY-14: where the choice would move the tile."""
    return sentence(
        "It would go from {here} {way, select, off {nowhere, for that is off the board} other {to {cell}}}, "
        "if the others let it.",
        here=name_cell(tile),
        way="off" if cell >= codes.OFF else "on",
        cell=name_cell(cell),
    )


def _hint_step(state: TyrannosaurusState, walker: int, cell: int, way: str) -> Sentence:
    """TY-19 to TY-31, TY-39: where the step leads in the valley as it is now, and what the dinosaur meets there."""
    place = cell % codes.OFF
    others = [seat for seat in bits.members(state.dinosaurs_on(place)) if seat != walker]
    there = "nothing"
    if state.is_forbidden(walker, place):
        there = "forbidden"
    elif place == state.rex:
        there = "rex"
    elif others:
        there = "others"
    elif bits.has(state.trees, place):
        there = "tree"
    return sentence(
        "{way, select, stay {You stay on {cell}} go {You go to {cell}} nowhere {You go nowhere, for that is off the board} "
        "drive {{seat, seat} goes to {cell}} other {{seat, seat} goes nowhere, for that is off the board}}: "
        "{there, select, forbidden {forbidden, at the cost of a tree} rex {the Ty-Rex is there and costs a tree} "
        "others {{others, seats} there now, and a bump brings a tree from each} tree {a tree to harvest alone} "
        "other {nothing is there now}}.",
        way=way,
        cell=name_cell(place),
        seat=walker + 1,
        there=there,
        others=tuple(other + 1 for other in others),
    )


def _hint_hunt(state: TyrannosaurusState, seat: int, cell: int) -> Sentence:
    """TY-34 to TY-38: whom the Ty-Rex would meet if only this step were taken."""
    if cell >= codes.OFF:
        return sentence("The Ty-Rex would leave the board, so this choice is ignored.")
    if cell in (state.lake, state.volcano):
        return sentence("The Ty-Rex would vanish in {cell}.", cell=name_cell(cell))
    met = bits.members(state.dinosaurs_on(cell))
    return sentence(
        "The Ty-Rex would go to {cell}{met, select, you { and bite you} others { and bite {others, seats}} "
        "other {, where nobody is}}.",
        cell=name_cell(cell),
        met="you" if seat in met else "others" if met else "nobody",
        others=tuple(other + 1 for other in met),
    )
