"""What relies on the storage, and is refused for the time being if that fails or says nothing."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rexarium.server.metrics import METRICS
from rexarium.server.model.refusal import Refusal
from rexarium.server.storage.store import is_outage

PATIENCE = 10.0  # seconds after which a storage that says nothing is out of order
OUT_OF_ORDER = "The server can’t read or save anything just now. Try again in a moment."
P = ParamSpec("P")
T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


def dependable(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Work that needs the storage; if the disk is full, say, it is a refusal and no accident."""

    @wraps(work)
    async def attempt(*values: P.args, **fields: P.kwargs) -> T:
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(*values, **fields)
        except Exception as error:
            if not is_outage(error):
                raise
            METRICS.storage_failures.inc()
            _log.error("the storage failed", extra={"work": work.__name__}, exc_info=error)
            raise Refusal("unavailable", OUT_OF_ORDER) from error

    return attempt


@asynccontextmanager
async def held_in_time(lock: asyncio.Lock) -> AsyncIterator[None]:
    """A lock for those who only look: they are refused when whoever has it waits too long for the storage."""
    try:
        async with asyncio.timeout(PATIENCE):
            await lock.acquire()
    except TimeoutError:
        raise Refusal("unavailable", OUT_OF_ORDER) from None
    try:
        yield
    finally:
        lock.release()
