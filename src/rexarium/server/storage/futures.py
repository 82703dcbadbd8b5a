"""The futures of callers who wait until something is written."""

import asyncio
from collections.abc import Iterable
from typing import Any


def settle(group: Iterable[asyncio.Future[Any]], outcomes: Iterable[Any]) -> None:
    """Set each future that is still pending to its outcome, a result or an exception."""
    for done, outcome in zip(group, outcomes, strict=True):
        if done.done():
            continue
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
