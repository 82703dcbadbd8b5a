"""How hard a bot thinks: plain numbers that a game's ladder of levels is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thought:
    """How hard and how a bot thinks."""

    simulations: int
    horizon: int = 255  # chapters that a playout continues
    care: int = 1  # random moves that a playout compares before it makes one
    exploration: float = 0.7
    noise: float = 0.0  # how far it misjudges its chances
    is_matching: bool = (
        False  # where several choose at once, by regret matching; exploration is then its share of chance
    )
    is_clairvoyant: bool = False  # treats the world it is shown as the true one: a cheat


PLAIN_LADDER = tuple(
    Thought(simulations) for simulations in (8, 20, 50, 200, 800, 3200)
)  # for a game without its own
