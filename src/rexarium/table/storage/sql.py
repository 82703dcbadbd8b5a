"""The statements, in the words that both databases know, and their rows.

SQLite reads them as they are; PostgreSQL wants numbers in place of the question marks.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import count
from typing import Any

from rexarium.table.storage.store import Entry, Listing, Outage, Person

Row = Sequence[Any]

LISTING = "SELECT id, game, stage, is_open, wake_at, changed_at, people, summary FROM tables"

SELECT_ENTRIES = "SELECT number, at, body FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
SELECT_LISTING = f"{LISTING} WHERE id = ?"
SELECT_OPEN = f"{LISTING} WHERE is_open AND stage <> 'over' ORDER BY changed_at DESC, id DESC LIMIT ?"
SELECT_OF_PERSON = (
    f"{LISTING} WHERE id IN (SELECT table_id FROM seats WHERE person_id = ?) AND (stage <> 'over' OR id IN"
    " (SELECT id FROM tables WHERE stage = 'over' AND id IN (SELECT table_id FROM seats WHERE person_id = ?)"
    " ORDER BY changed_at DESC, id DESC LIMIT ?)) ORDER BY stage = 'over', changed_at DESC, id DESC"
)
SELECT_ALL = f"{LISTING} WHERE id > ? ORDER BY id LIMIT ?"
SELECT_ALL_OF_STAGE = f"{LISTING} WHERE stage = ? AND id > ? ORDER BY id LIMIT ?"
SELECT_WAKES = "SELECT id, wake_at FROM tables WHERE wake_at IS NOT NULL ORDER BY wake_at, id"

INSERT_ENTRY = "INSERT INTO entries (table_id, number, at, body) VALUES (?, ?, ?, ?)"
UPSERT_TABLE = (
    "INSERT INTO tables (id, game, stage, is_open, wake_at, changed_at, people, summary)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " game = excluded.game, stage = excluded.stage, is_open = excluded.is_open, wake_at = excluded.wake_at,"
    " changed_at = excluded.changed_at, people = excluded.people, summary = excluded.summary"
)
INSERT_SEAT = "INSERT INTO seats (person_id, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
DELETE_SEAT = "DELETE FROM seats WHERE person_id = ? AND table_id = ?"

INSERT_PERSON = "INSERT INTO people (id, nickname, since, feed) VALUES (?, ?, ?, ?)"
UPDATE_NICKNAME = "UPDATE people SET nickname = ? WHERE id = ?"
UPDATE_FEED = "UPDATE people SET feed = ? WHERE id = ?"
SELECT_PERSON = "SELECT id, nickname, since, feed FROM people WHERE id = ?"
SELECT_PERSON_OF_KEY = (
    "SELECT id, nickname, since, feed FROM people"
    " WHERE id = (SELECT person_id FROM keys WHERE fingerprint = ?)"
)
INSERT_KEY = "INSERT INTO keys (fingerprint, person_id) VALUES (?, ?)"
UPSERT_KEY = f"{INSERT_KEY} ON CONFLICT (fingerprint) DO UPDATE SET person_id = excluded.person_id"
DELETE_KEY = "DELETE FROM keys WHERE fingerprint = ?"
INSERT_TICKET = "INSERT INTO tickets (ticket, person_id, until) VALUES (?, ?, ?)"
TAKE_TICKET = "DELETE FROM tickets WHERE ticket = ? RETURNING person_id"
DELETE_OLD_TICKETS = "DELETE FROM tickets WHERE until < ?"

UPSERT_PULSE = "INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
SELECT_PULSE = "SELECT at FROM pulse"
INSERT_OUTAGE = "INSERT INTO outages (since, until) VALUES (?, ?) ON CONFLICT DO NOTHING"
SELECT_OUTAGES = "SELECT since, until FROM outages WHERE until > ? ORDER BY since, until"


@cache
def numbered(statement: str) -> str:
    """A statement with $1, $2… for its question marks."""
    head, *tail = statement.split("?")
    return head + "".join(f"${number}{part}" for number, part in zip(count(1), tail, strict=False))


@cache
def repeated(statement: str, times: int) -> str:
    """An INSERT of one row as an INSERT of several."""
    head, row, tail = re.split(r"(\([?, ]+\))", statement, maxsplit=1)
    return head + ", ".join([row] * times) + tail


def row_of(listing: Listing) -> Row:
    """A listing as a row of `tables`."""
    return (
        listing.table,
        listing.game,
        listing.stage,
        listing.is_open,
        listing.wake_at,
        listing.changed_at,
        say_people(listing.people),
        listing.summary,
    )


def listing_of(row: Row) -> Listing:
    """A row of `tables` as a listing."""
    table, game, stage, is_open, wake_at, changed_at, people, summary = row
    return Listing(
        table, game, stage, bool(is_open), wake_at, changed_at, tuple(json.loads(people)), bytes(summary)
    )


def say_people(people: Sequence[str]) -> str:
    """The people of a listing as they are stored."""
    return json.dumps(people)


def rows_of(table: str, entries: Iterable[Entry]) -> list[Row]:
    """Entries as rows."""
    return [(table, entry.number, entry.at, entry.body) for entry in entries]


def entries_of(rows: Iterable[Row]) -> list[Entry]:
    """Rows as entries."""
    return [Entry(number, at, bytes(body)) for number, at, body in rows]


def person_of(rows: Sequence[Row]) -> Person | None:
    """The person in the only row, if there is one."""
    return Person(*rows[0]) if rows else None


def outages_of(rows: Iterable[Row]) -> list[Outage]:
    """Rows as outages."""
    return [Outage(since, until) for since, until in rows]


def seats_of(before: str, listing: Listing) -> tuple[list[Row], list[Row]]:
    """The seats that a listing adds to the people of the one before it, and those that it takes away."""
    if before == say_people(listing.people):
        return [], []
    old, new = set(json.loads(before)), set(listing.people)
    return [(person, listing.table) for person in new - old], [
        (person, listing.table) for person in old - new
    ]
