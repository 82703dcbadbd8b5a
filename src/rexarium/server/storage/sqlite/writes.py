"""What can be written to an SQLite file, as callables that take a connection and can be sent to another process."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rexarium.server.model.rows import Device, Listing, Person, StoredEntry
from rexarium.server.storage import sql
from rexarium.server.storage.store import Exists, Fenced, NotFound, check_next

T_co = TypeVar("T_co", covariant=True)

LOG_TAIL = "SELECT people, (SELECT max(number) FROM entries WHERE table_id = id) FROM tables WHERE id = ?"
BUNCHES = (64, 16, 4, 1)  # rows per statement: few sizes, so that SQLite can cache every statement


class Write(Protocol[T_co]):
    """Something to write."""

    def __call__(self, connection: sqlite3.Connection, /) -> T_co:
        """Write it and return the result."""


# Tables


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for a table's log, and the table's new listing."""

    listing: Listing
    entries: Sequence[StoredEntry]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Append the entries, replace the listing, and update the seats if the people have changed."""
        table = self.listing.table
        found = connection.execute(LOG_TAIL, (table,)).fetchone()
        if found is None:
            raise Fenced(f"there is no table {table}")
        people, last = found
        check_next(table, 0 if last is None else last + 1, self.entries)
        write_table(connection, sql.UPSERT_TABLE, self, people)


@dataclass(frozen=True, slots=True)
class Create:
    """A new table: its listing and first entries."""

    listing: Listing
    entries: Sequence[StoredEntry]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Add the table with its entries and seats."""
        check_next(self.listing.table, 0, self.entries)
        try:
            write_table(connection, sql.INSERT_TABLE, self, sql.NOBODY)
        except sqlite3.IntegrityError as error:
            raise Exists(f"table {self.listing.table} already exists") from error


def write_table(connection: sqlite3.Connection, statement: str, work: Append | Create, people: str) -> None:
    """Write a listing with this statement, the entries, and the seats that differ from the previous people's."""
    write_rows(connection, statement, [sql.row_of(work.listing)])
    write_rows(connection, sql.INSERT_ENTRY, sql.rows_of(work.listing.table, work.entries))
    added, gone = sql.seats_of(people, work.listing)
    connection.executemany(sql.INSERT_SEAT, added)
    connection.executemany(sql.DELETE_SEAT, gone)


def pack(write: Write[Any]) -> object:
    """A write as it is sent to the writer process: appends, one per move, as plain values, which go four times as fast."""
    if isinstance(write, Append):
        return tuple(write.listing), [tuple(entry) for entry in write.entries]
    return write


def unpack(packed: Any) -> Write[Any]:
    """The reverse of `pack`."""
    if isinstance(packed, tuple):
        listing, entries = packed
        return Append(Listing(*listing), [StoredEntry(*entry) for entry in entries])
    write: Write[Any] = packed
    return write


def write_rows(connection: sqlite3.Connection, statement: str, rows: Sequence[sql.Row]) -> None:
    """Run an INSERT for many rows, in batches of fixed sizes."""
    begin = 0
    while begin < len(rows):
        size = next(size for size in BUNCHES if size <= len(rows) - begin)
        bunch = rows[begin : begin + size]
        connection.execute(sql.repeated(statement, size), [value for row in bunch for value in row])
        begin += size


# People, and the server's own life


@dataclass(frozen=True, slots=True)
class Statement:
    """A single statement."""

    statement: str
    values: Sequence[object]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Run it."""
        connection.execute(self.statement, self.values)


def add_person(connection: sqlite3.Connection, person: Person, key: bytes, device: Device) -> None:
    """Add a person and their first key."""
    try:
        connection.execute(sql.INSERT_PERSON, (person.id, person.nickname, person.since, person.feed))
        connection.execute(sql.INSERT_KEY, sql.row_of_key(key, person.id, device))
    except sqlite3.IntegrityError as error:
        raise Exists(f"person {person.id} or their key already exists") from error


def change_person(connection: sqlite3.Connection, statement: str, value: str, person: str) -> None:
    """Change a person's nickname or feed."""
    if not connection.execute(statement, (value, person)).rowcount:
        raise NotFound(f"there is no person {person}")


def drop_keys(connection: sqlite3.Connection, person: str, kept: bytes) -> list[bytes]:
    """Delete all of a person's keys but one, and return those deleted."""
    return [key for (key,) in connection.execute(sql.DELETE_KEYS, (person, kept)).fetchall()]


def add_ticket(connection: sqlite3.Connection, ticket: bytes, person: str, until: int, now: int) -> None:
    """Delete expired tickets, then add one for an existing person."""
    connection.execute(sql.DELETE_OLD_TICKETS, (now,))
    try:
        connection.execute(sql.INSERT_TICKET, (ticket, person, until))
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            raise NotFound(f"there is no person {person}") from error
        raise Exists("this ticket already exists") from error


def redeem_ticket(
    connection: sqlite3.Connection, ticket: bytes, key: bytes, now: int, device: Device
) -> Person | None:
    """Delete expired tickets, then use up this one, if it is still valid, to give its person a key."""
    connection.execute(sql.DELETE_OLD_TICKETS, (now,))
    taken = connection.execute(sql.TAKE_TICKET, (ticket,)).fetchall()
    if not taken:
        return None
    ((person,),) = taken
    connection.execute(sql.UPSERT_KEY, sql.row_of_key(key, person, device))
    return sql.person_of(connection.execute(sql.SELECT_PERSON, (person,)).fetchall())
