"""A server that stops plays nobody's game for them, and begins nothing new."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from rexarium.server.model import log
from rexarium.server.model.errors import Refusal
from rexarium.server.model.rows import Ownership, StoredEntry
from rexarium.server.net.pools import BOTS, NICE_BOTS
from rexarium.server.runtime import bots
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.workers import processes
from rexarium.server.workers.bots import choose_move
from rexarium.server.workers.inline import InlinePool
from rexarium.server.workers.pool import PoolClosed
from rexarium.server.workers.processes import WorkerPool
from tests.server.support.fakes import FakeBots
from tests.server.support.samples import PATIENCE, TABLE, bot
from tests.server.support.server import TestServer, idle, wait_for


class SlowStore(MemoryStore):
    """A store whose logs can be read only when it is told to; it notes what is released."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.released: list[str] = []

    async def entries(self, table: str, since: int = 0) -> list[StoredEntry]:
        await self.go.wait()
        return await super().entries(table, since)

    async def release(self, ownership: Ownership) -> None:
        self.released.append(ownership.table)
        await super().release(ownership)


@pytest.mark.parametrize("is_woken", [True, False], ids=["by its alarm", "by a visitor"])
async def test_a_table_that_is_read_while_the_server_stops_does_not_become_live(*, is_woken: bool) -> None:
    store = SlowStore()
    server = TestServer(store)
    server.bots.go.clear()
    await server.open("trex", [bot("tyrant"), bot("tyrant")])
    tables, size = server.service.tables, server.live.table.length
    server.live.close("")
    tables.forget(TABLE, server.live)
    store.go.clear()
    pool = tables._pool = InlinePool()
    visitor = None if is_woken else asyncio.create_task(tables.get(TABLE))
    if is_woken:
        tables.alarms.ring(TABLE)
    await wait_for(lambda: TABLE in tables._reading)
    stopping = asyncio.create_task(server.service.close())
    await wait_for(lambda: pool._is_closed)
    await idle()
    assert not stopping.done(), "it waits for what is being read"
    store.go.set()
    await asyncio.wait_for(stopping, PATIENCE)
    await idle()
    assert len(await store.entries(TABLE)) == size
    assert tables.live == {}
    assert store.released == [TABLE]
    if visitor is not None:
        with pytest.raises(Refusal) as caught:
            await visitor
        assert caught.value.code == "unavailable"


async def test_a_server_that_stops_gives_nobody_a_table(server: TestServer) -> None:
    await server.service.tables.close("Bye.")
    with pytest.raises(Refusal) as caught:
        await server.service.tables.get(TABLE)
    assert caught.value.code == "unavailable"


@pytest.mark.table("trex", bot("tyrant"), bot("tyrant"), is_started=False)
async def test_no_bot_is_replaced_because_the_pool_is_closed(server: TestServer) -> None:
    pool = server.live._pool = InlinePool()
    await pool.close()
    before = server.live.table.length
    await server.live.append(lambda _: [log.Started()])
    await idle()
    assert server.live.table.length == before + 1
    assert not server.live._thoughts


async def test_a_task_that_fails_because_its_pool_is_closed_says_so(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its second attempt too, when the process that is killed has no other to be retried in."""
    match = server.live.table.match
    assert match is not None
    (seat, *_) = match.waiting()
    pool, started = WorkerPool(BOTS, 1, NICE_BOTS), 0

    async def hang(*_: object) -> Any:
        nonlocal started
        started += 1
        return await asyncio.create_subprocess_exec(
            *(("true",) if started == 1 else ("sleep", "600")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    monkeypatch.setattr(processes, "_start", hang)
    running = asyncio.create_task(pool.run(choose_move("trex", match.sight(seat), match.ply, "tyrant")))
    async with asyncio.timeout(PATIENCE):
        while started < 2 or not pool._busy:
            await asyncio.sleep(0.01)
    await pool.close()
    with pytest.raises(PoolClosed):
        await running


@pytest.mark.table("trex", bot("tyrant"), bot("tyrant"))
async def test_a_bot_that_has_been_replaced_does_not_move_for_its_successor(server: TestServer) -> None:
    server.live.close("")
    table = server.live.table
    (seat,) = table.bots_to_move()
    play: Callable[..., Any] = await bots.ask_move(FakeBots(), table, seat, lambda: True)
    assert play(table)
    table.players[seat] = bot("hatchling")
    assert play(table) == []
