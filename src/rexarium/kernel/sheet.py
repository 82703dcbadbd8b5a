"""The lines of a written position by label; a game's `position` gives them their meaning."""

import re
from collections.abc import Callable, Sequence
from typing import NoReturn

from rexarium.kernel.errors import BadPosition, BadText
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import plain, read_number, read_seat

Reader = Callable[
    [str, int, type[BadText]], int
]  # as in a game's notation: a text, its line, what a refusal raises

NOTHING = ("none", "nothing", "empty", "")
_SEAT = re.compile(r"^seat (\d+)(?: (.+))?$|^(.+?)(?: of)?(?: seat)? (\d+)$")
_ITEMS = re.compile(r"[,;]|\band\b")
_NO_SEATS = re.compile(r"\b(?:seats?|and|none|nobody)\b|[,;>]")


class Sheet:
    """The labels of a position, each at most once; case, spacing and list separators make no difference."""

    def __init__(
        self, seats: int, lines: Sequence[Line], labels: Sequence[str], seat_labels: Sequence[str]
    ) -> None:
        self.seats = seats
        self._last_line = lines[-1].number if lines else 0
        self._labels = labels
        self._seat_labels = seat_labels
        self._table: dict[str, Line] = {}
        self._places: list[dict[str, Line]] = [{} for _ in range(seats)]
        for line in lines:
            self._sort(line)

    def _sort(self, line: Line) -> None:
        label = plain(line.label)
        found = _SEAT.match(label)
        if label in self._labels or not found:
            self._note(self._table, label, line, "a position", (*self._labels, "seat 1"))
            return
        seat, what = found[1] or found[4], found[2] or found[3]
        place = self._places[read_seat(f"seat {seat}", self.seats, line.number, BadPosition)]
        if line.value and not what:
            text = f"write what seat {seat} has below it, indented, like '{self._seat_labels[0]}: …'."
            raise BadPosition(text, line.number)
        for child in [line] if what else line.children:
            self._note(place, what or plain(child.label), child, "a seat", self._seat_labels)

    def _note(self, lines: dict[str, Line], label: str, line: Line, where: str, known: Sequence[str]) -> None:
        if label not in known:
            raise BadPosition(f"{where} has no '{label}'; it has {', '.join(known)}.", line.number)
        if label in lines:
            text = f"'{label}' stands here twice, first in line {lines[label].number}."
            raise BadPosition(text, line.number)
        lines[label] = line

    # Where something stands

    def has(self, label: str, seat: int | None = None) -> bool:
        """Is the label there, even if it says `none`?"""
        return self._find(label, seat) is not None

    def line(self, label: str, seat: int | None = None) -> int:
        """The line of a label, or the last one if it is not there."""
        found = self._find(label, seat)
        return found.number if found else self._last_line

    def refuse(self, sentence: str, label: str, seat: int | None = None, *, rule: str = "") -> NoReturn:
        """Refuse the position because of a label, by a rule."""
        text = f"{sentence} ({rule})." if rule else f"{sentence}."
        raise BadPosition(text, self.line(label, seat), rule)

    def _find(self, label: str, seat: int | None) -> Line | None:
        return (self._table if seat is None else self._places[seat]).get(label)

    # What it says

    def value(self, label: str, default: str = "", seat: int | None = None) -> str:
        """The text of a label that says one thing."""
        found = self._find(label, seat)
        if found and found.children:
            raise BadPosition(f"'{label}' has no lines below it.", found.children[0].number)
        return plain(found.value) if found else default

    def items(self, label: str, seat: int | None = None) -> list[str]:
        """The items a label lists, after the colon or in lines below it."""
        found = self._find(label, seat)
        texts = [found.value, *(child.text for child in found.children)] if found else []
        items = [item.strip() for text in texts for item in _ITEMS.split(plain(text))]
        return [item for item in items if item not in NOTHING]

    def read(self, reader: Reader, label: str, default: int, seat: int | None = None) -> int:
        """The value of a label, read by the game."""
        text = self.value(label, "", seat)
        return reader(text, self.line(label, seat), BadPosition) if self.has(label, seat) else default

    def read_all(self, reader: Reader, label: str, seat: int | None = None) -> list[int]:
        """Everything a label lists, each item read by the game."""
        return [reader(item, self.line(label, seat), BadPosition) for item in self.items(label, seat)]

    def number(self, label: str, default: int, least: int, most: int, seat: int | None = None) -> int:
        """The number that a label says, within its bounds."""
        text = self.value(label, str(default), seat)
        return read_number(text, least, most, f"'{label}'", self.line(label, seat), BadPosition)

    def seat(self, label: str, default: int) -> int:
        """The seat that a label says, counted from 0."""
        return read_seat(self.value(label, str(default + 1)), self.seats, self.line(label), BadPosition)

    def seat_list(self, label: str) -> list[int]:
        """The seats that a label lists, in their order."""
        words = _NO_SEATS.sub(" ", self.value(label)).split()
        return [read_seat(word, self.seats, self.line(label), BadPosition) for word in words]
