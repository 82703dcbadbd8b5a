"""Draw Cubosaurs on a terminal: the hand being passed, the collections as a score sheet, and the market.

Colour never carries meaning without words. Where there is a column for every seat, the sheet has a row per dinosaur, which
shows who has the most of each; on narrower terminals each seat has a few lines instead.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest

from rexarium.games.cubosaurs.view import SeatView, TileView, View
from rexarium.games.cubosaurs.words import (
    COLOUR_NAMES,
    DINOSAUR_NAMES,
    EGG_NAMES,
    TILE_EFFECTS,
    TILE_TITLES,
    title_tile,
)
from rexarium.kernel.drawing import (
    LONGEST_NAME,
    YOU,
    Chunk,
    Line,
    People,
    cells,
    cropped,
    flow,
    joined,
    marker,
    name_style,
    padded,
    width_of,
)
from rexarium.kernel.game import Span

Cell = list[Line]  # one row of a column, in one or more lines

LABEL = 15
GAP = 2
POINTS, ADVANCED_POINTS = 8, 12  # where a seat's points end in its column
WIDEST = 18  # the width of a seat's column at most
MARK = 4  # the sign and number before a name, and what stands below them on a narrow terminal
WIDEST_BLOCK = 64
WIDE_MARKET = 80  # from this width on, the effects of tiles have their own column
LONGEST_TITLE = max(map(len, TILE_TITLES))

_RAPTOR = EGG_NAMES[-1]
# The terminal colours closest to those of the cards.
_STYLES = dict(zip(DINOSAUR_NAMES, ("yellow", "blue", "brown", "red", "green"), strict=True))
_ASKED = {
    "turn": ": keep or refuse",
    "add": ": refuse, with which card?",
    "end": ": end the turn or buy a tile",
}
_TOWARDS = {9: "to", 10: "with"}  # the opponent that a tile names; with the other tiles one takes "from" them


def draw(view: View, width: int, names: Sequence[str] = ()) -> list[Line]:
    """Draw a view as lines of styled spans, at most `width` columns wide (60 or more); `names` by seat."""
    people = People(view.eyes, len(view.seats), names)
    sheet = _Sheet(view, people, width)
    blocks = (line for seat in view.seats for line in _block(view, seat, people, width))
    rows = sheet.rows() if sheet.is_wide_enough else blocks
    blank: Line = []
    market = [blank, *_market(view, width)] if view.is_advanced else []
    return [*_head(view, people, width), blank, *rows, *market]


# What concerns everyone


def _head(view: View, people: People, width: int) -> list[Line]:
    lines: list[Line] = [[Span(f"Round {view.round} of {view.rounds}, {view.direction}", "title")]]
    if view.turn:
        lines += flow("Turn", _turn(view, people, view.turn), width)
    else:
        winners = [[Span(_call(people, seat), "good")] for seat in view.winners]
        lines += flow("Won by", joined(winners), width)
    if view.tile:
        lines += flow("Buying", _purchase(view, people, view.tile), width)
    if view.prompt == "token":
        lines += flow("Token", _token(view, people), width)
    if view.turn:
        lines += flow("Hand", _hand(view, people), width)
        lines += flow("Deck", _deck(view), width)
    return lines


def _turn(view: View, people: People, turn: int) -> Iterator[Chunk]:
    """CU-14: whose turn it is, and who gets a refused hand."""
    asked = "" if view.tile else _ASKED.get(view.prompt, "")
    yield [Span(_call(people, turn), "bold"), Span(asked), Span(" ")]
    yield [Span(f"(next is {_call(people, view.order[0 if view.is_decided else 1])})", "dim")]


def _purchase(view: View, people: People, tile: int) -> Iterator[Chunk]:
    """CU-34: the tile being bought, and what has been chosen so far."""
    settled: list[Chunk] = [[Span(title_tile(tile), "bold")]]
    if view.victim:
        settled.append([Span(f"{_TOWARDS.get(tile, 'from')} {_call(people, view.victim)}")])
    if view.theirs:
        settled.append([Span("for "), _card(view.theirs)])
    yield from joined(settled, end=": ")
    yield from _words(TILE_EFFECTS[tile - 1])


def _token(view: View, people: People) -> Iterator[Chunk]:
    """CU-33: who has to choose whose token to take."""
    yield [Span(f"for {_call(people, view.waiting[0])}", "bold"), Span(" ")]
    yield [Span("from which opponent? The supply is empty.")]


def _hand(view: View, people: People) -> Iterator[Chunk]:
    """CU-10, CU-15: the hand, and what each card would add to the viewer's score, or to the holder's for spectators."""
    kept = view.if_kept
    if kept is None:
        yield [Span("no card", "dim")]
        return
    whose = next((seat.seat for seat in view.seats if people.is_you(seat.seat)), kept.seat)
    worth = view.seats[whose - 1].one_more
    cards = [
        [*_times(card, number), Span(" ("), _points(worth[card]), Span(")")]
        for card, number in view.hand.items()
    ]
    yield from joined(cards, end=" ")
    gains: list[Chunk] = [[Span(f"for {_call(people, whose)}")]]
    if sum(view.hand.values()) > 1:
        gains.append([Span("each card alone")])
        if whose == kept.seat:
            gains.append([Span("all together "), _points(kept.points)])
    if kept.tokens:
        gains.append([Span(f"and {_count(kept.tokens, 'token')}")])
    yield from joined(gains)


def _deck(view: View) -> Iterator[Chunk]:
    """CU-05, CU-42, CU-43: what is still to come, what is set aside, and what is gone."""
    yield [Span(f"{_count(view.deck_size, 'card')} to draw, ")]
    yield [Span(f"{view.aside_size} set aside unseen", "dim"), Span("; " if view.destroyed else "")]
    gone = [_times(card, number) for card, number in view.destroyed.items()]
    for at, card in enumerate(joined(gone)):
        yield card if at else [Span("destroyed: ", "dim"), *card]


def _market(view: View, width: int) -> Iterator[Line]:
    """CU-31, CU-35: the tiles for sale, and the supply."""
    yield from flow("Supply", [[Span(_count(view.supply, "token"))]], width)
    yield from flow("Market", [[Span("" if view.market else "no tile")]], width)
    for tile in view.market:
        yield from _for_sale(tile, width)


def _for_sale(tile: TileView, width: int) -> list[Line]:
    """A tile: its number, title, cost and effect."""
    number, title, cost = f"{tile.tile:>2}", Span(tile.title, "bold"), _count(tile.cost, "token")
    if width < WIDE_MARKET:
        return flow(number, [[title, Span(f", {cost}: ")], *_words(tile.effect)], width, MARK)
    lead = [Span(padded(number, MARK), "dim"), title]
    lead.append(Span(f"{' ' * (LONGEST_TITLE - len(tile.title))}  {cost:<9}  "))
    first, *rest = flow("", _words(tile.effect), width, cells(lead))
    return [[*lead, *first[1:]], *rest]


# One column per seat


class _Sheet:
    """CU-18 to CU-25: the collections side by side, with what each part brings and the points down to the total."""

    def __init__(self, view: View, people: People, width: int) -> None:
        self._view = view
        self._people = people
        self._room = min(WIDEST, (width - LABEL) // len(view.seats) - GAP)
        self._end = ADVANCED_POINTS if view.is_advanced else POINTS
        self.is_wide_enough = self._room > self._end

    def rows(self) -> Iterator[Line]:
        """All lines."""
        yield from self._row("", self._heading)
        for dinosaur in DINOSAUR_NAMES:
            yield from self._set_and_egg(dinosaur, dinosaur)
        yield from self._set_and_egg(f"{_RAPTOR}s", _RAPTOR)
        yield from self._row("tiles", lambda seat: [self._spread(*_tile(seat, tile)) for tile in seat.tiles])
        yield [Span("-" * (LABEL + (len(self._view.seats) - 1) * (self._room + GAP) + self._end), "dim")]
        yield from self._totals()

    def _row(self, label: str, cell: Callable[[SeatView], Cell], style: str = "") -> Iterator[Line]:
        """One cell per seat, in as many lines as the highest needs; no lines if all are empty."""
        for at, parts in enumerate(zip_longest(*map(cell, self._view.seats), fillvalue=[])):
            line = [Span(padded("" if at else label, LABEL), style)]
            for part in parts:
                line += [*part, Span(" " * (self._room + GAP - cells(part)))]
            yield line

    def _spread(self, words: Line, points: int | None = None, style: str = "") -> Line:
        """Words at the left of a column, points at the right."""
        if points is None:
            return words
        right = _points(points, style)
        return [*words, Span(" " * max(1, self._end - cells(words) - len(right.text))), right]

    def _heading(self, seat: SeatView) -> Cell:
        name, you = self._people.short(seat.seat), YOU if self._people.is_you(seat.seat) else ""
        style = name_style(seat.seat, self._view.turn, self._view.winners)
        mark = marker(seat.seat, self._view.turn, self._view.winners)
        room = self._room - MARK
        if width_of(name + you) <= room:
            return [[*mark, Span(name + you, style)]]
        return [[*mark, Span(cropped(name, room), style)], *([[Span(" " * (MARK - 1) + you)]] if you else [])]

    def _set_and_egg(self, label: str, of: str) -> Iterator[Line]:
        """CU-18, CU-20: a dinosaur's cards; CU-22, CU-23: its egg, below the cards that decide whether it pays."""
        style = _STYLES.get(of, "")
        yield from self._row(label, lambda seat: [self._set(seat, of)], style)
        if of == _RAPTOR:
            for colour in COLOUR_NAMES:
                yield from self._row(f"  {colour} values", partial(self._values, colour))
        yield from self._row("  its egg", partial(self._egg, of), style)

    def _set(self, seat: SeatView, of: str) -> Line:
        if of not in _scored(seat):
            return [Span("-", "dim")]
        number, points = _scored(seat)[of]
        return self._spread([Span(f"{number}"), _icons(seat, of)], points)

    def _values(self, colour: str, seat: SeatView) -> Cell:
        """The values of the Velociraptors of one colour."""
        values = [[Span(card.removeprefix(f"{colour} "))] for card in _raptors(seat, colour)]
        return flow("", joined(values), self._room, 0) if values else []

    def _egg(self, of: str, seat: SeatView) -> Cell:
        egg = _scored(seat).get(f"egg {of}")
        return [self._spread([], egg[1])] if egg else []

    def _totals(self) -> Iterator[Line]:
        """CU-27, CU-30: the finished rounds and the present one as it stands; CU-50: tokens; and the total."""
        for at, _ in enumerate(self._view.seats[0].round_scores):
            yield from self._row(f"round {at + 1}", partial(self._round, at))
        if self._view.turn:
            label = f"round {self._view.round} so far"
            yield from self._row(label, lambda seat: [self._spread([], seat.round_score)])
        if self._view.is_advanced:
            yield from self._row("tokens", self._tokens)
        yield from self._row("total", lambda seat: [self._spread([], seat.score, "bold")], "bold")

    def _round(self, at: int, seat: SeatView) -> Cell:
        return [self._spread([], seat.round_scores[at])]

    def _tokens(self, seat: SeatView) -> Cell:
        tokens = self._spread([Span(f"{seat.tokens}")], seat.token_points)
        return [tokens, [Span(f"{seat.owed} owed")]] if seat.owed else [tokens]


