"""A bot that imagines worlds and searches them."""

from math import sqrt

from rexarium.bots.pondering import Prospect, Thinker
from rexarium.kernel import dice
from rexarium.kernel.decision import Decision
from rexarium.kernel.sight import Sight
from rexarium.kernel.thought import Thought


class SearchBot:
    """Thinks for a number of simulations, the same on any machine, using only what its seat may know."""

    def __init__(self, name: str, thought: Thought, seed: int) -> None:
        self.name = name
        self.thought = thought
        self._thinker = Thinker(thought)
        self._seed = seed

    def choose(self, sight: Sight, decision: Decision) -> int:
        """The move that the search visited most often; with noise, the one that seems best to a poor judge."""
        if len(decision.choices) == 1:
            return decision.choices[0].move
        self._seed = dice.advance(self._seed)
        prospects = self._thinker.ponder(sight.imagine(self._seed), decision.seat, dice.branch(self._seed))
        noise = self.thought.noise
        if noise == 0.0:
            return prospects[0].move
        return max(prospects, key=lambda prospect: self._misjudge(prospect, noise)).move

    def _misjudge(self, prospect: Prospect, noise: float) -> float:
        """The chance of a move with a roughly normal error of this size."""
        error = 0.0
        for _ in range(4):  # the sum of four even errors
            self._seed = dice.advance(self._seed)
            error += dice.below(self._seed, 1 << 20) / (1 << 20) - 0.5
        return prospect.chance + noise * error * sqrt(3)
