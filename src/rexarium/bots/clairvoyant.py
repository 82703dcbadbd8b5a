"""A bot that cheats: it sees everything, and so shows how much of a game is luck that foresight could have turned."""

from dataclasses import replace

from rexarium.bots.pondering import Thinker
from rexarium.kernel import dice
from rexarium.kernel.decision import Decision
from rexarium.kernel.errors import BadSetup
from rexarium.kernel.sight import Sight
from rexarium.kernel.state import State
from rexarium.kernel.thought import Thought


class ClairvoyantBot:
    """Thinks about the true state as others think about what they imagine; only the arena lets it."""

    sees_everything = True

    def __init__(self, name: str, thought: Thought, seed: int) -> None:
        self.name = name
        self.thought = replace(thought, is_clairvoyant=True)
        self._thinker = Thinker(self.thought)
        self._seed = seed

    def choose_seeing(self, state: State, decision: Decision) -> int:
        """The move that the search of the true state visited most often."""
        if len(decision.choices) == 1:
            return decision.choices[0].move
        self._seed = dice.advance(self._seed)
        return self._thinker.ponder(state, decision.seat, dice.branch(self._seed))[0].move

    def choose(self, sight: Sight, decision: Decision) -> int:
        """Refuse: it cannot play where everybody sees only their own cards."""
        raise BadSetup(f"The {self.name} sees everything, so only an arena lets it play.")
