"""How bots think about Tyrannosaurus Rex; docs/bots.md describes how the levels were found and how strong they are."""

from rexarium.kernel.thought import Thought

LADDER = (  # from weak to strong
    Thought(24, horizon=1, exploration=0.4, noise=0.2),
    Thought(40, horizon=1, exploration=0.4, noise=0.08),
    Thought(60, horizon=2, exploration=0.4, noise=0.03),
    Thought(120, horizon=2, care=2, exploration=0.3),
    Thought(400, horizon=2, care=2, exploration=0.3),
    Thought(20000, horizon=2, care=2, exploration=0.3),
)
