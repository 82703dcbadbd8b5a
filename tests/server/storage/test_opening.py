"""Opening a store: one server at a time, readers always, and never another program's database."""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bench.postgres import execute
from rexarium.kernel.errors import RexariumError
from rexarium.server.model.rows import Outage, Ownership
from rexarium.server.storage import open_store
from rexarium.server.storage.address import say_address, sqlite_path
from rexarium.server.storage.backup import backup
from rexarium.server.storage.postgres.store import PostgresStore
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.store import CannotOpen, ReadOnly, Store
from tests.server.storage.conftest import CUT_OFF, Make, in_use
from tests.server.storage.samples import ANN, PHONE, entries, everything, fill, listing, put

# Addresses


def test_an_address_is_a_path_or_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    here = tmp_path.resolve() / "a b%20.db"
    for address in ("a b%20.db", f"{here}", "sqlite:///a b%20.db", f"sqlite:///{here}"):
        assert sqlite_path(address) == here
    assert sqlite_path("postgresql://host/name") is None
    for address in ("", "sqlite:///", "sqlite://a.db", "sqlite:a.db", "mysql://host/name"):
        with pytest.raises(CannotOpen):
            sqlite_path(address)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such links")
async def test_an_unreachable_address_is_refused_in_a_sentence(tmp_path: Path) -> None:
    loop = tmp_path / "loop.db"
    loop.symlink_to(loop)
    for address in (f"{loop}", "~nobody-has-this-name/a.db"):
        with pytest.raises(CannotOpen):
            await open_store(address)


def test_no_sentence_shows_a_password(tmp_path: Path) -> None:
    assert say_address("postgresql://me:s3cret@host:99/name?x=s3cret") == "postgresql://host:99/name"
    assert say_address(f"{tmp_path}/a.db") == f"{tmp_path.resolve()}/a.db"


async def test_a_path_may_hold_odd_characters(tmp_path: Path) -> None:
    path = tmp_path / "a?mode=memory#ü%20.db"
    store = await open_store(f"sqlite:///{path}")
    await store.close()
    assert path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
async def test_nobody_else_can_read_the_files(tmp_path: Path) -> None:
    store = await open_store(f"{tmp_path}/rex.db")
    await fill(store)
    await backup(f"{tmp_path}/rex.db", tmp_path / "backup.db")
    modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir() if path.stat().st_size}
    await store.close()
    assert modes == dict.fromkeys(["rex.db", "rex.db-wal", "rex.db-shm", "backup.db"], 0)


# One server at a time


async def test_two_servers_cannot_share_a_database(address: str) -> None:
    first = await open_store(address)
    for _ in range(2):
        with in_use():
            await open_store(address)
    await put(first, listing("a"), entries(0, 0))
    await first.close()
    second = await open_store(address)
    assert await second.entries("a") == entries(0, 0)
    await second.close()


async def test_a_link_to_a_database_is_the_same_database(tmp_path: Path) -> None:
    store = await open_store(f"{tmp_path}/a.db")
    (tmp_path / "b.db").symlink_to(tmp_path / "a.db")
    with in_use():
        await open_store(f"{tmp_path}/b.db")
    await store.close()


async def test_a_server_that_lost_its_lock_takes_it_again(postgres_address: str) -> None:
    store = await open_store(postgres_address)
    await cut_off(store)
    await store.beat(7)
    with in_use():
        await open_store(postgres_address)
    assert await store.last_beat() == 7
    await put(store, listing("a"), entries(0, 0))
    await store.close()


async def test_a_server_that_lost_its_lock_to_another_fails(postgres_address: str) -> None:
    store = await open_store(postgres_address)
    await cut_off(store)
    other = await open_store(postgres_address)
    with in_use():
        await store.beat(7)
    await other.close()
    await store.close()


async def cut_off(store: Store) -> None:
    """Have the database end every connection of a store, and wait until that is noticed."""
    assert isinstance(store, PostgresStore)
    assert store._lock is not None
    await execute(store._lock._url, CUT_OFF)
    while not store._lock._connection.is_closed():
        await asyncio.sleep(0.01)


