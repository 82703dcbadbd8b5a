"""Turns storage outages, timeouts and other servers into an "unavailable" refusal."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rexarium.server.metrics import METRICS
from rexarium.server.model.errors import Refusal
from rexarium.server.storage.store import Fenced, InUse, is_store_failure

PATIENCE = 10.0  # seconds after which a store that does not answer counts as failed
OUT_OF_ORDER = "The server can’t read or save anything just now. Try again in a moment."
P = ParamSpec("P")
T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


def needs_store(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorate work that needs the store, so that an outage, such as a full disk, or another server becomes a refusal."""

    @wraps(work)
    async def attempt(*values: P.args, **fields: P.kwargs) -> T:
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(*values, **fields)
        except (Fenced, InUse) as error:
            _log.warning("another server is using the store", extra={"work": work.__name__})
            raise Refusal("unavailable", OUT_OF_ORDER) from error
        except Exception as error:
            if not is_store_failure(error):
                raise
            METRICS.storage_failures.inc()
            _log.error("the store failed", extra={"work": work.__name__}, exc_info=error)
            raise Refusal("unavailable", OUT_OF_ORDER) from error

    return attempt


@asynccontextmanager
async def held_in_time(lock: asyncio.Lock) -> AsyncIterator[None]:
    """Hold a lock for reading; refused if its owner waits too long for the store."""
    try:
        async with asyncio.timeout(PATIENCE):
            await lock.acquire()
    except TimeoutError:
        raise Refusal("unavailable", OUT_OF_ORDER) from None
    try:
        yield
    finally:
        lock.release()
