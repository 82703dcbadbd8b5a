"""Reading editions of Tyrannosaurus Rex: corners, initial trees, and each dinosaur's mix of action cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rexarium.games.tyrannosaurus import codes
from rexarium.games.tyrannosaurus.notation import read_cell, read_dinosaur
from rexarium.games.tyrannosaurus.words import ACTION_NAMES, DINOSAUR_NAMES, name_cell
from rexarium.kernel.edition import PROVENANCES, Edition, EditionFile, Shelf
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import read_number

CORNERS = (0, codes.SIDE - 1, codes.CELLS - codes.SIDE, codes.CELLS - 1)
TREES, FIRST_TREES = 32, 12
HOMES = {"lake": codes.DIPLODOCUS, "volcano": codes.PTERANODON}
BOARD = {"size": codes.SIDE, "lair": name_cell(codes.LAIR), "trees": TREES}
_LINE = re.compile(r"^(\w+), (\d+) trees, (\d+) movement, (\d+) rest, (\d+) panic$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Piece:
    """What a box says about a dinosaur, or about a tile, which has only a corner; `line` is where it says so."""

    corner: int
    line: int
    trees: int = 0
    split: tuple[int, ...] = (0, 0, 0)  # movement, rest, panic


@dataclass(frozen=True, slots=True)
class Numbers:
    """The printed numbers of an edition."""

    corners: tuple[int, ...]  # of the four dinosaurs, the lake and the volcano
    trees: tuple[int, ...]  # by dinosaur
    splits: tuple[int, ...]  # by dinosaur, movement, rest and panic


def read_edition(text: str) -> Edition:
    """Read an edition from its TOML file; an error names the line."""
    file = EditionFile(text)
    id_, title = file.head("tyrannosaurus")
    pieces: dict[str, Piece] = {}
    provenance = _read_board(file)
    for index, entry in enumerate(file.entries("dinosaur")):
        name = str(entry.get("name"))
        read_dinosaur(name, file.line("dinosaur", index, "name"), BadEdition)
        _add(pieces, name, _read_dinosaur(file, index, entry))
        for key in ("corner", "trees", "split"):
            provenance.append((f"{name} {key}", file.provenance("dinosaur", index, f"{key}_provenance")))
    for index, entry in enumerate(file.entries("tile")):
        name, line = str(entry.get("name")), file.line("tile", index, "name")
        if name not in HOMES:
            raise BadEdition(f"a tile is lake or volcano, not '{name}'.", line)
        home = DINOSAUR_NAMES[HOMES[name]]
        if entry.get("home") != home:
            raise BadEdition(
                f"the {name} is home to the {home} (TY-32).", file.line("tile", index, "home"), "TY-32"
            )
        _add(pieces, name, Piece(_corner(entry, file.line("tile", index, "corner")), line))
        provenance.append((name, file.provenance("tile", index)))
    return _make_edition(id_, title, pieces, tuple(provenance))


def _read_board(file: EditionFile) -> list[tuple[str, str]]:
    """TY-01, TY-02: every box has the same board; a file that says otherwise is rejected rather than ignored."""
    board = file.data.get("board", {})
    for key, wanted in BOARD.items():
        found = board.get(key) if isinstance(board, dict) else None
        if isinstance(found, bool) or found != wanted:
            rule = "TY-02" if key == "size" else "TY-01"
            raise BadEdition(
                f"[board] must say {key} = {wanted}, not {found!r} ({rule}).",
                file.line("board", 0, key),
                rule,
            )
    for key in ("provenance", "trees_provenance"):
        if board.get(key) not in PROVENANCES:
            text = f"a {key} is {', '.join(PROVENANCES)}, not {board.get(key)!r}."
            raise BadEdition(text, file.line("board", 0, key))
    return [("board", str(board["provenance"])), ("trees", str(board["trees_provenance"]))]


def edition_of_lines(id_: str, title: str, lines: Sequence[Line]) -> Edition:
    """Read an edition from the lines that `Edition.lines` wrote into a record."""
    pieces: dict[str, Piece] = {}
    for line in lines:
        found = _LINE.match(line.value)
        if line.label in HOMES:
            _add(pieces, line.label, Piece(read_cell(line.value, line.number, BadEdition), line.number))
        elif found is None:
            raise BadEdition("a dinosaur reads like 'e5, 4 trees, 7 movement, 1 rest, 1 panic'.", line.number)
        else:
            read_dinosaur(line.label, line.number, BadEdition)
            corner = read_cell(found[1], line.number, BadEdition)
            trees, *split = (
                read_number(number, 0, FIRST_TREES, "a number of trees or cards", line.number, BadEdition)
                for number in found.groups()[1:]
            )
            _add(pieces, line.label, Piece(corner, line.number, trees, tuple(split)))
    return _make_edition(id_, title, pieces, ())


def _add(pieces: dict[str, Piece], name: str, piece: Piece) -> None:
    if name in pieces:
        raise BadEdition(f"the {name} stands here twice.", piece.line)
    pieces[name] = piece


def _read_dinosaur(file: EditionFile, index: int, entry: dict[str, Any]) -> Piece:
    def number(key: str) -> int:
        return read_number(
            str(entry.get(key)), 0, FIRST_TREES, f"'{key}'", file.line("dinosaur", index, key), BadEdition
        )

    corner = _corner(entry, file.line("dinosaur", index, "corner"))
    split = tuple(number(name) for name in ACTION_NAMES)
    return Piece(corner, file.line("dinosaur", index, "movement"), number("trees"), split)


def _corner(entry: dict[str, Any], line: int) -> int:
    return read_cell(str(entry.get("corner")), line, BadEdition)


def _make_edition(
    id_: str, title: str, pieces: dict[str, Piece], provenance: tuple[tuple[str, str], ...]
) -> Edition:
    """Check what holds for every edition, then write its canonical lines."""
    last = max((piece.line for piece in pieces.values()), default=0)
    missing = [name for name in (*DINOSAUR_NAMES, *HOMES) if name not in pieces]
    if missing:
        raise BadEdition(f"the box lacks {', '.join(missing)} (TY-01).", last, "TY-01")
    dinosaurs = [pieces[name] for name in DINOSAUR_NAMES]
    for name, piece in zip(DINOSAUR_NAMES, dinosaurs, strict=True):
        if sum(piece.split) != codes.CARDS:
            text = f"the {name} has {sum(piece.split)} action cards, it must be {codes.CARDS} (TY-01)."
            raise BadEdition(text, piece.line, "TY-01")
        if piece.trees == 0:
            raise BadEdition(f"the {name} needs a tree to start with (TY-09, TY-43).", piece.line, "TY-09")
    if sorted(piece.corner for piece in dinosaurs) != sorted(CORNERS):
        raise BadEdition(
            "each dinosaur starts in a corner of its own: a1, e1, a5, e5 (TY-08).", last, "TY-08"
        )
    for tile, home in HOMES.items():
        if pieces[tile].corner != dinosaurs[home].corner:
            text = f"the {tile} lies in the corner of the {DINOSAUR_NAMES[home]} (TY-08)."
            raise BadEdition(text, pieces[tile].line, "TY-08")
    if sum(piece.trees for piece in dinosaurs) > FIRST_TREES:
        text = f"of the {TREES} trees at most {FIRST_TREES} are left to start with (TY-02)."
        raise BadEdition(text, last, "TY-02")
    numbers = Numbers(
        corners=(*(piece.corner for piece in dinosaurs), *(pieces[tile].corner for tile in HOMES)),
        trees=tuple(piece.trees for piece in dinosaurs),
        splits=tuple(number for piece in dinosaurs for number in piece.split),
    )
    return Edition(id_, title, tuple(_say_lines(numbers)), numbers, provenance)


def _say_lines(numbers: Numbers) -> list[str]:
    lines = []
    for dinosaur, name in enumerate(DINOSAUR_NAMES):
        split = numbers.splits[dinosaur * codes.ACTIONS : dinosaur * codes.ACTIONS + codes.ACTIONS]
        cards = ", ".join(f"{number} {action}" for number, action in zip(split, ACTION_NAMES, strict=True))
        lines.append(
            f"{name}: {name_cell(numbers.corners[dinosaur])}, {numbers.trees[dinosaur]} trees, {cards}"
        )
    return [
        *lines,
        *(f"{tile}: {name_cell(numbers.corners[len(DINOSAUR_NAMES) + at])}" for at, tile in enumerate(HOMES)),
    ]


SHELF = Shelf("rexarium.games.tyrannosaurus", read_edition, edition_of_lines)
