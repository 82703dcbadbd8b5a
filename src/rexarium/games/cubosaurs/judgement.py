"""How bots think about Cubosaurs; docs/bots.md describes how the levels were found and how strong they are."""

from rexarium.kernel.thought import Thought

LADDER = (  # from weak to strong
    Thought(8, horizon=3, exploration=0.4, noise=0.2),
    Thought(16, horizon=6, exploration=0.4, noise=0.08),
    Thought(32, horizon=8, exploration=0.4, noise=0.03),
    Thought(32, horizon=9, care=2, exploration=0.4, noise=0.03),
    Thought(64, horizon=9, care=3, exploration=0.5),
    Thought(8000, horizon=9, care=3, exploration=0.5),
)
