"""The rows that a store keeps, as plain data."""

from dataclasses import dataclass
from typing import NamedTuple


class StoredEntry(NamedTuple):
    """An entry of a table's log as it is stored; times are milliseconds since 1970."""

    number: int
    at: int
    data: bytes


class Listing(NamedTuple):
    """A table's row for the lobby and for alarms, rewritten with every entry."""

    table: str
    game: str
    stage: str  # gathering, playing, over
    is_open: bool  # whether the lobby lists it for everybody
    wake_at: int | None  # the table's next alarm
    changed_at: int
    people: tuple[str, ...]  # the ids of people who have a seat or had one in the game
    summary: bytes  # what the lobby shows of it
    host: str = ""
    network: str = ""  # the network it was created from, disguised; empty once the game is over


class Ownership(NamedTuple):
    """The right to append to a table's log. The term rises whenever the owner changes, which voids all older rights."""

    table: str
    term: int


class Place(NamedTuple):
    """A place in the list of open tables: right after the table described here."""

    stage: str
    changed_at: int
    table: str


START = Place("", 0, "")  # before the first table


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with a nickname, recognised by the keys of their devices."""

    id: str
    nickname: str
    since: int
    feed: str = ""  # the fingerprint of the key to their turn feed


@dataclass(frozen=True, slots=True)
class Device:
    """A device that a person is signed in on; None and empty strings stand for what was never recorded."""

    since: int | None = None
    seen_at: int | None = None
    browser: str = ""
    system: str = ""


UNKNOWN = Device()


@dataclass(frozen=True, slots=True)
class Outage:
    """A time when nobody could play, which must not count against any clock."""

    since: int
    until: int
