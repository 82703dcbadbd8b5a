"""An SQLite file: how it is opened, and how one server keeps others away from it."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from rexarium.table.storage.store import CannotOpen, InUse

OLDEST = (3, 35)  # RETURNING
LAST_ERA = 2**31 - 1  # then they are counted from 1 again
PATIENCE = 5.0  # seconds to wait for whoever writes at this moment


def connect(path: Path, *, is_reading: bool = False, is_there: bool = False) -> sqlite3.Connection:
    """A connection without hidden transactions, durable at every commit; to a new file unless it must be there."""
    is_there = is_there or is_reading
    need_place(path, is_there)
    if not is_there:
        make_private(path)
    mode = "rw" if is_there else "rwc"  # a reader, too, has to write the index of the write-ahead log
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode={mode}",
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
        raise CannotOpen(f"{path} cannot be opened as an SQLite database: {error}") from error
    return connection


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
            raise CannotOpen(f"{beside} cannot be locked: {error}") from error
        raise InUse(f"{path} is in use by another server: stop that one first") from error
    return connection
