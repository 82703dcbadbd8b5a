"""Everything a store has reported durable is there after a restart, and after a kill."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from rexarium.server.model.rows import UNKNOWN
from rexarium.server.storage import migrate, open_store, sql
from rexarium.server.storage.address import sqlite_path
from rexarium.server.storage.postgres import store as postgres
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.sqlite.thread import WriterThread
from rexarium.server.storage.sqlite.writes import Append, Create
from rexarium.server.storage.store import Fenced, Store
from tests.server.storage.samples import entries, everything, fill, listing, outcome, own, put
from tests.server.storage.scribbler import entry_of, listing_after
from tests.server.support.samples import PATIENCE

ROOT = Path(__file__).parents[3]


async def test_everything_is_there_after_a_restart(address: str) -> None:
    store = await open_store(address)
    await fill(store)
    before = await everything(store)
    await store.close()
    store = await open_store(address)
    assert await everything(store) == before
    assert await store.redeem_ticket(b"ticket", b"key", 50) is not None
    await store.close()


async def test_pending_writes_finish_before_closing(address: str) -> None:
    store = await open_store(address)
    owned = [await own(store, f"{n}") for n in range(50)]
    tasks = [asyncio.create_task(store.append(one, listing(one.table, 1), entries(0, 9))) for one in owned]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*tasks)
    store = await open_store(address)
    assert [one.changed_at for one in await store.all_listings(None, 99)] == [1] * 50
    await store.close()


async def test_a_closed_store_refuses_writes(address: str) -> None:
    store = await open_store(address)
    await store.close()
    await store.close()
    for work in (store.create(listing("a"), []), store.take("a"), store.listing("a")):
        with pytest.raises(Exception, match=r"closed|shutdown"):
            await work


async def test_a_killed_server_loses_nothing_that_was_durable(address: str) -> None:
    rounds = ("first", "second", "third") if sqlite_path(address) else ("only",)
    for round_ in rounds:
        durable = await asyncio.to_thread(write_and_kill, address, round_)
        store = await open_store(address)
        for table, number in durable.items():
            await check_log(store, table, number)
        await store.close()


def write_and_kill(address: str, round_: str) -> dict[str, int]:
    """Have another process write, kill it in the middle; the last durable entry of each table."""
    command = [sys.executable, "-m", "tests.server.storage.scribbler", address, round_]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(500)]
        process.kill()
        lines += process.stdout.readlines()
    said = [line.split() for line in lines if line.endswith(b"\n")]
    assert len(said) >= 500
    return {table.decode(): int(number) for table, number in said}


async def check_log(store: Store, table: str, durable: int) -> None:
    """Everything durable is there; what is there beyond is whole."""
    log = await store.entries(table)
    last = len(log) - 1
    assert last >= durable
    assert last % 2 == 1  # entries come in pairs
    assert log == [entry_of(table, number) for number in range(last + 1)]
    assert await store.listing(table) == listing_after(table, last)
    assert await store.listings_of(f"person {last}", 999) != []


# Group commit


def add(name: str, last: int, first: int = 0) -> Append:
    return Append(listing(name), entries(first, last))


def new(name: str, last: int = 0) -> Create:
    return Create(listing(name), entries(0, last))


async def test_queued_appends_share_a_commit(tmp_path: Path) -> None:
    statements: list[str] = []
    with closing(file.connect(tmp_path / "rex.db")) as connection:
        migrate.upgrade_sqlite(connection, "rex.db")
        connection.set_trace_callback(statements.append)
        writer = WriterThread(connection)
        await asyncio.gather(*(writer.submit(new(f"{number}")) for number in range(200)))
        await writer.close()
    assert 1 <= statements.count("COMMIT") <= 10


async def test_moves_at_many_tables_share_a_few_statements(tmp_path: Path) -> None:
    statements: list[str] = []
    names = [f"{number}" for number in range(200)]
    with closing(file.connect(tmp_path / "rex.db")) as connection:
        migrate.upgrade_sqlite(connection, "rex.db")
        writer = WriterThread(connection)
        await asyncio.gather(*(writer.submit(new(name)) for name in names))
        connection.set_trace_callback(statements.append)
        await asyncio.gather(*(writer.submit(add(name, 2, first=1)) for name in names))
        await writer.close()
        assert len(statements) < 100
        for name in names:
            rows = connection.execute(sql.SELECT_ENTRIES, (name, 0)).fetchall()
            assert sql.entries_of(rows) == entries(0, 2)


async def test_only_the_conflicting_append_is_refused(tmp_path: Path) -> None:
    with closing(file.connect(tmp_path / "rex.db")) as connection:
        migrate.upgrade_sqlite(connection, "rex.db")
        writer = WriterThread(connection)
        await asyncio.gather(*(writer.submit(new(name)) for name in "abcd"))
        done = await asyncio.gather(
            writer.submit(add("a", 1, first=1)),
            writer.submit(add("b", 0)),
            writer.submit(add("c", 2, first=2)),
            writer.submit(add("d", 1, first=1)),
            writer.submit(add("d", 2, first=2)),
            return_exceptions=True,
        )
        await writer.close()
        assert [type(one) for one in done] == [type(None), Fenced, ValueError, type(None), type(None)]
        count = "SELECT table_id, count(*) FROM entries GROUP BY table_id ORDER BY table_id"
        assert connection.execute(count).fetchall() == [("a", 2), ("b", 1), ("c", 1), ("d", 3)]


async def test_a_foreign_write_fails_only_the_affected_append(tmp_path: Path) -> None:
    path = tmp_path / "rex.db"
    with closing(file.connect(path)) as connection, closing(file.connect(path)) as stranger:
        migrate.upgrade_sqlite(connection, "rex.db")
        writer = WriterThread(connection)
        await asyncio.gather(*(writer.submit(new(name)) for name in "abc"))
        add("b", 1, first=1)(stranger)
        done = await asyncio.gather(
            *(writer.submit(add(name, 1, first=1)) for name in "abc"), return_exceptions=True
        )
        assert [type(one) for one in done] == [type(None), Fenced, type(None)]
        await writer.submit(add("b", 2, first=2))
        await writer.close()


class Stubborn:
    """A connection that fails at some statements."""

    def __init__(self, connection: sqlite3.Connection, *failing: str) -> None:
        self._connection = connection
        self.failing = failing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        if statement in self.failing:
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(statement, values)


async def test_a_failed_rollback_is_retried(tmp_path: Path) -> None:
    with closing(file.connect(tmp_path / "rex.db")) as connection:
        migrate.upgrade_sqlite(connection, "rex.db")
        stubborn = Stubborn(connection, "COMMIT", "ROLLBACK")
        writer = WriterThread(cast(sqlite3.Connection, stubborn))
        for _ in range(2):
            with pytest.raises(sqlite3.OperationalError):
                await asyncio.wait_for(writer.submit(new("a")), PATIENCE)
        stubborn.failing = ()
        with pytest.raises(sqlite3.OperationalError):
            await writer.submit(new("a"))  # what hung is undone
        await writer.submit(new("a"))
        await writer.close()
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (1,)


async def test_a_full_disk_rolls_back_whole_appends(tmp_path: Path) -> None:
    path = tmp_path / "rex.db"
    with closing(file.connect(path)) as connection:
        migrate.upgrade_sqlite(connection, "rex.db")
        file.use_write_ahead_log(connection, path)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 9}")
        writer = WriterThread(connection)
        names = [f"{number}" for number in range(30)]
        done = await asyncio.gather(
            *(writer.submit(new(name, 99)) for name in names),
            return_exceptions=True,
        )
        failed = [one for one in done if isinstance(one, sqlite3.OperationalError)]
        assert {one.sqlite_errorname for one in failed} == {"SQLITE_FULL"}
        connection.execute("PRAGMA max_page_count = 100000")
        await writer.submit(new("more", 99))
        await writer.close()
        for name, one in zip(names, done, strict=True):
            rows = connection.execute(sql.SELECT_ENTRIES, (name, 0)).fetchall()
            assert len(rows) == (100 if one is None else 0)


async def test_a_failed_commit_rolls_back_the_whole_group(tmp_path: Path) -> None:
    def orphan(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute(sql.INSERT_KEY, sql.row_of_key(b"key", "nobody", UNKNOWN))

    with closing(file.connect(tmp_path / "rex.db")) as connection:
        migrate.upgrade_sqlite(connection, "rex.db")
        writer = WriterThread(connection)
        with pytest.raises(sqlite3.IntegrityError):
            await writer.submit(orphan)
        await writer.submit(new("a"))
        undone = await asyncio.gather(
            writer.submit(add("a", 1, first=1)), writer.submit(orphan), return_exceptions=True
        )
        assert sqlite3.IntegrityError in [type(one) for one in undone]
        stored = 1 if isinstance(undone[0], Exception) else 2
        await writer.submit(add("a", stored, first=stored))
        await writer.close()
        assert connection.execute("SELECT count(*) FROM keys").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (stored + 1,)


async def test_a_faster_foreign_write_is_noticed_at_commit(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database itself refuses what was written between the look at a log and its end."""
    store = await open_store(postgres_address)
    await put(store, listing("a", 1), entries(0, 0))
    owned = [await own(store, name) for name in "bac"]
    monkeypatch.setattr(postgres, "LOG_TAIL", postgres.LOG_TAIL.replace("max(number)", "min(number) - 1"))
    outcomes = await asyncio.gather(
        *(outcome(store.append(one, listing(one.table, 2), entries(0, 0))) for one in owned)
    )
    assert outcomes == [None, Fenced, None]
    assert await store.all_listings(None, 9) == [listing("a", 1), listing("b", 2), listing("c", 2)]
    await store.close()
