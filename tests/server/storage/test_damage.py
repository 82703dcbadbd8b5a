"""A store that cannot be used is refused in a sentence: what is wrong, that nothing was changed, and what to do."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rexarium.server.storage import open_store
from rexarium.server.storage.backup import backup, restore
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.store import BadBackup, CannotOpen, Damaged
from tests.server.storage.samples import entries, listing, put
from tests.server.storage.test_migration import filled

PAGE = 4096


async def large(path: Path) -> None:
    """A store of more than a few pages."""
    store = await open_store(str(path))
    for name in "abcdefgh":
        await put(store, listing(name), entries(0, 499))
    await store.close()


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // PAGE * PAGE)


def scribble(path: Path) -> None:
    """The header is as it was; pages behind it are not."""
    data = bytearray(path.read_bytes())
    for at in range(8 * PAGE, len(data), 3 * PAGE):
        data[at : at + PAGE] = os.urandom(PAGE)
    path.write_bytes(data)


def lose_the_header(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(b"x" * 100 + data[100:])


def lose_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE pulse")
        connection.commit()


@pytest.mark.parametrize("damage", [truncate, scribble, lose_the_header, lose_a_table])
@pytest.mark.parametrize("is_read_only", [False, True])
async def test_a_damaged_store_is_refused_and_left_unchanged(
    damage: Callable[[Path], None], is_read_only: bool, tmp_path: Path
) -> None:
    path = tmp_path / "house.db"
    await large(path)
    damage(path)
    before = path.read_bytes()
    with pytest.raises(Damaged) as refusal:
        await open_store(str(path), is_read_only=is_read_only)
    assert f"{path} is damaged (" in str(refusal.value)
    assert "Nothing was changed" in str(refusal.value)
    assert f"rexarium restore BACKUP --store {path}" in str(refusal.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", [truncate, scribble])
async def test_a_damaged_store_cannot_be_backed_up(damage: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await large(path)
    damage(path)
    with pytest.raises((BadBackup, Damaged), match=r"house\.db is damaged"):
        await backup(str(path), tmp_path / "backup.db")
    assert not (tmp_path / "backup.db").exists()


WRITE_AND_DIE = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("UPDATE pulse SET at = 123")
os._exit(0)
"""


async def test_a_killed_servers_files_are_untouched_until_the_store_is_checked(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    await large(path)
    await filled_pulse(path)
    subprocess.run([sys.executable, "-c", WRITE_AND_DIE, str(path)], check=True)
    scribble(path)
    before = {name: (tmp_path / name).read_bytes() for name in ("house.db", "house.db-wal")}
    assert before["house.db-wal"]
    with pytest.raises(Damaged):
        await open_store(str(path))
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


async def filled_pulse(path: Path) -> None:
    store = await open_store(str(path))
    await store.beat(1)
    await store.close()


async def test_a_damaged_write_ahead_log_loses_only_its_own_contents(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await large(path)
    await filled_pulse(path)
    subprocess.run([sys.executable, "-c", WRITE_AND_DIE, str(path)], check=True)
    beside = tmp_path / "house.db-wal"
    beside.write_bytes(beside.read_bytes()[:40] + os.urandom(beside.stat().st_size - 40))
    store = await open_store(str(path))
    assert await store.last_beat() == 1
    assert await store.entries("h") == entries(0, 499)
    await store.close()


# Where nothing can be written


async def test_a_folder_is_not_a_store(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match=r"it is a folder; name a file inside it\. Nothing was changed"):
        await open_store(str(tmp_path))


def refusal_of(code: int, path: Path) -> str:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return str(file.explain(path, error))


def test_sqlite_failures_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.db"
    assert "the disk is full; free some space and start again. Nothing was changed" in refusal_of(
        sqlite3.SQLITE_FULL, path
    )
    assert refusal_of(sqlite3.SQLITE_IOERR, path).endswith("as SQLite says it. Nothing was changed")
    monkeypatch.setattr(os, "access", lambda where, _mode: where != tmp_path)
    for code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY | 1 << 8, sqlite3.SQLITE_PERM):
        assert f"needs write access to it and to its folder {tmp_path}" in refusal_of(code, path)


def limit() -> None:
    """No file may grow beyond some bytes: to SQLite a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_server_exits_with_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(b"SQLite format 3\0" + b"x" * 9000)
    for name, before in (("bad.db", None), ("full.db", limit)):
        done = subprocess.run(
            [sys.executable, "-m", "rexarium", "tables", "end", "x", "--store", str(tmp_path / name)],
            env=os.environ | {"REXARIUM_STATE": str(tmp_path)},
            capture_output=True,
            text=True,
            preexec_fn=before,
            check=False,
        )
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith(f"rexarium: {tmp_path / name}"), done.stderr
        assert done.stderr.count("\n") == 1
        assert "othing was changed" in done.stderr


async def test_a_restore_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(f"{tmp_path}/house.db")
    await backup(f"{tmp_path}/house.db", tmp_path / "backup.db")

    def fail(_copy: Path, _path: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("rexarium.server.storage.backup.fill_file", fail)
    with pytest.raises(
        BadBackup, match=r"cannot restore .*; none of it was restored: database or disk is full"
    ):
        await restore(tmp_path / "backup.db", f"{tmp_path}/new.db")


# Two names


TRY = """
import asyncio, sys
from rexarium.server.storage import open_store
from rexarium.server.storage.store import CannotOpen
try:
    asyncio.run(open_store(sys.argv[1], is_read_only=sys.argv[2] == "True"))
except CannotOpen as refusal:
    print(refusal)
"""


async def test_a_second_server_is_refused_by_a_hard_link_too(tmp_path: Path) -> None:
    store = await open_store(f"{tmp_path}/house.db")
    os.link(tmp_path / "house.db", tmp_path / "other.db")
    for is_read_only in (False, True):
        found = subprocess.run(
            [sys.executable, "-c", TRY, str(tmp_path / "other.db"), str(is_read_only)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "other.db has a second name (a hard link)" in found.stdout
    await put(store, listing("a"), entries(0, 0))
    with pytest.raises(CannotOpen, match="hard link"):
        await backup(f"{tmp_path}/other.db", tmp_path / "backup.db")
    await store.close()
    (tmp_path / "other.db").unlink()
    store = await open_store(f"{tmp_path}/house.db")
    assert await store.entries("a") == entries(0, 0)
    await store.close()


async def test_a_backup_may_have_several_names(tmp_path: Path) -> None:
    await filled(f"{tmp_path}/house.db")
    await backup(f"{tmp_path}/house.db", tmp_path / "monday.db")
    os.link(tmp_path / "monday.db", tmp_path / "tuesday.db")  # as programs that keep many backups do
    await restore(tmp_path / "tuesday.db", f"{tmp_path}/again.db")