async def test_a_commit_waits_for_the_disk_whatever_the_database_default(postgres_address: str) -> None:
    own = (
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I {} synchronous_commit{}', current_database()); END $$"
    )
    await execute(postgres_address, own.format("SET", " = off"))
    store = await open_store(postgres_address)
    assert isinstance(store, PostgresStore)
    try:
        assert await store._pool.fetchval("SHOW synchronous_commit") == "on"
    finally:
        await store.close()
        await execute(postgres_address, own.format("RESET", ""))


# Readers


async def test_a_reader_sees_what_the_server_writes(address: str) -> None:
    store = await open_store(address)
    reader = await open_store(address, is_read_only=True)
    await fill(store)
    assert await everything(reader) == await everything(store)
    await store.close()
    assert await reader.entries("a") == entries(0, 2)
    await reader.close()


WRITES: list[Callable[[Store], object]] = [
    lambda store: store.create(listing("a"), entries(0, 0)),
    lambda store: store.take("a"),
    lambda store: store.append(Ownership("a", 0), listing("a"), entries(0, 0)),
    lambda store: store.release(Ownership("a", 0)),
    lambda store: store.add_person(ANN, b"key"),
    lambda store: store.rename("ann", "Anna"),
    lambda store: store.see_key(b"key", PHONE),
    lambda store: store.drop_key(b"key"),
    lambda store: store.drop_keys("ann", b"key"),
    lambda store: store.drop_tickets("ann"),
    lambda store: store.add_ticket(b"ticket", "ann", 9, 0),
    lambda store: store.redeem_ticket(b"ticket", b"key", 9),
    lambda store: store.beat(1),
    lambda store: store.add_outage(Outage(1, 2)),
]


async def test_a_reader_writes_nothing(address: str) -> None:
    await (await open_store(address)).close()
    reader = await open_store(address, is_read_only=True)
    for write in WRITES:
        with pytest.raises(ReadOnly):
            await write(reader)  # type: ignore[misc]
    await reader.close()


async def test_a_reader_needs_an_existing_database(make_address: Make, tmp_path: Path) -> None:
    address = await asyncio.to_thread(make_address)
    with pytest.raises(CannotOpen, match=r"no database at|no Rexarium data"):
        await open_store(address, is_read_only=True)
    assert list(tmp_path.iterdir()) == []


# What is not ours


async def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are the notes of somebody who wants to keep them\n" * 99)
    text = path.read_text()
    for is_read_only in (False, True):
        with pytest.raises(CannotOpen, match=r"notes\.txt is damaged .* is it some other file"):
            await open_store(str(path), is_read_only=is_read_only)
    assert path.read_text() == text


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    data = path.read_bytes()
    with pytest.raises(CannotOpen, match="not Rexarium's"):
        await open_store(str(path))
    assert path.read_bytes() == data


async def test_a_postgres_database_of_another_program_is_refused(postgres_address: str) -> None:
    await execute(postgres_address, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(CannotOpen, match="not Rexarium's"):
        await open_store(postgres_address)


async def test_a_missing_database_is_reported_in_a_sentence(tmp_path: Path, postgres_address: str) -> None:
    for address, sentence in (
        (f"{tmp_path}/no/such/folder/a.db", "does not exist"),
        (str(tmp_path), "cannot be opened"),
        (postgres_address.replace("/rex_", "/no_"), "cannot be opened"),
        ("postgresql://nobody:s3cret@localhost:1/name", "localhost:1/name cannot be opened"),
    ):
        with pytest.raises(CannotOpen, match=sentence) as refusal:
            await open_store(address)
        assert isinstance(refusal.value, RexariumError)
        assert "s3cret" not in str(refusal.value)


async def test_a_read_only_file_is_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(path: Path, **_: object) -> sqlite3.Connection:
        return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)

    path = tmp_path / "rex.db"
    await (await open_store(f"{path}")).close()
    reading = await open_store(f"{path}", is_read_only=True)
    monkeypatch.setattr(file, "connect", connect)
    with pytest.raises(CannotOpen, match="readonly database"):
        await open_store(f"{path}")
    await reading.close()


async def test_a_file_system_without_locks_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "rex.db.lock").mkdir()
    with pytest.raises(CannotOpen, match=r"rex\.db\.lock cannot be opened or written: it is a folder"):
        await open_store(f"{tmp_path}/rex.db")


async def test_without_asyncpg_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(CannotOpen, match=r"rexarium\[postgres\]"):
        await open_store("postgresql://host/name")
