"""Reference cycles are hardly ever collected, so a table's normal life must not leave any."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rexarium.server.metrics import METRICS
from rexarium.server.net import garbage
from rexarium.server.net.garbage import FEW, MOST_BLOCKS, collected_in_quiet_times, is_time
from tests.server.support.api import start_api
from tests.server.support.samples import TABLE, bot
from tests.server.support.server import TestServer, idle, start_server, wait_for

OURS = (BaseException, asyncio.Task)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Nobody looks for garbage."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def find_circles() -> list[str]:
    """Accidents, tasks, frames and things of ours that only a look for garbage would find."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return [
            repr(each)[:200]
            for each in gc.garbage
            if isinstance(each, OURS)
            or type(each).__name__ == "frame"
            or type(each).__module__.startswith("rexarium")
        ]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


async def put_back(server: TestServer) -> list[object]:
    """The table is evicted; returns what is left of it."""
    live = server.live
    assert live.table.match is not None
    left = [weakref.ref(each) for each in (live, live.table, live.table.match)]
    del server.live, live
    server.clock.advance(601)
    server.service.tables.evict_idle()
    await idle()
    return [each() for each in left if each() is not None]


@pytest.mark.parametrize("game", ["trex", "tyrannosaurus", "cubosaurs"])
async def test_a_game_of_bots_leaves_no_garbage(game: str) -> None:
    with nothing_collected():
        async with start_server(game, bot(), bot()) as server:
            await wait_for(lambda: server.live.table.stage == "over")
            await idle()
            assert await put_back(server) == []


async def test_a_busy_table_leaves_no_garbage() -> None:
    """Moves, refusals, chat, asks, hints, guests coming and going: played over connections, to the end and a rematch."""

    with nothing_collected():
        async with start_api() as api:
            live = await api.service.tables.get(TABLE)
            refs: list[weakref.ref[object]] = [
                weakref.ref(live),
                weakref.ref(live.table),
                weakref.ref(live.table.match),
            ]
            clients = [await api.call(TABLE, who) for who in ("anna", "ben", "cleo", "dora")]
            seats = {seat: clients[seat] for seat in range(3)}
            for _ in range(6):
                seat = live.table.waiting()[0]
                assert live.table.match is not None
                decision = live.table.match.decision(seat)
                assert decision is not None
                ply, line = live.table.match.ply, decision.choices[0].text
                assert (await seats[seat].ask(do="move", ply=ply, line="nonsense"))["is"] == "refused"
                assert (await seats[seat].ask(do="move", ply=99, line=line))["is"] == "refused"
                assert (await seats[seat].ask(do="move", ply=ply, line=line))["is"] == "done"
            for each in clients:
                await each.ask(do="say", text="hello")
                await each.ask(do="why", seat=1)
                await each.ask(do="hint")
                await each.ask(do="ask", matter="end")
                each.send(do="resync")
                each.send(do="ping", seen=0)
                each.send_text("nonsense")
                await each.idle()
            await clients[1].ask(do="answer", ask=0, is_yes=True)
            await clients[2].ask(do="answer", ask=0, is_yes=True)
            assert live.table.ended is not None
            await clients[3].ask(do="rematch")
            assert (await clients[0].ask(do="rematch"))["table"]
            for each in clients:
                await each.hang_up()
            del live, each, clients, seats
            api.clock.advance(601)
            api.service.tables.evict_idle()
            await idle()
            assert [ref() for ref in refs] == [None, None, None]
            assert find_circles() == []


async def test_requests_for_missing_things_leave_no_garbage() -> None:
    with nothing_collected():
        async with start_api() as api:
            async with api.visitor("anna") as anna:
                for _ in range(2):  # the first time much is made that stays
                    gc.collect()
                    for path in ("", "/record", "/replay", "/aftermath"):
                        assert (await anna.get(f"/api/tables/no-such-table{path}")).status_code == 404
                    for path in ("/api/replays", "/api/aftermaths"):
                        assert (await anna.post(path, json={"record": "none"})).status_code >= 400
                    assert (
                        await anna.post("/api/tables", json={"game": "chess", "seats": 2})
                    ).status_code >= 400
                    await idle()
            assert find_circles() == []


# How it is looked for


class Ring:
    """Garbage in a circle."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_collected_in_quiet_times_or_as_a_last_resort() -> None:
    assert is_time(FEW, 0)
    assert not is_time(1000, MOST_BLOCKS // 2)
    assert is_time(1000, MOST_BLOCKS)


async def test_garbage_collection_waits_while_tables_are_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    callbacks = [*gc.callbacks]

    monkeypatch.setattr(garbage, "SECONDS", 0.0)
    try:
        METRICS.live_tables.set(FEW + 1)
        async with collected_in_quiet_times():
            assert gc.get_freeze_count() > 10_000  # modules and rules are never looked through
            looks = [each["collections"] for each in gc.get_stats()]
            new = Ring()
            lost = weakref.ref(new)
            del new
            kept = [Ring() for _ in range(10_000)]
            await idle()
            assert [each["collections"] for each in gc.get_stats()] == looks
            METRICS.live_tables.set(FEW)
            while lost() is not None:
                await asyncio.sleep(0)
            del kept
        assert METRICS.longest_collection_seconds.value > 0
    finally:
        gc.unfreeze()
    assert gc.isenabled()
    assert gc.callbacks == callbacks
