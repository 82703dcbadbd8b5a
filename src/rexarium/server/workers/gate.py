"""A few places at a time: urgent callers go first, and nobody waits forever."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

MOST_OVERTAKEN = 4  # times in a row that whoever has waited longest lets somebody urgent go first


class Gate:
    """A semaphore with two priorities: whoever is urgent goes first, and nobody waits for ever (`MOST_OVERTAKEN`)."""

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
