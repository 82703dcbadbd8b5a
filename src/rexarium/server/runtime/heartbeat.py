"""The server's signs of life, and the outages between them, in which no clock runs."""

import asyncio
from collections.abc import Callable, Sequence

from rexarium.server.model.rows import Outage
from rexarium.server.runtime import reliance
from rexarium.server.storage.store import Store

SILENCE = 6_000  # milliseconds without a sign of life after which nobody could have played


class Heartbeat:
    """Writes signs of life. If the last one is long ago, or could not be written, nobody could play since: an outage."""

    def __init__(self, store: Store, now: Callable[[], int], on_outage: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._on_outage = on_outage
        self._lock = asyncio.Lock()
        self._outages: list[Outage] = []  # all there ever were, the newest last
        self.last = now()  # when the last sign of life was written
        self.can_write = True

    async def start(self) -> int:
        """Note for how many milliseconds no server ran."""
        now, last = self._now(), await self._store.last_pulse()
        closed = 0
        if last is not None and now > last:
            closed = now - last
            await self._store.add_outage(Outage(last, now))
        await self._store.pulse(now)
        self.last = now
        self._outages = await self._store.outages(0)
        return closed

    async def beat(self) -> None:
        """Write a sign of life, and before it the outage that it ends, if there was one."""
        async with self._lock:
            now = self._now()
            try:
                async with asyncio.timeout(reliance.PATIENCE):
                    if self._is_silent():
                        await self._note(Outage(self.last, now))
                    await self._store.pulse(now)
            except Exception:
                self.can_write = False
                raise
            self.last, self.can_write = now, True

    async def outages(self) -> Sequence[Outage]:
        """All outages, the one included that has just ended: before anybody's clock is looked at."""
        if self._is_silent():
            await self.beat()
        return self._outages

    def _is_silent(self) -> bool:
        """Could nobody play until now? The process was asleep, or its storage did not work."""
        return not self.can_write or self._now() - self.last > SILENCE

    async def _note(self, outage: Outage) -> None:
        await self._store.add_outage(outage)
        self._outages.append(outage)
        self.last = outage.until
        self._on_outage()
