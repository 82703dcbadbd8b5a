"""What the table needs of a storage, and nothing more: SQLite and PostgreSQL both offer it.

A table is a log. Its entries are numbered from 0 without a gap, are never changed, and are all there is to know of it;
their bodies mean nothing to a storage. Beside the log lies its listing, which only saves reading the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rexarium.kernel.errors import RexariumError


class Entry(NamedTuple):
    """One line of a table's log; times are milliseconds since 1970."""

    number: int
    at: int
    body: bytes


class Listing(NamedTuple):
    """A table as the lobby and the alarm clock know it, renewed with every entry."""

    table: str
    game: str
    stage: str  # gathering, playing, over
    is_open: bool  # anybody may find it in the lobby
    wake_at: int | None  # when something happens here though nobody does anything
    changed_at: int
    people: tuple[str, ...]  # the persons who have a seat, or had one in the game
    summary: bytes  # what the lobby shows of it


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here: a nickname, known again by the keys of their devices."""

    id: str
    nickname: str
    since: int
    feed: str = ""  # the fingerprint of the key to the feed that says whose turn it is


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the server was not there, so that no clock may have run."""

    since: int
    until: int


class Taken(Exception):
    """An entry with this number is in the log already: somebody else owns the table.

    Likewise a person, a key or a ticket that is to be added and is there already.
    """


class Missing(Exception):
    """There is no such person."""


class CannotOpen(RexariumError):
    """The address names no database that this program can work with."""


class TooNew(CannotOpen):
    """The database was written by a newer program."""


class InUse(CannotOpen):
    """Another server works with this database."""


class ReadingOnly(RexariumError):
    """The store was opened only to be read."""


class BadBackup(RexariumError):
    """The backup cannot be made or taken back: it is damaged, or something is there already."""


class Store(Protocol):
    """Where everything lies that must survive. What a method has returned from is durable."""

    async def close(self) -> None:
        """Finish what is under way and let go."""

    # Tables

    async def append(self, listing: Listing, entries: Sequence[Entry]) -> None:
        """Add entries to a log and renew its listing, all or nothing; appends of many tables may share one commit.

        Without entries only the listing is renewed. Who is cancelled while waiting may find it done or not.
        """

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        """A table's log from a number on; empty if there is no such table."""

    async def listing(self, table: str) -> Listing | None:
        """A table's listing."""

    async def open_listings(self, limit: int) -> list[Listing]:
        """Open tables that are not over, the newest change first."""

    async def listings_of(self, person: str, limit: int) -> list[Listing]:
        """All tables where a person has a seat that are not over, then so many that are; the newest change first."""

    async def all_listings(self, stage: str | None, limit: int, after: str = "") -> list[Listing]:
        """All tables by their ids, for whoever keeps the house."""

    async def wakes(self) -> list[tuple[str, int]]:
        """Every table that waits for a time, with that time; the earliest first."""

    # People

    async def add_person(self, person: Person, key: bytes) -> None:
        """A new person, with the fingerprint of the key of their first device."""

    async def rename(self, person: str, nickname: str) -> None:
        """Another nickname, and nothing else; Missing if there is no such person."""

    async def change_feed(self, person: str, feed: str) -> None:
        """Another key to the feed, likewise."""

    async def person(self, id_: str) -> Person | None:
        """A person."""

    async def person_of_key(self, key: bytes) -> Person | None:
        """Whose device's key has this fingerprint."""

    async def drop_key(self, key: bytes) -> None:
        """This device is no longer theirs."""

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        """A ticket that lets one more device in, once, up to and including a time; what has run out is cleared away."""

    async def redeem_ticket(self, ticket: bytes, key: bytes, now: int) -> Person | None:
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
    """Refuse entries that are not the next ones of a log with this many: Taken, or ValueError for a gap."""
    for number, entry in enumerate(entries, length):
        if entry.number < number:
            raise Taken(f"entry {entry.number} of table {table} is there already")
        if entry.number > number:
            raise ValueError(f"entry {entry.number} of table {table} would leave a gap after {number - 1}")
