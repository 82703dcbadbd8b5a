"""On its whole way a move is read and checked once: from a command to events and back out of the storage."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rexarium.bots import LEVELS
from rexarium.games import find_game
from rexarium.match import Match
from rexarium.server.model import log
from rexarium.server.model.decide import decide_bot_move
from rexarium.server.model.log import Clock
from tests.server.support.samples import ANNA, GAMES, bot
from tests.server.support.server import TestServer, idle, start_server

LIVE = Clock("live", bank=60, increment=5)


class Tally:
    """How often moves are read and checked; what does so calls others for it, and they do not count again."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()
        for game in GAMES:
            for name in ("read", "read_line"):
                self._count(patch, type(find_game(game)), name, "reads")
        self._count(patch, Match, "check", "checks")

    def _count(self, patch: pytest.MonkeyPatch, owner: type, name: str, kind: str) -> None:
        work: Callable[..., Any] = getattr(owner, name)

        def counted(*values: Any, **fields: Any) -> Any:
            self.found[kind] += not self._inside[kind]
            self._inside[kind] += 1
            try:
                return work(*values, **fields)
            finally:
                self._inside[kind] -= 1

        patch.setattr(owner, name, counted)

    def take(self) -> tuple[int, int]:
        """The reads and checks since the last time."""
        found = self.found["reads"], self.found["checks"]
        self.found.clear()
        return found


@pytest.fixture
def tally(monkeypatch: pytest.MonkeyPatch) -> Tally:
    return Tally(monkeypatch)


async def moves_written(server: TestServer) -> int:
    """How many lines of moves the log has."""
    table = server.live.table
    entries = [table.codec.decode(entry.data) for entry in await server.store.entries(table.id)]
    return sum(isinstance(entry, log.Moved) for entry in entries)


@pytest.mark.parametrize("game", GAMES)
async def test_a_persons_move_is_read_once_and_checked_once(game: str, tally: Tally) -> None:
    async with start_server(game) as server:
        await server.join(ANNA)
        for step in range(8):
            tally.take()
            await server.move(choice=step)
            assert tally.take() == (1, 1)


@pytest.mark.parametrize("game", GAMES)
async def test_a_bots_move_is_never_read_and_checked_once(game: str, tally: Tally) -> None:
    async with start_server(game, bot(), bot(), is_started=False) as server:
        await server.join(ANNA)
        tally.take()
        await server.live.append(lambda _: [log.Started(by="anna")])
        await idle()
        found = tally.take()
        moves = await moves_written(server)
        assert moves > 3
        assert found == (0, moves)


@pytest.mark.parametrize("game", GAMES)
async def test_a_forced_move_is_neither_read_nor_checked(game: str, tally: Tally) -> None:
    async with start_server(game, clock=LIVE) as server:
        for seat in (0, 1, 2):
            await server.join(server.actor(seat))
        tally.take()
        for _ in range(8):
            server.clock.advance(61)
            await server.live.run_due()
        found = tally.take()
        assert await moves_written(server) >= 8
        assert found == (0, 0)
        assert server.live.table.forced_moves


@pytest.mark.parametrize("game", GAMES)
async def test_a_stored_move_is_read_once_and_checked_once(game: str, tally: Tally) -> None:
    async with start_server(game) as server:
        for step in range(8):
            await server.move(choice=step)
        server.clock.advance(61)
        moves = await moves_written(server)
        tally.take()
        await server.read_again()
        assert tally.take() == (moves, moves)


@pytest.mark.table("trex", bot(LEVELS[0]), bot(LEVELS[0]), is_started=False)
async def test_an_illegal_bot_move_is_never_made(server: TestServer, tally: Tally) -> None:
    table = server.live.table
    server.bots.go.clear()
    await server.live.append(lambda _: [log.Started(by="anna")])
    tally.take()
    before = table.length
    await server.live.append(lambda now: decide_bot_move(now, now.waiting()[0], now.game.move_count))
    assert tally.take() == (0, 1)
    assert [player and player.bot for player in table.players].count(LEVELS[2]) == 1
    assert table.length == before + 1
