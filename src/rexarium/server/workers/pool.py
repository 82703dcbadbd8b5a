"""The interface of a pool of workers: child processes on a server, the caller's own process in a browser."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from rexarium.server.workers.tasks import Task

R = TypeVar("R")


class WorkerFailed(Exception):
    """No worker could complete a task, or not in time. The caller is not to blame."""


class PoolClosed(WorkerFailed):
    """The pool takes no more tasks, because the server is stopping: no bot or worker is to blame either."""

    def __init__(self) -> None:
        super().__init__("the pool is closed")


def always() -> bool:
    """Treat every task as urgent; the default for callers without priorities."""
    return True


class Pool(Protocol):
    """Something that runs tasks."""

    async def run(self, task: Task[R], is_urgent: Callable[[], bool] = always) -> R:
        """Run a task and return its answer; raises its Refusal, or WorkerFailed if it cannot be completed, or PoolClosed."""

    async def close(self) -> None:
        """Abandon all running tasks and take no more."""
