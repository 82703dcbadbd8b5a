"""Tables are created, read once, evicted when idle, and go on by themselves."""

import asyncio
import gc
import weakref
from itertools import pairwise
from typing import Any

import pytest

from rexarium.bots import LEVELS
from rexarium.kernel.errors import RexariumError
from rexarium.server.model import absence, commands, log
from rexarium.server.model.commands import AskFor, Resign, Sit, Stand, Start
from rexarium.server.model.errors import Refusal
from rexarium.server.model.fold import fold as fold_one
from rexarium.server.model.log import Clock
from rexarium.server.model.rows import Person
from rexarium.server.model.table import Table
from rexarium.server.runtime.service import Service
from rexarium.server.runtime.tables import AT_ONCE
from tests.server.support.fakes import FakeBots, InlinePool
from tests.server.support.live import LIVE
from tests.server.support.model_table import dump
from tests.server.support.samples import ANNA, BEN, CLEO, PEOPLE, bot
from tests.server.support.server import TestServer, idle, open_service, start_server, wait_for


async def test_an_ask_is_settled_when_its_player_resigns_leaves_or_returns() -> None:
    async with start_server() as server:
        session = await server.join(ANNA)
        await server.do(ANNA, AskFor, matter="pause")
        await server.do(BEN, commands.Answer, ask=0, is_yes=True)
        await server.do(CLEO, Resign)
        await wait_for(lambda: server.live.table.is_paused)
        await idle()
        happened = [message["happened"]["what"] for message in session.read() if message["is"] == "event"]
        happened = [what for what in happened if what != "moved"]  # perhaps the substitute was quicker
        assert happened == ["asked", "answered", "resigned", "settled", "paused"]
    async with start_server() as server:
        sessions = [await server.join(who) for who in PEOPLE]
        await server.do(ANNA, AskFor, matter="pause")
        await server.do(BEN, commands.Answer, ask=0, is_yes=True)
        server.live.leave(sessions[2])
        alarm = server.live._alarm
        assert alarm is not None
        left = alarm.when() - asyncio.get_running_loop().time()
        assert left <= absence.ABSENCE / 1000  # and not only when the question is forgotten
        server.clock.advance(60)
        await server.live.run_due()
        assert server.live.table.is_paused
    async with start_server() as server:
        await server.join(ANNA)
        server.clock.advance(61)
        await server.join(BEN)
        await server.do(ANNA, AskFor, matter="take over", seat=3, bot=LEVELS[0])
        assert server.live.table.asks
        await server.join(CLEO)
        await wait_for(lambda: not server.live.table.asks)
        assert server.live.table.seat_of("cleo") == 2


@pytest.mark.table(clock=LIVE)
async def test_the_alarm_moves_for_a_player_out_of_time(server: TestServer) -> None:
    for who in (BEN, CLEO):
        await server.join(who)
    session = await server.join(ANNA)
    session.read()
    server.clock.advance(59)
    await server.live.run_due()
    assert session.messages == []
    server.clock.advance(1)
    await server.live.run_due()
    (event,) = session.read()
    assert event["happened"]["text"] == "time is up"


@pytest.mark.parametrize(
    ("players", "clock"), [((bot(), bot()), Clock()), ((ANNA, BEN), LIVE)], ids=["bots", "clock"]
)
async def test_a_starting_server_continues_its_tables_even_if_nobody_connects(
    players: tuple[Any, ...], clock: Clock
) -> None:
    async with start_server("trex", *players, clock=clock, is_started=False) as server:
        server.bots.go.clear()
        await server.live.append(lambda _: [log.Started()])
        server.clock.advance(61)  # the alarm goes by another clock, and has not rung
        size, table = server.live.table.length, server.live.table.id
        await server.service.close()
        server.service = Service(
            server.store, FakeBots(), server.records, server.clock, heartbeat_seconds=None
        )
        await open_service(server.service)
        for _ in range(1000):
            await asyncio.sleep(0)
        written = [
            server.live.table.codec.decode(entry.data) for entry in await server.store.entries(table, size)
        ]
        assert any(isinstance(entry, log.Moved) for entry in written)


async def test_an_evicted_table_leaves_nothing_in_memory() -> None:
    """Garbage in circles is looked for only now and then, so tables must leave none."""

    gc.collect()
    gc.disable()
    try:
        async with start_server(clock=Clock("days", 3600, 0)) as server:
            await server.move()
            session = await server.join(ANNA)
            await server.move()
            server.live.leave(session)
            server.clock.advance(601)
            server.service.tables.evict_idle()
            table_id, live, table = (
                server.live.table.id,
                weakref.ref(server.live),
                weakref.ref(server.live.table),
            )
            del server.live
            await idle()
            assert (live(), table()) == (None, None)
            server.live = await server.service.tables.get(table_id)
    finally:
        gc.enable()


