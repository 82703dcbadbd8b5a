"""Games that somebody has played somehow, to look back on."""

from rexarium.games import AnyGame
from rexarium.kernel.chance import Chance
from rexarium.match import Match


def play_out(game: AnyGame, seats: int, plies: int = 10_000, seed: str = "aftermath") -> Match:
    """A match in which everybody makes some legal move."""
    match = Match.fresh(game, game.setup(seats), Chance.of(seed))
    chance = Chance.of(f"moves of {seed}")
    while not match.is_over and (match.ply < plies or not match.is_revealed):
        decision = match.decision(match.waiting()[0])
        assert decision is not None
        match.submit(decision.seat, decision.choices[chance.below(len(decision.choices))].move)
    return match
