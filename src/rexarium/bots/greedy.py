"""A bot that takes what looks best at a glance."""

from rexarium.kernel import dice
from rexarium.kernel.decision import Decision
from rexarium.kernel.sight import Sight


class GreedyBot:
    """Follows the game's own judgement (`State.appeal`), looks no move ahead, and picks at random between equals."""

    name = "greedy bot"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, sight: Sight, decision: Decision) -> int:
        """The most appealing legal move; any of them if several are equal."""
        self._seed = dice.advance(self._seed)
        world = sight.imagine(self._seed)
        appeals = [world.appeal(decision.seat, choice.move) for choice in decision.choices]
        best = [
            choice.move
            for choice, appeal in zip(decision.choices, appeals, strict=True)
            if appeal == max(appeals)
        ]
        return best[dice.below(dice.branch(self._seed), len(best))]
