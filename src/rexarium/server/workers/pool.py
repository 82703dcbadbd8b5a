"""What a pool of workers is, whatever its workers are: processes on a server, nothing but the caller's own in a browser."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from rexarium.server.workers.tasks import Task

R = TypeVar("R")


class WorkerFailed(Exception):
    """Nothing came of a task, through no fault of whoever asked: no worker managed it, or not in time."""


def always() -> bool:
    """Every task is urgent, unless whoever asks knows better."""
    return True


class Pool(Protocol):
    """Somewhere to have tasks worked out."""

    async def run(self, task: Task[R], is_urgent: Callable[[], bool] = always) -> R:
        """The answer to a task, or its Refusal; WorkerFailed if nothing comes of it."""

    async def close(self) -> None:
        """Give up what is under way, and take no more tasks."""
