"""Reading editions of Cubosaurs: the points of the cards, DNA icons, the costs of the tiles."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.words import COLOUR_NAMES, DINOSAUR_NAMES, EGG_NAMES
from rexarium.kernel import bits
from rexarium.kernel.edition import PROVENANCES, Edition, EditionFile, Shelf
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.outline import Line

OF_A_TYPE = 7  # cards of each dinosaur and of each colour of Velociraptor
MOST_POINTS = 20
ROW_KEYS = (
    "one",
    "two",
    "three",
    "four",
)  # points of a set, by number of cards; the last one also counts for more
RAPTOR_NAMES = tuple(f"{colour} {value + 1}" for colour in COLOUR_NAMES for value in range(codes.VALUES))
EGG_LABELS = tuple(f"egg {name}" for name in EGG_NAMES)
TILE_LABELS = tuple(f"tile {tile + 1}" for tile in range(codes.TILES))
DIRECT = "direct interaction"

_SET = re.compile(r"^(-?\d+) (-?\d+) (-?\d+) (-?\d+), (\d+) cards, (\d+) dna$", re.ASCII)
_RAPTOR = re.compile(r"^(\d+) cards, (\d+) dna$", re.ASCII)
_EGG = re.compile(r"^(-?\d+) if most, (-?\d+) otherwise$", re.ASCII)
_TILE = re.compile(rf"^cost (\d+)(, {DIRECT})?$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The printed numbers of an edition."""

    box: tuple[int, ...]  # by kind, how many cards; cards with a DNA icon are separate kinds
    rows: tuple[int, ...]  # by dinosaur, points for 1, 2, 3, and 4 or more
    egg_pays: tuple[int, ...]  # by egg, points for the most cards of its dinosaur
    egg_costs: tuple[int, ...]  # by egg, points lost without that majority
    tile_costs: tuple[int, ...]  # of tiles 1 to 10
    direct: int  # the set of tiles that are direct interaction


@dataclass(frozen=True, slots=True)
class Piece:
    """What a box says about a group of cards or a tile; `line` is where it says so."""

    line: int
    row: tuple[int, ...] = ()  # for a dinosaur
    cards: int = 0
    icons: int = 0  # how many of those cards have one
    pays: int = 0  # for an egg
    costs: int = 0  # for an egg, points lost without the majority; for a tile, its price in tokens
    is_direct: bool = False  # for a tile


Pieces = dict[str, Piece]


def read_edition(text: str) -> Edition:
    """Read an edition from its TOML file; an error names the line."""
    file = EditionFile(text)
    id_, title = file.head("cubosaurs")
    pieces: Pieces = {}
    provenance = [
        *_read_entries(file, "dinosaur", pieces, _read_dinosaur),
        *_read_entries(file, "velociraptor", pieces, _read_velociraptor),
        *_read_entries(file, "egg", pieces, _read_egg),
        *_read_entries(file, "tile", pieces, _read_tile),
        *_read_supply(file),
    ]
    return _make_edition(id_, title, pieces, tuple(provenance))


# Reading the file


class Entry:
    """One TOML table, with its line numbers."""

    def __init__(self, file: EditionFile, table: str, index: int) -> None:
        self._file, self._table, self._index = file, table, index
        self._data: dict[str, Any] = file.entries(table)[index]

    def line(self, key: str) -> int:
        """The line number of a key."""
        return self._file.line(self._table, self._index, key)

    def number(self, key: str, least: int, most: int, rule: str) -> int:
        """A number within bounds."""
        found = self._data.get(key)
        if not isinstance(found, int) or isinstance(found, bool):
            raise BadEdition(
                f"'{key}' is a number from {least} to {most}, not {found!r} ({rule}).", self.line(key), rule
            )
        return _bounded(found, least, most, f"'{key}'", self.line(key), rule)

    def name(self, key: str, names: Sequence[str], rule: str) -> str:
        """One of the given names."""
        found = self._data.get(key)
        if found not in names:
            raise BadEdition(f"'{key}' is {', '.join(names)}, not {found!r} ({rule}).", self.line(key), rule)
        return str(found)

    def flag(self, key: str, rule: str) -> bool:
        """True or false."""
        found = self._data.get(key)
        if not isinstance(found, bool):
            raise BadEdition(f"'{key}' is true or false, not {found!r} ({rule}).", self.line(key), rule)
        return found

    def origins(self, label: str, keys: Sequence[str]) -> list[tuple[str, str]]:
        """Where each of these numbers comes from; given only once if they share one origin."""
        found = [self._file.provenance(self._table, self._index, f"{key}_provenance") for key in keys]
        if len(set(found)) == 1:
            return [(label, found[0])]
        return [(f"{label} {key}", origin) for key, origin in zip(keys, found, strict=True)]


Read = tuple[str, Piece, list[tuple[str, str]]]


def _read_entries(
    file: EditionFile, table: str, pieces: Pieces, read: Callable[[Entry], Read]
) -> list[tuple[str, str]]:
    provenance = []
    for index in range(len(file.entries(table))):
        label, piece, origins = read(Entry(file, table, index))
        _add(pieces, label, piece)
        provenance += origins
    return provenance


