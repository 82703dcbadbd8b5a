"""A pool of worker processes, started on demand and replaced when they fail."""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import TypeVar

from rexarium.server.framing import frame, read_message
from rexarium.server.model.errors import Refusal
from rexarium.server.workers.gate import Gate
from rexarium.server.workers.pool import PoolClosed, WorkerFailed, always
from rexarium.server.workers.tasks import Failed, Refused, Task, decode_reply, encode, read_answer

DEADLINE = 15.0  # seconds per task; none needs a tenth of that, even on a slow machine
R = TypeVar("R")
_log = logging.getLogger("rexarium.server")


class _Stumble(Exception):
    """A worker failed at a task, but another may well succeed."""


class WorkerPool:
    """At most `count` processes that run one entry module, started on demand.

    If anything goes wrong in a process (it crashes, the system kills it, its task raises), the task is retried once in a
    new one, and the caller is told only if that fails too. A task that misses the deadline is not retried: it would most
    likely take too long again, and its caller has waited long enough.
    """

    def __init__(self, entry_module: str, count: int, nice: int, deadline: float = DEADLINE) -> None:
        self._entry_module = entry_module
        self._nice = nice
        self._gate = Gate(count)
        self._deadline = deadline
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._is_closed = False

    async def run(self, task: Task[R], is_urgent: Callable[[], bool] = always) -> R:
        """Run a task and return its answer; raises its Refusal, or WorkerFailed if it fails twice or takes too long."""
        async with self._gate.turn(is_urgent):
            try:
                return await self._attempt(task, self._take_idle())
            except _Stumble as stumble:
                _log.warning("a worker failed; retrying in another", extra={"why": str(stumble)})
            try:
                return await self._attempt(task, None)
            except _Stumble as stumble:
                raise (PoolClosed() if self._is_closed else WorkerFailed(str(stumble))) from None

    def _take_idle(self) -> Process | None:
        """An idle process that is not known to be dead, if there is one."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        return None

    async def _attempt(self, task: Task[R], process: Process | None) -> R:
        """Run a task in a process; kill the process if it fails or the caller no longer waits."""
        if self._is_closed:
            raise PoolClosed
        try:
            process = process or await _start(self._entry_module, self._nice)
        except Exception:
            raise _Stumble("its process could not be started") from None
        self._busy.add(process)
        try:
            if self._is_closed:  # while the process was being started
                raise PoolClosed
            async with asyncio.timeout(self._deadline):
                found = await _ask(process, task)
        except Refusal:
            self._idle.append(process)  # the task was refused, but the process is fine
            raise
        except BaseException as error:
            await _kill(process)
            if isinstance(error, TimeoutError):
                raise WorkerFailed("it took too long") from None
            # A pipe to a dead process raises an OSError or a RuntimeError, depending on the event loop.
            if isinstance(error, Exception) and not isinstance(error, _Stumble | WorkerFailed):
                raise _Stumble("its process died") from None
            raise
        finally:
            self._busy.discard(process)
        self._idle.append(process)
        return found

    async def close(self) -> None:
        """Kill all processes and start no more."""
        self._is_closed = True
        for process in [*self._idle, *self._busy]:
            await _kill(process)
        self._idle.clear()


async def _start(entry_module: str, nice: int) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        entry_module,
        str(nice),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,  # so that Ctrl-C reaches the server alone, not as a worker failure
    )


async def _ask(process: Process, task: Task[R]) -> R:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(frame(encode(task)))
    await process.stdin.drain()
    reply = decode_reply(await read_message(process.stdout))
    if isinstance(reply, Refused):
        raise reply.read()
    if isinstance(reply, Failed):
        raise _Stumble(reply.why)
    return read_answer(task, reply.answer)


async def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
