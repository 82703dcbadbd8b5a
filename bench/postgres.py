"""A private PostgreSQL server for the storage tests and for the benchmark that kills servers.

The binaries come with the package pgserver, which `./rex setup test` installs; the machine's own PostgreSQL is not touched.
"""

import asyncio
import contextlib
import importlib
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.processes import has_ended, started_by
from rexarium.server.storage.postgres.connection import connect

PATIENCE = 60.0  # seconds to recover, enough even for a slow machine
PAUSE = 0.05


class NoPostgres(Exception):
    """No server can be started on this machine; says why."""


class Postgres:
    """A server in a folder, reached through a Unix socket there."""

    def __init__(self, folder: Path) -> None:
        try:
            with _runtime_folder(folder):
                pgserver = importlib.import_module("pgserver")
            self._running: Any = pgserver.get_server(folder / "data", cleanup_mode="delete")
        except Exception as error:
            raise NoPostgres(
                f"no PostgreSQL server can be started here (./rex setup test): {error!r}"
            ) from error

    @property
    def _socket_folder(self) -> Path:
        return Path(self._running.get_postmaster_info().socket_dir)

    def address(self, database: str = "postgres") -> str:
        """The address of one of its databases."""
        return str(self._running.get_uri(database))

    def execute(self, *statements: str, database: str = "postgres") -> None:
        """Run statements on a connection of their own."""
        asyncio.run(execute(self.address(database), *statements))

    def kill(self) -> None:
        """Kill all of its processes at once, in no order."""
        first = self._running.get_pid()
        pids = [first, *started_by(first)]
        for pid in pids:
            _kill(pid)
        while not all(map(has_ended, pids)):
            time.sleep(PAUSE)
        # It leaves its number in these, which is another process's soon, or its own while nobody has noticed its end.
        for left in (self._running.pgdata / "postmaster.pid", *self._socket_folder.glob(".s.PGSQL.*.lock")):
            left.unlink(missing_ok=True)

    def kill_one(self) -> None:
        """Kill any one of its processes; the main one then ends all others and recovers by itself."""
        _kill(random.choice(started_by(self._running.get_pid())))

    def mend(self) -> None:
        """Start it if it is not running, and wait until it answers."""
        self._running.ensure_postgres_running()
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.execute("SELECT 1")
            except Exception:
                if time.monotonic() > deadline:
                    raise
                time.sleep(PAUSE)
            else:
                return

    def close(self) -> None:
        """Stop it, and delete all its data."""
        self._running.cleanup()


@contextlib.contextmanager
def _runtime_folder(folder: Path) -> Iterator[None]:
    """The import of pgserver warns where there is no such folder."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("XDG_RUNTIME_DIR")
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


async def execute(url: str, *statements: str) -> None:
    """Run statements on a connection of their own."""
    connection = await connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()
