"""Lines of a picture: fitting text into columns, and naming the players."""

from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

from rexarium.kernel.game import Span

Line = list[Span]
Chunk = list[Span]  # a stretch that stays on one line

INDENT = 9  # of what stands behind a label
LONGEST_NAME = 16
YOU = " (you)"


class People:
    """The players' names as a picture shows them."""

    def __init__(self, eyes: str, seats: int, names: Sequence[str]) -> None:
        """The names by seat; a seat without a name goes by its number."""
        self.names = [*names[:seats], *(f"seat {seat}" for seat in range(len(names) + 1, seats + 1))]
        self._eyes = eyes

    def name(self, seat: int) -> str:
        """The name within a sentence."""
        return cropped(self.names[seat - 1], LONGEST_NAME)

    def short(self, seat: int) -> str:
        """The name beside the seat's number, which therefore does not repeat it."""
        return self.name(seat).removesuffix(f" {seat}")

    def row(self, seat: int, room: int = LONGEST_NAME + len(YOU)) -> str:
        """The name beside the seat's number, and whether it is yours."""
        you = YOU if self.is_you(seat) else ""
        return cropped(self.short(seat), room - len(you)) + you

    def is_you(self, seat: int) -> bool:
        """Do the eyes belong to this seat?"""
        return self._eyes == f"seat {seat}"


def marker(seat: int, turn: int | None, winners: Sequence[int]) -> Line:
    """The seat's number, with a sign before it if the seat wins or has to move."""
    mark = "* " if seat in winners else "> " if seat == turn else "  "
    return [Span(mark, "good"), Span(f"{seat} ", name_style(seat, turn, winners))]


def name_style(seat: int, turn: int | None, winners: Sequence[int]) -> str:
    """How the name of a seat is drawn."""
    return "bold" if seat == turn or seat in winners else ""


def flow(label: str, chunks: Iterable[Chunk], width: int, indent: int = INDENT) -> list[Line]:
    """Chunks in a row, continued on the next line where one is full."""
    lines: list[Line] = [[Span(padded(label, indent), "dim")]]
    for chunk in chunks:
        if cells(lines[-1]) + cells(chunk, is_last=True) > width and len(lines[-1]) > 1:
            lines.append([Span(" " * indent)])
        lines[-1] += chunk
    return lines


def joined(chunks: Sequence[Chunk], end: str = "") -> list[Chunk]:
    """Chunks as a list: each but the last is followed by a comma, the last by another ending."""
    last = len(chunks) - 1
    return [[*chunk, Span(", " if at < last else end)] for at, chunk in enumerate(chunks)]


def cells(line: Sequence[Span], is_last: bool = False) -> int:
    """The columns that a line takes; trailing blanks need not fit."""
    text = "".join(span.text for span in line)
    return width_of(text.rstrip() if is_last else text)


def width_of(text: str) -> int:
    """The columns that a text takes."""
    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1 for character in text
    )


def padded(text: str, width: int) -> str:
    """A text padded with blanks to a number of columns."""
    return text + " " * (width - width_of(text))


def cropped(text: str, width: int) -> str:
    """As much of a text as fits into a number of columns."""
    while width_of(text) > width:
        text = text[:-1]
    return text
