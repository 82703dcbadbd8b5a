"""A server takes a table before it reads its log, writes as its owner, and lets go of it at the end."""

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import nullcontext

import msgspec
import pytest

from rexarium.server.model import log
from rexarium.server.model.commands import Move
from rexarium.server.model.errors import Refusal
from rexarium.server.model.log import AnyEntry
from rexarium.server.model.moment import Actor
from rexarium.server.model.rows import Listing, Ownership, StoredEntry
from rexarium.server.model.schedule import GATHERING_TIME
from rexarium.server.runtime import offline
from rexarium.server.runtime.alarms import LONGEST
from rexarium.server.storage.store import Fenced
from rexarium.server.wire.messages import Rematch
from tests.server.support.fakes import FlakyStore
from tests.server.support.model_table import line_of
from tests.server.support.samples import ANNA, BEN, NOON, TABLE, opening
from tests.server.support.server import TestServer, idle, start_server


class Diary(FlakyStore):
    """A store that notes in which order tables are taken, read, written and released."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    async def create(self, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        self.notes.append("create")
        await super().create(listing, entries)

    async def take(self, table: str) -> Ownership | None:
        self.notes.append("take")
        return await super().take(table)

    async def entries(self, table: str, since: int = 0) -> list[StoredEntry]:
        self.notes.append("read")
        return await super().entries(table, since)

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        self.notes.append("append")
        await super().append(ownership, listing, entries)

    async def release(self, ownership: Ownership) -> None:
        self.notes.append("release")
        await super().release(ownership)


async def begin_on_diary() -> TestServer:
    """A server on a store that keeps a diary; the test closes it."""
    server = TestServer(Diary())
    await server.open()
    return server


def diary(server: TestServer) -> list[str]:
    assert isinstance(server.store, Diary)
    return server.store.notes


async def test_a_table_is_taken_before_its_log_is_read_and_released_at_the_end() -> None:
    server = await begin_on_diary()
    assert diary(server) == ["create", "take", "read"]
    await server.move()
    await server.service.close()
    assert diary(server) == ["create", "take", "read", "append", "release"]
    with pytest.raises(Fenced):
        await server.store.append(server.live.ownership, await listed(server), [])


async def test_a_new_table_that_nobody_has_taken_still_runs_its_clocks(server: TestServer) -> None:
    service, first = server.service, opening(is_started=False)[0]
    assert isinstance(first, log.Opened)
    for is_failing_late in (False, True):
        table = f"nobody-comes-{is_failing_late}"
        store = server.store
        assert isinstance(store, FlakyStore)
        store.is_failing_late = is_failing_late
        logging.disable(logging.CRITICAL)
        with nullcontext() if not is_failing_late else pytest.raises(Refusal):
            await service.tables.begin([msgspec.structs.replace(first, table=table)])
        logging.disable(logging.NOTSET)
        store.is_failing_late = False
        rings_in = service.tables.alarms.timers[table].when() - asyncio.get_running_loop().time()
        assert rings_in == pytest.approx(LONGEST, abs=60)
        server.clock.advance(GATHERING_TIME / 1000)
        service.tables.alarms.ring(table)
        await idle()
        found = await store.listing(table)
        assert found is not None
        assert found.stage == "over"


async def test_a_server_closes_even_if_nothing_can_be_released() -> None:
    server = await begin_on_diary()

    async def fail(_: Ownership) -> None:
        raise OSError("the line is cut")

    server.store.release = fail  # type: ignore[method-assign, assignment]
    await server.service.close()
    assert await server.store.last_beat() == server.clock(), "and goes on to its last heartbeat"


async def listed(server: TestServer) -> Listing:
    found = await server.store.listing(server.live.table.id)
    assert found is not None
    return found


async def test_a_table_taken_by_another_server_is_dropped_and_reread(
    server: TestServer,
) -> None:
    anna = await server.join(ANNA)
    size = server.live.table.length
    theirs = await server.store.take(TABLE)
    assert theirs is not None
    said: AnyEntry = log.Said(by="ben", text="hello", name="Ben")
    entry = StoredEntry(size, server.clock(), server.live.table.codec.encode(said))
    await server.store.append(theirs, await listed(server), [entry])
    table, seat = server.live.table, server.live.table.waiting()[0]
    assert table.match is not None
    command = Move(id="m", ply=table.match.ply, line=line_of(table, seat))
    logging.disable(logging.CRITICAL)
    with pytest.raises(Refusal, match="could not save"):
        await server.live.submit(server.actor(seat), command)
    logging.disable(logging.NOTSET)
    assert anna.closed_with
    again = await server.service.tables.get(TABLE)
    assert again is not server.live
    assert [each.text for each in again.table.chat] == ["hello"]
    assert again.table.length == size + 1, "nothing of the refused move was written"
    await again.submit(server.actor(seat), command)
    assert (await server.store.entries(TABLE))[-1].number == size + 1


async def test_ending_a_game_offline_takes_its_table_first() -> None:
    server = await begin_on_diary()
    await server.service.close()
    diary(server).clear()
    await offline.end_table(server.store, TABLE, NOON)
    assert diary(server) == ["take", "read", "append"]
    await offline.end_table(server.store, TABLE, NOON)
    assert diary(server) == ["take", "read", "append", "take", "read"]
    with pytest.raises(Refusal, match="no table"):
        await offline.end_table(server.store, "no-such-table", NOON)


# The ids of rematches


def begun(table: str, seed: str) -> list[AnyEntry]:
    """The entries of a table that is played, of this id and with this seed."""
    first, *others = opening()
    return [msgspec.structs.replace(first, table=table, host_seed=seed), *others]


async def rematch(server: TestServer, asker: Actor = ANNA) -> str:
    """End the game; the table that follows it."""
    if server.live.table.stage != "over":
        await server.live.append(lambda _: [log.Ended(how="agreement")])
    done = await server.service.tables.rematch(server.live, asker, Rematch(id="r"))
    assert done.table is not None
    return done.table


@pytest.mark.parametrize("first", ["-ld_only", "AbCdEfGhIjKlMnOp", "x" * 64])
async def test_a_chain_of_rematches_keeps_the_beginning_of_its_id_and_does_not_grow(
    server: TestServer, first: str
) -> None:
    await server.service.tables.begin(begun(first, "00" * 32))
    chain = [first]
    for _ in range(4):
        server.live = await server.service.tables.get(chain[-1])
        if server.live.table.stage == "gathering":
            await server.live.append(lambda _: [log.Started(by="anna")])
        chain.append(await rematch(server))
        assert re.fullmatch(r"[a-zA-Z0-9_-]{22}", chain[-1])
    assert {table[:6] for table in chain} == {first[:6]}
    assert len({table[6:] for table in chain}) == len(chain)


async def test_a_rematchs_id_depends_only_on_the_tables_secrets() -> None:
    """A table's rematch always has the same id; with another seed, an id that nobody could guess."""
    found = []

    async def play_one(seed: str, asker: Actor) -> None:
        async with start_server() as server:
            await server.service.tables.begin(begun("AbCdEfGhIjKlMnOp", seed))
            server.live = await server.service.tables.get("AbCdEfGhIjKlMnOp")
            found.append(await rematch(server, asker))

    for seed, asker in (("00" * 32, ANNA), ("00" * 32, BEN), ("01" * 32, ANNA)):
        await play_one(seed, asker)
    same, again, other = found
    assert same == again
    assert same[:6] == other[:6]
    assert sum(mine != theirs for mine, theirs in zip(same[6:], other[6:], strict=True)) > 8
