"""A stored move that is garbled, or not legal where it stands, is refused before the compiled rules hear of it."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from rexarium.kernel.errors import RexariumError
from rexarium.kernel.lines import legal_lines
from rexarium.match import Match
from rexarium.server.model.restore import DamagedLog, fold_entry, restore
from rexarium.server.model.rows import StoredEntry
from tests.server.model.tables import dna_sitting
from tests.server.support.model_table import ModelTable, dump
from tests.server.support.samples import GAMES, NOON, opening

PLIES = 12
GARBLED = ["", "  ", "checkmate", "play blue", "buy 99", "keep keep", "\u0000", "5", "flip " * 300]
STRANGERS = [-1, 3, 63, 2**31, -(2**63)]  # seats that are not there


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Sequence[int]]]:
    """The moves that were handed to the rules without another check."""
    play, found = Match.play, list[tuple[int, Sequence[int]]]()

    def noted(match: Match, seat: int, moves: Sequence[int]) -> Any:
        found.append((seat, moves))
        return play(match, seat, moves)

    monkeypatch.setattr(Match, "play", noted)
    return found


def begun(game: str) -> Iterator[tuple[ModelTable, list[StoredEntry]]]:
    """A table after each of its first moves, and its log as it is stored."""
    model = ModelTable(game)
    for step in range(PLIES):
        codec = model.table.codec
        entries = [StoredEntry(n, at, codec.encode(entry)) for n, (entry, at) in enumerate(model.log)]
        yield model, entries
        model.move(choice=step)


def moved(seat: int, line: str) -> bytes:
    """A stored move, as nobody has checked it."""
    return msgspec.json.encode({"is": "moved", "seat": seat, "line": line})


def illegal_moves(model: ModelTable) -> Iterator[bytes]:
    """Moves that the notation knows and the rules forbid here, for every seat."""
    game, match = model.table.game, model.table.match
    assert match is not None
    for seat in range(model.table.setup.seats):
        legal = match.state().moves(seat)
        yield from (moved(seat, game.say(move)) for move in range(game.move_count) if move not in legal)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_never_reaches_the_rules(game: str, played: list[Any]) -> None:
    for model, entries in begun(game):
        table, before = restore(entries), dump(model.table)
        played.clear()
        for data in illegal_moves(model):
            with pytest.raises(DamagedLog) as caught:
                fold_entry(table, StoredEntry(table.length, NOON, data))
            assert caught.value.number == len(entries)
            assert isinstance(caught.value.__cause__, RexariumError), data
        assert not played
        assert dump(table) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_garbled_move_is_refused(game: str, played: list[Any]) -> None:
    for model, entries in begun(game):
        table, before = restore(entries), dump(model.table)
        played.clear()
        seat = table.waiting()[0]
        data = [moved(seat, line) for line in GARBLED]
        assert table.match is not None
        legal = table.game.say(table.match.state().moves(seat)[0])
        data += [moved(other, legal) for other in STRANGERS]
        data += [moved(seat, legal)[:-3], moved(seat, legal).replace(b'"seat"', b'"sea"')]
        for each in data:
            with pytest.raises(DamagedLog):
                fold_entry(table, StoredEntry(table.length, NOON, each))
        assert not played
        assert dump(table) == before


def test_a_line_whose_end_is_illegal_is_refused_whole(played: list[Any]) -> None:
    """Its beginning is legal, and nothing of it may have happened."""
    model = dna_sitting()
    while not (lines := [line for line in lines_of(model) if len(line) > 1]):
        model.move()
    table, before, say = model.table, dump(model.table), model.table.game.say_line
    played.clear()
    seat, ends = (
        table.waiting()[0],
        [move for move in range(table.game.move_count) if table.game.continues(move)],
    )
    wrong = [line for end in ends if (line := [*lines[0][:-1], end]) not in lines]
    for line in wrong:
        with pytest.raises(DamagedLog):
            fold_entry(table, StoredEntry(table.length, NOON, moved(seat, say(line))))
    assert wrong
    assert not played
    assert dump(table) == before


def lines_of(model: ModelTable) -> list[list[int]]:
    """Every whole line that a seat to move may play."""
    match = model.table.match
    assert match is not None
    return legal_lines(match.game, match.state(), match.waiting()[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_before_the_deal_is_refused(game: str) -> None:
    model = ModelTable(game)
    line = model.move()
    entries = opening(game)
    codec = model.table.codec
    for place in range(len(entries)):
        data = [codec.encode(entry) for entry in entries]
        data.insert(place, moved(0, line))
        with pytest.raises(DamagedLog) as caught:
            restore(StoredEntry(number, NOON, each) for number, each in enumerate(data))
        assert caught.value.number == place
