"""A server with one table, everything within reach, and no network."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from rexarium.server.model import commands
from rexarium.server.model.log import Clock, Player
from rexarium.server.model.moment import Actor
from rexarium.server.model.restore import restore
from rexarium.server.model.table import Table
from rexarium.server.runtime.live import LiveTable
from rexarium.server.runtime.service import Service
from rexarium.server.storage.store import Store
from rexarium.server.wire import messages
from tests.server.support.fakes import FakeBots, FakeClock, FakeSession, FlakyStore, InlinePool
from tests.server.support.model_table import line_of
from tests.server.support.samples import PEOPLE, UNTIMED, opening


async def open_service(service: Service) -> None:
    """Open a service whose heartbeat goes by its clock: real seconds mean nothing where that stands still."""
    await service.open()
    if isinstance(service.now, FakeClock):
        service.now.heartbeat = service.heartbeat


class TestServer:
    """A server with one table, everything within reach."""

    __test__ = False  # pytest would collect it for its name

    def __init__(self, store: Store | None = None) -> None:
        self.clock = FakeClock()
        self.store = store or FlakyStore()
        self.bots = FakeBots()
        self.records = InlinePool()
        self.service = Service(self.store, self.bots, self.records, self.clock, heartbeat_seconds=None)
        self.live: LiveTable = None  # type: ignore[assignment]
        self._commands = 0

    async def open(
        self,
        game: str = "trex",
        players: Sequence[Player | Actor | None] = PEOPLE,
        clock: Clock = UNTIMED,
        *,
        is_started: bool = True,
    ) -> LiveTable:
        """Set a table up where these sit."""
        await open_service(self.service)
        entries = opening(game, players, clock, is_started=is_started)
        table = await self.service.tables.begin(entries)
        self.live = await self.service.tables.get(table)
        return self.live

    async def restart(self, seconds: float = 0) -> LiveTable:
        """Close the server, let time pass, and open it again on the same storage."""
        table = self.live.table.id
        await self.service.close()
        self.clock.advance(seconds)
        self.bots = FakeBots()
        self.records = InlinePool()
        self.service = Service(self.store, self.bots, self.records, self.clock, heartbeat_seconds=None)
        await open_service(self.service)
        self.live = await self.service.tables.get(table)
        return self.live

    async def join(self, actor: Actor) -> FakeSession:
        """Somebody looks at the table."""
        session = FakeSession(actor)
        await self.live.join(session)
        return session

    async def do(self, who: Actor, make: Callable[..., commands.Command], **fields: Any) -> messages.Done:
        """A command."""
        self._commands += 1
        command = make(**({"id": f"c{self._commands}"} | fields))
        return await asyncio.shield(self.live.tasks.spawn(self.live.submit(who, command)))

    async def move(self, seat: int | None = None, choice: int = 0, **fields: Any) -> messages.Done:
        """One of those who owe a move makes one."""
        table = self.live.table
        seat = table.waiting()[0] if seat is None else seat
        assert table.match is not None
        fields = {"ply": table.match.ply, "line": line_of(table, seat, choice)} | fields
        return await self.do(self.actor(seat), commands.Move, **fields)

    def actor(self, seat: int) -> Actor:
        """The players at the table."""
        player = self.live.table.players[seat]
        assert player is not None
        return Actor(player.person, player.name, player.key)

    async def read_again(self) -> Table:
        """The table as its log makes it now."""
        return restore(await self.store.entries(self.live.table.id))


async def idle() -> None:
    """Let the loop run until nothing is left to do but wait."""
    for _ in range(40):
        await asyncio.sleep(0)


async def wait_for(is_so: Callable[[], bool]) -> None:
    """Let the loop run until it is so."""
    while not is_so():
        await asyncio.sleep(0)


@asynccontextmanager
async def start_server(
    game: str = "trex", *players: Player | Actor | None, **fields: Any
) -> AsyncIterator[TestServer]:
    """Open a server with one table, and close it at the end."""
    server = TestServer()
    await server.open(game, players or PEOPLE, **fields)
    yield server
    await server.service.close()
