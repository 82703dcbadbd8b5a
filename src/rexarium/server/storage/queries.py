"""Queries that are the same for both databases."""

from abc import ABC, abstractmethod

from rexarium.server.model.rows import START, Device, Listing, Outage, Person, Place, StoredEntry
from rexarium.server.storage import sql


class Queries(ABC):
    """The reading half of a Store."""

    @abstractmethod
    async def _read(self, statement: str, *values: object) -> list[sql.Row]:
        """Run a query and return its rows."""

    async def _listings(self, statement: str, *values: object) -> list[Listing]:
        return [sql.listing_of(row) for row in await self._read(statement, *values)]

    async def entries(self, table: str, since: int = 0) -> list[StoredEntry]:
        return sql.entries_of(await self._read(sql.SELECT_ENTRIES, table, since))

    async def listing(self, table: str) -> Listing | None:
        return next(iter(await self._listings(sql.SELECT_LISTING, table)), None)

    async def open_listings(
        self, limit: int, listed: int = 5, game: str = "", after: Place = START
    ) -> list[Listing]:
        stage, changed_at, table = after
        values = (game, game, listed, game, game, stage, stage, changed_at, changed_at, table, limit)
        return await self._listings(sql.SELECT_OPEN, *values)

    async def count_waiting(self, host: str, network: str) -> tuple[int, int]:
        ((of_host, of_network),) = await self._read(sql.COUNT_WAITING, host, network)
        return of_host, of_network

    async def listings_of(self, person: str, limit: int) -> list[Listing]:
        return await self._listings(sql.SELECT_OF_PERSON, person, person, limit)

    async def all_listings(self, stage: str | None, limit: int, after: str = "") -> list[Listing]:
        if stage is None:
            return await self._listings(sql.SELECT_ALL, after, limit)
        return await self._listings(sql.SELECT_ALL_OF_STAGE, stage, after, limit)

    async def alarms(self) -> list[tuple[str, int]]:
        return [(table, at) for table, at in await self._read(sql.SELECT_ALARMS)]

    async def person(self, id_: str) -> Person | None:
        return sql.person_of(await self._read(sql.SELECT_PERSON, id_))

    async def person_of_key(self, key: bytes) -> Person | None:
        return sql.person_of(await self._read(sql.SELECT_PERSON_OF_KEY, key))

    async def devices(self, person: str) -> dict[bytes, Device]:
        return sql.devices_of(await self._read(sql.SELECT_DEVICES, person))

    async def person_of_ticket(self, ticket: bytes, now: int) -> Person | None:
        return sql.person_of(await self._read(sql.SELECT_PERSON_OF_TICKET, ticket, now))

    async def last_beat(self) -> int | None:
        rows = await self._read(sql.SELECT_PULSE)
        return rows[0][0] if rows else None

    async def outages(self, since: int) -> list[Outage]:
        return sql.outages_of(await self._read(sql.SELECT_OUTAGES, since))
