"""What the logs lie in while servers are killed, and how it is hurt without the server."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from bench.postgres import Postgres
from bench.table.process import STORE, Server

WHOLE = 0.5  # share of the blows that hit all of PostgreSQL at once, and not one of its processes
DATABASE = "house"


class Shelf(Protocol):
    """A storage that can be hurt."""

    address: str

    def strike(self, server: Server) -> str:
        """Kill something that writes for a server, which itself lives on; what it was."""

    def mend(self) -> None:
        """Wait until it can be written again."""

    def close(self) -> None:
        """Done with it."""


class FileShelf:
    """An SQLite file, written by a helper of the server."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / STORE)

    def strike(self, server: Server) -> str:
        """Kill the helpers; it starts others."""
        server.kill_helpers()
        return "all helpers of a server, the one who writes among them"

    def mend(self) -> None:
        """A file needs nothing."""

    def close(self) -> None:
        """Nor here."""


class PostgresShelf:
    """A database of a PostgreSQL server that may be killed."""

    def __init__(self, server: Postgres, address: str) -> None:
        self._server = server
        self.address = address

    def strike(self, server: Server) -> str:
        """Kill one of its processes, after which it recovers by itself, or all of them, after which nobody answers."""
        if random.random() < WHOLE:
            self._server.kill()
            return "all processes of PostgreSQL"
        self._server.kill_one()
        return "one process of PostgreSQL, which then ends the others"

    def mend(self) -> None:
        """Start it if need be, and wait for its recovery."""
        self._server.mend()

    def close(self) -> None:
        """Stop it."""
        self._server.close()


def open_postgres(folder: Path) -> PostgresShelf:
    """A server of its own, which waits for the disk as it should."""
    server = Postgres(folder)
    server.execute(f"CREATE DATABASE {DATABASE}")
    return PostgresShelf(server, server.address(DATABASE))


SHELVES: dict[str, Callable[[Path], Shelf]] = {"sqlite": FileShelf, "postgres": open_postgres}
