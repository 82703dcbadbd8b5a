"""How an SQLite file is opened, and the lock that reserves it for one server."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from rexarium.server.storage.store import CannotOpen, Damaged, InUse

OLDEST = (3, 35)  # RETURNING
LAST_TERM = 2**31 - 1  # after this they start from 1 again
PATIENCE = 5.0  # seconds to wait for a writer in progress
LEAST_ROOM = 100_000  # bytes: below this SQLite fails in many ways and seldom says that the disk is full


def connect(path: Path, *, is_read_only: bool = False, is_there: bool = False) -> sqlite3.Connection:
    """Open a connection without implicit transactions, durable at every commit; creates the file unless told not to."""
    is_there = is_there or is_read_only
    need_place(path, is_there)
    if not is_there:
        make_private(path)
    mode = "rw" if is_there else "rwc"  # a reader has to write the index of the write-ahead log too
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute("PRAGMA schema_version")  # the first real access to the file
            connection.execute("PRAGMA synchronous = FULL")
            # Without this macOS only claims to have written it to disk.
            connection.execute("PRAGMA fullfsync = ON")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA query_only = {is_read_only}")
        except BaseException:
            connection.close()
            raise
    except sqlite3.DatabaseError as error:
        raise explain(path, error) from error
    return connection


def explain(path: Path, error: sqlite3.Error) -> CannotOpen:
    """The error for a database that cannot be opened, with what to do about it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without SQLite's extended code
    if code == sqlite3.SQLITE_CORRUPT:
        return Damaged(path, str(error))
    if code == sqlite3.SQLITE_NOTADB:
        return Damaged(path, "it does not start like an SQLite database; is it some other file?")
    return CannotOpen(
        f"{path} cannot be opened or written: {_reason(path, code) or error}. Nothing was changed"
    )


def _reason(path: Path, code: int) -> str:
    """What is in the way and what to do about it; empty if SQLite's own message is better."""
    if path.is_dir():
        return "it is a folder; name a file inside it"
    needed = [path.parent, path] if path.exists() else [path.parent]
    if not all(os.access(each, os.R_OK | os.W_OK) for each in needed):
        return f"the user running this needs write access to it and to its folder {path.parent}"
    if code == sqlite3.SQLITE_FULL or shutil.disk_usage(path.parent).free < LEAST_ROOM:
        return "the disk is full; free some space and start again"
    return ""


@contextmanager
def examining(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database to inspect it without changing anything, not even cleaning up after a server that was killed."""
    need_place(path, is_there=True)
    try:
        with closing(_glance(path)) as connection:
            yield connection
    except sqlite3.DatabaseError as error:
        raise explain(path, error) from error


def _glance(path: Path) -> sqlite3.Connection:
    """Read-only if possible: SQLite has to write only if it must roll back an upgrade that was killed halfway."""
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
    raise AssertionError("the last mode returns or raises")


def need_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database in which SQLite finds an error; takes 0.2 s for 100 MB."""
    ((verdict,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
    if verdict != "ok":
        raise Damaged(path, last_line(verdict))


def last_line(verdict: str) -> str:
    """What SQLite's check found, without the heading."""
    return verdict.splitlines()[-1]


def make_private(path: Path) -> None:
    """Create a file that only its owner can read: it will hold every secret of the games."""
    with suppress(OSError):  # it exists already, or SQLite will say what is wrong
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def need_place(path: Path, is_there: bool) -> None:
    """Refuse what SQLite could not open, with clearer messages than SQLite's."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise CannotOpen(
            f"this Python has SQLite {sqlite3.sqlite_version}: use one with SQLite {needed} or newer"
        )
    if is_there and not path.exists():
        raise CannotOpen(f"there is no database at {path}")
    if not path.parent.is_dir():
        raise CannotOpen(f"the folder {path.parent} does not exist")


def need_one_name(path: Path) -> None:
    """Refuse a file with two names: each would get its own lock and write-ahead log, and SQLite would lose data."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise CannotOpen(
            f"{path} has a second name (a hard link), so two servers could each open it by one of them."
            f" Nothing was changed; remove the other name (find / -xdev -samefile '{path}' finds it), or use a copy"
        )


def use_write_ahead_log(connection: sqlite3.Connection, path: Path) -> None:
    """Let readers and a writer work at the same time, from now on."""
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise CannotOpen(
            f"{path} is on a file system where SQLite cannot share memory: move it to a local disk"
        )


def term_of(connection: sqlite3.Connection) -> int:
    """The file's current term."""
    term: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return term


def begin_term(connection: sqlite3.Connection) -> int:
    """Begin a new server's term, so that the writer process of a server that was killed can write no more."""
    term = term_of(connection) % LAST_TERM + 1
    connection.execute(f"PRAGMA user_version = {term}")
    return term


def lock(path: Path) -> sqlite3.Connection:
    """Lock a database for one server; closing the returned connection, or dying, releases it.

    This is SQLite's own lock on an empty file beside the database: readers can still open the database itself, and it
    works on every system that SQLite supports.
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
        raise InUse(f"{path} is in use by another server: stop that server first") from error
    return connection
