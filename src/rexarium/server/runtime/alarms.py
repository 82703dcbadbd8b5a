"""Timers for tables that are not in memory."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

LONGEST = 24 * 3600  # seconds; a later alarm goes off early and is set again


class Alarms:
    """At most one timer per table; when it goes off, the table is woken."""

    def __init__(self, now: Callable[[], int], wake: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        self._now = now
        self._wake = wake
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self._waking: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def set(self, table: str, at: int) -> None:
        """Wake a table at this time, instead of any time set before."""
        self.cancel(table)
        if not self._is_closed:
            delay = max(0, at - self._now()) / 1000
            loop = asyncio.get_running_loop()
            self.timers[table] = loop.call_later(min(delay, LONGEST), self.ring, table)

    def cancel(self, table: str) -> None:
        """Cancel a table's alarm."""
        if timer := self.timers.pop(table, None):
            timer.cancel()

    def ring(self, table: str) -> None:
        """Wake a table now."""
        self.cancel(table)
        task = asyncio.create_task(self._wake(table))
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    def close(self) -> None:
        """Cancel all alarms and set no more."""
        self._is_closed = True
        for table in [*self.timers]:
            self.cancel(table)

    async def drain(self) -> None:
        """Wait until every table being woken is awake."""
        await asyncio.gather(*self._waking, return_exceptions=True)
