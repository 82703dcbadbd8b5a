"""A store in an SQLite file: one connection reads, another writes, and neither waits for the other."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

from rexarium.server.model.rows import UNKNOWN, Device, Listing, Outage, Ownership, Person, StoredEntry
from rexarium.server.storage import sql
from rexarium.server.storage.queries import Queries
from rexarium.server.storage.sqlite.thread import Writer
from rexarium.server.storage.sqlite.writes import (
    Append,
    Create,
    Statement,
    Write,
    add_person,
    add_ticket,
    change_person,
    drop_keys,
    redeem_ticket,
)
from rexarium.server.storage.store import Fenced, ReadOnly

T = TypeVar("T")


class SqliteStore(Queries):
    """A Store in an SQLite file, made by `renewal.open_sqlite`. The whole file has one owner and one term."""

    def __init__(
        self, connection: sqlite3.Connection, writer: Writer | None, term: int, stack: ExitStack
    ) -> None:
        self._connection = connection
        self._writer = writer
        self._term = term
        self._reader = stack.enter_context(ThreadPoolExecutor(1, "storage reader"))
        self._open = stack

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        await asyncio.to_thread(self._open.close)

    def _need_writer(self) -> Writer:
        if self._writer is None:
            raise ReadOnly("the store was opened read-only")
        return self._writer

    async def _write(self, write: Write[T]) -> T:
        return await self._need_writer().submit(write)

    async def _read(self, statement: str, *values: object) -> list[sql.Row]:
        return await asyncio.get_running_loop().run_in_executor(
            self._reader, lambda: self._connection.execute(statement, values).fetchall()
        )

    # Tables

    async def create(self, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        await self._write(Create(listing, entries))

    async def take(self, table: str) -> Ownership | None:
        self._need_writer()  # nothing to write: the term began when the file was opened
        return None if await self.listing(table) is None else Ownership(table, self._term)

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        if ownership != (listing.table, self._term):
            raise Fenced(f"{ownership} is from an earlier opening of the file or belongs to another table")
        await self._write(Append(listing, entries))

    async def release(self, ownership: Ownership) -> None:
        self._need_writer()  # the whole file is released when it is closed

    # People

    async def add_person(self, person: Person, key: bytes, device: Device = UNKNOWN) -> None:
        await self._write(partial(add_person, person=person, key=key, device=device))

    async def rename(self, person: str, nickname: str) -> None:
        await self._write(
            partial(change_person, statement=sql.UPDATE_NICKNAME, value=nickname, person=person)
        )

    async def change_feed(self, person: str, feed: str) -> None:
        await self._write(partial(change_person, statement=sql.UPDATE_FEED, value=feed, person=person))

    async def see_key(self, key: bytes, seen: Device) -> None:
        await self._write(Statement(sql.UPDATE_KEY, (seen.seen_at, seen.browser, seen.system, key)))

    async def drop_key(self, key: bytes) -> None:
        await self._write(Statement(sql.DELETE_KEY, (key,)))

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        return await self._write(partial(drop_keys, person=person, kept=kept))

    async def drop_tickets(self, person: str) -> None:
        await self._write(Statement(sql.DELETE_TICKETS, (person,)))

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        await self._write(partial(add_ticket, ticket=ticket, person=person, until=until, now=now))

    async def redeem_ticket(
        self, ticket: bytes, key: bytes, now: int, device: Device = UNKNOWN
    ) -> Person | None:
        return await self._write(partial(redeem_ticket, ticket=ticket, key=key, now=now, device=device))

    # The server's own life

    async def beat(self, now: int) -> None:
        await self._write(Statement(sql.UPSERT_PULSE, (now,)))

    async def add_outage(self, outage: Outage) -> None:
        await self._write(Statement(sql.INSERT_OUTAGE, (outage.since, outage.until)))
