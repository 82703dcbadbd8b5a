"""Backups: always an SQLite file, whatever the database, so that they can also move data from one to the other."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Boolean, Table

from rexarium.server.storage import migrate
from rexarium.server.storage.address import say_address, sqlite_path
from rexarium.server.storage.postgres.connection import Connection, DatabaseLock, connect
from rexarium.server.storage.schema import FORMAT, METADATA
from rexarium.server.storage.sql import Row
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.store import BadBackup, CannotOpen

PORTION = 1000  # rows in memory at once
CONTENTS = [t for t in METADATA.sorted_tables if t is not FORMAT]  # a table comes after those it refers to

GAPS = "SELECT table_id FROM entries GROUP BY table_id HAVING min(number) <> 0 OR max(number) <> count(*) - 1 LIMIT 1"


async def backup(url: str, path: Path) -> None:
    """Write a snapshot of the database into a new SQLite file; a running server need not stop."""
    source = sqlite_path(url)
    try:
        if source is not None:
            await asyncio.to_thread(write_backup, source, path)
        else:
            with whole_file(path, say_address(url)) as part:
                await copy_server(url, part)
    except (sqlite3.Error, OSError) as error:
        raise BadBackup(f"cannot write the backup to {path}, so none was made: {error}") from error


async def restore(path: Path, url: str) -> None:
    """Fill an empty database from a backup, which may be older than this program."""
    try:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "backup.db"
            await asyncio.to_thread(prepare, path, copy)
            target = sqlite_path(url)
            if target is not None:
                await asyncio.to_thread(fill_file, copy, target)
            else:
                await fill_server(copy, url)
    except (sqlite3.Error, OSError) as error:
        raise BadBackup(f"cannot restore {path}; none of it was restored: {error}") from error


def write_backup(source: Path, path: Path) -> None:
    """Write a snapshot of an SQLite database into a new file."""
    file.need_one_name(source)
    with whole_file(path, str(source)) as part:
        copy_file(source, part)


@contextmanager
def whole_file(path: Path, source: str) -> Iterator[Path]:
    """Yield a temporary file for a backup; when it is complete, sound and on disk, rename it to `path`, a new name."""
    if path.exists():
        raise BadBackup(f"{path} already exists: choose another name")
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        yield part
        check(part, source)
        settle(part)
        os.replace(part, path)
        with suppress(OSError):  # not every system can open a folder
            settle(path.parent)
    finally:
        part.unlink(missing_ok=True)


def settle(path: Path) -> None:
    """Flush a file, or a folder's entries, to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check(path: Path, name: str) -> None:
    """Refuse a backup that is damaged or incomplete; errors call it `name`, after its source or its own file."""
    try:
        with closing(file.connect(path, is_read_only=True)) as connection:
            if migrate.sqlite_revision(connection, name) is None:
                raise BadBackup(f"{name} is not a backup: it is empty")
            ((verdict,), *_) = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if verdict != "ok":
                raise BadBackup(f"{name} is damaged: {file.last_line(verdict)}")
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise BadBackup(f"{name} is damaged: a row refers to one that is missing")
            if gap := connection.execute(GAPS).fetchone():
                raise BadBackup(f"{name} is damaged: the log of table {gap[0]} has a gap")
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{name} is damaged: {error}") from error


# Making a backup


def copy_file(source: Path, path: Path) -> None:
    """Copy an SQLite database while others write to it."""
    with closing(file.connect(source, is_read_only=True)) as reading, closing(file.connect(path)) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # so that the backup is a single file


async def copy_server(url: str, path: Path) -> None:
    """Copy a snapshot of a PostgreSQL database, whatever its revision."""
    connection = await connect(url)
    try:
        with closing(file.connect(path)) as writing:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                revision = await migrate.postgres_revision(connection, say_address(url))
                if revision is None:
                    raise CannotOpen(f"{say_address(url)} has no Rexarium data in it")
                migrate.upgrade_sqlite(writing, str(path), revision)
                writing.execute("PRAGMA foreign_keys = OFF")  # the tables are copied in any order
                writing.execute("BEGIN")
                for table, columns in columns_of(writing).items():
                    async for rows in read_server(connection, table, columns):
                        await asyncio.to_thread(insert, writing, table, columns, rows)
                writing.execute("COMMIT")
    finally:
        await connection.close()


