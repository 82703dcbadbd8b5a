"""The logs as they are stored, read while the server runs and without its code."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from rexarium.server.storage.postgres.connection import connect

Row = tuple[int, int, bytes]  # an entry's number, its time and its body
TABLES = "SELECT id FROM tables ORDER BY id"
ENTRIES = "SELECT number, at, body FROM entries WHERE table_id = ? ORDER BY number"
PATIENCE = 10  # seconds to wait for another process to finish writing


def read_logs(store: str | Path, tables: Sequence[str] = ()) -> dict[str, list[Row]]:
    """The present logs of these tables, or of all. This blocks the whole program."""
    if not str(store).startswith("postgresql"):
        return _read_file(Path(store), tables)
    with ThreadPoolExecutor(1) as thread:  # a loop may already be running in this thread
        return thread.submit(lambda: asyncio.run(_read_database(str(store), tables))).result()


def _read_file(path: Path, tables: Sequence[str]) -> dict[str, list[Row]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as connection:
        names = tables or [name for (name,) in connection.execute(TABLES).fetchall()]
        return {name: [_row(*row) for row in connection.execute(ENTRIES, (name,))] for name in names}


async def _read_database(address: str, tables: Sequence[str]) -> dict[str, list[Row]]:
    connection = await connect(address)
    try:
        names = tables or [name for (name,) in await connection.fetch(TABLES)]
        statement = ENTRIES.replace("?", "$1")
        return {name: [_row(*row) for row in await connection.fetch(statement, name)] for name in names}
    finally:
        await connection.close()


def _row(number: int, at: int, body: bytes) -> Row:
    return number, at, bytes(body)
