"""The stores that are used while servers are killed, and how to damage what writes them."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from bench.postgres import Postgres
from bench.table.process import STORE, Server

WHOLE = 0.5  # share of the kills that hit all of PostgreSQL at once instead of one process
DATABASE = "house"


class Shelf(Protocol):
    """A store whose writers can be killed."""

    address: str

    def strike(self, server: Server) -> str:
        """Kill something that writes for a server, but not the server; returns what it was."""

    def mend(self) -> None:
        """Wait until the store can be written again."""

    def close(self) -> None:
        """Discard the store."""


class FileShelf:
    """An SQLite file, written by the server's writer process."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / STORE)

    def strike(self, server: Server) -> str:
        """Kill the server's child processes; it starts new ones."""
        server.kill_helpers()
        return "all child processes of a server, including its writer"

    def mend(self) -> None:
        """Do nothing: a file needs no recovery."""

    def close(self) -> None:
        """Nor here."""


class PostgresShelf:
    """A database on a PostgreSQL server that may be killed."""

    def __init__(self, server: Postgres, address: str) -> None:
        self._server = server
        self.address = address

    def strike(self, server: Server) -> str:
        """Kill one of its processes, after which it recovers by itself, or all of them, after which it is down."""
        if random.random() < WHOLE:
            self._server.kill()
            return "all processes of PostgreSQL"
        self._server.kill_one()
        return "one process of PostgreSQL, which then ends the others"

    def mend(self) -> None:
        """Start it if necessary, and wait for its recovery."""
        self._server.mend()

    def close(self) -> None:
        """Stop it."""
        self._server.close()


def open_postgres(folder: Path) -> PostgresShelf:
    """Start a private server that waits for the disk, as it should."""
    server = Postgres(folder)
    server.execute(f"CREATE DATABASE {DATABASE}")
    return PostgresShelf(server, server.address(DATABASE))


SHELVES: dict[str, Callable[[Path], Shelf]] = {"sqlite": FileShelf, "postgres": open_postgres}
