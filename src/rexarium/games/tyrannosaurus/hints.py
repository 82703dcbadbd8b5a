"""What speaks for or against a move of Tyrannosaurus Rex at a glance, in a sentence; it knows no more than the seat."""

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.words import name_cell
from rexarium.kernel import bits
from rexarium.kernel.phrases import say_seats


def hint(state: TyrannosaurusState, seat: int, move: int) -> str:
    """The sentence."""
    if move == codes.REST:
        return f"You stay on {name_cell(state.cell[seat])}: {_say_cell(state, seat, state.cell[seat])}."
    if move < codes.MOVE:
        tile, base = (state.lake, codes.LAKE) if move < codes.VOLCANO else (state.volcano, codes.VOLCANO)
        cell = state.step(tile, move - base)
        return f"It would go from {name_cell(tile)} {_say_way(cell)}, if the others let it."
    if move < codes.DRIVE:
        base = codes.MOVE if move < codes.PANIC else codes.PANIC
        return _hint_step(state, seat, state.step(state.cell[seat], move - base), is_own=True)
    if move < codes.REX:
        runaway = state.runaway
        return _hint_step(state, runaway, state.step(state.cell[runaway], move - codes.DRIVE), is_own=False)
    return _hint_hunt(state, seat, state.step(state.rex, move - codes.REX))


def _say_way(cell: int) -> str:
    return f"to {name_cell(cell)}" if cell < codes.OFF else "nowhere, for that is off the board"


def _hint_step(state: TyrannosaurusState, walker: int, cell: int, *, is_own: bool) -> str:
    """TY-20 to TY-31: where the step leads as the valley lies now."""
    who = "You go" if is_own else f"Seat {walker + 1} goes"
    place = cell % codes.OFF
    return f"{who} {_say_way(cell)}: {_say_cell(state, walker, place)}."


def _say_cell(state: TyrannosaurusState, walker: int, cell: int) -> str:
    """TY-22 to TY-24, TY-39: what is on a cell for who comes there."""
    if state.is_forbidden(walker, cell):
        return "forbidden, at the cost of a tree"
    there = [seat for seat in bits.members(state.dinosaurs_on(cell)) if seat != walker]
    if cell == state.rex:
        return "the Ty-Rex is there and costs a tree"
    if there:
        return f"seat {say_seats(there)} is there now, and a bump brings a tree from each"
    return "a tree to harvest alone" if bits.has(state.trees, cell) else "nothing is there now"


def _hint_hunt(state: TyrannosaurusState, seat: int, cell: int) -> str:
    """TY-34 to TY-38: whom the Ty-Rex would meet by this step alone."""
    if cell >= codes.OFF:
        return "The Ty-Rex would leave the board, so this choice is ignored."
    if cell in (state.lake, state.volcano):
        return f"The Ty-Rex would vanish in {name_cell(cell)}."
    met = bits.members(state.dinosaurs_on(cell))
    if seat in met:
        return f"The Ty-Rex would go to {name_cell(cell)} and bite you."
    if met:
        return f"The Ty-Rex would go to {name_cell(cell)} and bite seat {say_seats(met)}."
    return f"The Ty-Rex would go to {name_cell(cell)}, where nobody is."
