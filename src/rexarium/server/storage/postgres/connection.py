"""A PostgreSQL database: how it is reached, and how one server keeps others away from it."""

import asyncio
from typing import Any

from rexarium.server.storage.address import say_address
from rexarium.server.storage.store import CannotOpen, InUse

Connection = Any  # asyncpg has no types

LOCK = int.from_bytes(b"rexarium", "big")
PATIENCE = 5.0  # seconds for the database to notice that the server before has died

# The database gives the lock of a server back that has vanished with its machine.
KEEPALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}


def driver() -> Any:
    """The module asyncpg, which only those need who have PostgreSQL."""
    try:
        import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        sentence = "a PostgreSQL database needs one more package: pip install 'rexarium[postgres]'"
        raise CannotOpen(sentence) from error
    return asyncpg


async def connect(url: str, **settings: str) -> Connection:
    """A connection of one's own."""
    asyncpg = driver()
    try:
        return await asyncpg.connect(url, server_settings=settings)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise CannotOpen(f"{say_address(url)} cannot be opened: {error}") from error


class Claim:
    """The one server's claim on a database: an advisory lock, held by a connection of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection = None
        self._turn = asyncio.Lock()

    async def hold(self) -> Connection:
        """Claim the database, again if the connection was lost; InUse if another server was faster."""
        if self._connection is None or self._connection.is_closed():
            connection = await connect(self._url, **KEEPALIVE)
            try:
                async with connection.transaction():  # the patience ends with it, the lock does not
                    await connection.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
                    await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
            except driver().LockNotAvailableError as error:
                await connection.close()
                sentence = f"{say_address(self._url)} is in use by another server: stop that one first"
                raise InUse(sentence) from error
            self._connection = connection
        return self._connection

    async def execute(self, statement: str, *values: object) -> None:
        """Run a statement on the connection that holds the claim, and so see that it is still held."""
        async with self._turn:
            connection = await self.hold()
            await connection.execute(statement, *values)

    async def close(self) -> None:
        """Give the database back."""
        async with self._turn:
            if self._connection is not None:
                await self._connection.close()

    async def __aenter__(self) -> "Claim":
        await self.hold()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
