"""Whoever writes an SQLite file: it is given jobs and does together what has come in while it was at the last ones.

Two can do it. `Writer` is a thread, for a program that has little to write. A server's tables keep the interpreter so busy
that a thread has to wait for it at every statement, and they for the thread; so a server has a process write: `Clerk`.
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
    """Somebody who writes."""

    def submit(self, job: Job[T]) -> asyncio.Future[T]:
        """Have something written; the future is done when it is durable."""

    async def close(self) -> None:
        """Write what waits, then stop."""


class Wish(NamedTuple):
    """A job, and whoever waits for it."""

    job: Job[Any]
    done: asyncio.Future[Any]


class Writer:
    """A thread that writes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._ledger = Ledger(connection, file.era_of(connection))
        self._wishes: SimpleQueue[Wish | None] = SimpleQueue()
        self._is_finished = False
        self._thread = Thread(target=self._run, name="storage writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job[T]) -> asyncio.Future[T]:
        """Have something written; the future is done when it is durable."""
        if self._is_finished:
            raise RuntimeError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._wishes.put(Wish(job, done))
        return done

    async def close(self) -> None:
        """Write what waits, then stop."""
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
                with suppress(RuntimeError):  # the event loop is gone, and with it who would want to know
                    group[0].done.get_loop().call_soon_threadsafe(
                        settle, [wish.done for wish in group], outcomes
                    )

    def _take(self) -> list[Wish | None]:
        """Wait for a wish and take all that there are."""
        wishes = [self._wishes.get()]
        while not self._wishes.empty():
            wishes.append(self._wishes.get())
        return wishes