def _read_dinosaur(entry: Entry) -> Read:
    """CU-18: points of a set."""
    name = entry.name("name", DINOSAUR_NAMES, "CU-01")
    row = tuple(entry.number(key, -MOST_POINTS, MOST_POINTS, "CU-18") for key in ROW_KEYS)
    cards = entry.number("cards", 0, codes.BOX, "CU-01")
    icons = entry.number("icons", 0, cards, "CU-03")
    origins = entry.origins(name, (*ROW_KEYS, "cards", "icons"))
    return name, Piece(entry.line("cards"), row=row, cards=cards, icons=icons), origins


def _read_velociraptor(entry: Entry) -> Read:
    """CU-20: what one brings in a pair, and costs when single."""
    value = entry.number("value", 1, codes.VALUES, "CU-20")
    name = f"{entry.name('colour', COLOUR_NAMES, 'CU-02')} {value}"
    cards = entry.number("cards", 0, codes.BOX, "CU-01")
    icons = entry.number("icons", 0, cards, "CU-03")
    piece = Piece(entry.line("cards"), cards=cards, icons=icons)
    return name, piece, entry.origins(name, ("cards", "icons"))


def _read_egg(entry: Entry) -> Read:
    """CU-22: what an egg brings and costs. CU-03: no egg has an icon."""
    label = f"egg {entry.name('dinosaur', EGG_NAMES, 'CU-23')}"
    pays = entry.number("most", 0, MOST_POINTS, "CU-22")
    costs = -entry.number("otherwise", -MOST_POINTS, 0, "CU-22")
    if entry.number("icons", 0, 1, "CU-03"):
        raise BadEdition("an egg bears no DNA icon (CU-03).", entry.line("icons"), "CU-03")
    origins = entry.origins(label, ("most", "otherwise", "icons"))
    return label, Piece(entry.line("dinosaur"), pays=pays, costs=costs), origins


def _read_tile(entry: Entry) -> Read:
    """CU-34: what a tile costs. CU-51: whether it is direct interaction."""
    label = f"tile {entry.number('number', 1, codes.TILES, 'CU-31')}"
    cost = entry.number("cost", 0, codes.TOKENS, "CU-34")
    piece = Piece(entry.line("number"), costs=cost, is_direct=entry.flag("direct", "CU-51"))
    return label, piece, entry.origins(label, ("cost", "direct"))


def _read_supply(file: EditionFile) -> list[tuple[str, str]]:
    """CU-31: every box has the same tokens; a file that says otherwise is rejected rather than ignored."""
    supply = file.data.get("supply", {})
    found = supply.get("tokens") if isinstance(supply, dict) else None
    if not isinstance(found, int) or found != codes.TOKENS:
        raise BadEdition(
            f"[supply] must say tokens = {codes.TOKENS}, not {found!r} (CU-31).",
            file.line("supply", 0, "tokens"),
            "CU-31",
        )
    origin = supply.get("tokens_provenance")
    if origin not in PROVENANCES:
        raise BadEdition(
            f"a tokens_provenance is {', '.join(PROVENANCES)}, not {origin!r}.",
            file.line("supply", 0, "tokens_provenance"),
        )
    return [("tokens", str(origin))]


# Reading the lines of a record


def edition_of_lines(id_: str, title: str, lines: Sequence[Line]) -> Edition:
    """Read an edition from the lines that `Edition.lines` wrote into a record."""
    pieces: Pieces = {}
    for line in lines:
        _add(pieces, line.label, _read_line(line))
    return _make_edition(id_, title, pieces, ())


def _read_line(line: Line) -> Piece:
    if line.label in DINOSAUR_NAMES:
        found = _match(_SET, line, "4 1 -2 -5, 7 cards, 3 dna")
        row = tuple(
            _bounded(int(number), -MOST_POINTS, MOST_POINTS, "a set's worth", line.number, "CU-18")
            for number in found.groups()[: codes.ROW]
        )
        cards, icons = _read_counts(found[5], found[6], line.number)
        return Piece(line.number, row=row, cards=cards, icons=icons)
    if line.label in RAPTOR_NAMES:
        found = _match(_RAPTOR, line, "2 cards, 1 dna")
        cards, icons = _read_counts(found[1], found[2], line.number)
        return Piece(line.number, cards=cards, icons=icons)
    if line.label in EGG_LABELS:
        found = _match(_EGG, line, "4 if most, -3 otherwise")
        pays = _bounded(int(found[1]), 0, MOST_POINTS, "what an egg brings", line.number, "CU-22")
        costs = _bounded(int(found[2]), -MOST_POINTS, 0, "what an egg costs", line.number, "CU-22")
        return Piece(line.number, pays=pays, costs=-costs)
    if line.label in TILE_LABELS:
        found = _match(_TILE, line, f"cost 4' or 'cost 4, {DIRECT}")
        cost = _bounded(int(found[1]), 0, codes.TOKENS, "a tile's cost", line.number, "CU-34")
        return Piece(line.number, costs=cost, is_direct=found[2] is not None)
    labels = ", ".join((*DINOSAUR_NAMES, *RAPTOR_NAMES, *EGG_LABELS, *TILE_LABELS))
    raise BadEdition(
        f"'{line.label}' is nothing of this box; there is {labels} (CU-01).", line.number, "CU-01"
    )


