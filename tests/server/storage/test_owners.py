"""A table has one owner: a server that has lost it writes nothing more, not even pending entries."""

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from rexarium.server.model.rows import Ownership, StoredEntry
from rexarium.server.storage import maintenance, open_store
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.postgres import connection
from rexarium.server.storage.postgres import store as postgres
from rexarium.server.storage.postgres.connection import DatabaseLock, connect
from rexarium.server.storage.store import Fenced, Store
from tests.server.storage.conftest import OpenRival, open_once_more
from tests.server.storage.samples import entries, everything, fill, listing, outcome, own, put

IS_ANYBODY_BLOCKED = "SELECT count(*) FROM pg_locks WHERE NOT granted"


async def test_a_new_table_has_no_owner_and_is_taken(store: Store) -> None:
    assert await store.take("a") is None
    await store.create(listing("a"), entries(0, 1))
    ours = await store.take("a")
    assert ours is not None
    assert ours.table == "a"
    await store.append(ours, listing("a", 1), entries(2, 2))
    assert await store.entries("a") == entries(0, 2)


async def test_a_made_up_ownership_is_fenced(store: Store) -> None:
    ours = await own(store, "a")
    await put(store, listing("b", 1), [])
    for made_up in (ours._replace(term=ours.term + 1), ours._replace(term=ours.term - 1), Ownership("b", -1)):
        with pytest.raises(Fenced):
            await store.append(made_up, listing(made_up.table, 9), entries(0, 0))
    with pytest.raises(Fenced):
        await store.append(ours, listing("b", 9), entries(0, 0))  # it is for another table
    with pytest.raises(Fenced):
        await store.append(ours._replace(table="none"), listing("none", 9), entries(0, 0))
    assert await store.all_listings(None, 9) == [listing("a"), listing("b", 1)]
    assert [await store.entries(table) for table in ("a", "b", "none")] == [[], [], []]


async def test_taking_a_table_fences_its_previous_owner(store: Store, open_rival: OpenRival) -> None:
    ours = await own(store, "a")
    await store.append(ours, listing("a", 1), entries(0, 0))
    rival = await open_rival()
    theirs = await rival.take("a")
    assert theirs is not None
    assert theirs != ours
    assert await rival.entries("a") == entries(0, 0)
    for late in (entries(1, 1), entries(0, 0), []):
        with pytest.raises(Fenced):
            await store.append(ours, listing("a", 9, people=("zoe",)), late)
    assert await rival.listing("a") == listing("a", 1)
    assert await rival.listings_of("zoe", 9) == []
    await rival.append(theirs, listing("a", 2), entries(1, 1))
    with pytest.raises(Fenced):
        await store.append(ours, listing("a", 9), entries(2, 2))
    assert await rival.entries("a") == entries(0, 1)
    assert await rival.listing("a") == listing("a", 2)


async def test_a_fenced_append_does_not_affect_others_in_its_group(
    place: str, store: Store, open_rival: OpenRival
) -> None:
    """The tables that are still one's own are written; of a file that is another's nothing is."""
    lost, kept = await own(store, "a"), await own(store, "b")
    rival = await open_rival()
    await own(rival, "a")
    done = await asyncio.gather(
        outcome(store.append(lost, listing("a", 9), entries(0, 0))),
        outcome(store.append(kept, listing("b", 1), entries(0, 0))),
        outcome(store.append(lost, listing("a", 9), [])),
    )
    has_file_as_a_whole = place not in ("memory",) and not place.startswith("postgresql")
    assert [*done] == [Fenced, Fenced if has_file_as_a_whole else None, Fenced]
    assert await rival.entries("a") == []
    assert await rival.listing("a") == listing("a")
    assert await rival.entries("b") == ([] if has_file_as_a_whole else entries(0, 0))


