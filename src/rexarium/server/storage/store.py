"""What the server needs from a store, and nothing more; SQLite and PostgreSQL both provide it.

A table is a log. Its entries are numbered from 0 without gaps, never change, and are all there is to know about it;
a store does not interpret their bodies. The listing kept with each log only saves having to read the log.
"""

from collections.abc import Sequence
from typing import Protocol

from rexarium.kernel.errors import RexariumError
from rexarium.server.model.rows import (
    START,
    UNKNOWN,
    Device,
    Listing,
    Outage,
    Ownership,
    Person,
    Place,
    StoredEntry,
)


class Fenced(Exception):
    """The table has another owner by now, or has been released: nothing was written."""


class Exists(Exception):
    """The table, person, key or ticket to be added already exists."""


class NotFound(Exception):
    """There is no such person."""


class CannotOpen(RexariumError):
    """The address does not lead to a database that this program can use."""


class TooNew(CannotOpen):
    """The database was written by a newer program."""


class Damaged(CannotOpen):
    """The database cannot be read, or part of it is missing."""

    def __init__(self, path: object, what: str) -> None:
        super().__init__(
            f"{path} is damaged ({what}). Nothing was changed. Move it away, together with the files beside it whose"
            f" names begin with its name, and restore a backup: rexarium restore BACKUP --store {path}"
        )


class InUse(CannotOpen):
    """Another server is using this database."""


class ReadOnly(RexariumError):
    """The store was opened read-only."""


class BadBackup(RexariumError):
    """The backup cannot be made or restored: it is damaged, or the target is not empty."""


DRIVERS = {"sqlite3", "asyncpg"}  # matched by name, because they may not be installed


def is_store_failure(error: Exception) -> bool:
    """True if the database, its disk or the connection to it has failed, so that the caller may try again later."""
    modules = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    return isinstance(error, OSError) or not modules.isdisjoint(DRIVERS)


class Store(Protocol):
    """The durable store. Whatever a method has done is durable by the time it returns."""

    async def close(self) -> None:
        """Finish pending work and release the database."""

    # Tables

    async def create(self, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        """Add a table with its first entries; it has no owner yet. Exists if the id is taken."""

    async def take(self, table: str) -> Ownership | None:
        """Become the owner of a table; None if there is no such table.

        Take a table before reading its log to append to it: from then on no previous owner can add to it.
        """

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        """Append entries to a table's log and replace its listing, all or nothing; Fenced if the caller is not the owner.

        Appends to different tables may share one commit. Without entries only the listing is replaced. If a caller is
        cancelled while waiting, the append may or may not have happened.
        """

    async def release(self, ownership: Ownership) -> None:
        """Give up a table; does nothing if somebody else has taken it. An SQLite file keeps its one owner."""

    async def entries(self, table: str, since: int = 0) -> list[StoredEntry]:
        """Return a table's log from this entry number on; empty if there is no such table."""

    async def listing(self, table: str) -> Listing | None:
        """Return a table's listing."""

    async def open_listings(
        self, limit: int, listed: int = 5, game: str = "", after: Place = START
    ) -> list[Listing]:
        """Return open tables that are not over, those waiting for players first, then by latest change.

        Only those of one game, if it is named. While several networks have tables, each shows at most `listed`.
        """

    async def count_waiting(self, host: str, network: str) -> tuple[int, int]:
        """Count the tables waiting for players that this person hosts, and those opened from this network."""

    async def listings_of(self, person: str, limit: int) -> list[Listing]:
        """Return a person's unfinished tables, all of them, then at most `limit` finished ones; latest change first."""

    async def all_listings(self, stage: str | None, limit: int, after: str = "") -> list[Listing]:
        """Return all tables by id, for the operator."""

    async def alarms(self) -> list[tuple[str, int]]:
        """Return every table that has an alarm, with its time; earliest first."""

    # People

    async def add_person(self, person: Person, key: bytes, device: Device = UNKNOWN) -> None:
        """Add a person with their first device and the fingerprint of its key."""

    async def rename(self, person: str, nickname: str) -> None:
        """Change a person's nickname; NotFound if there is no such person."""

    async def change_feed(self, person: str, feed: str) -> None:
        """Change the key to a person's feed; NotFound if there is no such person."""

    async def person(self, id_: str) -> Person | None:
        """Return a person by id."""

    async def person_of_key(self, key: bytes) -> Person | None:
        """Return the person with the device whose key has this fingerprint."""

    async def devices(self, person: str) -> dict[bytes, Device]:
        """Return a person's devices by the fingerprints of their keys."""

    async def see_key(self, key: bytes, seen: Device) -> None:
        """Update when a device was last seen and what it is, but not when it was added; ignore a dropped key."""

    async def drop_key(self, key: bytes) -> None:
        """Sign a device out."""

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        """Sign out all of a person's devices but one; return the keys that were dropped."""

    async def drop_tickets(self, person: str) -> None:
        """Drop all of a person's tickets."""

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        """Add a ticket that signs in one more device, valid up to and including `until`; delete expired tickets."""

    async def person_of_ticket(self, ticket: bytes, now: int) -> Person | None:
        """Return the person who made a ticket, without using it up; None if it is not valid any more."""

    async def redeem_ticket(
        self, ticket: bytes, key: bytes, now: int, device: Device = UNKNOWN
    ) -> Person | None:
        """Use up a ticket: the key becomes its person's, whoever had it before; None if it is not valid any more."""

    # The server's own life

    async def beat(self, now: int) -> None:
        """Record that the server is alive."""

    async def last_beat(self) -> int | None:
        """Return the time of the last heartbeat."""

    async def add_outage(self, outage: Outage) -> None:
        """Add a period in which the server was down."""

    async def outages(self, since: int) -> list[Outage]:
        """Return the outages that ended after a time, in order."""


def check_next(table: str, length: int, entries: Sequence[StoredEntry]) -> None:
    """Require that entries continue a log of this length: otherwise Fenced, or ValueError if they would leave a gap."""
    for number, entry in enumerate(entries, length):
        if entry.number < number:
            raise Fenced(f"entry {entry.number} of table {table} already exists")
        if entry.number > number:
            raise ValueError(f"entry {entry.number} of table {table} would leave a gap after {number - 1}")
