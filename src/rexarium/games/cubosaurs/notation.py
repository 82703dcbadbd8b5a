"""The notation of Cubosaurs: writing and reading moves and deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rexarium.games.cubosaurs import codes
from rexarium.games.cubosaurs.words import KIND_NAMES
from rexarium.kernel import bits
from rexarium.kernel.errors import BadText, UnreadableMove
from rexarium.kernel.outline import Line
from rexarium.kernel.phrases import read_name, read_number, read_seat

MOVE_NAMES = (
    "keep",
    "refuse",
    "end turn",
    *(f"buy {tile}" for tile in range(1, codes.TILES + 1)),
    *(f"seat {seat}" for seat in range(1, codes.MAX_SEATS + 1)),
    *(f"token seat {seat}" for seat in range(1, codes.MAX_SEATS + 1)),
    *KIND_NAMES,
)
_MOVES = {name: move for move, name in enumerate(MOVE_NAMES)}
_KINDS = {name: kind for kind, name in enumerate(KIND_NAMES)}
_LONGEST = max(len(name.split()) for name in MOVE_NAMES)


@dataclass(frozen=True, slots=True)
class Deal:
    """CU-05, CU-07, CU-31, CU-49: what the shuffle and the draw for first player decide."""

    first: int
    decks: tuple[tuple[int, ...], ...]  # by round, kinds in draw order
    tile_orders: tuple[tuple[int, ...], ...]  # by round, in the advanced game


def say(move: int) -> str:
    """Write a move."""
    return MOVE_NAMES[move]


def read(text: str) -> int:
    """Read a move."""
    words = " ".join(text.lower().split())
    if words not in _MOVES:
        raise UnreadableMove(_refusal(text))
    return _MOVES[words]


def continues(move: int) -> bool:
    """Whether a move only ever continues a line: opponents and cards do."""
    return codes.SEAT <= move < codes.TOKEN or move >= codes.CARD


def say_line(moves: Sequence[int]) -> str:
    """Write moves as one line; of two cards, the second is the one given in exchange."""
    texts = [say(move) for move in moves]
    if len(moves) > 1 and min(moves[-2:]) >= codes.CARD:
        texts.insert(-1, "for")
    return " ".join(texts)


def read_line(text: str) -> list[int]:
    """Read the moves of a line, from its first word or from any point where it can continue."""
    return list(_read_line(text))


@lru_cache(maxsize=1024)
def _read_line(text: str) -> tuple[int, ...]:
    """Cached, because the same few lines are read over and over at all tables."""
    words = text.lower().split()
    moves: list[int] = []
    while words:
        if words[0] == "for" and moves and moves[-1] >= codes.CARD:
            words.pop(0)
        length = next((n for n in range(_LONGEST, 0, -1) if " ".join(words[:n]) in _MOVES), 0)
        move = _MOVES.get(" ".join(words[:length]), codes.MOVES)
        if move == codes.MOVES or (moves and not continues(move)):
            break
        moves.append(move)
        words = words[length:]
    if words or not moves:
        raise UnreadableMove(_refusal(text))
    return tuple(moves)


def _refusal(text: str) -> str:
    examples = "'keep', 'refuse stegosaurus', 'buy 7 seat 2 grey 3' or 'token seat 3'"
    return f"'{text.strip()}' is no move of Cubosaurs. Moves read like {examples}."


def parts(move: int) -> tuple[str, ...]:
    """The pieces a player touches: the hand, the tile, the opponent, the token, the card."""
    if move in (codes.KEEP, codes.REFUSE):
        return ("hand", say(move))
    if move >= codes.CARD:
        return (f"card {say(move)}",)
    if codes.BUY < move < codes.SEAT:
        return (f"tile {move - codes.BUY}",)
    return (say(move),)


def read_kind(text: str, line: int, error: type[BadText]) -> int:
    """Read the name of a card."""
    return read_name(_KINDS, "card", text, line, error, "CU-01")


def read_tile(text: str, line: int, error: type[BadText]) -> int:
    """Read the number of a tile."""
    return read_number(text, 1, codes.TILES, "a tile", line, error)


def say_deal(deal: Deal) -> list[str]:
    """Write a deal as records have it."""
    lines = [f"first: seat {deal.first + 1}"]
    for round_, deck in enumerate(deal.decks, start=1):
        lines.append(f"deck {round_}: {', '.join(KIND_NAMES[kind] for kind in deck)}")
    for round_, order in enumerate(deal.tile_orders, start=1):
        lines.append(f"tiles {round_}: {', '.join(map(str, order))}")
    return lines


def read_deal(
    seats: int, box: Sequence[int], tiles: int, rounds: int, lines: Sequence[Line], error: type[BadText]
) -> Deal:
    """Read a deal from its lines: the first player, a deck for each round and, with tiles, their order in each round."""
    wanted = ["first", *(f"deck {round_ + 1}" for round_ in range(rounds))]
    wanted += [f"tiles {round_ + 1}" for round_ in range(rounds)] if tiles else []
    if [line.label for line in lines] != wanted:
        raise error(f"a deal at this table says {', '.join(wanted)}.", lines[0].number if lines else 0)
    first = read_seat(lines[0].value, seats, lines[0].number, error)
    decks = [_read_deck(seats, box, line, error) for line in lines[1 : rounds + 1]]
    orders = [_read_order(tiles, line, error) for line in lines[rounds + 1 :]]
    return Deal(first, tuple(decks), tuple(orders))


def _read_deck(seats: int, box: Sequence[int], line: Line, error: type[BadText]) -> tuple[int, ...]:
    deck = tuple(read_kind(item, line.number, error) for item in line.items())
    size = seats * codes.DECK_A_SEAT
    if len(deck) != size:
        raise error(
            f"with {seats} seats a deck has {size} cards, not {len(deck)} (CU-05).", line.number, "CU-05"
        )
    for kind in set(deck):
        if deck.count(kind) > box[kind]:
            text = f"the box has {box[kind]} cards {KIND_NAMES[kind]}, not {deck.count(kind)} (CU-01)."
            raise error(text, line.number, "CU-01")
    return deck


def _read_order(tiles: int, line: Line, error: type[BadText]) -> tuple[int, ...]:
    order = tuple(read_tile(item, line.number, error) for item in line.items())
    if sorted(order) != bits.members(tiles):
        names = ", ".join(map(str, bits.members(tiles)))
        raise error(f"the tiles at this table are {names}, each once (CU-31, CU-51).", line.number, "CU-31")
    return order
