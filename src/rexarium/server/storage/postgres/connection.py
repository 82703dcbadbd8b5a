"""Connections to a PostgreSQL database, and the lock that reserves it for one server."""

import asyncio
from typing import Any

from rexarium.server.storage.address import say_address
from rexarium.server.storage.store import CannotOpen, InUse

Connection = Any  # asyncpg is untyped

LOCK = int.from_bytes(b"rexarium", "big")
PATIENCE = 5.0  # seconds for the database to notice that the previous server has died

# With these the database notices when a server's whole machine has gone, and releases its lock.
KEEPALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}


def driver() -> Any:
    """Import asyncpg, which only PostgreSQL needs."""
    try:
        import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        sentence = "PostgreSQL needs one more package: pip install 'rexarium[postgres]'"
        raise CannotOpen(sentence) from error
    return asyncpg


async def connect(url: str, **settings: str) -> Connection:
    """Open a connection outside the pool."""
    asyncpg = driver()
    try:
        return await asyncpg.connect(url, server_settings=settings)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise CannotOpen(f"{say_address(url)} cannot be opened: {error}") from error


class DatabaseLock:
    """Reserves a database for one server: an advisory lock, held on a connection of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection = None
        self._turn = asyncio.Lock()

    async def hold(self) -> Connection:
        """Return the connection with the lock, reconnecting if it was lost; InUse if another server has the lock."""
        if self._connection is None or self._connection.is_closed():
            connection = await connect(self._url, **KEEPALIVE)
            try:
                async with (
                    connection.transaction()
                ):  # the timeout ends with the transaction, the lock does not
                    await connection.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
                    await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
            except BaseException as error:  # a cancellation too: nobody else would close the connection
                connection.terminate()
                if not isinstance(error, driver().LockNotAvailableError):
                    raise
                sentence = f"{say_address(self._url)} is in use by another server: stop that server first"
                raise InUse(sentence) from error
            self._connection = connection
        return self._connection

    async def execute(self, statement: str, *values: object) -> None:
        """Run a statement on the connection with the lock, which also shows that the lock is still held."""
        async with self._turn:
            connection = await self.hold()
            await connection.execute(statement, *values)

    async def close(self) -> None:
        """Release the database."""
        async with self._turn:
            if self._connection is not None:
                await self._connection.close()

    async def __aenter__(self) -> "DatabaseLock":
        await self.hold()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