async def test_a_late_release_does_not_affect_the_new_owner(store: Store, open_rival: OpenRival) -> None:
    ours = await own(store, "a")
    rival = await open_rival()
    theirs = await own(rival, "a")
    await store.release(ours)
    await rival.append(theirs, listing("a", 1), entries(0, 0))
    await rival.release(theirs)
    again = await own(rival, "a")
    await rival.append(again, listing("a", 2), entries(1, 1))
    assert await rival.entries("a") == entries(0, 1)


async def test_a_released_table_has_no_owner(place: str, store: Store) -> None:
    if "sqlite" in place or place == "process":
        return  # a file is released when it is closed
    ours = await own(store, "a")
    await store.release(ours)
    await store.release(ours)
    with pytest.raises(Fenced):
        await store.append(ours, listing("a", 9), entries(0, 0))
    assert await store.entries("a") == []


async def test_a_new_owner_reads_the_complete_log(store: Store, open_rival: OpenRival) -> None:
    """An append that runs beside the take is written before it or not at all."""
    ours = [await own(store, f"{number}") for number in range(40)]
    rival = await open_rival()

    async def take_and_read(table: str) -> list[StoredEntry]:
        assert await rival.take(table) is not None
        return await rival.entries(table)

    done = await asyncio.gather(
        *(outcome(store.append(one, listing(one.table, 1), entries(0, 0))) for one in ours),
        *(take_and_read(one.table) for one in ours),
    )
    for one, written, read in zip(ours, done[: len(ours)], done[len(ours) :], strict=True):
        assert written in (None, Fenced)
        assert read == (entries(0, 0) if written is None else [])
        assert await rival.entries(one.table) == read


