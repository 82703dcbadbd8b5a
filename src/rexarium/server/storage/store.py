"""What the table needs of a storage, and nothing more: SQLite and PostgreSQL both offer it.

A table is a log. Its entries are numbered from 0 without a gap, are never changed, and are all there is to know of it;
their bodies mean nothing to a storage. Beside the log lies its listing, which only saves reading the log.
"""

from collections.abc import Sequence
from typing import Protocol

from rexarium.kernel.errors import RexariumError
from rexarium.server.model.rows import (
    START,
    UNKNOWN,
    Device,
    Entry,
    Listing,
    Outage,
    Ownership,
    Person,
    Place,
)


class Fenced(Exception):
    """Somebody else owns the table now, or has released it: nothing was written."""


class Exists(Exception):
    """The table, person, key or ticket that is to be added is there already."""


class NotFound(Exception):
    """There is no such person."""


class CannotOpen(RexariumError):
    """The address names no database that this program can work with."""


class TooNew(CannotOpen):
    """The database was written by a newer program."""


class Damaged(CannotOpen):
    """The database cannot be read, or lacks something."""

    def __init__(self, path: object, what: str) -> None:
        super().__init__(
            f"{path} is damaged ({what}); nothing was changed. Move it away, together with the files beside it whose names"
            f" begin like its own, and restore a backup: rexarium restore BACKUP --store {path}"
        )


class InUse(CannotOpen):
    """Another server works with this database."""


class ReadingOnly(RexariumError):
    """The store was opened only to be read."""


class BadBackup(RexariumError):
    """The backup cannot be made or taken back: it is damaged, or something is there already."""


DRIVERS = {"sqlite3", "asyncpg"}  # told by name: not every place has them


def is_outage(error: Exception) -> bool:
    """Is it the database that fails, or its disk, or the line to it? Then it may be tried again later."""
    modules = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    return isinstance(error, OSError) or not modules.isdisjoint(DRIVERS)


class Store(Protocol):
    """Where everything lies that must survive. What a method has returned from is durable."""

    async def close(self) -> None:
        """Finish what is under way and let go."""

    # Tables

    async def create(self, listing: Listing, entries: Sequence[Entry]) -> None:
        """A new table with its first entries, which nobody owns yet; Exists if there is one of this id."""

    async def take(self, table: str) -> Ownership | None:
        """Become the owner of a table; None if there is no such table.

        Whoever reads a log to append to it takes the table first: nothing of an owner before is added any more.
        """

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[Entry]) -> None:
        """Add entries to the log of one's table and renew its listing, all or nothing; Fenced if it is no longer one's own.

        Appends of many tables may share one commit. Without entries only the listing is renewed. Who is cancelled
        while waiting may find it done or not.
        """

    async def release(self, ownership: Ownership) -> None:
        """Own a table no longer; nothing happens if somebody else has taken it. A file has one owner, who keeps it."""

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        """A table's log from a number on; empty if there is no such table."""

    async def listing(self, table: str) -> Listing | None:
        """A table's listing."""

    async def open_listings(
        self, limit: int, listed: int = 5, game: str = "", after: Place = START
    ) -> list[Listing]:
        """Open tables that are not over, those first that gather, then by the newest change; of one game, if it is named.

        Of each network only so many are `listed` as long as there are tables of another; the rest wait behind them.
        """

    async def count_waiting(self, host: str, network: str) -> tuple[int, int]:
        """How many tables gather that a person hosts, and how many that were opened from a network."""

    async def listings_of(self, person: str, limit: int) -> list[Listing]:
        """All tables where a person has a seat that are not over, then so many that are; the newest change first."""

    async def all_listings(self, stage: str | None, limit: int, after: str = "") -> list[Listing]:
        """All tables by their ids, for whoever keeps the house."""

    async def wakes(self) -> list[tuple[str, int]]:
        """Every table that waits for a time, with that time; the earliest first."""

    # People

    async def add_person(self, person: Person, key: bytes, device: Device = UNKNOWN) -> None:
        """A new person, with their first device and the fingerprint of its key."""

    async def rename(self, person: str, nickname: str) -> None:
        """Another nickname, and nothing else; NotFound if there is no such person."""

    async def change_feed(self, person: str, feed: str) -> None:
        """Another key to the feed, likewise."""

    async def person(self, id_: str) -> Person | None:
        """A person."""

    async def person_of_key(self, key: bytes) -> Person | None:
        """Whose device's key has this fingerprint."""

    async def devices(self, person: str) -> dict[bytes, Device]:
        """All devices of a person, by the fingerprints of their keys."""

    async def see_key(self, key: bytes, seen: Device) -> None:
        """A device was seen: when, and what it is; since when it is theirs stays. A key that was dropped stays dropped."""

    async def drop_key(self, key: bytes) -> None:
        """This device is no longer theirs."""

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        """None of a person's devices is theirs any longer, except one; the keys that were dropped."""

    async def drop_tickets(self, person: str) -> None:
        """No ticket of a person's lets anything in any longer."""

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        """A ticket that lets one more device in, once, up to and including a time; what has run out is cleared away."""

    async def person_of_ticket(self, ticket: bytes, now: int) -> Person | None:
        """Whose ticket this is, without using it up; None if there is no such ticket any more."""

    async def redeem_ticket(
        self, ticket: bytes, key: bytes, now: int, device: Device = UNKNOWN
    ) -> Person | None:
        """Use up a ticket: the key becomes its person's, whoever had it; None if there is no such ticket any more."""

    # The server's own life

    async def pulse(self, now: int) -> None:
        """The server is there."""

    async def last_pulse(self) -> int | None:
        """When it was last there."""

    async def add_outage(self, outage: Outage) -> None:
        """A time in which it was not."""

    async def outages(self, since: int) -> list[Outage]:
        """The outages that ended after a time, in their order."""


def need_next(table: str, length: int, entries: Sequence[Entry]) -> None:
    """Refuse entries that are not the next ones of a log with this many: Fenced, or ValueError for a gap."""
    for number, entry in enumerate(entries, length):
        if entry.number < number:
            raise Fenced(f"entry {entry.number} of table {table} is there already")
        if entry.number > number:
            raise ValueError(f"entry {entry.number} of table {table} would leave a gap after {number - 1}")
