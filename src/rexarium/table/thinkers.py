"""What takes long is done in processes of their own: it never slows a table, and a hard deadline is a kill.

Bots think there; others, which everybody else goes before, write replays and look back on games.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

from rexarium.table.frames import frame, read_message
from rexarium.table.thinking import Task

DEADLINE = 15.0  # seconds that a bot may think; none needs a tenth of them, even on a slow machine
AFTER_PEOPLE = 5  # niceness: people's moves go before those of bots
AFTER_ALL = 15  # and what nobody's move waits for comes last


class BotFailed(Exception):
    """A bot crashed, or thought for too long."""


class Thinkers:
    """A few processes that think, started when first needed, and anew when one dies."""

    def __init__(
        self, count: int | None = None, deadline: float = DEADLINE, niceness: int = AFTER_PEOPLE
    ) -> None:
        self._niceness = niceness
        self._room = asyncio.Semaphore(count or max(1, (os.cpu_count() or 1) - 1))
        self._deadline = deadline
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._is_closed = False

    async def think(self, task: Task) -> Any:
        """The answer to a task; what goes wrong, or takes too long, is a BotFailed."""
        async with self._room:
            if self._is_closed:
                raise BotFailed("nobody thinks any more")
            try:
                process = self._idle.pop() if self._idle else await _start(self._niceness)
            except OSError:
                raise BotFailed("its process could not be started") from None
            self._busy.add(process)
            try:
                is_done, found = await asyncio.wait_for(_ask(process, task), self._deadline)
            except BaseException as error:
                await _kill(process)
                if isinstance(error, TimeoutError):
                    raise BotFailed("it thought for too long") from None
                if isinstance(error, asyncio.IncompleteReadError | OSError):
                    raise BotFailed("its process died") from None
                raise
            finally:
                self._busy.discard(process)
            self._idle.append(process)
        if not is_done:
            raise BotFailed(found)
        return found

    async def close(self) -> None:
        """Nobody thinks any more."""
        self._is_closed = True
        for process in [*self._idle, *self._busy]:
            await _kill(process)
        self._idle.clear()


async def _start(niceness: int) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "rexarium.table.thinking",
        str(niceness),
        stdin=PIPE,
        stdout=PIPE,
        start_new_session=True,  # Ctrl-C is for the server; it would take bots that think for broken ones
    )


async def _ask(process: Process, task: Task) -> tuple[bool, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(frame(task))
    await process.stdin.drain()
    found: tuple[bool, Any] = await read_message(process.stdout)
    return found


async def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
