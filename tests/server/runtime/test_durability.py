"""Nothing is shown before it is durable, and a failed write loses nothing but the table in memory."""

import asyncio
import logging

import pytest

from rexarium.server.model.commands import Move, Start
from rexarium.server.model.errors import Refusal
from rexarium.server.runtime.tables import AGAIN
from rexarium.server.wire import present
from rexarium.server.wire.messages import Why
from tests.server.support.fakes import FakeSession, FlakyStore
from tests.server.support.live import flaky, kinds
from tests.server.support.model_table import dump, line_of
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, NOBODY, bot
from tests.server.support.server import TestServer, idle, start_server, wait_for


async def test_nobody_sees_an_entry_before_it_is_stored(server: TestServer) -> None:
    store = flaky(server)
    sessions = [await server.join(who) for who in (ANNA, BEN, CLEO, NOBODY)]
    leaver = await server.join(DORA)
    for session in sessions:
        session.read()
    store.go.clear()
    moving = asyncio.create_task(server.move())
    await idle()
    newcomer = FakeSession(DORA)
    waiting = [
        asyncio.create_task(server.live.join(newcomer)),
        asyncio.create_task(server.live.resync(sessions[0])),
        asyncio.create_task(server.live.pong(sessions[1], 0)),
        asyncio.create_task(server.live.why(ANNA, Why(id="w", seat=1))),
        asyncio.create_task(server.live.read(present.table_state)),
        asyncio.create_task(server.service.tables.record(server.live.table.id)),
    ]
    await idle()
    server.live.leave(leaver)
    await idle()
    assert not moving.done()
    assert not any(task.done() for task in waiting)
    assert not any(session.messages for session in (*sessions, newcomer))
    store.go.set()
    await moving
    *tasks, record = waiting
    await asyncio.gather(*tasks)
    with pytest.raises(Refusal):
        await record
    assert all(message for session in sessions for message in kinds(session))


@pytest.mark.parametrize("is_late", [False, True], ids=["nothing was written", "it was written all the same"])
async def test_when_the_store_fails_everyone_is_disconnected_and_the_log_decides(
    is_late: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        async with start_server() as server:
            store = flaky(server)
            await server.move()
            before = await server.read_again()
            sessions = [await server.join(who) for who in (ANNA, BEN, NOBODY)]
            for session in sessions:
                session.read()
            store.is_failing, store.is_failing_late = not is_late, is_late
            old = server.live
            ply, seat = 1, old.table.waiting()[0]
            line = line_of(old.table, seat)
            command = Move(id="shaky", ply=ply, line=line)
            queued = [asyncio.create_task(old.submit(server.actor(seat), command)) for _ in range(2)]
            for task in queued:
                with pytest.raises(Refusal) as caught:
                    await task
                assert caught.value.code == "unavailable"
            assert all(session.messages == [] and session.closed_with for session in sessions)
            late = FakeSession(ANNA)
            await old.join(late)
            assert late.closed_with
            store.is_failing = store.is_failing_late = False
            server.live = await server.service.tables.get(old.table.id)
            assert server.live is not old
            assert server.live.table.length == before.length + is_late
            assert dump(server.live.table) == dump(await server.read_again())
            done = await server.live.submit(server.actor(seat), command)  # the client tries again
            assert done.number == before.length + 1
            assert server.live.table.length == before.length + 1
    assert [record.message for record in caplog.records] == ["could not write a table"]


@pytest.mark.table("trex", bot(), bot(), is_started=False)
async def test_an_abandoned_table_resumes_when_the_store_recovers(
    server: TestServer,
) -> None:
    logging.disable(logging.CRITICAL)
    try:
        store = flaky(server)
        server.bots.go.clear()
        await server.do(ANNA, Start)
        store.is_failing = True
        server.bots.go.set()
        await idle()
        table = server.live.table.id
        assert table not in server.service.tables.live
        assert (
            server.service.tables.alarms.timers[table].when()
            <= asyncio.get_running_loop().time() + AGAIN / 1000
        )
        server.service.tables.alarms.cancel(table)
        server.service.tables.alarms.ring(table)  # too early: it tries again later
        await idle()
        assert table in server.service.tables.alarms.timers
        store.is_failing = False
        server.service.tables.alarms.ring(table)
        await wait_for(lambda: table in server.service.tables.live)
        live = await server.service.tables.get(table)
        await wait_for(lambda: live.table.stage == "over")
    finally:
        logging.disable(logging.NOTSET)


async def test_an_abandoned_live_table_does_not_affect_its_successor(server: TestServer) -> None:
    old = server.live
    old.close("")
    server.service.tables.forget(old.table.id, old)
    new = await server.service.tables.get(old.table.id)
    server.service.tables.forget(old.table.id, old)
    assert await server.service.tables.get(old.table.id) is new


async def test_a_command_is_carried_out_even_if_its_sender_disconnects(server: TestServer) -> None:
    flaky(server).go.clear()
    sending = asyncio.create_task(server.move())
    await idle()
    sending.cancel()
    await idle()
    flaky(server).go.set()
    await idle()
    assert server.live.table.match is not None
    assert server.live.table.match.ply == 1
    assert dump(await server.read_again()) == dump(server.live.table)


async def test_closing_the_server_finishes_pending_writes_and_disconnects_everyone(
    server: TestServer,
) -> None:
    session = await server.join(ANNA)
    session.read()
    flaky(server).go.clear()
    moving = asyncio.create_task(server.move())
    await idle()
    closing = asyncio.create_task(server.service.close())
    await idle()
    assert session.closed_with
    assert not closing.done()
    flaky(server).go.set()
    await asyncio.gather(closing, moving)
    table = await server.read_again()
    assert table.match is not None
    assert table.match.ply == 1
    with pytest.raises(Refusal):
        await server.move()


async def test_a_server_whose_disk_is_full_can_be_closed(caplog: pytest.LogCaptureFixture) -> None:
    class Full(FlakyStore):
        is_closed = False

        async def pulse(self, now: int) -> None:
            if self.is_failing:
                raise OSError("no space left on device")
            await super().beat(now)

        async def close(self) -> None:
            self.is_closed = True

    store = Full()
    server = TestServer(store)
    await server.open()
    store.is_failing = True
    await server.service.close()
    assert store.is_closed
    assert [record.message for record in caplog.records] == ["could not write the final heartbeat"]
