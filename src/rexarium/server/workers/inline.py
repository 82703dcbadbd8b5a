"""A pool without processes, for platforms that have none: tasks run in the caller's own process."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from rexarium.kernel.errors import RexariumError
from rexarium.server.model.errors import as_refusal
from rexarium.server.workers.pool import PoolClosed, WorkerFailed, always
from rexarium.server.workers.tasks import Task

R = TypeVar("R")


class InlinePool:
    """Runs one task after another, letting the event loop do whatever else is ready before each."""

    def __init__(self) -> None:
        self._is_closed = False

    async def run(self, task: Task[R], is_urgent: Callable[[], bool] = always) -> R:
        """Run a task and return its answer; raises its Refusal, or WorkerFailed if it raises anything else."""
        await asyncio.sleep(0)
        if self._is_closed:
            raise PoolClosed
        try:
            return task.run()
        except RexariumError as error:
            raise as_refusal(error) from None
        except Exception as error:
            raise WorkerFailed(type(error).__name__) from None

    async def close(self) -> None:
        """Take no more tasks."""
        self._is_closed = True
