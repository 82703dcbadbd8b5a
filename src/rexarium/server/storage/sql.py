"""The SQL statements that both databases understand, and conversions to and from their rows.

SQLite takes them as they are; PostgreSQL needs numbered placeholders instead of question marks.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import count
from typing import Any

from rexarium.server.model.rows import Device, Listing, Outage, Person, StoredEntry

Row = Sequence[Any]

LISTING = "SELECT id, game, stage, is_open, wake_at, changed_at, people, summary, host, network FROM tables"

SELECT_ENTRIES = "SELECT number, at, body FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
SELECT_LISTING = f"{LISTING} WHERE id = ?"
# The database ranks the tables of each network, so that full rows are read for one page only.
_IN_LOBBY = "FROM tables WHERE is_open AND stage <> 'over' AND (game = ? OR ? = '')"
SELECT_OPEN = (
    f"{LISTING} WHERE id IN (SELECT id FROM (SELECT id, stage, changed_at, row_number()"
    f" OVER (PARTITION BY network ORDER BY stage, changed_at DESC, id DESC) AS place {_IN_LOBBY}) AS placed"
    f" WHERE (place <= ? OR (SELECT min(network) = max(network) {_IN_LOBBY}))"
    " AND (stage > ? OR stage = ? AND (changed_at < ? OR changed_at = ? AND id < ?))"
    " ORDER BY stage, changed_at DESC, id DESC LIMIT ?) ORDER BY stage, changed_at DESC, id DESC"
)
COUNT_WAITING = (
    "SELECT (SELECT count(*) FROM tables WHERE host = ? AND stage = 'gathering'),"
    " (SELECT count(*) FROM tables WHERE network = ? AND stage = 'gathering')"
)
SELECT_OF_PERSON = (
    f"{LISTING} WHERE id IN (SELECT table_id FROM seats WHERE person_id = ?) AND (stage <> 'over' OR id IN"
    " (SELECT id FROM tables WHERE stage = 'over' AND id IN (SELECT table_id FROM seats WHERE person_id = ?)"
    " ORDER BY changed_at DESC, id DESC LIMIT ?)) ORDER BY stage = 'over', changed_at DESC, id DESC"
)
SELECT_ALL = f"{LISTING} WHERE id > ? ORDER BY id LIMIT ?"
SELECT_ALL_OF_STAGE = f"{LISTING} WHERE stage = ? AND id > ? ORDER BY id LIMIT ?"
SELECT_ALARMS = "SELECT id, wake_at FROM tables WHERE wake_at IS NOT NULL ORDER BY wake_at, id"

NOBODY = "[]"  # the people of a listing when no seat is taken
INSERT_ENTRY = "INSERT INTO entries (table_id, number, at, body) VALUES (?, ?, ?, ?)"
INSERT_TABLE = (
    "INSERT INTO tables (id, game, stage, is_open, wake_at, changed_at, people, summary, host, network)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
UPSERT_TABLE = (
    f"{INSERT_TABLE} ON CONFLICT (id) DO UPDATE SET"
    " game = excluded.game, stage = excluded.stage, is_open = excluded.is_open, wake_at = excluded.wake_at,"
    " changed_at = excluded.changed_at, people = excluded.people, summary = excluded.summary,"
    " host = excluded.host, network = excluded.network"
)
TAKE_TABLE = "UPDATE tables SET term = term + 1 WHERE id = ? RETURNING term"
RELEASE_TABLE = "UPDATE tables SET term = term + 1 WHERE id = ? AND term = ?"
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
SELECT_DEVICES = "SELECT fingerprint, since, seen_at, browser, system FROM keys WHERE person_id = ?"
INSERT_KEY = (
    "INSERT INTO keys (fingerprint, person_id, since, seen_at, browser, system) VALUES (?, ?, ?, ?, ?, ?)"
)
UPSERT_KEY = (
    f"{INSERT_KEY} ON CONFLICT (fingerprint) DO UPDATE SET person_id = excluded.person_id,"
    " since = excluded.since, seen_at = excluded.seen_at, browser = excluded.browser, system = excluded.system"
)
UPDATE_KEY = "UPDATE keys SET seen_at = ?, browser = ?, system = ? WHERE fingerprint = ?"
DELETE_KEY = "DELETE FROM keys WHERE fingerprint = ?"
DELETE_KEYS = "DELETE FROM keys WHERE person_id = ? AND fingerprint <> ? RETURNING fingerprint"
INSERT_TICKET = "INSERT INTO tickets (ticket, person_id, until) VALUES (?, ?, ?)"
SELECT_PERSON_OF_TICKET = (
    "SELECT id, nickname, since, feed FROM people"
    " WHERE id = (SELECT person_id FROM tickets WHERE ticket = ? AND until >= ?)"
)
TAKE_TICKET = "DELETE FROM tickets WHERE ticket = ? RETURNING person_id"
DELETE_OLD_TICKETS = "DELETE FROM tickets WHERE until < ?"
DELETE_TICKETS = "DELETE FROM tickets WHERE person_id = ?"

UPSERT_PULSE = "INSERT INTO pulse (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
SELECT_PULSE = "SELECT at FROM pulse"
INSERT_OUTAGE = "INSERT INTO outages (since, until) VALUES (?, ?) ON CONFLICT DO NOTHING"
SELECT_OUTAGES = "SELECT since, until FROM outages WHERE until > ? ORDER BY since, until"


@cache
def numbered(statement: str) -> str:
    """Replace a statement's question marks with $1, $2, …"""
    head, *tail = statement.split("?")
    return head + "".join(f"${number}{part}" for number, part in zip(count(1), tail, strict=False))


@cache
def repeated(statement: str, times: int) -> str:
    """Turn an INSERT of one row into an INSERT of several."""
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
        listing.host,
        listing.network,
    )


def listing_of(row: Row) -> Listing:
    """A row of `tables` as a listing."""
    table, game, stage, is_open, wake_at, changed_at, people, summary, host, network = row
    seated = tuple(json.loads(people))
    return Listing(
        table, game, stage, bool(is_open), wake_at, changed_at, seated, bytes(summary), host, network
    )


def say_people(people: Sequence[str]) -> str:
    """A listing's people as they are stored."""
    return json.dumps(people)


def rows_of(table: str, entries: Iterable[StoredEntry]) -> list[Row]:
    """Entries as rows."""
    return [(table, entry.number, entry.at, entry.data) for entry in entries]


def entries_of(rows: Iterable[Row]) -> list[StoredEntry]:
    """Rows as entries."""
    return [StoredEntry(number, at, bytes(body)) for number, at, body in rows]


def person_of(rows: Sequence[Row]) -> Person | None:
    """The person in the only row, if any."""
    return Person(*rows[0]) if rows else None


def row_of_key(key: bytes, person: str, device: Device) -> Row:
    """A device as a row of `keys`."""
    return key, person, device.since, device.seen_at, device.browser, device.system


def devices_of(rows: Iterable[Row]) -> dict[bytes, Device]:
    """Rows of `keys` as devices, by the fingerprint of their key."""
    return {bytes(key): Device(*rest) for key, *rest in rows}


def outages_of(rows: Iterable[Row]) -> list[Outage]:
    """Rows as outages."""
    return [Outage(since, until) for since, until in rows]


def seats_of(before: str, listing: Listing) -> tuple[list[Row], list[Row]]:
    """The seats to add and to delete when a listing replaces one with these people."""
    if before == say_people(listing.people):
        return [], []
    old, new = set(json.loads(before)), set(listing.people)
    return [(person, listing.table) for person in new - old], [
        (person, listing.table) for person in old - new
    ]
