"""A semaphore with two priorities, which limits how many tasks run at once."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

MOST_OVERTAKEN = 4  # times in a row that an urgent caller may go ahead of the one who has waited longest


class Gate:
    """A semaphore with two priorities: urgent callers go first, but `MOST_OVERTAKEN` sees to it that nobody starves."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[asyncio.Future[None], Callable[[], bool]]] = []
        self._overtaken = 0

    @contextlib.asynccontextmanager
    async def turn(self, is_urgent: Callable[[], bool]) -> AsyncIterator[None]:
        """Wait for a place and hold it; `is_urgent` is asked again each time one becomes free."""
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
            if not called.cancelled():  # it had been given a place already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the place to the next caller, or mark it as free if nobody is waiting."""
        self._waiting = [one for one in self._waiting if not one[0].cancelled()]
        if not self._waiting:
            self._free += 1
            return
        place = self._next()
        self._overtaken = self._overtaken + 1 if place else 0
        called, _ = self._waiting.pop(place)
        called.set_result(None)

    def _next(self) -> int:
        """The index of the first urgent caller; of the first of all if none is urgent or it has been overtaken enough."""
        if self._overtaken >= MOST_OVERTAKEN:
            return 0
        return next((place for place, (_, is_urgent) in enumerate(self._waiting) if is_urgent()), 0)
