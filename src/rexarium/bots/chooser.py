"""A bot that chooses evenly among its legal moves."""

from rexarium.kernel import dice
from rexarium.kernel.decision import Decision
from rexarium.kernel.sight import Sight


class RandomBot:
    """Plays at random: the least a bot can do, and the first one to beat."""

    name = "random bot"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, sight: Sight, decision: Decision) -> int:
        """Any legal move, each as likely as the others."""
        self._seed = dice.advance(self._seed)
        return decision.choices[dice.below(self._seed, len(decision.choices))].move
