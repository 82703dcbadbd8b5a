"""Work that is carried through in tasks of its own."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from rexarium.server.model.errors import Refusal

T = TypeVar("T")
_log = logging.getLogger("rexarium.server")


class Tasks:
    """A table's running tasks. They go on to the end, even if whoever started them is cancelled."""

    def __init__(self, table: str) -> None:
        self._table = table  # that they are about, for the log
        self.running: set[asyncio.Task[Any]] = set()  # keeps them from being collected

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run work in a task of its own."""
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self._finish)
        return task

    async def drain(self) -> None:
        """Wait for running tasks."""
        await asyncio.gather(*self.running, return_exceptions=True)

    def _finish(self, task: asyncio.Task[Any]) -> None:
        """Log an accident, since perhaps nobody waits for the task; a refusal that nobody waits for is none."""
        self.running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            _log.error("a table's task failed", extra={"table": self._table}, exc_info=error)
