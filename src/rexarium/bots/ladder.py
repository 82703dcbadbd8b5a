"""The ladder: named levels from weak to strong, for each game; how they were found is in docs/bots.md.

A weak level sees less far, thinks less and misjudges its chances; it never makes a move that it knows to be bad.
"""

from rexarium.bots.pondering import Thought

LEVELS = ("hatchling", "nestling", "forager", "hunter", "alpha", "tyrant")  # from weak to strong

_LADDERS = {
    "trex": (
        Thought(12, horizon=1, care=1, exploration=0.4, noise=0.2),
        Thought(20, horizon=1, care=2, exploration=0.4, noise=0.08),
        Thought(40, horizon=2, care=3, exploration=0.4, noise=0.03),
        Thought(64, horizon=2, care=6, exploration=0.4),
        Thought(600, horizon=2, care=6, exploration=0.4),
        Thought(8000, horizon=2, care=6, exploration=0.4),
    ),
    "tyrannosaurus": (
        Thought(24, horizon=1, exploration=0.4, noise=0.2),
        Thought(40, horizon=1, exploration=0.4, noise=0.08),
        Thought(60, horizon=2, exploration=0.4, noise=0.03),
        Thought(120, horizon=2, care=2, exploration=0.3),
        Thought(400, horizon=2, care=2, exploration=0.3),
        Thought(20000, horizon=2, care=2, exploration=0.3),
    ),
    "cubosaurs": (
        Thought(8, horizon=3, exploration=0.4, noise=0.2),
        Thought(16, horizon=6, exploration=0.4, noise=0.08),
        Thought(32, horizon=8, exploration=0.4, noise=0.03),
        Thought(32, horizon=9, care=2, exploration=0.4, noise=0.03),
        Thought(64, horizon=9, care=3, exploration=0.5),
        Thought(8000, horizon=9, care=3, exploration=0.5),
    ),
}
_ANY = tuple(Thought(budget) for budget in (8, 20, 50, 200, 800, 3200))


def thought_of(level: str, game: str) -> Thought:
    """How a level thinks in a game; one that has no ladder of its own is thought about plainly."""
    return _LADDERS.get(game, _ANY)[LEVELS.index(level)]
