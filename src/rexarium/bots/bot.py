"""What a bot is."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from rexarium.kernel.decision import Decision
from rexarium.kernel.sight import Sight


class Bot(Protocol):
    """Answers decisions, with seeded randomness of its own."""

    name: str

    def choose(self, sight: Sight, decision: Decision) -> int:
        """One of the decision's moves."""
        ...


@contextmanager
def seated(bots: Sequence[Bot]) -> Iterator[Sequence[Bot]]:
    """Bots for one game; any that hold a resource, such as a process, release it afterwards."""
    try:
        yield bots
    finally:
        for bot in bots:
            if close := getattr(bot, "close", None):
                close()
