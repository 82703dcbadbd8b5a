"""The storage in one SQLite file: one thread writes, another reads, and neither waits for the other.

A commit has to wait for the disk, some milliseconds. So the writer takes everything that waits and commits it together:
the more there is to write, the more of it shares one wait.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from rexarium.table.storage import file, migration, sql
from rexarium.table.storage.store import (
    Entry,
    Listing,
    Missing,
    Outage,
    Person,
    ReadingOnly,
    Taken,
    need_next,
)

T = TypeVar("T")

STANDING = "SELECT people, (SELECT max(number) FROM entries WHERE table_id = id) FROM tables WHERE id = ?"


class Job(NamedTuple):
    """Something to write, and whoever waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class Writer:
    """The one thread that writes: it commits whatever has come in while it was at the last commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._is_finished = False
        self._thread = Thread(target=self._run, name="storage writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Have something written; the future is done when it is durable."""
        if self._is_finished:
            raise RuntimeError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, done))
        return done

    def finish(self) -> None:
        """Write what waits, then stop."""
        self._is_finished = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = self._take()
            is_open = None not in jobs
            if group := [job for job in jobs if job is not None]:
                outcomes = self._commit(group)
                with suppress(RuntimeError):  # the event loop is gone, and with it who would want to know
                    group[0].done.get_loop().call_soon_threadsafe(settle, group, outcomes)

    def _take(self) -> list[Job | None]:
        """Wait for a job and take all that there are."""
        jobs = [self._jobs.get()]
        while not self._jobs.empty():
            jobs.append(self._jobs.get())
        return jobs

    def _commit(self, group: Sequence[Job]) -> list[Any]:
        """Do all jobs in one transaction; the outcomes are results or errors."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [self._attempt(job.work) for job in group]
            self._connection.execute("COMMIT")
        except Exception as accident:  # the disk is full, say: nothing of the group is there
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return [accident] * len(group)
        return outcomes

    def _attempt(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Do one job wholly or, with an error, not at all."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome = work(self._connection)
        except Exception as error:
            self._connection.execute("ROLLBACK TO job")  # fails if SQLite has had to undo the whole group
            outcome = error
        self._connection.execute("RELEASE job")
        return outcome


def settle(group: Iterable[Job], outcomes: Iterable[Any]) -> None:
    """Tell everybody who still waits how it went."""
    for job, outcome in zip(group, outcomes, strict=True):
        if job.done.done():
            continue
        if isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)


class SqliteStore:
    """A Store in an SQLite file."""

    def __init__(self, path: Path, *, is_reading: bool = False) -> None:
        with ExitStack() as stack:
            self._writer = None
            if not is_reading:
                stack.enter_context(closing(file.lock(path)))
                connection = stack.enter_context(closing(file.connect(path)))
                migration.upgrade_sqlite(connection, str(path))
                file.use_write_ahead_log(connection, path)
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

    async def _listings(self, statement: str, *values: object) -> list[Listing]:
        return [sql.listing_of(row) for row in await self._read(statement, *values)]

    # Tables

    async def append(self, listing: Listing, entries: Sequence[Entry]) -> None:
        await self._write(lambda connection: append(connection, listing, entries))

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        return sql.entries_of(await self._read(sql.SELECT_ENTRIES, table, since))

    async def listing(self, table: str) -> Listing | None:
        return next(iter(await self._listings(sql.SELECT_LISTING, table)), None)

    async def open_listings(self, limit: int) -> list[Listing]:
        return await self._listings(sql.SELECT_OPEN, limit)

    async def listings_of(self, person: str, limit: int) -> list[Listing]:
        return await self._listings(sql.SELECT_OF_PERSON, person, limit)

    async def all_listings(self, stage: str | None, limit: int, after: str = "") -> list[Listing]:
        if stage is None:
            return await self._listings(sql.SELECT_ALL, after, limit)
        return await self._listings(sql.SELECT_ALL_OF_STAGE, stage, after, limit)

    async def wakes(self) -> list[tuple[str, int]]:
        return [(table, at) for table, at in await self._read(sql.SELECT_WAKES)]

    # People

    async def add_person(self, person: Person, key: bytes) -> None:
        await self._write(lambda connection: add_person(connection, person, key))

    async def change_person(self, person: Person) -> None:
        await self._write(lambda connection: change_person(connection, person))

    async def person(self, id_: str) -> Person | None:
        return sql.person_of(await self._read(sql.SELECT_PERSON, id_))

    async def person_of_key(self, key: bytes) -> Person | None:
        return sql.person_of(await self._read(sql.SELECT_PERSON_OF_KEY, key))

    async def drop_key(self, key: bytes) -> None:
        await self._write(lambda connection: run(connection, sql.DELETE_KEY, key))

    async def add_ticket(self, ticket: bytes, person: str, until: int) -> None:
        await self._write(lambda connection: add_ticket(connection, ticket, person, until))

    async def redeem_ticket(self, ticket: bytes, key: bytes, now: int) -> Person | None:
        return await self._write(lambda connection: redeem_ticket(connection, ticket, key, now))

    # The server's own life

    async def pulse(self, now: int) -> None:
        await self._write(lambda connection: run(connection, sql.UPSERT_PULSE, now))

    async def last_pulse(self) -> int | None:
        rows = await self._read(sql.SELECT_PULSE)
        return rows[0][0] if rows else None

    async def add_outage(self, outage: Outage) -> None:
        await self._write(lambda connection: run(connection, sql.INSERT_OUTAGE, outage.since, outage.until))

    async def outages(self, since: int) -> list[Outage]:
        return sql.outages_of(await self._read(sql.SELECT_OUTAGES, since))


# The jobs of the writer


def run(connection: sqlite3.Connection, statement: str, *values: object) -> None:
    """One statement."""
    connection.execute(statement, values)


def append(connection: sqlite3.Connection, listing: Listing, entries: Sequence[Entry]) -> None:
    """Add entries to a log and renew its listing, and the seats if they are others than before."""
    people, last = connection.execute(STANDING, (listing.table,)).fetchone() or ("[]", None)
    need_next(listing.table, 0 if last is None else last + 1, entries)
    connection.execute(sql.UPSERT_TABLE, sql.row_of(listing))
    connection.executemany(sql.INSERT_ENTRY, sql.rows_of(listing.table, entries))
    added, gone = sql.seats_of(people, listing)
    connection.executemany(sql.INSERT_SEAT, added)
    connection.executemany(sql.DELETE_SEAT, gone)


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
