"""The writer of an SQLite file: everything that arrives during one commit goes into the next.

There are two. `Writer` is a thread, for programs that write little. A server keeps the interpreter so busy that a
thread would wait for it at every statement, and the server for the thread; so a server uses a process: `WriterProcess`.
"""

import asyncio
import sqlite3
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeVar

from rexarium.server.storage.futures import settle
from rexarium.server.storage.sqlite import file
from rexarium.server.storage.sqlite.commit import GroupCommit
from rexarium.server.storage.sqlite.writes import Write

T = TypeVar("T")


class Writer(Protocol):
    """The only thing that writes an SQLite file."""

    def submit(self, write: Write[T]) -> asyncio.Future[T]:
        """Queue a write; the future is done when it is durable."""

    async def close(self) -> None:
        """Write what is pending, then stop."""


class Pending(NamedTuple):
    """A pending write, and the future of the caller."""

    write: Write[Any]
    done: asyncio.Future[Any]


class WriterThread:
    """A writer thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._group_commit = GroupCommit(connection, file.term_of(connection))
        self._pending: SimpleQueue[Pending | None] = SimpleQueue()
        self._is_finished = False
        self._thread = Thread(target=self._run, name="storage writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write[T]) -> asyncio.Future[T]:
        """Queue a write; the future is done when it is durable."""
        if self._is_finished:
            raise RuntimeError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pending.put(Pending(write, done))
        return done

    async def close(self) -> None:
        """Write what is pending, then stop."""
        self._is_finished = True
        self._pending.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            pending = self._take()
            is_open = None not in pending
            if group := [task for task in pending if task is not None]:
                outcomes = self._group_commit.commit([task.write for task in group])
                with suppress(RuntimeError):  # the event loop has ended, so nobody is waiting
                    group[0].done.get_loop().call_soon_threadsafe(
                        settle, [task.done for task in group], outcomes
                    )

    def _take(self) -> list[Pending | None]:
        """Wait for a pending write and take all there are."""
        pending = [self._pending.get()]
        while not self._pending.empty():
            pending.append(self._pending.get())
        return pending
