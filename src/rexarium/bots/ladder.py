"""The ladder: named levels from weak to strong. Each game says in its `judgement.py` how a level thinks about it.

A weak level looks less far ahead, thinks less and misjudges its chances; it never makes a move that it knows to be bad.
"""

from rexarium.games import AnyGame
from rexarium.kernel.thought import Thought

LEVELS = ("hatchling", "nestling", "forager", "hunter", "alpha", "tyrant")  # from weak to strong


def thought_of(level: str, game: AnyGame) -> Thought:
    """How a level thinks about a game."""
    return game.ladder[LEVELS.index(level)]
