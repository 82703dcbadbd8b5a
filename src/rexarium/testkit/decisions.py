"""What seeded bots decide, for comparing two builds of the core or two machines.

`python -m rexarium.testkit.decisions` prints a line for each level of each game: a digest of every move chosen and of
every number, to its last bit, that the choice was based on. All builds must print the same, with or without FMA, and so
must REXARIUM_PURE=1. Two numbers bound the work: the most simulations per level, and the most decisions per game.
"""

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import replace

from rexarium.bots import LEVELS, SearchBot, thought_of
from rexarium.bots.pondering import Thinker
from rexarium.games import AnyGame, all_games
from rexarium.testkit.walk import begin


def decisions(game: AnyGame, level: str, simulations: int, plies: int) -> Iterator[str]:
    """Each decision in a game between bots of one level: the value of every move, and the one chosen."""
    thought = thought_of(level, game)
    thought = replace(thought, simulations=min(simulations, thought.simulations))
    match = begin(game, game.setup(game.max_seats), level)
    bots = [SearchBot(level, thought, seat) for seat in range(game.max_seats)]
    thinker = Thinker(thought)
    while not match.is_over and match.ply < plies:
        decision = match.decision(match.waiting()[0])
        assert decision
        sight = match.sight(decision.seat)
        prospects = thinker.ponder(sight.imagine(match.ply), decision.seat, match.ply)
        move = bots[decision.seat].choose(sight, decision)
        yield f"{move} {prospects}"
        match.submit(decision.seat, move)


def main(simulations: int = 1 << 20, plies: int = 1 << 20) -> None:
    """Print the digests."""
    for game in all_games().values():
        for level in LEVELS:
            found = "\n".join(decisions(game, level, simulations, plies))
            print(game.id, level, hashlib.sha256(found.encode()).hexdigest())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