# A few lines per seat


def _block(view: View, seat: SeatView, people: People, width: int) -> Iterator[Line]:
    """A seat on a narrow terminal: its points on the first line, where they come from on the next."""
    room = min(LONGEST_NAME, width - 46)
    name = padded(people.row(seat.seat, room), room + GAP)
    first = [
        *marker(seat.seat, view.turn, view.winners),
        Span(name, name_style(seat.seat, view.turn, view.winners)),
        *_rounds(view, seat),
    ]
    total = [Span("total ", "dim"), _points(seat.score, "bold")]
    gap = max(GAP, min(width, WIDEST_BLOCK) - cells([*first, *total]))
    yield [*first, Span(" " * gap), *total]
    yield from flow("", joined(list(_parts(view, seat))), width, MARK)


def _rounds(view: View, seat: SeatView) -> Line:
    """CU-27: the present round as it stands, and the finished ones."""
    now = [Span("now ", "dim"), _points(seat.round_score)] if view.turn else []
    before = [span for points in seat.round_scores for span in (Span(" "), _points(points))]
    lead = [Span("  before" if now else "rounds", "dim")] if before else []
    return [*now, *lead, *before]


def _parts(view: View, seat: SeatView) -> Iterator[Chunk]:
    """The collection with what each part brings, then tiles and tokens."""
    scored = _scored(seat)
    for dinosaur in DINOSAUR_NAMES:
        if dinosaur in scored:
            number, points = scored[dinosaur]
            yield [Span(f"{number} "), _card(dinosaur), _icons(seat, dinosaur), Span(" "), _points(points)]
    if _RAPTOR in scored:
        number, points = scored[_RAPTOR]
        lead = Span(f"{_count(number, _RAPTOR)} (")
        cards = [[_card(card)] for colour in COLOUR_NAMES for card in _raptors(seat, colour)]
        cards[0].insert(0, lead)
        cards[-1] += [Span(") "), _points(points)]
        yield from cards
    for name in EGG_NAMES:
        if egg := scored.get(f"egg {name}"):
            yield [_card(f"egg {name}"), Span(" "), _points(egg[1])]
    if not seat.collection:
        yield [Span("no card", "dim")]
    for tile in seat.tiles:
        words, brought = _tile(seat, tile)
        yield [Span("tile "), *words, *([] if brought is None else [Span(" "), _points(brought)])]
    if view.is_advanced:
        owed = f" ({seat.owed} owed)" if seat.owed else ""
        yield [Span(f"{_count(seat.tokens, 'token')}{owed} "), _points(seat.token_points)]