def _match(pattern: re.Pattern[str], line: Line, example: str) -> re.Match[str]:
    found = pattern.match(line.value)
    if found is None or len(line.value) > 99:  # int() rejects numbers with thousands of digits
        raise BadEdition(f"{line.label} reads like '{example}', not '{line.value[:99]}'.", line.number)
    return found


def _read_counts(cards: str, icons: str, line: int) -> tuple[int, int]:
    number = _bounded(int(cards), 0, codes.BOX, "a number of cards", line, "CU-01")
    return number, _bounded(int(icons), 0, number, "a number of icons", line, "CU-03")


def _bounded(number: int, least: int, most: int, what: str, line: int, rule: str) -> int:
    if not least <= number <= most:
        raise BadEdition(f"{what} is a number from {least} to {most}, not {number} ({rule}).", line, rule)
    return number


# The box


def _add(pieces: Pieces, label: str, piece: Piece) -> None:
    if label in pieces:
        rule = "CU-31" if label in TILE_LABELS else "CU-01"
        raise BadEdition(f"the {label} stands here twice ({rule}).", piece.line, rule)
    pieces[label] = piece


def _make_edition(id_: str, title: str, pieces: Pieces, provenance: tuple[tuple[str, str], ...]) -> Edition:
    """Check what holds for every edition, then write its canonical lines."""
    last = max((piece.line for piece in pieces.values()), default=0)
    for labels, rule in (((*DINOSAUR_NAMES, *EGG_LABELS), "CU-01"), (TILE_LABELS, "CU-31")):
        missing = [label for label in labels if label not in pieces]
        if missing:
            raise BadEdition(f"the box lacks {', '.join(missing)} ({rule}).", last, rule)
    raptors = {name: pieces.get(name, Piece(0)) for name in RAPTOR_NAMES}
    for name in DINOSAUR_NAMES:
        _check_seven(name, [pieces[name]], last)
    for colour in COLOUR_NAMES:
        of_colour = [piece for name, piece in raptors.items() if name.startswith(colour)]
        _check_seven(f"{colour} velociraptor", of_colour, last)
    dinosaurs = [pieces[name] for name in DINOSAUR_NAMES]
    eggs = [pieces[label] for label in EGG_LABELS]
    tiles = [pieces[label] for label in TILE_LABELS]
    numbers = Numbers(
        box=(
            *(number for p in (*dinosaurs, *raptors.values()) for number in (p.cards - p.icons, p.icons)),
            *(1 for _ in eggs),
        ),
        rows=tuple(points for piece in dinosaurs for points in piece.row),
        egg_pays=tuple(piece.pays for piece in eggs),
        egg_costs=tuple(piece.costs for piece in eggs),
        tile_costs=tuple(piece.costs for piece in tiles),
        direct=bits.mask_of([number for number, piece in enumerate(tiles, start=1) if piece.is_direct]),
    )
    return Edition(id_, title, tuple(_say_lines(numbers)), numbers, provenance)


def _check_seven(name: str, pieces: Sequence[Piece], last: int) -> None:
    """CU-01: seven cards of each type except the eggs, so 55 in all."""
    cards = sum(piece.cards for piece in pieces)
    if cards != OF_A_TYPE:
        line = max(piece.line for piece in pieces) or last
        raise BadEdition(
            f"there are {cards} cards of the type {name}, it must be {OF_A_TYPE}, so {codes.BOX} in all (CU-01).",
            line,
            "CU-01",
        )


def _say_lines(numbers: Numbers) -> list[str]:
    sets = []
    for dinosaur, name in enumerate(DINOSAUR_NAMES):
        row = numbers.rows[dinosaur * codes.ROW : (dinosaur + 1) * codes.ROW]
        sets.append(f"{name}: {' '.join(map(str, row))}, {_say_cards(numbers, 2 * dinosaur)}")
    raptors = [
        f"{name}: {_say_cards(numbers, codes.FIRST_GREY + 2 * place)}"
        for place, name in enumerate(RAPTOR_NAMES)
    ]
    eggs = [
        f"{label}: {pays} if most, {-costs} otherwise"
        for label, pays, costs in zip(EGG_LABELS, numbers.egg_pays, numbers.egg_costs, strict=True)
    ]
    tiles = [
        f"{label}: cost {cost}{', ' + DIRECT if bits.has(numbers.direct, tile) else ''}"
        for tile, (label, cost) in enumerate(zip(TILE_LABELS, numbers.tile_costs, strict=True), start=1)
    ]
    return [*sets, *raptors, *eggs, *tiles]


def _say_cards(numbers: Numbers, kind: int) -> str:
    """Describe two neighbouring kinds: the cards without an icon and those with one."""
    plain, icons = numbers.box[kind : kind + 2]
    return f"{plain + icons} cards, {icons} dna"


SHELF = Shelf("rexarium.games.cubosaurs", read_edition, edition_of_lines)