async def read_server(connection: Connection, table: str, columns: list[str]) -> AsyncIterator[list[Row]]:
    """Yield all rows of a table in batches."""
    cursor = await connection.cursor(f"SELECT {', '.join(columns)} FROM {table}")
    while rows := await cursor.fetch(PORTION):
        yield [tuple(row) for row in rows]


def columns_of(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table of an SQLite database, except Alembic's own table."""
    rows = connection.execute(
        "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c"
        " WHERE t.type = 'table' AND t.name <> 'alembic_version' ORDER BY t.name, c.cid"
    )
    columns: dict[str, list[str]] = {}
    for table, column in rows:
        columns.setdefault(table, []).append(column)
    return columns


def insert(connection: sqlite3.Connection, table: str, columns: list[str], rows: list[Row]) -> None:
    """Add rows to a table."""
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


# Restoring a backup


def prepare(path: Path, copy: Path) -> None:
    """Check a backup and copy it, upgraded to the newest schema."""
    check(path, str(path))
    copy_file(path, copy)
    with closing(file.connect(copy)) as connection:
        migrate.upgrade_sqlite(connection, str(path))


def fill_file(copy: Path, path: Path) -> None:
    """Fill an empty SQLite database."""
    with (
        closing(file.lock(path)),
        closing(file.connect(path)) as connection,
        closing(file.connect(copy, is_read_only=True)) as reading,
    ):
        migrate.sqlite_form(connection, str(path))
        tables = [t.name for t in CONTENTS if t.name in columns_of(connection)]
        need_empty([t for t in tables if connection.execute(any_row(t)).fetchone()], str(path))
        migrate.upgrade_sqlite(connection, str(path))
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(migrate.MARK)
        for table in CONTENTS:
            for rows in read_file(reading, table):
                insert(connection, table.name, table.columns.keys(), rows)
        connection.execute("COMMIT")


async def fill_server(copy: Path, url: str) -> None:
    """Fill an empty PostgreSQL database."""
    async with DatabaseLock(url) as lock:
        connection = await lock.hold()
        name = say_address(url)
        if (await migrate.postgres_form(connection, name)).revision is not None:
            tables = [t.name for t in CONTENTS if await connection.fetchval("SELECT to_regclass($1)", t.name)]
            need_empty([t for t in tables if await connection.fetchrow(any_row(t))], name)
        await migrate.upgrade_postgres(connection, name)
        await connection.execute(migrate.MARK)
        with closing(file.connect(copy, is_read_only=True)) as reading:
            async with connection.transaction():
                for table in CONTENTS:
                    for rows in read_file(reading, table):
                        columns = table.columns.keys()
                        await connection.copy_records_to_table(table.name, columns=columns, records=rows)


def any_row(table: str) -> str:
    """A query that finds out whether a table has any rows."""
    return f"SELECT 1 FROM {table} LIMIT 1"


def need_empty(filled: list[str], name: str) -> None:
    """Refuse to restore a backup into a database that is not empty."""
    if filled:
        raise BadBackup(f"{name} is not empty ({', '.join(filled)}): restore into a new database")


def read_file(connection: sqlite3.Connection, table: Table) -> Iterator[list[Row]]:
    """Yield all rows of a table in batches, converted to the schema's types: SQLite stores booleans as 0 and 1."""
    columns = table.columns
    places = [place for place, column in enumerate(columns) if isinstance(column.type, Boolean)]
    cursor = connection.execute(f"SELECT {', '.join(columns.keys())} FROM {table.name}")
    while portion := cursor.fetchmany(PORTION):
        yield [tuple(bool(v) if place in places else v for place, v in enumerate(row)) for row in portion]
