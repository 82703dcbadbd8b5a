"""Where everything lies that must survive: `open_store` opens an SQLite file or a PostgreSQL database."""

from pathlib import Path

from rexarium.server.storage.address import sqlite_path
from rexarium.server.storage.store import Store


async def open_store(
    url: str, *, is_reading: bool = False, has_clerk: bool = False, backups: Path | None = None
) -> Store:
    """Open `sqlite:///path`, a bare path or `postgresql://…`, and bring it to this program's form.

    Before an older one is changed, a backup is written: beside an SQLite file, or into the folder `backups`.
    One server at a time; with a clerk it has a process of its own write an SQLite file. A reader may read
    beside it, and changes nothing, not even the form.
    """
    # Not above: the clerk, which is in this package, needs nothing of them and starts the faster.
    from rexarium.server.storage import renewal  # noqa: PLC0415

    path = sqlite_path(url)
    if path is not None:
        return renewal.open_sqlite(path, is_reading=is_reading, has_clerk=has_clerk)
    return await renewal.open_postgres(url, is_reading=is_reading, backups=backups)
