"""Stores of an older release: a backup that it can open comes first, then the change, and a newer one is refused."""

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.postgres import execute
from rexarium.server.model.log import FORMAT
from rexarium.server.storage import backup as module
from rexarium.server.storage import maintenance, migrate, open_store, renewal
from rexarium.server.storage.address import sqlite_path
from rexarium.server.storage.backup import backup, restore
from rexarium.server.storage.store import BadBackup, CannotOpen, TooNew
from tests.server.storage.samples import everything
from tests.server.storage.test_migration import filled, make_next

OLD = Path(__file__).parent / "stores" / "0001.db"  # as the release before wrote it
NEWER = f"UPDATE format SET number = {FORMAT + 1}"


def dump(path: Path) -> list[str]:
    """All that is in a database."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def old_store(folder: Path) -> Path:
    path = folder / "house.db"
    shutil.copyfile(OLD, path)
    return path


def backups_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.before-*.db"))


async def change(address: str, statement: str) -> None:
    path = sqlite_path(address)
    if path is None:
        await execute(address, statement)
        return
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


async def form_of(address: str) -> tuple[str | None, int]:
    path = sqlite_path(address)
    assert path is not None
    with closing(sqlite3.connect(path)) as connection:
        return migrate.sqlite_form(connection, address)


async def test_a_new_store_has_the_current_schema_and_needs_no_backup(tmp_path: Path) -> None:
    await (await open_store(f"{tmp_path}/house.db")).close()
    await (await open_store(f"{tmp_path}/house.db")).close()
    assert await form_of(f"{tmp_path}/house.db") == migrate.newest_form()
    assert backups_in(tmp_path) == []


async def test_before_an_upgrade_the_store_is_backed_up_for_the_old_release(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = old_store(tmp_path)
    with caplog.at_level(logging.WARNING, "rexarium.server"):
        store = await open_store(str(path))
    found = await everything(store)
    await store.close()
    assert await form_of(str(path)) == migrate.newest_form()
    (kept,) = backups_in(tmp_path)
    assert kept.name.startswith(f"house.before-schema-{migrate.newest()}-format-{FORMAT}-")
    assert await form_of(str(kept)) == ("0001", 1)
    assert dump(kept) == dump(OLD)
    assert kept.stat().st_mode & 0o077 == 0
    assert str(kept) in caplog.text
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(
        [kept.name, "house.db", "house.db.lock"]
    )
    await restore(kept, f"{tmp_path}/again.db")
    again = await open_store(f"{tmp_path}/again.db")
    assert await everything(again) == found
    await again.close()
    await (await open_store(str(path))).close()
    assert backups_in(tmp_path) == [kept], "an upgrade happens once"


async def test_a_new_entry_format_alone_is_an_upgrade(address: str, tmp_path: Path) -> None:
    await filled(address)
    await change(address, "UPDATE format SET number = 1")
    await (await open_store(address, backups=tmp_path)).close()
    (kept,) = backups_in(tmp_path)
    assert await form_of(str(kept)) == (migrate.newest(), 1)
    await (await open_store(address)).close()


async def test_a_postgres_database_is_upgraded_after_a_backup(
    postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, old = await filled(postgres_address), migrate.newest()
    monkeypatch.setattr(migrate, "FOLDER", make_next(tmp_path))
    with pytest.raises(CannotOpen, match="no folder for the backup"):
        await open_store(postgres_address)
    assert await maintenance.current(postgres_address) == old
    await (await open_store(postgres_address, backups=tmp_path)).close()
    assert await maintenance.current(postgres_address) == "next"
    monkeypatch.undo()
    (kept,) = backups_in(tmp_path)
    store = await open_store(str(kept))
    assert await everything(store) == before
    await store.close()


async def test_without_a_backup_nothing_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_store(tmp_path)
    before = path.read_bytes()

    def fail(_source: Path, part: Path) -> None:
        part.write_bytes(b"half of it")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(module, "copy_file", fail)
    with pytest.raises(CannotOpen, match=r"the backup .* cannot be written .* full\. Nothing was changed"):
        await open_store(str(path))
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir() if each.stat().st_size] == ["house.db"]


async def test_a_backup_overwrites_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_store(tmp_path)
    (tmp_path / "precious.db").write_text("precious")
    monkeypatch.setattr(renewal, "name_backup", lambda *_: tmp_path / "precious.db")
    with pytest.raises(CannotOpen, match="already"):
        await open_store(str(path))
    assert (tmp_path / "precious.db").read_text() == "precious"
    assert dump(path) == dump(OLD)


async def test_an_upgrade_that_fails_leaves_the_store_and_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_store(tmp_path)
    (tmp_path / "next").mkdir()
    bad = make_next(tmp_path / "next", more='op.execute("INSERT INTO nowhere VALUES (1)")')
    monkeypatch.setattr(migrate, "FOLDER", bad)
    with pytest.raises(CannotOpen, match="nowhere"):
        await open_store(str(path))
    assert dump(path) == dump(OLD)
    assert len(backups_in(tmp_path)) == 1


# What a newer program wrote


async def test_entries_of_a_newer_format_are_refused_everywhere(address: str, tmp_path: Path) -> None:
    await filled(address)
    await backup(address, tmp_path / "backup.db")
    await change(address, NEWER)
    await change(str(tmp_path / "backup.db"), NEWER)
    sentence = (
        rf"newer Rexarium \(entry format {FORMAT + 1}, this one knows up to {FORMAT}\): use that version"
    )
    for is_read_only in (False, True):
        with pytest.raises(TooNew, match=sentence):
            await open_store(address, is_read_only=is_read_only)
    with pytest.raises(TooNew, match=sentence):
        await backup(address, tmp_path / "other.db")
    with pytest.raises(TooNew, match=sentence):
        await restore(tmp_path / "backup.db", f"{tmp_path}/new.db")
    assert backups_in(tmp_path) == []


async def test_an_older_store_is_not_upgraded_by_a_restore_into_it(tmp_path: Path) -> None:
    await filled(f"{tmp_path}/source.db")
    await backup(f"{tmp_path}/source.db", tmp_path / "backup.db")
    path = old_store(tmp_path)
    with pytest.raises(BadBackup, match="not empty"):
        await restore(tmp_path / "backup.db", str(path))
    assert dump(path) == dump(OLD)


async def test_a_restored_store_has_the_current_schema(tmp_path: Path) -> None:
    await restore(OLD, f"{tmp_path}/house.db")
    assert await form_of(f"{tmp_path}/house.db") == migrate.newest_form()