# Words


def _call(people: People, seat: int) -> str:
    return "you" if people.is_you(seat) else people.name(seat)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _words(text: str) -> list[Chunk]:
    return [[Span(f"{word} ", "dim")] for word in text.split()]


def _points(points: int, style: str = "") -> Span:
    """The points that something brings or costs."""
    return Span(f"{points:+}", f"{style} red".strip() if points < 0 else style)


def _card(name: str) -> Span:
    """A card in the colour of its dinosaur."""
    dinosaur = name.removeprefix("egg ").removesuffix(" dna")
    return Span(name, f"bold {_STYLES[dinosaur]}" if dinosaur in _STYLES else "bold")


def _times(card: str, number: int) -> Chunk:
    """A card, or several of a kind."""
    return [Span(f"{number} x " if number > 1 else ""), _card(card)]


def _scored(seat: SeatView) -> dict[str, tuple[int, int]]:
    """By part of the collection: how many cards, and what they bring."""
    return {line.of: (line.number, line.points) for line in seat.score_lines}


def _raptors(seat: SeatView, colour: str) -> list[str]:
    """All Velociraptors of a colour."""
    cards = [card for card in seat.collection if card.startswith(f"{colour} ")]
    return [card for card in cards for _ in range(seat.collection[card])]


def _icons(seat: SeatView, dinosaur: str) -> Span:
    """CU-03: how many of a dinosaur's cards have a DNA icon."""
    number = seat.collection.get(f"{dinosaur} dna", 0)
    return Span(f" ({number} dna)" if number else "", "dim")


def _tile(seat: SeatView, tile: int) -> tuple[Line, int | None]:
    """CU-48: a tile bought this round, and what it brings if it scores."""
    _, points = _scored(seat).get(f"tile {tile}", (1, None))
    return [Span(f"{tile} {TILE_TITLES[tile - 1]}")], points
