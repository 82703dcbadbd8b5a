"""The one thread that writes an SQLite file.

A commit has to wait for the disk, some milliseconds. So the writer takes everything that waits and commits it together:
the more there is to write, the more of it shares one wait. And every statement has to wait for the interpreter, which is
busy with the tables' people; so moves at a hundred tables are written with two statements, not with some hundreds.
"""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from rexarium.table.storage import sql
from rexarium.table.storage.store import Entry, Listing, need_next

T = TypeVar("T")

STANDING = "SELECT people, (SELECT max(number) FROM entries WHERE table_id = id) FROM tables WHERE id = ?"
BUNCHES = (64, 16, 4, 1)  # rows to a statement: few lengths, so that SQLite has every statement ready
MOST_KNOWN = 10_000  # tables whose standing is kept in mind


class Job(NamedTuple):
    """Something to write, and whoever waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for a table's log, and how it is listed with them."""

    listing: Listing
    entries: Sequence[Entry]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Add the entries and renew the listing, and the seats if they are others than before."""
        table = self.listing.table
        people, last = connection.execute(STANDING, (table,)).fetchone() or ("[]", None)
        need_next(table, 0 if last is None else last + 1, self.entries)
        write_rows(connection, sql.UPSERT_TABLE, [sql.row_of(self.listing)])
        write_rows(connection, sql.INSERT_ENTRY, sql.rows_of(table, self.entries))
        added, gone = sql.seats_of(people, self.listing)
        connection.executemany(sql.INSERT_SEAT, added)
        connection.executemany(sql.DELETE_SEAT, gone)


class Standing(NamedTuple):
    """How a table's log stands in the file: with whose seats, and which number is next."""

    people: tuple[str, ...]
    next_number: int


class Writer:
    """It commits whatever has come in while it was at the last commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._standings: dict[str, Standing] = {}  # nobody else writes, so it stays true
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
                outcomes = self._commit([job.work for job in group])
                with suppress(RuntimeError):  # the event loop is gone, and with it who would want to know
                    group[0].done.get_loop().call_soon_threadsafe(settle, group, outcomes)

    def _take(self) -> list[Job | None]:
        """Wait for a job and take all that there are."""
        jobs = [self._jobs.get()]
        while not self._jobs.empty():
            jobs.append(self._jobs.get())
        return jobs

    def _commit(self, group: Sequence[Callable[[sqlite3.Connection], Any]]) -> list[Any]:
        """Do all jobs in one transaction; the outcomes are results or errors."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            plain = self._append_plain(group)
            outcomes = [None if place in plain else self._attempt(work) for place, work in enumerate(group)]
            self._connection.execute("COMMIT")
        except Exception as accident:  # the disk is full, say: nothing of the group is there
            self._standings.clear()
            with suppress(sqlite3.Error):  # then the next group fails too, and tries to undo it again
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return [accident] * len(group)
        self._remember(plain.values())
        return outcomes

    def _append_plain(self, group: Sequence[Callable[[sqlite3.Connection], Any]]) -> dict[int, Append]:
        """Do the plain appends together, and return them; none, if one is refused: then each is tried by itself."""
        plain = self._plain_appends(group)
        error = self._attempt(lambda connection: append_together(connection, plain.values()))
        if error is None:
            return plain
        self._standings.clear()  # somebody else has written after all
        return {}

    def _plain_appends(self, group: Sequence[Callable[[sqlite3.Connection], Any]]) -> dict[int, Append]:
        """The appends that are known to fit, by their places: nobody came or went, and theirs are the next numbers."""
        appends = {place: work for place, work in enumerate(group) if isinstance(work, Append)}
        often = Counter(work.listing.table for work in appends.values())
        return {
            place: work
            for place, work in appends.items()
            if often[work.listing.table] == 1 and self._fits(work)
        }

    def _fits(self, work: Append) -> bool:
        standing = self._standings.get(work.listing.table)
        if standing is None or standing.people != work.listing.people:
            return False
        numbers = [entry.number for entry in work.entries]
        return numbers == list(range(standing.next_number, standing.next_number + len(numbers)))

    def _attempt(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Do one job wholly or, with an error, not at all."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome = work(self._connection)
            if isinstance(work, Append):
                self._remember([work])
        except Exception as error:
            self._connection.execute("ROLLBACK TO job")  # fails if SQLite has had to undo the whole group
            outcome = error
        self._connection.execute("RELEASE job")
        return outcome

    def _remember(self, appends: Iterable[Append]) -> None:
        if len(self._standings) > MOST_KNOWN:
            self._standings.clear()
        for work in appends:
            if work.entries:
                self._standings[work.listing.table] = Standing(
                    work.listing.people, work.entries[-1].number + 1
                )
            else:
                self._standings.pop(work.listing.table, None)


def append_together(connection: sqlite3.Connection, appends: Iterable[Append]) -> None:
    """Add entries to many logs and renew their listings, with few statements."""
    write_rows(connection, sql.UPSERT_TABLE, [sql.row_of(work.listing) for work in appends])
    rows = [row for work in appends for row in sql.rows_of(work.listing.table, work.entries)]
    write_rows(connection, sql.INSERT_ENTRY, rows)


def write_rows(connection: sqlite3.Connection, statement: str, rows: Sequence[sql.Row]) -> None:
    """Carry out an INSERT for many rows, as many at once as there are bunches for."""
    begin = 0
    while begin < len(rows):
        size = next(size for size in BUNCHES if size <= len(rows) - begin)
        bunch = rows[begin : begin + size]
        connection.execute(sql.repeated(statement, size), [value for row in bunch for value in row])
        begin += size


def settle(group: Iterable[Job], outcomes: Iterable[Any]) -> None:
    """Tell everybody who still waits how it went."""
    for job, outcome in zip(group, outcomes, strict=True):
        if job.done.done():
            continue
        if isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)
