"""From a path or an address to an open store: check the database, back it up if it is older, and upgrade it.

A database that is refused along the way stays as it was.
"""

import logging
import sqlite3
import time
from contextlib import AsyncExitStack, ExitStack, closing
from pathlib import Path

from rexarium.server.storage import backup, migrate
from rexarium.server.storage.address import database_name, say_address
from rexarium.server.storage.postgres.connection import Connection, DatabaseLock, connect, driver
from rexarium.server.storage.postgres.store import PostgresStore, make_pool
from rexarium.server.storage.schema import METADATA
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.sqlite.process import WriterProcess
from rexarium.server.storage.sqlite.store import SqliteStore
from rexarium.server.storage.sqlite.thread import WriterThread
from rexarium.server.storage.store import BadBackup, CannotOpen, Damaged

_log = logging.getLogger("rexarium.server")


def open_sqlite(path: Path, *, is_read_only: bool = False, has_writer_process: bool = False) -> SqliteStore:
    """Lock an SQLite file and upgrade it, or open it read-only."""
    with ExitStack() as stack:
        writer, term = None, 0
        if is_read_only:
            file.need_one_name(path)
            examine(path)
        else:
            stack.enter_context(closing(file.lock(path)))
            examine(path)
            connection = stack.enter_context(closing(file.connect(path)))
            try:
                renew_sqlite(connection, path)
                file.use_write_ahead_log(connection, path)
                term = file.begin_term(connection)
            except sqlite3.Error as error:
                raise file.explain(path, error) from error
            writer = WriterProcess(path, term) if has_writer_process else WriterThread(connection)
        reader = stack.enter_context(closing(file.connect(path, is_read_only=True)))
        migrate.need_newest(migrate.sqlite_revision(reader, str(path)), str(path))
        return SqliteStore(reader, writer, term, stack.pop_all())


async def open_postgres(
    url: str, *, is_read_only: bool = False, backups: Path | None = None
) -> PostgresStore:
    """Lock a PostgreSQL database and upgrade it, or open it read-only."""
    try:
        async with AsyncExitStack() as stack:
            lock = None
            if is_read_only:
                await need_newest(url)
            else:
                lock = await stack.enter_async_context(DatabaseLock(url))
                await renew_postgres(await lock.hold(), url, backups)
            pool = await stack.enter_async_context(make_pool(url, is_read_only=is_read_only))
            return PostgresStore(pool, lock, stack.pop_all())
    except (driver().PostgresError, driver().InterfaceError) as error:
        raise CannotOpen(f"{say_address(url)} cannot be used: {error}") from error


async def need_newest(url: str) -> None:
    """Refuse to read a database whose schema is not this program's."""
    connection = await connect(url)
    try:
        name = say_address(url)
        migrate.need_newest(await migrate.postgres_revision(connection, name), name)
    finally:
        await connection.close()


def examine(path: Path) -> None:
    """Refuse a file that is damaged, foreign or too new before anything is written to it; an empty one is fine."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with file.examining(path) as connection:
        form = migrate.sqlite_form(connection, str(path))
        file.need_sound(connection, path)
        if form.revision == migrate.newest():
            missing = set(METADATA.tables) - set(backup.columns_of(connection))
            if missing:
                raise Damaged(path, f"missing tables: {', '.join(sorted(missing))}")


def renew_sqlite(connection: sqlite3.Connection, path: Path) -> None:
    """Upgrade an SQLite database to this program's schema and format; an older one is first backed up beside it."""
    form = migrate.sqlite_form(connection, str(path))
    if form == migrate.newest_form():
        return
    if form.revision is not None:
        kept = name_backup(path.parent, path.stem)
        try:
            with backup.whole_file(kept, str(path)) as part:
                backup.copy_file(path, part)
        except (OSError, sqlite3.Error, BadBackup, CannotOpen) as error:
            raise refuse(str(path), kept, error) from error
        tell(str(path), kept)
    migrate.upgrade_sqlite(connection, str(path))
    connection.execute(migrate.MARK)


async def renew_postgres(connection: Connection, url: str, folder: Path | None) -> None:
    """Upgrade a PostgreSQL database likewise; its backup goes into a folder on this machine."""
    name = say_address(url)
    form = await migrate.postgres_form(connection, name)
    if form == migrate.newest_form():
        return
    if form.revision is not None:
        if folder is None:
            raise CannotOpen(
                f"{name} has an older schema, and there is no folder for the backup that has to be made first"
            )
        kept = name_backup(folder, database_name(url))
        try:
            with backup.whole_file(kept, name) as part:
                await backup.copy_server(url, part)
        except (OSError, sqlite3.Error, BadBackup, CannotOpen) as error:
            raise refuse(name, kept, error) from error
        tell(name, kept)
    await migrate.upgrade_postgres(connection, name)
    await connection.execute(migrate.MARK)


def name_backup(folder: Path, stem: str) -> Path:
    """A file name that says what the backup was made before, and when."""
    revision, number = migrate.newest_form()
    moment = time.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stem}.before-schema-{revision}-format-{number}-{moment}.db"


def refuse(name: str, kept: Path, error: Exception) -> CannotOpen:
    """The error for a backup that failed; without one nothing is upgraded."""
    return CannotOpen(
        f"{name} has an older schema, and the backup that has to be made first cannot be written to {kept}: {error}."
        " Nothing was changed; fix that and start again"
    )


def tell(name: str, kept: Path) -> None:
    """Tell the operator where the backup is."""
    _log.warning(
        "upgrading %s (schema %s, entry format %d); a backup for the previous release is in %s",
        name,
        *migrate.newest_form(),
        kept,
    )
