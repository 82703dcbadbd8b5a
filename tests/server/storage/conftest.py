"""The databases that the tests of the storage run on; PostgreSQL is started once for all of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.postgres import NoPostgres, Postgres, execute
from rexarium.server.storage import open_store
from rexarium.server.storage.address import sqlite_path
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.storage.postgres import connection as server
from rexarium.server.storage.store import InUse, Store
from tests.server.support.samples import PATIENCE

Make = Callable[[], str]
OpenRival = Callable[[], Awaitable[Store]]

UNLOCK = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
    " WHERE locktype = 'advisory' AND datname = current_database()"
)
CUT_OFF = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has let go of a database may take its time until the database notices."""
    monkeypatch.setattr(server, "PATIENCE", PATIENCE)


@contextmanager
def in_use() -> Iterator[None]:
    """Everything done here is refused, because another server has the database and keeps it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "PATIENCE", 0.1)
        with pytest.raises(InUse, match="in use by another server"):
            yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with TemporaryDirectory(prefix="rex-pg-") as folder:
        running = start_postgres(Path(folder))
        yield running
        running.close()


def start_postgres(folder: Path) -> Postgres:
    """A server of its own. Whoever cannot start one shall hear of it: the tests are not skipped."""
    try:
        running = Postgres(folder)
    except NoPostgres as error:
        pytest.fail(f"the tests of the storage need a PostgreSQL server: {error}")
    # Nobody pulls the plug on this machine while it tests, and it makes many databases.
    running.execute("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
    return running


@pytest.fixture
def postgres(postgres_server: Postgres) -> Make:
    """Makes empty PostgreSQL databases and returns their addresses."""
    numbers = count(1)
    return lambda: asyncio.run(renew(postgres_server, f"rex_{next(numbers)}"))


@pytest.fixture
def postgres_address(postgres: Make) -> str:
    """The address of an empty PostgreSQL database."""
    return postgres()


async def renew(running: Postgres, name: str) -> str:
    """Empty a database that a test before has used, or make it: to make one is slow."""
    connection = await server.connect(running.address())
    try:
        is_there = await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name)
        if not is_there:
            await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    address = running.address(name)
    if is_there:
        await execute(address, CUT_OFF, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    return address


@pytest.fixture(params=["sqlite", "postgres"])
def make_address(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Makes addresses of empty databases."""
    return maker(request, tmp_path)


@pytest.fixture
def address(make_address: Make) -> str:
    """The address of an empty database."""
    return make_address()


@pytest.fixture(params=["memory", "sqlite", "process", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, `memory`, or `process` for a file that another process writes."""
    return str(request.param) if request.param in ("memory", "process") else maker(request, tmp_path)()


def maker(request: pytest.FixtureRequest, folder: Path) -> Make:
    if request.param == "postgres":
        make: Make = request.getfixturevalue("postgres")
        return make
    numbers = count(1)
    return lambda: f"sqlite:///{folder}/rex_{next(numbers)}.db"


@pytest.fixture
async def store(place: str, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store."""
    opened = MemoryStore() if place == "memory" else await open_once_more(place, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
async def open_rival(place: str, store: Store, tmp_path: Path) -> AsyncIterator[OpenRival]:
    """Opens the data of `store` for a second server, as if the first had lost its lock and not noticed."""
    opened: list[Store] = []

    async def open_rival() -> Store:
        opened.append(store if place == "memory" else await open_once_more(place, tmp_path))
        return opened[-1]

    yield open_rival
    for one in opened:
        await one.close()


async def open_once_more(place: str, folder: Path) -> Store:
    """Open a database whose server, if there is one, has lost its lock and goes on."""
    address = f"{folder}/rex.db" if place == "process" else place
    path = sqlite_path(address)
    if path is None:
        await execute(address, UNLOCK)
    else:
        path.with_name(f"{path.name}.lock").unlink(missing_ok=True)
    return await open_store(address, has_writer_process=place == "process")
