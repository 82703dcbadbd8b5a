"""Nothing is shown before it is durable, and a failed write loses nothing but the table in memory."""

import asyncio
import logging

import pytest

from rexarium.server.model.commands import Move, Start
from rexarium.server.model.refusal import Refusal
from rexarium.server.runtime.tables import AGAIN
from rexarium.server.wire import present
from rexarium.server.wire.messages import Why
from tests.server.support.desk import flaky, kinds
from tests.server.support.fakes import FakeSession, FlakyStore
from tests.server.support.model_table import dump, line_of
from tests.server.support.samples import ANNA, BEN, CLEO, DORA, NOBODY, bot
from tests.server.support.server import TestServer, idle, start_server, wait_for


async def test_while_the_store_is_writing_nobody_sees_anything(server: TestServer) -> None:
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
        asyncio.create_task(server.desk.join(newcomer)),
        asyncio.create_task(server.desk.resync(sessions[0])),
        asyncio.create_task(server.desk.answer_ping(sessions[1], 0)),
        asyncio.create_task(server.desk.why(ANNA, Why(id="w", seat=1))),
        asyncio.create_task(server.desk.look(present.show_table)),
        asyncio.create_task(server.service.tables.record(server.desk.room.id)),
    ]
    await idle()
    server.desk.leave(leaver)
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
async def test_when_the_store_fails_all_are_sent_away_and_the_log_says_what_is_true(
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
            old = server.desk
            ply, seat = 1, old.room.waiting()[0]
            line = line_of(old.room, seat)
            command = Move(id="shaky", ply=ply, line=line)
            queued = [asyncio.create_task(old.do(server.actor(seat), command)) for _ in range(2)]
            for task in queued:
                with pytest.raises(Refusal) as caught:
                    await task
                assert caught.value.code == "unavailable"
            assert all(session.messages == [] and session.closed_with for session in sessions)
            late = FakeSession(ANNA)
            await old.join(late)
            assert late.closed_with
            store.is_failing = store.is_failing_late = False
            server.desk = await server.service.tables.get(old.room.id)
            assert server.desk is not old
            assert server.desk.room.size == before.size + is_late
            assert dump(server.desk.room) == dump(await server.read_again())
            done = await server.desk.do(server.actor(seat), command)  # the client tries again
            assert done.number == before.size + 1
            assert server.desk.room.size == before.size + 1
    assert [record.message for record in caplog.records] == ["could not write a table"]


@pytest.mark.table("trex", bot(), bot(), is_started=False)
async def test_a_table_that_broke_off_goes_on_by_itself_when_the_store_works_again(
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
        table = server.desk.room.id
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
        desk = await server.service.tables.get(table)
        await wait_for(lambda: desk.room.stage == "over")
    finally:
        logging.disable(logging.NOTSET)


async def test_a_desk_that_broke_off_does_not_take_the_next_one_with_it(server: TestServer) -> None:
    old = server.desk
    old.close("")
    server.service.tables.forget(old.room.id, old)
    new = await server.service.tables.get(old.room.id)
    server.service.tables.forget(old.room.id, old)
    assert await server.service.tables.get(old.room.id) is new


async def test_a_command_is_carried_out_though_who_sent_it_hangs_up(server: TestServer) -> None:
    flaky(server).go.clear()
    sending = asyncio.create_task(server.move())
    await idle()
    sending.cancel()
    await idle()
    flaky(server).go.set()
    await idle()
    assert server.desk.room.match is not None
    assert server.desk.room.match.ply == 1
    assert dump(await server.read_again()) == dump(server.desk.room)


async def test_closing_the_house_writes_what_is_under_way_and_sends_all_away(server: TestServer) -> None:
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
    room = await server.read_again()
    assert room.match is not None
    assert room.match.ply == 1
    with pytest.raises(Refusal):
        await server.move()


async def test_a_house_whose_disk_is_full_can_be_closed(caplog: pytest.LogCaptureFixture) -> None:
    class Full(FlakyStore):
        is_closed = False

        async def pulse(self, now: int) -> None:
            if self.is_failing:
                raise OSError("no space left on device")
            await super().pulse(now)

        async def close(self) -> None:
            self.is_closed = True

    store = Full()
    server = TestServer(store)
    await server.open()
    store.is_failing = True
    await server.service.close()
    assert store.is_closed
    assert [record.message for record in caplog.records] == ["could not write the final heartbeat"]
