"""Draw T-Rex on a terminal: the table, a row per seat, and the hands that the viewer may see.

Colour never carries meaning without words. From 98 columns on, each seat is one line of a table; on
narrower terminals it takes two or three.
"""

from collections.abc import Iterator, Sequence

from rexarium.games.trex.view import SeatView, View
from rexarium.kernel.drawing import (
    LONGEST_NAME,
    Chunk,
    Line,
    People,
    cells,
    flow,
    marker,
    name_style,
    padded,
    width_of,
)
from rexarium.kernel.game import Span

SHORTEST_NAME = 10
EGG_CELL = 3
LONGEST_TOP = "chamaelosaurus = yellow 11"
TABLE_WIDTH = 88  # without the names


def draw(view: View, width: int, names: Sequence[str] = ()) -> list[Line]:
    """Draw a view as lines of styled spans, at most `width` columns wide (60 or more)."""
    people = People(view.eyes, len(view.seats), names)
    if width >= TABLE_WIDTH + SHORTEST_NAME:
        rows = _table(view, people, width - TABLE_WIDTH)
    else:
        rows = [line for seat in view.seats for line in _block(view, seat, people, width)]
    blank: Line = []
    hands = _hands(view, width)
    return [*_head(view, people, width), blank, *rows, *([blank] if hands else []), *hands]


# What concerns everyone


def _head(view: View, people: People, width: int) -> list[Line]:
    return [
        [Span(f"Round {view.round} of {view.rounds}", "title")],
        *flow("Colours", _colours(view), width),
        *flow("Eggs", _eggs(view), width),
        *(flow("Comet", _comet(view, people), width) if view.prompt == "play" else []),
    ]


def _colours(view: View) -> Iterator[Chunk]:
    """TR-11: the order of strength given by the two colour cards of the cross."""
    middle = [span for colour in view.aside for span in (Span(" = ", "dim"), Span(colour, colour))]
    order = [Span(view.strongest, f"bold {view.strongest}"), Span(" > ", "dim"), *middle[1:]]
    yield [*order, Span(" > ", "dim"), Span(view.weakest, view.weakest), Span("  ")]
    yield [Span(f"({view.strongest} lies crossed over {view.weakest})", "dim")]


def _eggs(view: View) -> Iterator[Chunk]:
    """The open eggs, and what each would add to the viewer's points (TR-52)."""
    own = next((seat for seat in view.seats if view.eyes == f"seat {seat.seat}"), None)
    last = len(view.open_eggs) - 1
    for at, egg in enumerate(view.open_eggs):
        gain = f" +{own.next_egg[egg]}" if own else ""
        end = ", " if at < last else " for you; " if own else "; "
        yield [Span(egg, f"bold {egg}"), Span(gain), Span(end)]
    if not view.open_eggs:
        yield [Span("none open; ")]
    yield [Span(f"{view.egg_pile_size} face down in each pile", "dim")]


def _comet(view: View, people: People) -> Iterator[Chunk]:
    if view.comet is None:
        yield [Span("none yet", "dim")]
        return
    yield [_card(view.comet.card), Span(f" of {people.name(view.comet.seat)} rules; ")]
    yield [Span("still to play: ")]
    for at, seat in enumerate(view.last_lap):
        yield [Span(people.name(seat)), Span(", " if at + 1 < len(view.last_lap) else "")]


# One row per seat


def _table(view: View, people: People, most: int) -> list[Line]:
    """One line per seat; names get as many columns as they need, up to a limit."""
    room = max(width_of(people.row(seat.seat, most)) for seat in view.seats)
    room = max(room, len("player"))
    head = (
        f"    {padded('player', room)}  hand stock pile  {padded('top card', len(LONGEST_TOP))} rank  eggs: "
    )
    colours = [Span(f"{colour[:EGG_CELL]} ", colour) for colour in view.seats[0].eggs]
    return [
        [Span(head, "dim"), *colours, Span("points", "dim")],
        *(_row(view, seat, people, room) for seat in view.seats),
    ]


def _row(view: View, seat: SeatView, people: People, room: int) -> Line:
    top = _top(seat)
    return [
        *marker(seat.seat, view.turn, view.winners),
        Span(padded(people.row(seat.seat, room), room), name_style(seat.seat, view.turn, view.winners)),
        Span(f"  {seat.hand_size:4} {seat.stock_size:5} {seat.pile_size:4}  "),
        *top,
        Span(" " * (len(LONGEST_TOP) - cells(top))),
        Span(f" {'' if view.winners else seat.rank or '':>4}        "),
        *(_egg_cell(colour, number) for colour, number in seat.eggs.items()),
        Span(f"{seat.score:6}", "bold"),
    ]


def _egg_cell(colour: str, number: int) -> Span:
    return Span(f"{number or '-':>{EGG_CELL}} ", colour if number else "dim")


def _block(view: View, seat: SeatView, people: People, width: int) -> Iterator[Line]:
    """A seat on a narrow terminal: sizes and points on the first line, open cards and eggs on the next."""
    room = min(LONGEST_NAME, width - 44)
    name = padded(people.row(seat.seat, room), room)
    sizes = f"hand {seat.hand_size}  stock {seat.stock_size:>2}  pile {seat.pile_size}"
    first = [
        *marker(seat.seat, view.turn, view.winners),
        Span(name, name_style(seat.seat, view.turn, view.winners)),
        Span(f"  {sizes}  "),
    ]
    points = f"{seat.score} point{'' if seat.score == 1 else 's'}"
    gap = max(0, min(width, 64) - cells(first) - len(points))
    yield [*first, Span(" " * gap), Span(points, "bold")]
    rank = [Span(f"rank {seat.rank}" + (": " if seat.top else ""))] if seat.rank and not view.winners else []
    eggs = [[Span(f"{number} "), Span(colour, colour)] for colour, number in seat.eggs.items() if number]
    told: list[Chunk] = [[*rank, *(_top(seat) if seat.top else [])]] if seat.top or rank else []
    for at, egg in enumerate(eggs):
        lead = [Span(";  " if told else ""), Span("eggs: ", "dim")] if at == 0 else [Span(", ")]
        told.append([*lead, *egg])
    yield from flow("", told, width, indent=4) if told else []


def _top(seat: SeatView) -> Line:
    if seat.top is None:
        return [Span("no card", "dim")]
    worth = [] if seat.counts_as in (seat.top, None) else [Span(" = "), _card(str(seat.counts_as))]
    return [_card(seat.top), *worth]


# Hands


def _hands(view: View, width: int) -> list[Line]:
    found: list[Line] = []
    for seat in view.seats:
        if seat.hand is not None:
            is_own = view.eyes == f"seat {seat.seat}"
            found += flow("Hand" if is_own else f"Hand {seat.seat}", _hand(view, seat.hand), width)
    return found


def _hand(view: View, cards: Sequence[str]) -> Iterator[Chunk]:
    for at, card in enumerate(cards):
        symbol = view.symbols[card]
        note = "as the card beneath" if symbol == "none" else symbol
        yield [_card(card), Span(f" ({note})"), Span(", " if at + 1 < len(cards) else "")]
    if not cards:
        yield [Span("no card", "dim")]


def _card(name: str) -> Span:
    colour, _, number = name.partition(" ")
    return Span(name, f"bold {colour}" if number else "bold")
