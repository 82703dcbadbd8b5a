"""How bots think about Pebbles."""

from rexarium.kernel.thought import Thought

LADDER = tuple(Thought(simulations) for simulations in (2, 3, 4, 6, 8, 12))  # from weak to strong
