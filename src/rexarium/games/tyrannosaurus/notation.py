"""The notation of Tyrannosaurus Rex: writing and reading moves and deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.words import (
    ACTION_NAMES,
    CELL_NAMES,
    DINOSAUR_NAMES,
    MOVE_NAMES,
    name_action,
)
from rexarium.kernel.errors import BadText, UnreadableMove
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import plain, read_name, read_seat

_MOVES = {name: move for move, name in enumerate(MOVE_NAMES)}
_DINOSAURS = {name: dinosaur for dinosaur, name in enumerate(DINOSAUR_NAMES)}
_CELLS = {name: cell for cell, name in enumerate(CELL_NAMES)}
_ACTIONS = {**{name: action for action, name in enumerate(ACTION_NAMES)}, "none": codes.NO_ACTION}


@dataclass(frozen=True, slots=True)
class Deal:
    """TY-06, TY-07, TY-10: what is decided by lot."""

    dinosaurs: tuple[int, ...]  # by seat
    removed: tuple[int, ...]  # by seat, an action or NO_ACTION
    bone: int


def say(move: int) -> str:
    """Write a move."""
    return MOVE_NAMES[move]


def read(text: str) -> int:
    """Read a move."""
    words = plain(text)
    if words not in _MOVES:
        example = "'move ne', 'panic w', 'rest', 'drive n' or 'rex se'"
        raise UnreadableMove(f"'{text.strip()}' is no move of Tyrannosaurus Rex. Moves read like {example}.")
    return _MOVES[words]


def parts(move: int) -> tuple[str, ...]:
    """The pieces a player touches: an action card, a tile or the beast, and a direction."""
    what, _, direction = say(move).partition(" ")
    piece = f"card {what}" if what in ("move", "panic", "rest") else what
    return (piece, f"direction {direction}") if direction else (piece,)


def read_dinosaur(text: str, line: int, error: type[BadText]) -> int:
    """Read the name of a dinosaur."""
    return read_name(_DINOSAURS, "dinosaur", text, line, error)


def read_cell(text: str, line: int, error: type[BadText]) -> int:
    """Read the name of a cell, a1 to e5."""
    return read_name(_CELLS, "cell", text, line, error)


def read_action(text: str, line: int, error: type[BadText]) -> int:
    """Read the name of an action, or none."""
    return read_name(_ACTIONS, "action card", text, line, error)


def say_deal(deal: Deal) -> list[str]:
    """Write a deal as records have it."""
    seats = [
        f"seat {seat}: {DINOSAUR_NAMES[dinosaur]}, removed {name_action(removed)}"
        for seat, (dinosaur, removed) in enumerate(zip(deal.dinosaurs, deal.removed, strict=True), start=1)
    ]
    return [*seats, f"bone: seat {deal.bone + 1}"]


def read_deal(
    dinosaurs: Sequence[int], splits: Sequence[int], lines: Sequence[Line], error: type[BadText]
) -> Deal:
    """Read a deal from its lines: the dinosaurs, with two or four players a card removed from each, and the bone."""
    seats = len(dinosaurs)
    wanted = [*(f"seat {seat + 1}" for seat in range(seats)), "bone"]
    if [line.label for line in lines] != wanted:
        raise error(f"a deal for {seats} seats says {', '.join(wanted)}.", lines[0].number if lines else 0)
    found = [_read_seat(line, seats, splits, error) for line in lines[:-1]]
    if sorted(dinosaur for dinosaur, _ in found) != sorted(dinosaurs):
        names = ", ".join(DINOSAUR_NAMES[dinosaur] for dinosaur in dinosaurs)
        raise error(
            f"with {seats} seats and this pair the dinosaurs are {names} (TY-05).", lines[0].number, "TY-05"
        )
    bone = read_seat(lines[-1].value, seats, lines[-1].number, error)
    return Deal(tuple(dinosaur for dinosaur, _ in found), tuple(removed for _, removed in found), bone)


def _read_seat(line: Line, seats: int, splits: Sequence[int], error: type[BadText]) -> tuple[int, int]:
    name, _, rest = line.value.partition(",")
    dinosaur = read_dinosaur(name.strip(), line.number, error)
    removed = read_action(rest.strip().removeprefix("removed ").strip() or "none", line.number, error)
    if (removed == codes.NO_ACTION) != (seats == 3):
        raise error(
            "a card is removed from each dinosaur with two or four seats, and none with three (TY-07).",
            line.number,
            "TY-07",
        )
    if removed != codes.NO_ACTION and splits[dinosaur * codes.ACTIONS + removed] == 0:
        raise error(
            f"the {name.strip()} has no {name_action(removed)} card to remove (TY-04).", line.number, "TY-04"
        )
    return dinosaur, removed
