"""A process that writes an SQLite file: `scribing.py` runs in it."""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from pathlib import Path
from typing import Any, TypeVar

from rexarium.table.frames import frame, read_message
from rexarium.table.storage.jobs import Job
from rexarium.table.storage.writer import settle

T = TypeVar("T")
_log = logging.getLogger("rexarium.table")


class ScribeGone(OSError):
    """The process that writes has died; what waited for it may be written or not."""


class Scribe:
    """A process that writes, started when it is first needed and anew when it has died."""

    def __init__(self, path: Path, era: int) -> None:
        self._path = path
        self._era = era
        self._jobs: list[Job[Any]] = []  # that it was not told of yet
        self._waiting: deque[asyncio.Future[Any]] = deque()  # in the order of their jobs
        self._process: Process | None = None
        self._life: asyncio.Task[None] | None = None
        self._is_finished = False

    def submit(self, job: Job[T]) -> asyncio.Future[T]:
        """Have something written; the future is done when it is durable."""
        if self._is_finished:
            raise RuntimeError("the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._jobs:
            loop.call_soon(self._send)  # with what else there is by then
        self._jobs.append(job)
        self._waiting.append(done)
        return done

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._is_finished = True
        self._send()
        while self._life is not None:
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.write_eof()
            await asyncio.wait({self._life}, timeout=0.1)

    def _send(self) -> None:
        if not self._jobs:
            return
        if self._process is None or self._process.stdin is None:
            self._life = self._life or asyncio.create_task(self._live())
            return
        self._process.stdin.write(frame(self._jobs))
        self._jobs = []

    async def _live(self) -> None:
        """A process from its start to its end, which comes when it closes its output."""
        try:
            self._process = await _start(self._path, self._era)
            self._send()
            await self._settle_all(self._process)
            await self._process.wait()
        except OSError:
            pass  # it could not be started
        finally:
            lost, self._jobs = [*self._waiting], []
            self._waiting.clear()
            self._process = self._life = None
            if lost:
                _log.error("the storage's process has died")
            settle(lost, [ScribeGone("the storage's process has died") for _ in lost])

    async def _settle_all(self, process: Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                outcomes = await read_message(process.stdout)
                settle([self._waiting.popleft() for _ in outcomes], outcomes)


async def _start(path: Path, era: int) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "rexarium.table.storage.scribing",
        str(path),
        str(era),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,  # Ctrl-C is for the server, which still has to write
    )
