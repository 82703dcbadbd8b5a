"""The server's heartbeats, and the outages between them, when no clock runs."""

import asyncio
from collections.abc import Callable, Sequence

from rexarium.server.model.rows import Outage
from rexarium.server.runtime import availability
from rexarium.server.storage.store import Store

SILENCE = 6_000  # milliseconds without a heartbeat after which nobody could have played


class Heartbeat:
    """Writes heartbeats. If the last was too long ago or failed, nobody could play since then: an outage."""

    def __init__(self, store: Store, now: Callable[[], int], on_outage: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._on_outage = on_outage
        self._lock = asyncio.Lock()
        self._outages: list[Outage] = []  # all there have ever been, the newest last
        self.last = now()  # when the last heartbeat was written
        self.can_write = True

    async def start(self) -> int:
        """Record the time when no server was running as an outage; return its length in milliseconds."""
        now, last = self._now(), await self._store.last_beat()
        closed = 0
        if last is not None and now > last:
            closed = now - last
            await self._store.add_outage(Outage(last, now))
        await self._store.beat(now)
        self.last = now
        self._outages = await self._store.outages(0)
        return closed

    async def beat(self) -> None:
        """Write a heartbeat, preceded by the outage that it ends, if any."""
        async with self._lock:
            now = self._now()
            try:
                async with asyncio.timeout(availability.PATIENCE):
                    if self._is_silent():
                        await self._note(Outage(self.last, now))
                    await self._store.beat(now)
            except Exception:
                self.can_write = False
                raise
            self.last, self.can_write = now, True

    async def outages(self) -> Sequence[Outage]:
        """All outages, including one that has just ended; ask before looking at any clock."""
        if self._is_silent():
            await self.beat()
        return self._outages

    def _is_silent(self) -> bool:
        """True if nobody could play until now: the process was asleep, or its store did not work."""
        return not self.can_write or self._now() - self.last > SILENCE

    async def _note(self, outage: Outage) -> None:
        await self._store.add_outage(outage)
        self._outages.append(outage)
        self.last = outage.until
        self._on_outage()
