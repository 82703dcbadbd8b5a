"""Reading editions of T-Rex: fifteen symbols and thirty eggs."""

from collections.abc import Sequence
from dataclasses import dataclass

from rexarium.games.trex import codes
from rexarium.games.trex.notation import read_card, read_colour
from rexarium.games.trex.words import CARD_NAMES, COLOUR_NAMES
from rexarium.kernel.edition import Edition, EditionFile, Shelf
from rexarium.kernel.errors import BadEdition
from rexarium.kernel.outline import Line

COMET = 0  # a symbol is COMET or the number of cards to draw
SYMBOLS = ("comet", "draw 1", "draw 2", "draw 3")
COMETS, EGGS = 6, 30


@dataclass(frozen=True, slots=True)
class Numbers:
    """The printed numbers of an edition."""

    symbols: tuple[int, ...]  # by card, for the 15 numbered ones
    eggs: tuple[int, ...]  # by colour, how many

    def comet_mask(self) -> int:
        """The cards with a comet; the shower is the set's sixteenth comet (TR-27)."""
        numbered = sum(1 << card for card, symbol in enumerate(self.symbols) if symbol == COMET)
        return numbered | 1 << codes.SHOWER

    def draw_bits(self) -> int:
        """The number of cards that each card draws, two bits per card."""
        return sum(symbol << (2 * card) for card, symbol in enumerate(self.symbols))


def read_edition(text: str) -> Edition:
    """Read an edition from its TOML file; an error names the line."""
    file = EditionFile(text)
    id_, title = file.head("trex")
    provenance = _provenances(file, "card") + _provenances(file, "egg")
    return _make_edition(id_, title, _read_cards(file), _read_eggs(file), provenance)


def edition_of_lines(id_: str, title: str, lines: Sequence[Line]) -> Edition:
    """Read an edition from the lines that `Edition.lines` wrote into a record."""
    symbols: dict[int, tuple[int, int]] = {}
    eggs: dict[int, tuple[int, int]] = {}
    for line in lines:
        if line.label == "eggs":
            for item in line.items():
                name, _, number = item.rpartition(" ")
                colour = read_colour(name, line.number, BadEdition)
                eggs[colour] = (_count(number, line.number), line.number)
        else:
            card = read_card(line.label, line.number, BadEdition)
            symbols[card] = (_symbol(line.value, line.number), line.number)
    return _make_edition(id_, title, symbols, eggs, ())


def _read_cards(file: EditionFile) -> dict[int, tuple[int, int]]:
    """By card, its symbol and the line that gives it."""
    found: dict[int, tuple[int, int]] = {}
    for index, entry in enumerate(file.entries("card")):
        number = entry.get("number")
        line = file.line("card", index, "number")
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= codes.NUMBERED:
            raise BadEdition(
                f"a card's number is 1 to {codes.NUMBERED}, not {number!r} (TR-02).", line, "TR-02"
            )
        if number - 1 in found:
            raise BadEdition(f"there is a second card with the number {number} (TR-02).", line, "TR-02")
        colour = COLOUR_NAMES[(number - 1) % codes.COLOURS]
        if entry.get("colour") != colour:
            line = file.line("card", index, "colour")
            raise BadEdition(f"the {number} is {colour}, not {entry.get('colour')!r} (TR-02).", line, "TR-02")
        line = file.line("card", index, "symbol")
        found[number - 1] = (_symbol(entry.get("symbol"), line), line)
    return found


def _read_eggs(file: EditionFile) -> dict[int, tuple[int, int]]:
    """By colour, the number of eggs and the line that gives it."""
    found: dict[int, tuple[int, int]] = {}
    for index, entry in enumerate(file.entries("egg")):
        colour = read_colour(str(entry.get("colour")), file.line("egg", index, "colour"), BadEdition)
        if colour in found:
            raise BadEdition(
                f"the {COLOUR_NAMES[colour]} eggs stand here twice.", file.line("egg", index, "colour")
            )
        line = file.line("egg", index, "count")
        found[colour] = (_count(entry.get("count"), line), line)
    return found


def _symbol(text: object, line: int) -> int:
    if text not in SYMBOLS:
        raise BadEdition(f"a symbol is {', '.join(SYMBOLS)}, not {text!r} (TR-03).", line, "TR-03")
    return SYMBOLS.index(str(text))


def _count(number: object, line: int) -> int:
    text = str(number)
    if isinstance(number, bool) or text not in map(str, range(EGGS + 1)):
        raise BadEdition(f"a number of eggs is 0 to {EGGS}, not {number!r} (TR-05).", line, "TR-05")
    return int(text)


def _provenances(file: EditionFile, table: str) -> tuple[tuple[str, str], ...]:
    """The source of each number."""
    return tuple(
        (f"{entry.get('colour')} {entry.get('number', 'eggs')}", file.provenance(table, index))
        for index, entry in enumerate(file.entries(table))
    )


def _make_edition(
    id_: str,
    title: str,
    symbols: dict[int, tuple[int, int]],
    eggs: dict[int, tuple[int, int]],
    provenance: tuple[tuple[str, str], ...],
) -> Edition:
    """Check what holds for every edition, then write its canonical lines."""
    last = max((line for _, line in (*symbols.values(), *eggs.values())), default=0)
    missing = [CARD_NAMES[card] for card in range(codes.NUMBERED) if card not in symbols]
    if missing:
        raise BadEdition(f"these cards are missing: {', '.join(missing)} (TR-02).", last, "TR-02")
    comets = [line for symbol, line in symbols.values() if symbol == COMET]
    if len(comets) != COMETS:
        text = f"{len(comets)} cards carry a comet and {len(symbols) - len(comets)} draw"
        raise BadEdition(
            f"{text}, it must be {COMETS} and {len(symbols) - COMETS} (TR-03).",
            max(comets or [last]),
            "TR-03",
        )
    total = sum(number for number, _ in eggs.values())
    if total != EGGS:
        line = max((line for _, line in eggs.values()), default=last)
        raise BadEdition(f"there are {total} eggs, it must be {EGGS} (TR-05).", line, "TR-05")
    numbers = Numbers(
        tuple(symbols[card][0] for card in range(codes.NUMBERED)),
        tuple(eggs.get(colour, (0, 0))[0] for colour in range(codes.COLOURS)),
    )
    return Edition(id_, title, tuple(_say_lines(numbers)), numbers, provenance)


def _say_lines(numbers: Numbers) -> list[str]:
    cards = [f"{CARD_NAMES[card]}: {SYMBOLS[symbol]}" for card, symbol in enumerate(numbers.symbols)]
    eggs = ", ".join(f"{name} {number}" for name, number in zip(COLOUR_NAMES, numbers.eggs, strict=True))
    return [*cards, f"eggs: {eggs}"]


SHELF = Shelf("rexarium.games.trex", read_edition, edition_of_lines)