async def test_an_idle_table_is_evicted_and_can_be_loaded_again(server: TestServer) -> None:
    await server.move()
    old = server.live
    session = await server.join(ANNA)
    server.clock.advance(3600)
    server.service.tables.evict_idle()
    assert await server.service.tables.get(old.table.id) is old  # Anna looks
    old.leave(session)
    server.clock.advance(3600)
    server.service.tables.evict_idle()
    new = await server.service.tables.get(old.table.id)
    assert new is not old
    assert dump(new.table) == dump(old.table)


@pytest.mark.table(is_started=False)
async def test_a_table_left_before_the_game_is_no_longer_listed_as_ones_own(server: TestServer) -> None:
    async def tables(who: str) -> int:
        return len(await server.store.listings_of(who, 9))

    await server.do(BEN, Stand)
    assert await tables("ben") == 0
    await server.do(CLEO, Sit, seat=2, share="of-cleo")
    assert await tables("cleo") == 1
    await server.do(ANNA, Stand, seat=2)
    assert await tables("cleo") == 0
    await server.do(BEN, Sit, seat=2, share="of-ben")
    await server.do(CLEO, Sit, seat=3, share="of-cleo")
    await server.do(ANNA, Start)
    await server.do(BEN, Resign)
    assert [await tables(who.person) for who in PEOPLE] == [1, 1, 1]


async def test_the_operator_ends_a_game_once(server: TestServer) -> None:
    session = await server.join(ANNA)
    session.read()
    for _ in range(2):
        await server.service.end_table(server.live.table.id)
    (event,) = session.read()
    assert event["table"]["outcome"]["how"] == "closed"


async def test_a_table_is_read_once_however_many_ask_for_it(server: TestServer) -> None:
    table = server.live.table.id
    await server.service.close()
    service = Service(server.store, FakeBots(), InlinePool(), server.clock, heartbeat_seconds=None)
    await open_service(service)
    live_tables = await asyncio.gather(*(service.tables.get(table) for _ in range(20)))
    assert len(set(map(id, live_tables))) == 1
    for name in ("nothing-here", "../../etc", "", "x" * 100):
        with pytest.raises(Refusal) as caught:
            await service.tables.get(name)
        assert caught.value.code == "unknown"
    await service.close()


async def test_reading_a_long_log_does_not_block_other_tables(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    muted = log.Muted(by="anna", person="ben", is_muted=True)
    await server.live.append(lambda _: [muted] * 10 * AT_ONCE)
    folded, seen = 0, [0]

    def counted(table: Table, entry: log.AnyEntry, at: int) -> None:
        nonlocal folded
        folded += 1
        fold_one(table, entry, at)

    monkeypatch.setattr("rexarium.server.model.restore.fold", counted)
    server.live.close("")
    table = server.live.table.id
    server.service.tables.forget(table, server.live)
    reading = asyncio.create_task(server.service.tables.get(table))
    while not reading.done():
        await asyncio.sleep(0)
        seen.append(folded)
    assert folded == server.live.table.length
    assert max(after - before for before, after in pairwise(seen)) <= AT_ONCE
    assert dump((await reading).table) == dump(server.live.table)


async def test_an_impossible_request_is_refused_and_leaves_nothing_behind(server: TestServer) -> None:
    host = Person("anna", "Anna", 0)
    before = await server.store.all_listings(None, 99)
    requests: list[dict[str, Any]] = [
        {"game": "chess"},
        {"seats": 8},
        {"edition": "../standard"},
        {"preset": "none"},
        {"rulings": {"x": "y"}},
        {"bots": {"4": "hunter"}},
        {"bots": {"one": "hunter"}},
        {"bots": {"1": "clairvoyant"}},
        {"bots": {"1": "hunter"}, "seat": 1},
        {"seat": 4},
        {"is_started": True},
        {
            "is_started": True,
            "seat": 1,
            "bots": {"2": "hunter", "3": "hunter"},
        },  # without a share of the host's
        {"clock": Clock("live", bank=1)},
        {"clock": Clock("live", bank=60, increment=-1)},
        {"clock": Clock("days", bank=10**9)},
    ]
    for new in requests:
        fields: dict[str, Any] = {"game": "trex", "seats": 3, **new}
        impossible = commands.NewTable(**fields)
        with pytest.raises(RexariumError):
            await server.service.tables.create(host, impossible)
    assert await server.store.all_listings(None, 99) == before
    possible = commands.NewTable("trex", 2, bots={"1": "hunter", "2": "hunter"}, is_started=True)
    address = await server.service.tables.create(host, possible)
    assert (await server.service.tables.get(address.table)).table.stage == "playing"
