"""Durable storage: `open_store` opens an SQLite file or a PostgreSQL database."""

from pathlib import Path

from rexarium.server.storage.address import sqlite_path
from rexarium.server.storage.store import Store


async def open_store(
    url: str, *, is_read_only: bool = False, has_writer_process: bool = False, backups: Path | None = None
) -> Store:
    """Open `sqlite:///path`, a bare path or `postgresql://…`, and upgrade it to the current schema and entry format.

    An older database is backed up before it is changed: beside an SQLite file, or into the folder `backups`.
    Only one server can have a store open for writing; with `has_writer_process` an SQLite file is written by a process of
    its own. A reader can open it at the same time, and changes nothing, not even the schema.
    """
    # Imported late: the writer process is part of this package, needs none of this, and starts faster without it.
    from rexarium.server.storage import renewal  # noqa: PLC0415

    path = sqlite_path(url)
    if path is not None:
        return renewal.open_sqlite(path, is_read_only=is_read_only, has_writer_process=has_writer_process)
    return await renewal.open_postgres(url, is_read_only=is_read_only, backups=backups)
