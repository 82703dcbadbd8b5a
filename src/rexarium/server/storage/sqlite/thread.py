"""The writer of an SQLite file: everything that arrives during one commit goes into the next.

There are two. `Writer` is a thread, for programs that write little. A server keeps the interpreter so busy that a
thread would wait for it at every statement, and the server for the thread; so a server uses a process: `Clerk`.
"""

import asyncio
import sqlite3
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeVar

from rexarium.server.storage.futures import settle
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.sqlite.commit import Ledger
from rexarium.server.storage.sqlite.writes import Job

T = TypeVar("T")


class Writing(Protocol):
    """The only thing that writes an SQLite file."""

    def submit(self, job: Job[T]) -> asyncio.Future[T]:
        """Queue a write; the future is done when it is durable."""

    async def close(self) -> None:
        """Write what is pending, then stop."""


class Wish(NamedTuple):
    """A pending write, and the future of the caller."""

    job: Job[Any]
    done: asyncio.Future[Any]


class Writer:
    """A writer thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._ledger = Ledger(connection, file.era_of(connection))
        self._wishes: SimpleQueue[Wish | None] = SimpleQueue()
        self._is_finished = False
        self._thread = Thread(target=self._run, name="storage writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job[T]) -> asyncio.Future[T]:
        """Queue a write; the future is done when it is durable."""
        if self._is_finished:
            raise RuntimeError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._wishes.put(Wish(job, done))
        return done

    async def close(self) -> None:
        """Write what is pending, then stop."""
        self._is_finished = True
        self._wishes.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            wishes = self._take()
            is_open = None not in wishes
            if group := [wish for wish in wishes if wish is not None]:
                outcomes = self._ledger.commit([wish.job for wish in group])
                with suppress(RuntimeError):  # the event loop has ended, so nobody is waiting
                    group[0].done.get_loop().call_soon_threadsafe(
                        settle, [wish.done for wish in group], outcomes
                    )

    def _take(self) -> list[Wish | None]:
        """Wait for a pending write and take all there are."""
        wishes = [self._wishes.get()]
        while not self._wishes.empty():
            wishes.append(self._wishes.get())
        return wishes
