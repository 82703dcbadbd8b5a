"""A store in memory: the reference for the other two, used in tests and by programs that keep their rows elsewhere."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

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
from rexarium.server.storage.store import Exists, Fenced, NotFound, check_next

P = ParamSpec("P")
T = TypeVar("T")


class Row(NamedTuple):
    """What a MemoryStore holds under a kind and a name; a value of None removes it.

    | kind | name | value |
    |---|---|---|
    | listing | table | Listing |
    | entry | table, number | StoredEntry |
    | person | id | Person |
    | key | fingerprint | person's id, Device |
    | ticket | fingerprint | person's id, valid until |
    | pulse | empty | time |
    | outage | since, until | Outage |
    """

    kind: str
    name: Any
    value: Any


Keep = Callable[[Sequence[Row]], Awaitable[None]]  # keeps all the rows or, if it raises, none of them
Work = tuple[Sequence[Row], T]  # the rows that a method writes, and what it returns


def writes(
    method: Callable[Concatenate["MemoryStore", P], Work[T]],
) -> Callable[Concatenate["MemoryStore", P], Coroutine[Any, Any, T]]:
    """Turn a method that returns the rows to write into a Store method, which keeps them before it holds them."""

    @wraps(method)
    async def write(self: "MemoryStore", /, *values: P.args, **named: P.kwargs) -> T:
        return await self.carry_out(lambda: method(self, *values, **named))

    return write


class MemoryStore:
    """A Store in dictionaries, initially filled with rows that were given to `keep` before, in any order."""

    def __init__(self, rows: Iterable[Row] = (), keep: Keep | None = None) -> None:
        self._listings: dict[str, Listing] = {}
        self._entries: dict[tuple[str, int], StoredEntry] = {}
        self._lengths: Counter[str] = Counter()  # length of each log
        self._terms: Counter[str] = Counter()  # not kept: in a newly filled store no table has an owner
        self._people: dict[str, Person] = {}
        self._keys: dict[bytes, tuple[str, Device]] = {}  # key → person, device
        self._tickets: dict[bytes, tuple[str, int]] = {}  # ticket → person, valid until
        self._pulse: dict[str, int] = {}  # at most one
        self._outages: dict[tuple[int, int], Outage] = {}
        self._held: dict[str, dict[Any, Any]] = {
            "listing": self._listings,
            "entry": self._entries,
            "person": self._people,
            "key": self._keys,
            "ticket": self._tickets,
            "pulse": self._pulse,
            "outage": self._outages,
        }
        self._keep = keep
        self._turn = asyncio.Lock()
        self._hold(rows)

    async def close(self) -> None:
        """Do nothing: a store that is closed and used again behaves like a restarted server."""

    # Writing

    async def carry_out(self, decide: Callable[[], Work[T]]) -> T:
        """Write what `decide` returns, to the end even if the caller is cancelled."""
        if self._keep is not None:
            return await asyncio.shield(asyncio.create_task(self._keep_first(self._keep, decide)))
        rows, result = decide()
        self._hold(rows)
        return result

    async def _keep_first(self, keep: Keep, decide: Callable[[], Work[T]]) -> T:
        async with self._turn:  # so that the decision still holds when it is kept
            rows, result = decide()
            if rows:
                await keep(rows)
            self._hold(rows)
            return result

    def _hold(self, rows: Iterable[Row]) -> None:
        for kind, name, value in rows:
            if value is None:
                self._held[kind].pop(name, None)
            else:
                self._held[kind][name] = value
            if kind == "entry":
                table, number = name
                self._lengths[table] = max(self._lengths[table], number + 1)

    # Tables

    @writes
    def create(self, listing: Listing, entries: Sequence[StoredEntry]) -> Work[None]:
        check_next(listing.table, 0, entries)
        if listing.table in self._listings:
            raise Exists(f"table {listing.table} already exists")
        return rows_of(listing, entries), None

    @writes
    def take(self, table: str) -> Work[Ownership | None]:
        if table not in self._listings:
            return [], None
        self._terms[table] += 1
        return [], Ownership(table, self._terms[table])

    @writes
    def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> Work[None]:
        if not self._is_owner(ownership) or ownership.table != listing.table:
            raise Fenced(f"{ownership} has expired or belongs to another table")
        check_next(listing.table, self._lengths[listing.table], entries)
        return rows_of(listing, entries), None

    @writes
    def release(self, ownership: Ownership) -> Work[None]:
        if self._is_owner(ownership):
            self._terms[ownership.table] += 1
        return [], None

    def _is_owner(self, ownership: Ownership) -> bool:
        return ownership.table in self._listings and ownership.term == self._terms[ownership.table]

    async def entries(self, table: str, since: int = 0) -> list[StoredEntry]:
        numbers = range(max(since, 0), self._lengths[table])
        return [self._entries[table, number] for number in numbers if (table, number) in self._entries]

    async def listing(self, table: str) -> Listing | None:
        return self._listings.get(table)

    async def open_listings(
        self, limit: int, listed: int = 5, game: str = "", after: Place = START
    ) -> list[Listing]:
        found = newest_first(
            one
            for one in self._listings.values()
            if one.is_open and one.stage != "over" and game in ("", one.game)
        )
        found.sort(key=lambda one: one.stage)
        is_alone = len({one.network for one in found}) == 1
        often: Counter[str] = Counter()
        shown = []
        for one in found:
            often[one.network] += 1
            if (is_alone or often[one.network] <= listed) and _is_behind(one, after):
                shown.append(one)
        return shown[:limit]

    async def count_waiting(self, host: str, network: str) -> tuple[int, int]:
        gathering = [one for one in self._listings.values() if one.stage == "gathering"]
        return sum(one.host == host for one in gathering), sum(one.network == network for one in gathering)

    async def listings_of(self, person: str, limit: int) -> list[Listing]:
        found = newest_first(one for one in self._listings.values() if person in one.people)
        over = [one for one in found if one.stage == "over"]
        return [one for one in found if one.stage != "over"] + over[:limit]

    async def all_listings(self, stage: str | None, limit: int, after: str = "") -> list[Listing]:
        found = (one for one in self._listings.values() if stage in (None, one.stage) and one.table > after)
        return sorted(found, key=lambda one: one.table)[:limit]

    async def alarms(self) -> list[tuple[str, int]]:
        waiting = [(one.table, one.wake_at) for one in self._listings.values() if one.wake_at is not None]
        return sorted(waiting, key=lambda wake: (wake[1], wake[0]))

    # People

    @writes
    def add_person(self, person: Person, key: bytes, device: Device = UNKNOWN) -> Work[None]:
        if person.id in self._people or key in self._keys:
            raise Exists(f"person {person.id} or their key already exists")
        return [Row("person", person.id, person), Row("key", key, (person.id, device))], None

    @writes
    def rename(self, person: str, nickname: str) -> Work[None]:
        return [Row("person", person, replace(self._need_person(person), nickname=nickname))], None

    @writes
    def change_feed(self, person: str, feed: str) -> Work[None]:
        return [Row("person", person, replace(self._need_person(person), feed=feed))], None

    def _need_person(self, id_: str) -> Person:
        if id_ not in self._people:
            raise NotFound(f"there is no person {id_}")
        return self._people[id_]

    async def person(self, id_: str) -> Person | None:
        return self._people.get(id_)

    async def person_of_key(self, key: bytes) -> Person | None:
        person, _ = self._keys.get(key, ("", UNKNOWN))
        return self._people.get(person)

    async def devices(self, person: str) -> dict[bytes, Device]:
        return {key: device for key, (owner, device) in self._keys.items() if owner == person}

    @writes
    def see_key(self, key: bytes, seen: Device) -> Work[None]:
        if key not in self._keys:
            return [], None
        person, device = self._keys[key]
        return [Row("key", key, (person, replace(seen, since=device.since)))], None

    @writes
    def drop_key(self, key: bytes) -> Work[None]:
        return [Row("key", key, None)], None

    @writes
    def drop_keys(self, person: str, kept: bytes) -> Work[list[bytes]]:
        dropped = [key for key, (owner, _) in self._keys.items() if owner == person and key != kept]
        return [Row("key", key, None) for key in dropped], dropped

    @writes
    def drop_tickets(self, person: str) -> Work[None]:
        return [
            Row("ticket", one, None) for one, (owner, _) in self._tickets.items() if owner == person
        ], None

    @writes
    def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> Work[None]:
        old = self._old_tickets(now)
        if ticket in self._tickets and Row("ticket", ticket, None) not in old:
            raise Exists("this ticket already exists")
        if person not in self._people:
            raise NotFound(f"there is no person {person}")
        return [*old, Row("ticket", ticket, (person, until))], None

    async def person_of_ticket(self, ticket: bytes, now: int) -> Person | None:
        person, until = self._tickets.get(ticket, ("", now))
        return self._people.get(person) if until >= now else None

    @writes
    def redeem_ticket(
        self, ticket: bytes, key: bytes, now: int, device: Device = UNKNOWN
    ) -> Work[Person | None]:
        old, (person, until) = self._old_tickets(now), self._tickets.get(ticket, ("", now - 1))
        if until < now:
            return old, None
        used = [Row("ticket", ticket, None), Row("key", key, (person, device))]
        return [*old, *used], self._people[person]

    def _old_tickets(self, now: int) -> list[Row]:
        return [Row("ticket", one, None) for one, (_, until) in self._tickets.items() if until < now]

    # The server's own life

    @writes
    def beat(self, now: int) -> Work[None]:
        return [Row("pulse", "", now)], None

    async def last_beat(self) -> int | None:
        return self._pulse.get("")

    @writes
    def add_outage(self, outage: Outage) -> Work[None]:
        return [Row("outage", (outage.since, outage.until), outage)], None

    async def outages(self, since: int) -> list[Outage]:
        found = (outage for outage in self._outages.values() if outage.until > since)
        return sorted(found, key=lambda outage: (outage.since, outage.until))


def rows_of(listing: Listing, entries: Sequence[StoredEntry]) -> list[Row]:
    """A listing and its table's entries as rows."""
    table = listing.table
    return [Row("listing", table, listing), *(Row("entry", (table, one.number), one) for one in entries)]


def _is_behind(listing: Listing, place: Place) -> bool:
    """True if a table comes after this place in the list."""
    earlier = (listing.changed_at, listing.table) < (place.changed_at, place.table)
    return listing.stage > place.stage or (listing.stage == place.stage and earlier)


def newest_first(listings: Iterable[Listing]) -> list[Listing]:
    """Sort as the databases do: by latest change, then by id."""
    return sorted(listings, key=lambda one: (one.changed_at, one.table), reverse=True)
