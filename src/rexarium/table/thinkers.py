"""What takes long is done in processes of their own: it never slows a table, and a hard deadline is a kill.

Bots think there; others, which everybody else goes before, write replays and look back on games.
"""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from typing import Any

from rexarium.table.frames import frame, read_message
from rexarium.table.thinking import Task

DEADLINE = 15.0  # seconds that a bot may think; none needs a tenth of them, even on a slow machine
AFTER_PEOPLE = 5  # niceness: people's moves go before those of bots
AFTER_ALL = 15  # and what nobody's move waits for comes last
MOST_OVERTAKEN = 4  # times in a row that whoever has waited longest lets somebody urgent go first


class BotFailed(Exception):
    """A bot crashed, or thought for too long."""


def _always() -> bool:
    return True


class Turns:
    """Places for a few at once. Who is urgent goes first, but nobody waits for ever: see `MOST_OVERTAKEN`."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[asyncio.Future[None], Callable[[], bool]]] = []
        self._overtaken = 0

    @contextlib.asynccontextmanager
    async def turn(self, is_urgent: Callable[[], bool]) -> AsyncIterator[None]:
        """Wait for a place and have it; whether it is urgent is asked each time that one becomes free."""
        await self._come(is_urgent)
        try:
            yield
        finally:
            self._pass_on()

    async def _come(self, is_urgent: Callable[[], bool]) -> None:
        if self._free:
            self._free -= 1
            return
        called = asyncio.get_running_loop().create_future()
        self._waiting.append((called, is_urgent))
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # it was called already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Call the next, if somebody still waits."""
        self._waiting = [one for one in self._waiting if not one[0].cancelled()]
        if not self._waiting:
            self._free += 1
            return
        place = self._next()
        self._overtaken = self._overtaken + 1 if place else 0
        called, _ = self._waiting.pop(place)
        called.set_result(None)

    def _next(self) -> int:
        """The first who is urgent; the first of all, if there is none or it was overtaken often enough."""
        if self._overtaken >= MOST_OVERTAKEN:
            return 0
        return next((place for place, (_, is_urgent) in enumerate(self._waiting) if is_urgent()), 0)


class Thinkers:
    """A few processes that think, started when first needed, and anew when one dies."""

    def __init__(
        self, count: int | None = None, deadline: float = DEADLINE, niceness: int = AFTER_PEOPLE
    ) -> None:
        self._niceness = niceness
        self._turns = Turns(count or max(1, (os.cpu_count() or 1) - 1))
        self._deadline = deadline
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._is_closed = False

    async def think(self, task: Task, is_urgent: Callable[[], bool] = _always) -> Any:
        """The answer to a task; what goes wrong, or takes too long, is a BotFailed."""
        async with self._turns.turn(is_urgent):
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