async def test_no_table_is_taken_between_the_term_check_and_the_commit(
    postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(postgres_address)
    ours = await own(store, "a")
    rival = await open_once_more(postgres_address, tmp_path)
    watcher, write_rows = await connect(postgres_address), postgres.write_rows
    reading: list[asyncio.Task[list[StoredEntry]]] = []

    async def take_and_read() -> list[StoredEntry]:
        assert await rival.take("a") is not None
        return await rival.entries("a")

    async def write_late(*values: Any) -> None:
        """Look, let the rival take the table or find that it has to wait, and only then write."""
        if not reading:
            reading.append(asyncio.create_task(take_and_read()))
            while not reading[0].done() and not await watcher.fetchval(IS_ANYBODY_BLOCKED):
                await asyncio.sleep(0.01)
        await write_rows(*values)

    monkeypatch.setattr(postgres, "write_rows", write_late)
    await store.append(ours, listing("a", 1), entries(0, 0))
    assert await reading[0] == await rival.entries("a") == entries(0, 0)
    for each in (watcher, rival, store):
        await each.close()


async def test_tables_older_than_ownership_can_be_taken(address: str, tmp_path: Path) -> None:
    store = await open_store(address)
    await fill(store)
    await own(store, "a")
    before = await everything(store)
    await store.close()
    await maintenance.downgrade(address, "0004")
    assert await maintenance.current(address) == "0004"
    store = await open_store(address, backups=tmp_path)
    assert list(tmp_path.glob("*.before-schema-*")), "as before every change of the schema"
    assert await everything(store) == before
    await store.append(await own(store, "a"), listing("a", 9), entries(3, 3))
    assert await store.entries("a") == entries(0, 3)
    await store.close()


class Right(NamedTuple):
    """An ownership, and by which opening of the data it was obtained."""

    opening: int
    ownership: Ownership


TABLES = ("a", "b", "c")


class Rivals(RuleBasedStateMachine):
    """Two servers take tables from one another, and write with whatever rights they ever had."""

    fresh: Callable[[], tuple[str, Path]]

    def __init__(self) -> None:
        super().__init__()
        self.place, self.folder = self.fresh()
        self.runner = asyncio.Runner()
        self.is_file = self.place == "process" or "sqlite" in self.place
        self.openings: list[Store] = []
        self.owners = [self.open(), self.open()]  # by server, their opening
        self.rights: list[Right] = []
        self.valid: dict[str, Right | None] = dict.fromkeys(TABLES)
        self.logs: dict[str, list[StoredEntry]] = {table: [] for table in TABLES}
        for table in TABLES:
            self.runner.run(self.openings[-1].create(listing(table), []))

    def open(self) -> int:
        if self.place == "memory":
            opened: Store = self.openings[0] if self.openings else MemoryStore()
        else:
            opened = self.runner.run(open_once_more(self.place, self.folder))
        self.openings.append(opened)
        return len(self.openings) - 1

    def is_valid(self, right: Right) -> bool:
        if self.is_file:  # it belongs to the server that opened it last
            return right.opening == len(self.openings) - 1
        return self.valid[right.ownership.table] is right

    @rule(server=st.integers(0, 1), table=st.sampled_from(TABLES))
    def take(self, server: int, table: str) -> None:
        if self.is_file and self.owners[server] != len(self.openings) - 1:
            self.owners[server] = self.open()
        opening = self.owners[server]
        ownership = self.runner.run(self.openings[opening].take(table))
        assert ownership is not None
        right = self.valid[table] = Right(opening, ownership)
        self.rights.append(right)
        assert self.runner.run(self.openings[opening].entries(table)) == self.logs[table]

    @rule(data=st.data(), sizes=st.lists(st.integers(0, 2), min_size=1, max_size=6))
    def append(self, data: st.DataObject, sizes: list[int]) -> None:
        if not self.rights:
            return
        planned, expected = [], []
        for size in sizes:
            right = data.draw(st.sampled_from(self.rights))
            table, log = right.ownership.table, self.logs[right.ownership.table]
            new = entries(len(log), len(log) + size - 1)
            planned.append((right, listing(table, len(log) + size), new))
            expected.append(None if self.is_valid(right) else Fenced)
            if self.is_valid(right):
                log += new

        async def work() -> list[object]:
            return await asyncio.gather(
                *(
                    outcome(self.openings[right.opening].append(right.ownership, one, new))
                    for right, one, new in planned
                )
            )

        assert self.runner.run(work()) == expected

    @rule(data=st.data())
    def release(self, data: st.DataObject) -> None:
        if not self.rights:
            return
        right = data.draw(st.sampled_from(self.rights))
        self.runner.run(self.openings[right.opening].release(right.ownership))
        table = right.ownership.table
        if self.valid[table] is right:
            self.valid[table] = None

    def teardown(self) -> None:
        try:
            for table, log in self.logs.items():
                assert self.runner.run(self.openings[-1].entries(table)) == log
        finally:
            for opened in self.openings:
                self.runner.run(opened.close())
            self.runner.close()


@pytest.mark.parametrize("kind", ["memory", "sqlite", "process", "postgres"])
def test_a_log_has_one_writer_whatever_the_order_of_events(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    class Machine(Rivals):
        pass

    numbers = count()

    def fresh() -> tuple[str, Path]:
        folder = tmp_path / f"{next(numbers)}"
        folder.mkdir()
        if kind == "postgres":
            return request.getfixturevalue("postgres")(), folder
        return f"sqlite:///{folder}/rex.db" if kind == "sqlite" else kind, folder

    Machine.fresh = staticmethod(fresh)
    run_state_machine_as_test(Machine, settings=settings(max_examples=15, stateful_step_count=20))


async def test_a_wait_for_the_database_that_is_given_up_leaves_no_connection(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []

    async def connect_and_note(url: str, **settings: str) -> Any:
        opened.append(await connect(url, **settings))
        return opened[-1]

    async with DatabaseLock(postgres_address):
        watcher = await connect(postgres_address)
        monkeypatch.setattr(connection, "connect", connect_and_note)
        waiting = asyncio.create_task(DatabaseLock(postgres_address).hold())
        async with asyncio.timeout(10):
            while not await watcher.fetchval(IS_ANYBODY_BLOCKED):
                await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert [each.is_closed() for each in opened] == [True]
        await watcher.close()
