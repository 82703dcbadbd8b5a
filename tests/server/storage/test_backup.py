"""Backups: whole while the server writes, good for either database, and refused when they are not whole."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from rexarium.server.storage import backup as module
from rexarium.server.storage import maintenance, migrate, open_store
from rexarium.server.storage.backup import backup, restore
from rexarium.server.storage.store import BadBackup, CannotOpen, Store
from tests.server.storage.conftest import Make, in_use
from tests.server.storage.samples import entries, everything, fill, listing, own, put
from tests.server.storage.test_migration import contents, filled, make_next


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
async def test_a_backup_restores_everything_in_either_database(
    address: str, target: str, tmp_path: Path, postgres_address: str
) -> None:
    before = await filled(address)
    await backup(address, tmp_path / "backup")
    other = postgres_address if target == "postgres" else f"{tmp_path}/restored.db"
    await restore(tmp_path / "backup", other)
    assert await contents(other) == before
    store = await open_store(other)
    assert await store.redeem_ticket(b"ticket", b"key", 50) is not None
    await put(store, listing("a", 9), entries(3, 3))
    await store.close()


async def test_a_backup_is_itself_a_database_in_one_file(address: str, tmp_path: Path) -> None:
    before = await filled(address)
    folder = tmp_path / "backups"
    folder.mkdir()
    await backup(address, folder / "one.db")
    assert [path.name for path in folder.iterdir()] == ["one.db"]
    assert await contents(str(folder / "one.db")) == before


async def test_a_backup_of_a_busy_server_is_consistent(address: str, tmp_path: Path) -> None:
    store = await open_store(address)
    for name in "abcdefgh":
        await put(store, listing(name, 0), entries(0, 499))
    has_begun = asyncio.Barrier(9)
    tasks = [asyncio.create_task(write_on(store, name, has_begun)) for name in "abcdefgh"]
    await has_begun.wait()
    await backup(address, tmp_path / "backup.db")
    assert not any(task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await store.close()

    copy = await open_store(f"{tmp_path}/backup.db")
    listings = await copy.all_listings(None, 99)
    assert [one.table for one in listings] == [*"abcdefgh"]
    for one in listings:
        assert await copy.entries(one.table) == entries(0, 499 + one.changed_at)
    await copy.close()


async def write_on(store: Store, table: str, has_begun: asyncio.Barrier) -> None:
    ours = await own(store, table)
    for number in count(1):
        await store.append(ours, listing(table, number), entries(499 + number, 499 + number))
        if number == 1:
            await has_begun.wait()


async def test_a_backup_copies_more_rows_than_one_batch(
    address: str, tmp_path: Path, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PORTION", 2)
    before = await filled(address)
    await backup(address, tmp_path / "backup.db")
    await restore(tmp_path / "backup.db", postgres_address)
    assert await contents(postgres_address) == before


async def test_paths_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = await filled("source.db")
    await backup("source.db", Path("backup.db"))
    await restore(Path("backup.db"), "restored.db")
    assert await contents("restored.db") == before


# Refusals


async def test_no_file_is_overwritten(address: str, tmp_path: Path) -> None:
    await filled(address)
    (tmp_path / "backup.db").write_text("precious")
    with pytest.raises(BadBackup, match="already"):
        await backup(address, tmp_path / "backup.db")
    assert (tmp_path / "backup.db").read_text() == "precious"


async def test_an_empty_file_is_not_a_backup(make_address: Make, tmp_path: Path) -> None:
    address = await asyncio.to_thread(make_address)
    with pytest.raises((BadBackup, CannotOpen), match="no"):
        await backup(address, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


async def test_a_target_that_is_not_empty_is_refused(address: str, tmp_path: Path) -> None:
    await filled(f"{tmp_path}/source.db")
    await backup(f"{tmp_path}/source.db", tmp_path / "backup.db")
    store = await open_store(address)
    await store.beat(1)
    await store.close()
    with pytest.raises(BadBackup, match=r"not empty \(pulse\)"):
        await restore(tmp_path / "backup.db", address)
    store = await open_store(address)
    assert await store.all_listings(None, 9) == []
    await store.close()


async def test_a_target_in_use_is_refused(address: str, tmp_path: Path) -> None:
    await filled(f"{tmp_path}/source.db")
    await backup(f"{tmp_path}/source.db", tmp_path / "backup.db")
    store = await open_store(address)
    with in_use():
        await restore(tmp_path / "backup.db", address)
    await store.close()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5000])


def scramble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:8192] = bytes(byte ^ 0x55 for byte in data[4096:8192])
    path.write_bytes(data)


def replace_by_text(path: Path) -> None:
    path.write_text("this is no database\n" * 999)


def lose_an_entry(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM entries WHERE number = 1")
        connection.commit()


def lose_a_person(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM people")
        connection.commit()


def break_a_constraint(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("INSERT INTO pulse (id, at) VALUES (2, 0)")
        connection.commit()


def empty(path: Path) -> None:
    path.write_bytes(b"")


DAMAGES = [cut, scramble, replace_by_text, lose_an_entry, lose_a_person, break_a_constraint, empty]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_backup_is_refused(damage: Callable[[Path], None], tmp_path: Path) -> None:
    await filled(f"{tmp_path}/source.db")
    path = tmp_path / "backup.db"
    await backup(f"{tmp_path}/source.db", path)
    damage(path)
    with pytest.raises((BadBackup, CannotOpen), match=r"backup\.db"):
        await restore(path, f"{tmp_path}/restored.db")
    assert not (tmp_path / "restored.db").exists()


async def test_a_backup_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no database at"):
        await restore(tmp_path / "backup.db", f"{tmp_path}/restored.db")


async def test_an_older_backup_is_upgraded_on_restore_and_left_unchanged(
    address: str, make_address: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await filled(address)
    other = await asyncio.to_thread(make_address)
    with monkeypatch.context() as future:
        future.setattr(migrate, "FOLDER", make_next(tmp_path))
        await backup(address, tmp_path / "backup.db")  # of a database that is not yet renewed
        data = (tmp_path / "backup.db").read_bytes()
        await restore(tmp_path / "backup.db", other)
        assert await maintenance.current(other) == "next"
        store = await open_store(other)
        assert await everything(store) == before
        await store.close()
    assert (tmp_path / "backup.db").read_bytes() == data


async def test_an_interrupted_backup_leaves_no_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(address)
    await fill(store)
    await store.close()

    def fail(path: Path, _name: str) -> None:
        raise BadBackup(f"{path} is damaged")

    monkeypatch.setattr(module, "check", fail)
    folder = tmp_path / "backups"
    folder.mkdir()
    with pytest.raises(BadBackup):
        await backup(address, folder / "one.db")
    assert list(folder.iterdir()) == []
