"""A store in a PostgreSQL database: reads use a connection pool, pending appends are committed together."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from rexarium.server.model.rows import UNKNOWN, Device, Listing, Outage, Ownership, Person, StoredEntry
from rexarium.server.storage import sql
from rexarium.server.storage.futures import settle
from rexarium.server.storage.postgres.connection import Connection, DatabaseLock, driver
from rexarium.server.storage.queries import Queries
from rexarium.server.storage.store import Exists, Fenced, NotFound, ReadOnly, check_next

CONNECTIONS = 5
DURABLE = {"synchronous_commit": "on"}  # whatever the database's default: acknowledged means on disk

# The rows are locked in id order until the commit, so that no table changes owner between the check and the write.
LOG_TAIL = (
    "SELECT id, term, people, coalesce((SELECT max(number) FROM entries WHERE table_id = id), -1) + 1"
    " FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE"
)


class LogTail(NamedTuple):
    """A table's state in the database: its term, its people and the number of its next entry."""

    term: int
    people: str
    next_number: int


class PendingAppend(NamedTuple):
    """Entries to append to a log, and the future of the caller."""

    ownership: Ownership
    listing: Listing
    entries: Sequence[StoredEntry]
    done: asyncio.Future[None]


class PostgresStore(Queries):
    """A Store in a PostgreSQL database, made by `renewal.open_postgres`. Each table has its own term."""

    def __init__(self, pool: Any, lock: DatabaseLock | None, stack: AsyncExitStack) -> None:
        self._pool = pool
        self._lock = lock
        self._stack = stack
        self._waiting: list[PendingAppend] = []
        self._writing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        await self._stack.aclose()

    def _need_lock(self) -> DatabaseLock:
        if self._lock is None:
            raise ReadOnly("the store was opened read-only")
        return self._lock

    async def _execute(self, statement: str, *values: object) -> None:
        self._need_lock()
        await self._pool.execute(sql.numbered(statement), *values)

    async def _read(self, statement: str, *values: object) -> list[sql.Row]:
        rows: list[sql.Row] = await self._pool.fetch(sql.numbered(statement), *values)
        return rows

    # Tables

    async def create(self, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        self._need_lock()
        check_next(listing.table, 0, entries)
        seats, _ = sql.seats_of(sql.NOBODY, listing)
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(sql.numbered(sql.INSERT_TABLE), *sql.row_of(listing))
                await write_rows(connection, sql.INSERT_ENTRY, sql.rows_of(listing.table, entries))
                await write_rows(connection, sql.INSERT_SEAT, seats)
        except driver().UniqueViolationError as error:
            raise Exists(f"table {listing.table} already exists") from error

    async def take(self, table: str) -> Ownership | None:
        self._need_lock()
        rows = await self._read(sql.TAKE_TABLE, table)
        return Ownership(table, rows[0][0]) if rows else None

    async def release(self, ownership: Ownership) -> None:
        await self._execute(sql.RELEASE_TABLE, *ownership)

    async def append(self, ownership: Ownership, listing: Listing, entries: Sequence[StoredEntry]) -> None:
        self._need_lock()
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingAppend(ownership, listing, entries, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        """Commit pending appends, and those that arrive in the meantime, until none are left."""
        while self._waiting:
            group, self._waiting = self._waiting, []
            await self._commit(group)

    async def _commit(self, group: Sequence[PendingAppend]) -> None:
        """Commit appends together; if the database refuses one of them, commit them one by one."""
        is_ready, waiting = False, [append.done for append in group]
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                errors = await write(connection, group)
                is_ready = True
        except Exception as error:
            # Once the commit has been sent nobody knows whether it has happened, so it is not retried.
            if is_ready or len(group) == 1:
                is_taken = isinstance(error, driver().UniqueViolationError)
                settle(waiting, [Fenced(str(error)) if is_taken else error] * len(group))
            else:
                for append in group:
                    await self._commit([append])
        else:
            settle(waiting, errors)

    # People

    async def add_person(self, person: Person, key: bytes, device: Device = UNKNOWN) -> None:
        self._need_lock()
        row = (person.id, person.nickname, person.since, person.feed)
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(sql.numbered(sql.INSERT_PERSON), *row)
                await connection.execute(
                    sql.numbered(sql.INSERT_KEY), *sql.row_of_key(key, person.id, device)
                )
        except driver().UniqueViolationError as error:
            raise Exists(f"person {person.id} or their key already exists") from error

    async def rename(self, person: str, nickname: str) -> None:
        await self._change_person(sql.UPDATE_NICKNAME, nickname, person)

    async def change_feed(self, person: str, feed: str) -> None:
        await self._change_person(sql.UPDATE_FEED, feed, person)

    async def _change_person(self, statement: str, value: str, person: str) -> None:
        self._need_lock()
        if await self._pool.execute(sql.numbered(statement), value, person) == "UPDATE 0":
            raise NotFound(f"there is no person {person}")

    async def see_key(self, key: bytes, seen: Device) -> None:
        await self._execute(sql.UPDATE_KEY, seen.seen_at, seen.browser, seen.system, key)

    async def drop_key(self, key: bytes) -> None:
        await self._execute(sql.DELETE_KEY, key)

    async def drop_keys(self, person: str, kept: bytes) -> list[bytes]:
        self._need_lock()
        return [key for (key,) in await self._read(sql.DELETE_KEYS, person, kept)]

    async def drop_tickets(self, person: str) -> None:
        await self._execute(sql.DELETE_TICKETS, person)

    async def add_ticket(self, ticket: bytes, person: str, until: int, now: int) -> None:
        self._need_lock()
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(sql.numbered(sql.DELETE_OLD_TICKETS), now)
                await connection.execute(sql.numbered(sql.INSERT_TICKET), ticket, person, until)
        except driver().ForeignKeyViolationError as error:
            raise NotFound(f"there is no person {person}") from error
        except driver().UniqueViolationError as error:
            raise Exists("this ticket already exists") from error

    async def redeem_ticket(
        self, ticket: bytes, key: bytes, now: int, device: Device = UNKNOWN
    ) -> Person | None:
        self._need_lock()
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute(sql.numbered(sql.DELETE_OLD_TICKETS), now)
            person = await connection.fetchval(sql.numbered(sql.TAKE_TICKET), ticket)
            if person is None:
                return None
            await connection.execute(sql.numbered(sql.UPSERT_KEY), *sql.row_of_key(key, person, device))
            return sql.person_of(await connection.fetch(sql.numbered(sql.SELECT_PERSON), person))

    # The server's own life

    async def beat(self, now: int) -> None:
        # On the locking connection: a server that has lost the lock finds out, and takes it again or stops.
        await self._need_lock().execute(sql.numbered(sql.UPSERT_PULSE), now)

    async def add_outage(self, outage: Outage) -> None:
        await self._execute(sql.INSERT_OUTAGE, outage.since, outage.until)


def make_pool(url: str, *, is_read_only: bool) -> Any:
    """A pool of connections, for reading only or for writing with every commit on disk."""
    settings = DURABLE | {"default_transaction_read_only": "on" if is_read_only else "off"}
    return driver().create_pool(url, min_size=1, max_size=CONNECTIONS, server_settings=settings)


async def write(connection: Connection, group: Sequence[PendingAppend]) -> list[Exception | None]:
    """Write all appends that are valid, in as few statements as possible; return an error or None for each."""
    rows = await connection.fetch(LOG_TAIL, list({append.listing.table for append in group}))
    log_tails = {table: LogTail(*tail) for table, *tail in rows}
    listings, entries, errors = sort_out(group, log_tails)
    seats = [sql.seats_of(log_tails[listing.table].people, listing) for listing in listings]
    await write_rows(connection, sql.UPSERT_TABLE, [sql.row_of(listing) for listing in listings])
    await write_rows(connection, sql.INSERT_ENTRY, entries)
    await write_rows(connection, sql.INSERT_SEAT, [row for added, _ in seats for row in added])
    await write_rows(connection, sql.DELETE_SEAT, [row for _, gone in seats for row in gone])
    return errors


def sort_out(
    group: Sequence[PendingAppend], log_tails: Mapping[str, LogTail]
) -> tuple[list[Listing], list[sql.Row], list[Exception | None]]:
    """What a sequence of appends leaves to be written to tables in this state, and what is wrong with each append."""
    lengths = {table: tail.next_number for table, tail in log_tails.items()}
    listings: dict[str, Listing] = {}
    entries: list[sql.Row] = []
    errors: list[Exception | None] = []
    for append in group:
        table = append.listing.table
        try:
            need_owner(append, log_tails.get(table))
            check_next(table, lengths[table], append.entries)
        except (Fenced, ValueError) as error:
            errors.append(error)
        else:
            errors.append(None)
            lengths[table] += len(append.entries)
            listings[table] = append.listing
            entries += sql.rows_of(table, append.entries)
    return list(listings.values()), entries, errors


def need_owner(append: PendingAppend, tail: LogTail | None) -> None:
    """Refuse an append from anyone but the table's owner."""
    if tail is None or append.ownership != (append.listing.table, tail.term):
        raise Fenced(f"{append.ownership} has expired or belongs to another table")


async def write_rows(connection: Connection, statement: str, rows: Sequence[sql.Row]) -> None:
    """Run a statement for each row, in one round trip."""
    if rows:
        await connection.executemany(sql.numbered(statement), rows)
