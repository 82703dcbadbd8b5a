"""A pool without processes, for places that have none to give: tasks are worked out where they are asked."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from rexarium.kernel.errors import RexariumError
from rexarium.server.model.refusal import as_refusal
from rexarium.server.workers.pool import WorkerFailed, always
from rexarium.server.workers.tasks import Task

R = TypeVar("R")


class InlinePool:
    """Works out one task after the other; whatever else is ready gets its turn before each."""

    def __init__(self) -> None:
        self._is_closed = False

    async def run(self, task: Task[R], is_urgent: Callable[[], bool] = always) -> R:
        """The answer to a task, or its Refusal; WorkerFailed if it raises anything else."""
        await asyncio.sleep(0)
        if self._is_closed:
            raise WorkerFailed("the pool is closed")
        try:
            return task.run()
        except RexariumError as error:
            raise as_refusal(error) from None
        except Exception as error:
            raise WorkerFailed(type(error).__name__) from None

    async def close(self) -> None:
        """Take no more tasks."""
        self._is_closed = True
