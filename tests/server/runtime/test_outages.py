"""No clock runs while nobody can play: the server closed, the machine asleep, the storage failing."""

import asyncio

import pytest

from rexarium.server.model import log
from rexarium.server.model.absence import credits_of
from rexarium.server.model.commands import AskFor
from rexarium.server.model.refusal import Refusal
from rexarium.server.model.rows import Outage
from rexarium.server.runtime import reliance
from rexarium.server.runtime.service import Service
from tests.server.support.desk import LIVE, flaky
from tests.server.support.fakes import FakeBots, InlinePool
from tests.server.support.model_table import fold
from tests.server.support.samples import ANNA, BEN, CLEO, NOON, PEOPLE, opening
from tests.server.support.server import TestServer, idle, open_service


@pytest.mark.table(clock=LIVE)
async def test_no_clock_runs_while_the_house_is_closed(server: TestServer) -> None:
    seat = server.desk.room.waiting()[0]
    server.clock.advance(20)
    await server.restart(seconds=3600)
    room = server.desk.room
    deadline = room.clocks.deadline(seat)
    assert deadline is not None
    assert deadline - server.clock() == 40_000
    body = server.desk.room.codec.decode((await server.store.entries(room.id))[-1].body)
    assert body == log.Credited(time=3_600_000)
    size = room.size
    server.clock.advance(10)
    await server.restart(seconds=100)
    deadline = server.desk.room.clocks.deadline(seat)
    assert deadline is not None
    assert deadline - server.clock() == 30_000
    assert server.desk.room.size == size + 1


async def test_where_no_clock_runs_there_is_nothing_to_credit(server: TestServer) -> None:
    size = server.desk.room.size
    await server.restart(seconds=3600)
    assert server.desk.room.size == size


async def test_a_question_to_the_others_waits_for_a_closed_house(server: TestServer) -> None:
    await server.desk.do(ANNA, AskFor(id="pause", matter="pause"))
    server.clock.advance(20)
    await server.restart(seconds=3600)
    (ask,) = server.desk.room.asks.values()
    assert server.clock() - ask.at == 20_000


@pytest.mark.table(clock=LIVE)
async def test_a_house_that_was_killed_credits_since_its_last_sign_of_life(server: TestServer) -> None:
    table, seat = server.desk.room.id, server.desk.room.waiting()[0]
    server.clock.advance(30)
    await server.store.pulse(server.clock())
    server.desk.close("")  # and then no more
    server.clock.advance(500)
    again = Service(server.store, FakeBots(), InlinePool(), server.clock, pulse=None)
    await open_service(again)
    assert await server.store.outages(0) == [Outage(NOON + 30_000, NOON + 530_000)]
    desk = await again.tables.get(table)
    deadline = desk.room.clocks.deadline(seat)
    assert deadline is not None
    assert deadline - server.clock() == 30_000
    await again.close()


def time_left(server: TestServer, seat: int) -> int:
    """Milliseconds until a seat's time is up."""
    deadline = server.desk.room.clocks.deadline(seat)
    assert deadline is not None
    return deadline - server.clock()


@pytest.mark.table(clock=LIVE)
async def test_while_the_house_is_asleep_no_clock_runs(server: TestServer) -> None:
    """The lid of a laptop, a machine that is put aside: nobody closes the house, and nobody opens it again."""
    for who in (ANNA, CLEO):
        await server.join(who)
    seat, session = server.desk.room.waiting()[0], await server.join(BEN)
    server.clock.advance(20)
    server.clock.sleep(3600)
    session.read()
    await server.desk.tick()  # the alarm of who should have moved meanwhile
    assert await server.store.outages(0) == [Outage(NOON + 20_000, NOON + 3620_000)]
    assert server.desk.room.forced == {}
    assert time_left(server, seat) == 40_000
    assert [message["happened"]["what"] for message in session.read()] == ["credited"]
    await server.desk.tick()
    assert time_left(server, seat) == 40_000, "an outage is credited once"
    server.clock.advance(40)
    await server.desk.tick()
    assert server.desk.room.forced == {seat: 1}


@pytest.mark.table(clock=LIVE)
async def test_who_moves_first_after_the_house_has_slept_does_not_pay_for_it(server: TestServer) -> None:
    seat = server.desk.room.waiting()[0]
    server.clock.advance(20)
    server.clock.sleep(3600)
    await server.move(seat)
    assert server.desk.room.clocks.left[seat] == 40_000 + LIVE.increment * 1000


