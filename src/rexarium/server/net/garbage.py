"""Python's garbage collector, restricted to quiet times so that no table ever waits for it.

Tables, sessions and bots normally leave no reference cycles behind, and tests make sure of that. So nothing grows if
the collector does not run for a while; and one run over everything alive takes half a second at a thousand tables.
"""

import asyncio
import contextlib
import gc
import sys
import time
from collections.abc import AsyncIterator, Mapping

from rexarium.server.metrics import METRICS

SECONDS = 60.0  # between checks
FEW = 10  # tables in memory, with which a collection takes only some milliseconds
MOST_BLOCKS = 3_000_000  # some 300 MB, added since the last collection: then it runs in any case


@contextlib.asynccontextmanager
async def collected_in_quiet_times() -> AsyncIterator[None]:
    """Collect no garbage while many tables are in memory, except as a last resort."""
    gc.collect()
    gc.freeze()  # modules and rules stay for good
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
    """True if garbage should be collected, given this many tables and added memory blocks."""
    return tables <= FEW or blocks >= MOST_BLOCKS


class _Watch:
    """Measures the processor time spent collecting garbage."""

    def __init__(self) -> None:
        self._began = 0.0
        self._longest = 0.0

    def note(self, phase: str, info: Mapping[str, int]) -> None:
        """A collection starts or ends."""
        if phase == "start":
            self._began = time.thread_time()
            return
        took = time.thread_time() - self._began
        METRICS.collection_seconds.inc(by=took)
        if took > self._longest:
            self._longest = took
            METRICS.longest_collection_seconds.set(took)
