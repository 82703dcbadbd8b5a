"""What a bot is."""

from typing import Protocol

from rexarium.kernel.decision import Decision
from rexarium.kernel.sight import Sight


class Bot(Protocol):
    """Answers decisions; its randomness is its own and seeded."""

    name: str

    def choose(self, sight: Sight, decision: Decision) -> int:
        """One of the decision's moves."""
        ...
