"""The interface of a pool of workers: child processes on a server, the caller's own process in a browser."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from rexarium.server.workers.tasks import Task

R = TypeVar("R")


class WorkerFailed(Exception):
    """No worker could complete a task, or not in time. The caller is not to blame."""


def always() -> bool:
    """Treat every task as urgent; the default for callers without priorities."""
    return True


class Pool(Protocol):
    """Something that runs tasks."""

    async def run(self, task: Task[R], is_urgent: Callable[[], bool] = always) -> R:
        """Run a task and return its answer; raises its Refusal, or WorkerFailed if it cannot be completed."""

    async def close(self) -> None:
        """Abandon all running tasks and take no more."""