@pytest.mark.table(clock=LIVE)
async def test_a_table_that_nobody_touches_is_told_when_the_house_is_awake_again(server: TestServer) -> None:
    seat = server.desk.room.waiting()[0]
    server.clock.sleep(3600)
    await server.service.heartbeat.beat()  # the keeper's
    await idle()
    assert time_left(server, seat) == 60_000


@pytest.mark.table(clock=LIVE)
async def test_when_the_house_awakes_its_outage_is_noted_once_however_many_want_to_know(
    server: TestServer,
) -> None:
    add, noted = server.store.add_outage, []

    async def add_slowly(outage: Outage) -> None:
        noted.append(outage)
        await asyncio.sleep(0)
        await add(outage)

    server.store.add_outage = add_slowly  # type: ignore[method-assign]
    server.clock.sleep(3600)
    await asyncio.gather(
        server.service.heartbeat.outages(), server.service.heartbeat.beat(), server.desk.tick()
    )
    assert noted == [Outage(NOON, NOON + 3600_000)]


@pytest.mark.table(clock=LIVE)
async def test_a_house_whose_storage_says_nothing_is_not_well_and_its_clocks_stand(
    server: TestServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def say_nothing(_now: int) -> None:
        await asyncio.Event().wait()

    seat = server.desk.room.waiting()[0]
    with monkeypatch.context() as patch:
        patch.setattr(reliance, "PATIENCE", 0.01)
        patch.setattr(server.store, "pulse", say_nothing)
        with pytest.raises(TimeoutError):
            await server.service.heartbeat.beat()
    assert not server.service.is_healthy
    server.clock.sleep(5)  # which would else be no outage
    await server.desk.tick()
    assert server.service.is_healthy
    assert time_left(server, seat) == 60_000


@pytest.mark.table(clock=LIVE)
async def test_a_pulse_that_is_a_little_late_is_no_outage(server: TestServer) -> None:
    seat = server.desk.room.waiting()[0]
    server.clock.sleep(5)
    await server.service.heartbeat.beat()
    await server.desk.tick()
    assert await server.store.outages(0) == []
    assert time_left(server, seat) == 55_000


@pytest.mark.table(clock=LIVE)
async def test_while_the_storage_fails_no_clock_runs(server: TestServer) -> None:
    store, table = flaky(server), server.desk.room.id
    seat = server.desk.room.waiting()[0]
    server.clock.advance(20)
    store.is_failing = True
    with pytest.raises(Refusal, match="could not save"):
        await server.move(seat)
    for _ in range(2):
        server.clock.sleep(60)
        with pytest.raises(OSError, match="disk"):
            await server.service.heartbeat.beat()
        with pytest.raises(Refusal) as refused:
            await server.service.tables.get(table)
        assert refused.value.code == "unavailable"
    assert not server.service.is_healthy
    store.is_failing = False
    server.desk = await server.service.tables.get(table)
    assert server.service.is_healthy
    assert server.desk.room.forced == {}
    assert time_left(server, seat) == 40_000


@pytest.mark.table(clock=LIVE)
async def test_a_table_waits_while_the_storage_fails_though_its_time_is_up(server: TestServer) -> None:
    store, table, desk = flaky(server), server.desk.room.id, server.desk
    session, seat = await server.join(ANNA), server.desk.room.waiting()[0]
    store.is_failing = True
    with pytest.raises(OSError, match="disk"):
        await server.service.heartbeat.beat()
    server.clock.sleep(61)
    desk.wake()
    await idle()
    assert session.closed_with is not None
    store.is_failing = False
    server.desk = await server.service.tables.get(table)
    assert server.desk is not desk
    assert (server.desk.room.forced, time_left(server, seat)) == ({}, 60_000)


async def test_nobody_is_missing_because_the_house_was_asleep(server: TestServer) -> None:
    sessions = [await server.join(who) for who in (ANNA, BEN, CLEO)]
    server.desk.leave(sessions[2])
    server.clock.advance(30)
    server.clock.sleep(3600)
    with pytest.raises(Refusal, match="less than a minute"):
        await server.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    server.clock.advance(61)
    await server.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")


def test_outages_that_overlap_are_credited_once() -> None:
    room = fold([(body, NOON) for body in opening("trex", PEOPLE, LIVE)])
    outages = [
        Outage(NOON - 9000, NOON - 5000),
        Outage(NOON - 1000, NOON + 2000),
        Outage(NOON - 1000, NOON + 3000),
    ]
    assert credits_of(room, outages) == [log.Credited(time=3000)]
    assert credits_of(room, outages[:1]) == []
