"""How bots think about T-Rex; docs/bots.md describes how the levels were found and how strong they are."""

from rexarium.kernel.thought import Thought

LADDER = (  # from weak to strong
    Thought(12, horizon=1, care=1, exploration=0.4, noise=0.2),
    Thought(20, horizon=1, care=2, exploration=0.4, noise=0.08),
    Thought(40, horizon=2, care=3, exploration=0.4, noise=0.03),
    Thought(64, horizon=2, care=6, exploration=0.4),
    Thought(600, horizon=2, care=6, exploration=0.4),
    Thought(8000, horizon=2, care=6, exploration=0.4),
)
