"""A Store that forgets everything: the plainest one, for tests and as the measure of the others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rexarium.server.model.rows import START, UNKNOWN, Device, Entry, Listing, Outage, Person, Place
from rexarium.server.storage.store import Missing, Taken, need_next


class MemoryStore:
    """A Store in dictionaries."""

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._listings: dict[str, Listing] = {}
        self._people: dict[str, Person] = {}
        self._keys: dict[bytes, str] = {}
        self._devices: dict[bytes, Device] = {}  # by their keys as well
        self._tickets: dict[bytes, tuple[str, int]] = {}
        self._pulse: int | None = None
        self._outages: set[Outage] = set()

    async def close(self) -> None:
        """There is nothing to let go of: closed and used again, it is a server that was started again."""

    # Tables

    async def append(self, listing: Listing, entries: Sequence[Entry]) -> None:
        log = self._entries.get(listing.table, [])
        need_next(listing.table, len(log), entries)
        self._entries[listing.table] = [*log, *entries]
        self._listings[listing.table] = listing

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        return self._entries.get(table, [])[max(since, 0) :]

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

    async def wakes(self) -> list[tuple[str, int]]:
        waiting = [(one.table, one.wake_at) for one in self._listings.values() if one.wake_at is not None]
        return sorted(waiting, key=lambda wake: (wake[1], wake[0]))

    # People

    async def add_person(self, person: Person, key: bytes, device: Device = UNKNOWN) -> None:
        if person.id in self._people or key in self._keys:
            raise Taken(f"person {person.id} or their key is there already")
        self._people[person.id] = person
        self._keys[key], self._devices[key] = person.id, device

    async def rename(self, person: str, nickname: str) -> None:
        self._people[person] = replace(self._need_person(person), nickname=nickname)

    async def change_feed(self, person: str, feed: str) -> None:
        self._people[person] = replace(self._need_person(person), feed=feed)

    def _need_person(self, id_: str) -> Person:
        if id_ not in self._people:
            raise Missing(f"there is no person {id_}")
        return self._people[id_]

    async def person(self, id_: str) -> Person | None:
        return self._people.get(id_)

    async def person_of_key(self, key: bytes) -> Person | None:
        return self._people.get(self._keys.get(key, ""))

    async def devices(self, person: str) -> dict[bytes, Device]:
        return {key: self._devices[key] for key, owner in self._keys.items() if owner == person}

    async def see_key(self, key: bytes, seen: Device) -> None:
        if key in self._devices:
            self._devices[key] = replace(seen, since=self._devices[key].since)

    async def drop_key(self, key: bytes) -> None:
        self._keys.pop(key, None)
        self._devices.pop(key, None)

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        dropped = [key for key, owner in self._keys.items() if owner == person and key != kept]
        for key in dropped:
            await self.drop_key(key)
        return dropped

    async def drop_tickets(self, person: str) -> None:
        self._tickets = {one: ticket for one, ticket in self._tickets.items() if ticket[0] != person}

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        valid = self._valid_tickets(now)
        if ticket in valid:
            raise Taken("this ticket is there already")
        if person not in self._people:
            raise Missing(f"there is no person {person}")
        self._tickets = valid | {ticket: (person, until)}

    async def person_of_ticket(self, ticket: bytes, now: int) -> Person | None:
        person, _ = self._valid_tickets(now).get(ticket, ("", 0))
        return self._people.get(person)

    async def redeem_ticket(
        self, ticket: bytes, key: bytes, now: int, device: Device = UNKNOWN
    ) -> Person | None:
        self._tickets = self._valid_tickets(now)
        if ticket not in self._tickets:
            return None
        person, _ = self._tickets.pop(ticket)
        self._keys[key], self._devices[key] = person, device
        return self._people[person]

    def _valid_tickets(self, now: int) -> dict[bytes, tuple[str, int]]:
        return {one: (person, until) for one, (person, until) in self._tickets.items() if until >= now}

    # The server's own life

    async def pulse(self, now: int) -> None:
        self._pulse = now

    async def last_pulse(self) -> int | None:
        return self._pulse

    async def add_outage(self, outage: Outage) -> None:
        self._outages.add(outage)

    async def outages(self, since: int) -> list[Outage]:
        found = (outage for outage in self._outages if outage.until > since)
        return sorted(found, key=lambda outage: (outage.since, outage.until))


def _is_behind(listing: Listing, place: Place) -> bool:
    """Does a table come behind a place in the list?"""
    earlier = (listing.changed_at, listing.table) < (place.changed_at, place.table)
    return listing.stage > place.stage or (listing.stage == place.stage and earlier)


def newest_first(listings: Iterable[Listing]) -> list[Listing]:
    """As the databases sort them: by the last change, and by id where that is the same."""
    return sorted(listings, key=lambda one: (one.changed_at, one.table), reverse=True)
