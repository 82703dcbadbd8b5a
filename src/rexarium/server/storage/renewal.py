"""From a path or an address to a database in this program's form: it is looked at, backed up if it is older, and renewed.

A database that is refused on the way is left as it was.
"""

import logging
import sqlite3
import time
from pathlib import Path

from rexarium.server.storage import backup, file, migration
from rexarium.server.storage.address import database_name, say_address
from rexarium.server.storage.schema import METADATA
from rexarium.server.storage.server import Connection
from rexarium.server.storage.store import BadBackup, CannotOpen, Damaged

_log = logging.getLogger("rexarium.server")


def examine(path: Path) -> None:
    """Refuse what is damaged, foreign or of a newer program before anything is written; an empty file will do."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with file.examining(path) as connection:
        form = migration.sqlite_form(connection, str(path))
        file.need_sound(connection, path)
        if form.revision == migration.newest():
            missing = set(METADATA.tables) - set(backup.columns_of(connection))
            if missing:
                raise Damaged(path, f"it lacks {', '.join(sorted(missing))}")


def renew_sqlite(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an SQLite database to this program's form; one that is older is copied first, into a file beside it."""
    form = migration.sqlite_form(connection, str(path))
    if form == migration.newest_form():
        return
    if form.revision is not None:
        kept = name_backup(path.parent, path.stem)
        try:
            with backup.whole_file(kept, str(path)) as part:
                backup.copy_file(path, part)
        except (OSError, sqlite3.Error, BadBackup, CannotOpen) as error:
            raise refuse(str(path), kept, error) from error
        tell(str(path), kept)
    migration.upgrade_sqlite(connection, str(path))
    connection.execute(migration.MARK)


async def renew_postgres(connection: Connection, url: str, folder: Path | None) -> None:
    """The same for a PostgreSQL database, whose backup comes into a folder of this machine."""
    name = say_address(url)
    form = await migration.postgres_form(connection, name)
    if form == migration.newest_form():
        return
    if form.revision is not None:
        if folder is None:
            raise CannotOpen(
                f"{name} is in an older form, and there is no folder for the backup that comes first"
            )
        kept = name_backup(folder, database_name(url))
        try:
            with backup.whole_file(kept, name) as part:
                await backup.copy_server(url, part)
        except (OSError, sqlite3.Error, BadBackup, CannotOpen) as error:
            raise refuse(name, kept, error) from error
        tell(name, kept)
    await migration.upgrade_postgres(connection, name)
    await connection.execute(migration.MARK)


def name_backup(folder: Path, stem: str) -> Path:
    """Which form comes after it, and when it was made."""
    revision, number = migration.newest_form()
    moment = time.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stem}.before-schema-{revision}-format-{number}-{moment}.db"


def refuse(name: str, kept: Path, error: Exception) -> CannotOpen:
    """No upgrade without a backup."""
    return CannotOpen(
        f"{name} is in an older form, and the backup that comes before any change cannot be written to {kept}: {error}."
        " Nothing was changed; see to that, and start again"
    )


def tell(name: str, kept: Path) -> None:
    """Whoever runs this hears where the backup is."""
    _log.warning(
        "%s is brought to a newer form (schema %s, entries of format %d); a backup for the release before is in %s",
        name,
        *migration.newest_form(),
        kept,
    )
