"""An SQLite file: how it is opened, and how one server keeps others away from it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from rexarium.server.storage.store import CannotOpen, Damaged, InUse

OLDEST = (3, 35)  # RETURNING
LAST_ERA = 2**31 - 1  # then they are counted from 1 again
PATIENCE = 5.0  # seconds to wait for whoever writes at this moment
LEAST_ROOM = 100_000  # bytes: with less, SQLite fails in many ways and seldom says that the disk is full


def connect(path: Path, *, is_reading: bool = False, is_there: bool = False) -> sqlite3.Connection:
    """A connection without hidden transactions, durable at every commit; to a new file unless it must be there."""
    is_there = is_there or is_reading
    need_place(path, is_there)
    if not is_there:
        make_private(path)
    mode = "rw" if is_there else "rwc"  # a reader, too, has to write the index of the write-ahead log
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute("PRAGMA schema_version")  # the first look into the file
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # or macOS only says that it is on the disk
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA query_only = {is_reading}")
        except BaseException:
            connection.close()
            raise
    except sqlite3.DatabaseError as error:
        raise explain(path, error) from error
    return connection


def explain(path: Path, error: sqlite3.Error) -> CannotOpen:
    """What keeps us from opening a database, and what to do about it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what SQLite adds to it
    if code == sqlite3.SQLITE_CORRUPT:
        return Damaged(path, str(error))
    if code == sqlite3.SQLITE_NOTADB:
        return Damaged(path, "its beginning is not that of an SQLite database; is it something else?")
    return CannotOpen(
        f"{path} cannot be opened or written: {_reason(path, code) or error}. Nothing was changed"
    )


def _reason(path: Path, code: int) -> str:
    """What is in the way, with the way out; empty if SQLite knows best."""
    if path.is_dir():
        return "it is a folder; name a file in it"
    needed = [path.parent, path] if path.exists() else [path.parent]
    if not all(os.access(each, os.R_OK | os.W_OK) for each in needed):
        return f"the user who runs this must be able to write to it and to its folder {path.parent}"
    if code == sqlite3.SQLITE_FULL or shutil.disk_usage(path.parent).free < LEAST_ROOM:
        return "the disk is full; make room and start again"
    return ""


@contextmanager
def examining(path: Path) -> Iterator[sqlite3.Connection]:
    """A look at a database in which nothing is written, not even what a server that was killed has left to be tidied up."""
    need_place(path, is_there=True)
    try:
        with closing(_glance(path)) as connection:
            yield connection
    except sqlite3.DatabaseError as error:
        raise explain(path, error) from error


def _glance(path: Path) -> sqlite3.Connection:
    """If a server was killed as it brought the database to a new form, SQLite must undo that before anybody can look."""
    for mode in ("ro", "rw"):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)
        try:
            connection.execute("PRAGMA schema_version")
        except sqlite3.OperationalError:
            connection.close()
            if mode == "rw":
                raise
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise AssertionError("the last mode has returned or raised")


def need_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database in which SQLite finds anything amiss; that takes 0.2 s for 100 MB."""
    ((verdict,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
    if verdict != "ok":
        raise Damaged(path, last_line(verdict))


def last_line(verdict: str) -> str:
    """What SQLite's checks have found, without the heading."""
    return verdict.splitlines()[-1]


def make_private(path: Path) -> None:
    """Make a new file that only its owner can read: it will hold every secret of the games."""
    with suppress(OSError):  # it is there already, or SQLite will say what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def need_place(path: Path, is_there: bool) -> None:
    """Refuse in better words than SQLite's what it could not open."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise CannotOpen(
            f"this Python has SQLite {sqlite3.sqlite_version}: use one with SQLite {needed} or newer"
        )
    if is_there and not path.exists():
        raise CannotOpen(f"there is no database at {path}")
    if not path.parent.is_dir():
        raise CannotOpen(f"there is no folder {path.parent} for the database")


def need_one_name(path: Path) -> None:
    """Refuse a file with two names: each would have a lock and a write-ahead log of its own, and SQLite would lose data."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise CannotOpen(
            f"{path} has another name as well (a hard link), and two servers could open it by one name each."
            f" Nothing was changed; remove the other name (find / -xdev -samefile '{path}' tells it), or use a copy"
        )


def use_write_ahead_log(connection: sqlite3.Connection, path: Path) -> None:
    """Have writers and readers work side by side, from now on."""
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise CannotOpen(f"{path} lies where SQLite cannot share memory: put it on a disk of this machine")


def era_of(connection: sqlite3.Connection) -> int:
    """Which server's era it is."""
    era: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return era


def begin_era(connection: sqlite3.Connection) -> int:
    """A new server's era. The process of one that was killed may still have something to write: it must not any more."""
    era = era_of(connection) % LAST_ERA + 1
    connection.execute(f"PRAGMA user_version = {era}")
    return era


def lock(path: Path) -> sqlite3.Connection:
    """Claim a database for one server; to close what is returned, or to die, gives it back.

    It is SQLite's own lock on an empty file beside the database: the database itself stays open to readers, and it
    works on every system that SQLite knows.
    """
    need_place(path, is_there=False)
    need_one_name(path)
    beside = path.with_name(path.name + ".lock")
    try:
        connection = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = MEMORY")  # no third file
            connection.execute("BEGIN EXCLUSIVE")
        except BaseException:
            connection.close()
            raise
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise explain(beside, error) from error
        raise InUse(f"{path} is in use by another server: stop that one first") from error
    return connection
