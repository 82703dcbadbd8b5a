"""What a store keeps, as plain data."""

from dataclasses import dataclass
from typing import NamedTuple


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
    host: str = ""
    network: str = ""  # that it was opened from, in disguise; empty once its game is over


class Ownership(NamedTuple):
    """The right to append to a table's log. The term rises when the table changes its owner; the older right is void."""

    table: str
    term: int


class Place(NamedTuple):
    """A place in the list of open tables: behind the table of which this is told."""

    stage: str
    changed_at: int
    table: str


START = Place("", 0, "")  # before all of them


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here: a nickname, known again by the keys of their devices."""

    id: str
    nickname: str
    since: int
    feed: str = ""  # the fingerprint of the key to the feed that says whose turn it is


@dataclass(frozen=True, slots=True)
class Device:
    """What is known of a device that a person is signed in on; None and no word: nobody has written it down."""

    since: int | None = None
    seen_at: int | None = None
    browser: str = ""
    system: str = ""


UNKNOWN = Device()


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the server was not there, so that no clock may have run."""

    since: int
    until: int
