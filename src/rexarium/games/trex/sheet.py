"""The lines of a written T-Rex position, sorted by what they say; `position` gives them their meaning."""

import re
from collections.abc import Sequence
from typing import NoReturn

from rexarium.games.trex import codes
from rexarium.games.trex.notation import read_card, read_colour
from rexarium.games.trex.words import COLOUR_NAMES
from rexarium.kernel.errors import BadPosition
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import read_seat

LABELS = (
    "round", "strongest", "weakest", "phase", "turn", "rank", "order", "comet",
    "open eggs", "left eggs", "right eggs",
)  # fmt: skip
SEAT_LABELS = ("hand", "stock", "pile", "lost", "seen", "eggs")
REST = codes.NOBODY  # in a list of cards: all of the set that stand nowhere else
NOTHING = ("none", "nothing", "empty", "")
_SEAT = re.compile(r"^seat (\d+)(?: (.+))?$|^(.+?)(?: of)?(?: seat)? (\d+)$")
_ITEMS = re.compile(r"[,;]|\band\b")


class Sheet:
    """Each label at most once; values are read without regard to case, spaces and how a list is divided."""

    def __init__(self, seats: int, lines: Sequence[Line]) -> None:
        self.seats = seats
        self.last_line = lines[-1].number if lines else 0
        self.table: dict[str, Line] = {}
        self.places: list[dict[str, Line]] = [{} for _ in range(seats)]
        for line in lines:
            self._sort(line)

    def _sort(self, line: Line) -> None:
        label = plain(line.label)
        found = _SEAT.match(label)
        if label in LABELS or not found:
            self._note(self.table, label, line, (*LABELS, "seat 1"))
        elif found[2] or found[3]:
            seat, what = found[1] or found[4], found[2] or found[3]
            self._note(self._place(seat, line), what, line, SEAT_LABELS)
        elif line.value:
            raise BadPosition(
                f"write what seat {found[1]} has below it, indented, like 'hand: blue 7, red 5'.", line.number
            )
        else:
            for child in line.children:
                self._note(self._place(found[1], line), plain(child.label), child, SEAT_LABELS)

    def _place(self, seat: str, line: Line) -> dict[str, Line]:
        return self.places[read_seat(f"seat {seat}", self.seats, line.number, BadPosition)]

    def _note(self, lines: dict[str, Line], label: str, line: Line, known: Sequence[str]) -> None:
        where = "a seat" if known is SEAT_LABELS else "a position"
        if label not in known:
            raise BadPosition(f"{where} has no '{label}'; it has {', '.join(known)}.", line.number)
        if label in lines:
            raise BadPosition(
                f"'{label}' stands here twice, first in line {lines[label].number}.", line.number
            )
        lines[label] = line

    # Where something stands, for refusals

    def line(self, label: str, seat: int | None = None) -> int:
        """The line of a label, or the last one if it is not there."""
        found = (self.table if seat is None else self.places[seat]).get(label)
        return found.number if found else self.last_line

    def refuse(self, sentence: str, label: str, seat: int | None = None, *, rule: str = "") -> NoReturn:
        """This cannot be set up, because of that label."""
        text = f"{sentence} ({rule})." if rule else f"{sentence}."
        raise BadPosition(text, self.line(label, seat), rule)

    # What it says

    def value(self, label: str, default: str) -> str:
        """The text of a label."""
        return plain(self.table[label].value) if label in self.table else default

    def colour(self, label: str, default: int) -> int:
        """The colour that a label says."""
        return read_colour(self.value(label, COLOUR_NAMES[default]), self.line(label), BadPosition)

    def seat(self, label: str, default: int) -> int:
        """The seat that a label says, counted from 0."""
        number = self.value(label, f"{default + 1}").removeprefix("seat ")
        return read_seat(f"seat {number}", self.seats, self.line(label), BadPosition)

    def seat_list(self, label: str) -> list[int]:
        """The seats that a label lists, in their order."""
        words = re.sub(r"\b(seats?|and|none)\b|[,;>]", " ", self.value(label, "")).split()
        return [read_seat(f"seat {word}", self.seats, self.line(label), BadPosition) for word in words]

    def cards(self, seat: int, label: str) -> list[int]:
        """The cards that a label of a seat lists; `rest` is REST."""
        line = self.places[seat].get(label)
        return (
            [REST if item == "rest" else self.card(item, line.number) for item in _items(line)]
            if line
            else []
        )

    def card(self, text: str, line: int) -> int:
        """A card by its name."""
        return read_card(text, line, BadPosition)

    def eggs(self, label: str, seat: int | None, box: list[int]) -> list[int]:
        """Eggs one by one, from `green 2`, `2 green` or `green`; they are taken out of the box."""
        line = (self.table if seat is None else self.places[seat]).get(label)
        eggs: list[int] = []
        for item in _items(line) if line else []:
            number, name = _count(item)
            colour = read_colour(name, self.line(label, seat), BadPosition)
            box[colour] -= number
            if box[colour] < 0:
                self.refuse(f"there are not so many {name} eggs in the box", label, seat, rule="TR-05")
            eggs += [colour] * number
        return eggs


def plain(text: str) -> str:
    """A text without what makes no difference."""
    return " ".join(text.lower().split())


def _items(line: Line) -> list[str]:
    """The things a line lists, behind the colon or in lines below it."""
    texts = [line.value, *(child.text for child in line.children)]
    items = [plain(item) for text in texts for item in _ITEMS.split(text.lower())]
    return [item for item in items if item not in NOTHING]


def _count(item: str) -> tuple[int, str]:
    words = [word for word in item.split() if word not in ("egg", "eggs")]
    numbers = [word for word in words if word.isdecimal() and len(word) < 4]
    name = " ".join(word for word in words if word not in numbers)
    return (int(numbers[0]) if numbers else 1), name if len(numbers) < 2 else item
