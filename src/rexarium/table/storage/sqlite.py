"""The storage in one SQLite file: one thread writes (writer.py), another reads, and neither waits for the other."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from rexarium.table.storage import file, migration, sql
from rexarium.table.storage.reading import Reading
from rexarium.table.storage.store import (
    CannotOpen,
    Entry,
    Listing,
    Missing,
    Outage,
    Person,
    ReadingOnly,
    Taken,
)
from rexarium.table.storage.writer import Append, Writer

T = TypeVar("T")


class SqliteStore(Reading):
    """A Store in an SQLite file."""

    def __init__(self, path: Path, *, is_reading: bool = False) -> None:
        with ExitStack() as stack:
            self._writer = None
            if not is_reading:
                stack.enter_context(closing(file.lock(path)))
                connection = stack.enter_context(closing(file.connect(path)))
                try:
                    migration.upgrade_sqlite(connection, str(path))
                    file.use_write_ahead_log(connection, path)
                    run(
                        connection, sql.DELETE_OLD_TICKETS, 0
                    )  # none, but only now SQLite says if it may not write
                except sqlite3.Error as error:
                    raise CannotOpen(f"{path} cannot be written: {error}") from error
                self._writer = Writer(connection)
                stack.callback(self._writer.finish)
            self._connection = stack.enter_context(closing(file.connect(path, is_reading=True)))
            migration.need_newest(migration.sqlite_revision(self._connection, str(path)), str(path))
            self._reader = stack.enter_context(ThreadPoolExecutor(1, "storage reader"))
            self._open = stack.pop_all()

    async def close(self) -> None:
        await asyncio.to_thread(self._open.close)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._writer is None:
            raise ReadingOnly("the store was opened only to be read")
        return await self._writer.submit(work)

    async def _read(self, statement: str, *values: object) -> list[sql.Row]:
        return await asyncio.get_running_loop().run_in_executor(
            self._reader, lambda: self._connection.execute(statement, values).fetchall()
        )

    # Tables

    async def append(self, listing: Listing, entries: Sequence[Entry]) -> None:
        await self._write(Append(listing, entries))

    # People

    async def add_person(self, person: Person, key: bytes) -> None:
        await self._write(lambda connection: add_person(connection, person, key))

    async def change_person(self, person: Person) -> None:
        await self._write(lambda connection: change_person(connection, person))

    async def drop_key(self, key: bytes) -> None:
        await self._write(lambda connection: run(connection, sql.DELETE_KEY, key))

    async def add_ticket(self, ticket: bytes, person: str, until: int) -> None:
        await self._write(lambda connection: add_ticket(connection, ticket, person, until))

    async def redeem_ticket(self, ticket: bytes, key: bytes, now: int) -> Person | None:
        return await self._write(lambda connection: redeem_ticket(connection, ticket, key, now))

    # The server's own life

    async def pulse(self, now: int) -> None:
        await self._write(lambda connection: run(connection, sql.UPSERT_PULSE, now))

    async def add_outage(self, outage: Outage) -> None:
        await self._write(lambda connection: run(connection, sql.INSERT_OUTAGE, outage.since, outage.until))


# The jobs of the writer


def run(connection: sqlite3.Connection, statement: str, *values: object) -> None:
    """One statement."""
    connection.execute(statement, values)


def add_person(connection: sqlite3.Connection, person: Person, key: bytes) -> None:
    """A person and their first key."""
    try:
        connection.execute(sql.INSERT_PERSON, (person.id, person.nickname, person.since, person.feed))
        connection.execute(sql.INSERT_KEY, (key, person.id))
    except sqlite3.IntegrityError as error:
        raise Taken(f"person {person.id} or their key is there already") from error


def change_person(connection: sqlite3.Connection, person: Person) -> None:
    """Another nickname or feed."""
    if not connection.execute(sql.UPDATE_PERSON, (person.nickname, person.feed, person.id)).rowcount:
        raise Missing(f"there is no person {person.id}")


def add_ticket(connection: sqlite3.Connection, ticket: bytes, person: str, until: int) -> None:
    """A ticket for somebody who is there."""
    try:
        connection.execute(sql.INSERT_TICKET, (ticket, person, until))
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            raise Missing(f"there is no person {person}") from error
        raise Taken("this ticket is there already") from error


def redeem_ticket(connection: sqlite3.Connection, ticket: bytes, key: bytes, now: int) -> Person | None:
    """Clear away what has run out; then the ticket, if it is still there, brings its person a key."""
    connection.execute(sql.DELETE_OLD_TICKETS, (now,))
    taken = connection.execute(sql.TAKE_TICKET, (ticket,)).fetchall()
    if not taken:
        return None
    ((person,),) = taken
    connection.execute(sql.UPSERT_KEY, (key, person))
    return sql.person_of(connection.execute(sql.SELECT_PERSON, (person,)).fetchall())
