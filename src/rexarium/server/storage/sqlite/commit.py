"""Group commit for an SQLite file: writes that are pending together share one commit.

A commit waits some milliseconds for the disk, and the more there is to write, the more writes share that wait.
Appends to a hundred tables take two statements, not hundreds.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from rexarium.server.storage import sql
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.sqlite.writes import Append, Create, Write, write_rows
from rexarium.server.storage.store import Fenced, InUse

MOST_KNOWN = 10_000  # tables whose state is cached


class LogTail(NamedTuple):
    """The state of a table's log in the file: whose seats, and the number of its next entry."""

    people: tuple[str, ...]
    next_number: int


class GroupCommit:
    """Commits writes over the only writing connection, in one server's term: see `file.begin_term`."""

    def __init__(self, connection: sqlite3.Connection, term: int) -> None:
        self._connection = connection
        self._term = term
        self._log_tails: dict[str, LogTail] = {}  # stays valid because nobody else writes

    def commit(self, group: Sequence[Write[Any]]) -> list[Any]:
        """Run all writes in one transaction; the outcomes are results or errors."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            if file.term_of(self._connection) != self._term:
                self._connection.execute("ROLLBACK")
                return [refuse(work) for work in group]
            plain = self._append_plain(group)
            outcomes = [None if place in plain else self._attempt(work) for place, work in enumerate(group)]
            self._connection.execute("COMMIT")
        except Exception as accident:  # a full disk, say; nothing of the group was written
            self._log_tails.clear()
            with suppress(sqlite3.Error):  # if this fails too, the next group fails and tries again
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            return [accident] * len(group)
        self._remember(plain.values())
        return outcomes

    def _append_plain(self, group: Sequence[Write[Any]]) -> dict[int, Append]:
        """Run the plain appends together and return them; if one is refused, return none: each is then tried alone."""
        plain = self._plain_appends(group)
        error = self._attempt(lambda connection: append_together(connection, plain.values()))
        if error is None:
            return plain
        self._log_tails.clear()  # somebody else has written after all
        return {}

    def _plain_appends(self, group: Sequence[Write[Any]]) -> dict[int, Append]:
        """The appends known to be valid, by position: the same people as before, and the next numbers of their logs."""
        appends = {place: work for place, work in enumerate(group) if isinstance(work, Append)}
        often = Counter(work.listing.table for work in appends.values())
        return {
            place: work
            for place, work in appends.items()
            if often[work.listing.table] == 1 and self._fits(work)
        }

    def _fits(self, work: Append) -> bool:
        tail = self._log_tails.get(work.listing.table)
        if tail is None or tail.people != work.listing.people:
            return False
        numbers = [entry.number for entry in work.entries]
        return numbers == list(range(tail.next_number, tail.next_number + len(numbers)))

    def _attempt(self, work: Write[Any]) -> Any:
        """Run one write completely or, returning its error, not at all."""
        self._connection.execute("SAVEPOINT one_write")
        try:
            outcome = work(self._connection)
            if isinstance(work, Append | Create):
                self._remember([work])
        except Exception as error:
            try:
                self._connection.execute("ROLLBACK TO one_write")
            except sqlite3.Error:  # SQLite had to roll back the whole group
                raise error from None
            outcome = error
        self._connection.execute("RELEASE one_write")
        return outcome

    def _remember(self, appends: Iterable[Append | Create]) -> None:
        if len(self._log_tails) > MOST_KNOWN:
            self._log_tails.clear()
        for work in appends:
            if work.entries:
                self._log_tails[work.listing.table] = LogTail(
                    work.listing.people, work.entries[-1].number + 1
                )
            else:
                self._log_tails.pop(work.listing.table, None)


def refuse(work: Write[Any]) -> Exception:
    """The error for a server whose file has another owner now."""
    is_append = isinstance(work, Append)
    return (Fenced if is_append else InUse)("another server is using this database now")


def append_together(connection: sqlite3.Connection, appends: Iterable[Append]) -> None:
    """Append to many logs and replace their listings, with few statements."""
    write_rows(connection, sql.UPSERT_TABLE, [sql.row_of(work.listing) for work in appends])
    rows = [row for work in appends for row in sql.rows_of(work.listing.table, work.entries)]
    write_rows(connection, sql.INSERT_ENTRY, rows)
