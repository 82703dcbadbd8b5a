"""Draw Tyrannosaurus Rex on a terminal: the valley, and what each seat has."""

import textwrap
from collections.abc import Sequence

from rexarium.games.tyrannosaurus.view import SeatView, View
from rexarium.kernel.drawing import People, cropped, width_of
from rexarium.kernel.game import Span

_LETTERS = {"triceratops": "T", "pteranodon": "P", "diplodocus": "D", "stegosaurus": "S"}
_STYLES = {"triceratops": "green", "pteranodon": "red", "diplodocus": "blue", "stegosaurus": "yellow"}
_COLUMNS, _ROWS = "abcde", "12345"
_CELL_WIDTH = 7


def draw(view: View, width: int, names: Sequence[str] = ()) -> list[list[Span]]:
    """Draw a view as lines of styled spans, at most `width` columns wide; `names` by seat."""
    turn = f"Turn {view.turn} of {view.turns}" if view.turn else "Before the first turn"
    who = People(view.eyes, len(view.seats), names).names
    lines = [[Span(f"{turn}; {who[view.bone - 1]} has the bone", "bold")], []]
    lines += _board(view)
    lines.append([Span("R Ty-Rex  L lake  V volcano  * tree  . lair", "dim")])
    lines.append([])
    for seat in view.seats:
        lines += _seat(view, seat, who[seat.seat - 1], width)
    return lines


def _board(view: View) -> list[list[Span]]:
    rule = [Span("   +" + ("-" * _CELL_WIDTH + "+") * len(_COLUMNS), "dim")]
    lines = [[Span("    " + " ".join(f"{column:^{_CELL_WIDTH}}" for column in _COLUMNS), "dim")], rule]
    for row in _ROWS:
        line = [Span(f" {row} |", "dim")]
        for column in _COLUMNS:
            line += [*_cell(view, column + row), Span("|", "dim")]
        lines += [line, rule]
    return lines


def _cell(view: View, cell: str) -> list[Span]:
    spans = []
    if cell == view.rex:
        spans.append(Span("R", "bad"))
    for seat in view.seats:
        if seat.cell == cell:
            spans.append(Span(f"{_LETTERS[seat.dinosaur]}", _STYLES[seat.dinosaur]))
    if cell in view.trees:
        spans.append(Span("*", "good"))
    for tile, letter in ((view.lake, "L"), (view.volcano, "V"), (view.lair, ".")):
        if cell == tile:
            spans.append(Span(letter, "dim"))
    used = sum(len(span.text) for span in spans)
    left = (_CELL_WIDTH - used) // 2
    return [Span(" " * left), *spans, Span(" " * (_CELL_WIDTH - used - left))]


def _seat(view: View, seat: SeatView, name: str, width: int) -> list[list[Span]]:
    mark = "x" if not seat.is_in_game else "?" if seat.seat in view.order and not seat.choice else " "
    where = seat.cell or "out"
    cards = seat.cards_left or seat.cards_played
    counts = ", ".join(f"{number} {name}" for name, number in cards.items())
    label = "left" if seat.cards_left else "played"
    head = f"{mark} {seat.seat} {name}: {seat.dinosaur} ({_LETTERS[seat.dinosaur]})"
    body = f"on {where}, {seat.trees} trees, cards {label}: {counts}"
    bone = " bone" if seat.seat == view.bone else ""
    secret = f" chose {seat.choice}" if seat.choice else ""
    text = f"{body}{bone}{secret}"
    if width_of(head) + 2 + width_of(text) <= width:
        return [[Span(f"{head}, ", _STYLES[seat.dinosaur]), Span(text)]]
    lines = textwrap.wrap(text, width - 4)
    return [[Span(cropped(head, width), _STYLES[seat.dinosaur])], *([Span(f"    {line}")] for line in lines)]
