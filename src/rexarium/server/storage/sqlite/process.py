"""A writer process for an SQLite file; it runs `child.py`."""

import asyncio
import contextlib
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from rexarium.server.framing import frame, read_message
from rexarium.server.storage.futures import settle
from rexarium.server.storage.sqlite.writes import Write, pack

T = TypeVar("T")

SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before a process that achieved nothing is replaced
TOGETHER = 0.003  # seconds between batches: under load there are fewer commits with more in each
PATIENCE = 10.0  # seconds to write what is pending when the store is closed
_log = logging.getLogger("rexarium.server")


class WriterLost(OSError):
    """The writer process has died; what was pending may or may not be written."""


class WriterProcess:
    """A writer process, started on demand and replaced when it dies."""

    def __init__(self, path: Path, term: int) -> None:
        self._path = path
        self._term = term
        self._writes: list[bytes] = []  # as they are sent, but not sent yet
        self._waiting: deque[asyncio.Future[Any]] = deque()  # in the order of their writes
        self._process: Process | None = None
        self._life: asyncio.Task[None] | None = None
        self._pause = 0.0
        self._sent_at = -inf  # by the event loop's clock
        self._is_finished = False

    def submit(self, write: Write[T]) -> asyncio.Future[T]:
        """Queue a write; the future is done when it is durable."""
        if self._is_finished:
            raise RuntimeError("the store is closed")
        sent = frame(pickle.dumps(pack(write), pickle.HIGHEST_PROTOCOL))
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._writes:  # otherwise a send is already scheduled
            loop.call_later(max(0.0, self._sent_at + TOGETHER - loop.time()), self._send)
        self._writes.append(sent)
        self._waiting.append(done)
        return done

    async def close(self) -> None:
        """Write what is pending, then stop; a process that hangs is killed."""
        self._is_finished = True
        self._send()
        life = self._life
        if life is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._process is None and not life.done():
                    await asyncio.sleep(0.01)  # it is still starting
                if self._process is not None and self._process.stdin is not None:
                    self._process.stdin.write_eof()
                await asyncio.wait({life})
        if self._process is not None:
            _log.error("the SQLite writer did not stop in time; killed it")
            self._process.kill()
        await asyncio.wait({life})

    def _send(self) -> None:
        if not self._writes:
            return
        if self._process is None or self._process.stdin is None:
            self._life = self._life or asyncio.create_task(self._live())
            return
        self._process.stdin.write(b"".join(self._writes))
        self._writes = []
        self._sent_at = asyncio.get_running_loop().time()

    async def _live(self) -> None:
        """Run one process from its start until it closes its output."""
        code: int | None = None
        try:
            await asyncio.sleep(self._pause)
            self._pause = min(max(2 * self._pause, SHORTEST_PAUSE), LONGEST_PAUSE)
            self._process = await _start(self._path, self._term)
            self._send()
            await self._settle_all(self._process)
            code = await self._process.wait()
        except OSError:
            pass  # it could not be started
        except Exception:  # its output makes no sense
            _log.exception("could not understand the SQLite writer")
        finally:
            if self._process is not None and code is None:
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()  # nobody listens to it any more
            self._end(code)

    async def _settle_all(self, process: Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                outcomes = pickle.loads(await read_message(process.stdout))
                self._pause = 0.0
                settle([self._waiting.popleft() for _ in outcomes], outcomes)

    def _end(self, code: int | None) -> None:
        """Fail whatever is still pending."""
        lost = [*self._waiting]
        self._waiting.clear()
        self._writes = []
        self._process = self._life = None
        if lost or not self._is_finished:
            _log.error("the SQLite writer has died", extra={"code": code})
        settle(lost, [WriterLost("the SQLite writer has died") for _ in lost])


async def _start(path: Path, term: int) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "rexarium.server.storage.sqlite.child",
        str(path),
        str(term),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,  # Ctrl-C is for the server, which still has pending writes
    )
