"""No clock runs while nobody can play: the server closed, the machine asleep, the storage failing."""

import asyncio

import pytest

from rexarium.server.model import log
from rexarium.server.model.absence import outage_credit
from rexarium.server.model.commands import AskFor
from rexarium.server.model.errors import Refusal
from rexarium.server.model.rows import Outage
from rexarium.server.runtime import availability
from rexarium.server.runtime.service import Service
from tests.server.support.fakes import FakeBots, InlinePool
from tests.server.support.live import LIVE, flaky
from tests.server.support.model_table import fold
from tests.server.support.samples import ANNA, BEN, CLEO, NOON, PEOPLE, opening
from tests.server.support.server import TestServer, idle, open_service


@pytest.mark.table(clock=LIVE)
async def test_no_clock_runs_while_the_server_is_closed(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    server.clock.advance(20)
    await server.restart(seconds=3600)
    table = server.live.table
    deadline = table.clocks.deadline(seat)
    assert deadline is not None
    assert deadline - server.clock() == 40_000
    entry = server.live.table.codec.decode((await server.store.entries(table.id))[-1].data)
    assert entry == log.Credited(time=3_600_000)
    size = table.length
    server.clock.advance(10)
    await server.restart(seconds=100)
    deadline = server.live.table.clocks.deadline(seat)
    assert deadline is not None
    assert deadline - server.clock() == 30_000
    assert server.live.table.length == size + 1


async def test_without_a_running_clock_nothing_is_credited(server: TestServer) -> None:
    size = server.live.table.length
    await server.restart(seconds=3600)
    assert server.live.table.length == size


async def test_an_ask_does_not_expire_while_the_server_is_closed(server: TestServer) -> None:
    await server.live.submit(ANNA, AskFor(id="pause", matter="pause"))
    server.clock.advance(20)
    await server.restart(seconds=3600)
    (ask,) = server.live.table.asks.values()
    assert server.clock() - ask.at == 20_000


@pytest.mark.table(clock=LIVE)
async def test_a_server_that_was_killed_credits_since_its_last_sign_of_life(server: TestServer) -> None:
    table, seat = server.live.table.id, server.live.table.waiting()[0]
    server.clock.advance(30)
    await server.store.beat(server.clock())
    server.live.close("")  # and then no more
    server.clock.advance(500)
    again = Service(server.store, FakeBots(), InlinePool(), server.clock, heartbeat_seconds=None)
    await open_service(again)
    assert await server.store.outages(0) == [Outage(NOON + 30_000, NOON + 530_000)]
    live = await again.tables.get(table)
    deadline = live.table.clocks.deadline(seat)
    assert deadline is not None
    assert deadline - server.clock() == 30_000
    await again.close()


def time_left(server: TestServer, seat: int) -> int:
    """Milliseconds until a seat's time is up."""
    deadline = server.live.table.clocks.deadline(seat)
    assert deadline is not None
    return deadline - server.clock()


@pytest.mark.table(clock=LIVE)
async def test_while_the_server_is_asleep_no_clock_runs(server: TestServer) -> None:
    """The lid of a laptop, a machine that is put aside: nobody closes the server, and nobody opens it again."""
    for who in (ANNA, CLEO):
        await server.join(who)
    seat, session = server.live.table.waiting()[0], await server.join(BEN)
    server.clock.advance(20)
    server.clock.sleep(3600)
    session.read()
    await server.live.run_due()  # the alarm of the seat whose time would have run out
    assert await server.store.outages(0) == [Outage(NOON + 20_000, NOON + 3620_000)]
    assert server.live.table.forced_moves == {}
    assert time_left(server, seat) == 40_000
    assert [message["happened"]["what"] for message in session.read()] == ["credited"]
    await server.live.run_due()
    assert time_left(server, seat) == 40_000, "an outage is credited once"
    server.clock.advance(40)
    await server.live.run_due()
    assert server.live.table.forced_moves == {seat: 1}


@pytest.mark.table(clock=LIVE)
async def test_the_first_move_after_a_sleep_is_not_charged_for_it(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    server.clock.advance(20)
    server.clock.sleep(3600)
    await server.move(seat)
    assert server.live.table.clocks.left[seat] == 40_000 + LIVE.increment * 1000


@pytest.mark.table(clock=LIVE)
async def test_an_idle_table_learns_that_the_server_is_awake_again(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    server.clock.sleep(3600)
    await server.service.heartbeat.beat()  # the operator's
    await idle()
    assert time_left(server, seat) == 60_000


@pytest.mark.table(clock=LIVE)
async def test_waking_up_records_the_outage_only_once(
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
        server.service.heartbeat.outages(), server.service.heartbeat.beat(), server.live.run_due()
    )
    assert noted == [Outage(NOON, NOON + 3600_000)]


@pytest.mark.table(clock=LIVE)
async def test_a_server_with_hanging_storage_is_unhealthy_and_its_clocks_stop(
    server: TestServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def say_nothing(_now: int) -> None:
        await asyncio.Event().wait()

    seat = server.live.table.waiting()[0]
    with monkeypatch.context() as patch:
        patch.setattr(availability, "PATIENCE", 0.01)
        patch.setattr(server.store, "beat", say_nothing)
        with pytest.raises(TimeoutError):
            await server.service.heartbeat.beat()
    assert not server.service.is_healthy
    server.clock.sleep(5)  # which would otherwise be no outage
    await server.live.run_due()
    assert server.service.is_healthy
    assert time_left(server, seat) == 60_000


@pytest.mark.table(clock=LIVE)
async def test_a_slightly_late_heartbeat_is_not_an_outage(server: TestServer) -> None:
    seat = server.live.table.waiting()[0]
    server.clock.sleep(5)
    await server.service.heartbeat.beat()
    await server.live.run_due()
    assert await server.store.outages(0) == []
    assert time_left(server, seat) == 55_000


@pytest.mark.table(clock=LIVE)
async def test_while_the_storage_fails_no_clock_runs(server: TestServer) -> None:
    store, table = flaky(server), server.live.table.id
    seat = server.live.table.waiting()[0]
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
    server.live = await server.service.tables.get(table)
    assert server.service.is_healthy
    assert server.live.table.forced_moves == {}
    assert time_left(server, seat) == 40_000


@pytest.mark.table(clock=LIVE)
async def test_a_table_waits_while_the_storage_fails_though_its_time_is_up(server: TestServer) -> None:
    store, table, live = flaky(server), server.live.table.id, server.live
    session, seat = await server.join(ANNA), server.live.table.waiting()[0]
    store.is_failing = True
    with pytest.raises(OSError, match="disk"):
        await server.service.heartbeat.beat()
    server.clock.sleep(61)
    live.wake()
    await idle()
    assert session.closed_with is not None
    store.is_failing = False
    server.live = await server.service.tables.get(table)
    assert server.live is not live
    assert (server.live.table.forced_moves, time_left(server, seat)) == ({}, 60_000)


async def test_nobody_counts_as_absent_because_the_server_slept(server: TestServer) -> None:
    sessions = [await server.join(who) for who in (ANNA, BEN, CLEO)]
    server.live.leave(sessions[2])
    server.clock.advance(30)
    server.clock.sleep(3600)
    with pytest.raises(Refusal, match="less than a minute"):
        await server.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")
    server.clock.advance(61)
    await server.do(ANNA, AskFor, matter="take over", seat=3, bot="hunter")


def test_outages_that_overlap_are_credited_once() -> None:
    table = fold([(entry, NOON) for entry in opening("trex", PEOPLE, LIVE)])
    outages = [
        Outage(NOON - 9000, NOON - 5000),
        Outage(NOON - 1000, NOON + 2000),
        Outage(NOON - 1000, NOON + 3000),
    ]
    assert outage_credit(table, outages) == [log.Credited(time=3000)]
    assert outage_credit(table, outages[:1]) == []
