"""Garbage in circles, which Python has to look for: in quiet times, so that no table ever waits for it.

Tables, visitors and bots leave none behind in their normal life, and tests hold them to it. So nothing grows if nobody looks
for a while; and a look at all that is alive takes half a second at a thousand tables.
"""

import asyncio
import contextlib
import gc
import sys
import time
from collections.abc import AsyncIterator, Mapping

from rexarium.server.metrics import METRICS

SECONDS = 60.0  # between two questions whether it is time
FEW = 10  # tables in memory, with which a look takes some milliseconds only
MOST_BLOCKS = (
    3_000_000  # of memory, some 300 MB, that were added since the last look: then there is one in any case
)


@contextlib.asynccontextmanager
async def collected_in_quiet_times() -> AsyncIterator[None]:
    """Let nobody look for garbage while many tables are in memory, but as a last resort."""
    gc.collect()
    gc.freeze()  # modules and rules stay
    gc.disable()
    watch = _Watch()
    gc.callbacks.append(watch.note)
    looking = asyncio.create_task(_look_now_and_then())
    try:
        yield
    finally:
        looking.cancel()
        gc.callbacks.remove(watch.note)
        gc.enable()


async def _look_now_and_then() -> None:
    blocks = sys.getallocatedblocks()
    while True:
        await asyncio.sleep(SECONDS)
        if is_time(METRICS.live_tables.value, sys.getallocatedblocks() - blocks):
            gc.collect()
            blocks = sys.getallocatedblocks()


def is_time(tables: float, blocks: int) -> bool:
    """Is it time to look, with so many tables in memory and so many blocks of it added?"""
    return tables <= FEW or blocks >= MOST_BLOCKS


class _Watch:
    """Counts how long looking for garbage takes, in processor time."""

    def __init__(self) -> None:
        self._began = 0.0
        self._longest = 0.0

    def note(self, phase: str, info: Mapping[str, int]) -> None:
        """A look begins or ends."""
        if phase == "start":
            self._began = time.thread_time()
            return
        took = time.thread_time() - self._began
        METRICS.collection_seconds.inc(by=took)
        if took > self._longest:
            self._longest = took
            METRICS.longest_collection_seconds.set(took)
