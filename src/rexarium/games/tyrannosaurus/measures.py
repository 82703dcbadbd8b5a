"""The named values of Tyrannosaurus Rex that cases check, in words."""

from collections.abc import Callable, Mapping

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.edition import TREES
from rexarium.games.tyrannosaurus.rules import TyrannosaurusState
from rexarium.games.tyrannosaurus.view import cards_of
from rexarium.games.tyrannosaurus.words import (
    DINOSAUR_NAMES,
    PROMPTS,
    name_action,
    name_cell,
    name_cells,
    name_move,
)
from rexarium.kernel import bits
from rexarium.kernel.edition import Edition
from rexarium.kernel.measures import Measures
from rexarium.kernel.phrases import listed, say_seats


def all_trees(state: TyrannosaurusState) -> int:
    """TY-48: all trees: on the board, out of the game and in the supplies."""
    return bits.count(state.trees) + state.trees_out + sum(state.supply[: state.seats])


def _cards(cards: Mapping[str, int]) -> str:
    return listed([f"{number} {name}" for name, number in cards.items()])


def _choice(state: TyrannosaurusState, seat: int) -> str:
    return name_move(state.chosen[seat]) if bits.has(state.committed, seat) else "none"


OF_TABLE: dict[str, Callable[[TyrannosaurusState], str]] = {
    "turn": lambda state: str(state.turn),
    "turns": lambda state: str(state.turns),
    "phase": lambda state: PROMPTS[state.asked],
    "prompt": lambda state: PROMPTS[state.asked],
    "bone": lambda state: f"seat {state.bone + 1}",
    "lake": lambda state: name_cell(state.lake),
    "volcano": lambda state: name_cell(state.volcano),
    "rex": lambda state: name_cell(state.rex),
    "trees": lambda state: listed(name_cells(state.trees)),
    "tree count": lambda state: str(bits.count(state.trees)),
    "out": lambda state: str(state.trees_out),
    "all trees": lambda state: str(all_trees(state)),
    "runaway": lambda state: f"seat {state.runaway + 1}" if state.runaway != codes.NOBODY else "none",
    "runaways": lambda state: say_seats(bits.members(state.runaways)),
    "last out": lambda state: say_seats(bits.members(state.last_out)),
    "in game": lambda state: say_seats(bits.members(state.alive)),
    "committed": lambda state: say_seats(bits.members(state.committed)),
}

OF_SEAT: dict[str, Callable[[TyrannosaurusState, int], str]] = {
    "dinosaur": lambda state, seat: DINOSAUR_NAMES[state.dinosaur[seat]],
    "cell": lambda state, seat: name_cell(state.cell[seat]),
    "trees": lambda state, seat: str(state.supply[seat]),
    "score": lambda state, seat: str(state.score(seat)),
    "cards": lambda state, seat: _cards(cards_of(state, seat).left),
    "played": lambda state, seat: _cards(cards_of(state, seat).played),
    "card count": lambda state, seat: str(sum(cards_of(state, seat).left.values())),
    "removed": lambda state, seat: name_action(state.removed[seat]),
    "last choice": lambda state, seat: name_move(state.revealed[seat]),
    "choice": _choice,
}


def of_box(edition: Edition) -> dict[str, str]:
    """TY-01, TY-02, TY-04, TY-09: what the box contains, and what it says about each dinosaur and tile."""
    pieces = dict(line.split(": ", 1) for line in edition.lines)
    found = {
        "box trees": str(TREES),
        "box cards": str(codes.CARDS * len(DINOSAUR_NAMES)),
        "box board": f"{codes.SIDE} x {codes.SIDE}",
        "box lair": name_cell(codes.LAIR),
        "box dinosaurs": listed(DINOSAUR_NAMES),
    }
    return found | {f"box {name}": text for name, text in pieces.items()}


MEASURES = Measures(OF_TABLE, OF_SEAT, of_box)
