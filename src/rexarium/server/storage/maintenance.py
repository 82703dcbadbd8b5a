"""Migrate a database by its address, for operators and tests; a server upgrades its own when it opens it."""

from contextlib import closing

from rexarium.server.storage import migrate
from rexarium.server.storage.address import say_address, sqlite_path
from rexarium.server.storage.postgres.connection import DatabaseLock, connect
from rexarium.server.storage.sqlite import file


async def upgrade(url: str) -> None:
    """Upgrade a database that no server is using to the newest schema."""
    path = sqlite_path(url)
    if path is not None:
        with closing(file.lock(path)), closing(file.connect(path)) as connection:
            migrate.upgrade_sqlite(connection, str(path))
    else:
        async with DatabaseLock(url) as lock:
            await migrate.upgrade_postgres(await lock.hold(), say_address(url))


async def downgrade(url: str, revision: str) -> None:
    """Take a database that no server is using back to an older revision, or to `base`, which leaves it empty."""
    path = sqlite_path(url)
    if path is not None:
        with closing(file.lock(path)), closing(file.connect(path)) as connection:
            if since := migrate.sqlite_revision(connection, str(path)):
                migrate.run_sqlite(connection, migrate.way_back("sqlite", since, revision))
    else:
        async with DatabaseLock(url) as lock:
            connection = await lock.hold()
            if since := await migrate.postgres_revision(connection, say_address(url)):
                await connection.execute(migrate.way_back("postgresql", since, revision))


async def current(url: str) -> str | None:
    """The revision of a database, even one that a server is using; None if it is empty."""
    path = sqlite_path(url)
    if path is not None:
        with closing(file.connect(path, is_read_only=True)) as connection:
            return migrate.sqlite_revision(connection, str(path))
    connection = await connect(url)
    try:
        return await migrate.postgres_revision(connection, say_address(url))
    finally:
        await connection.close()
