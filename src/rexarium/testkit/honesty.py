"""Bots see only their seat: over very many positions, a seeded bot's move is the same whatever is hidden from it.

`./rex python -m rexarium.testkit.honesty [POSITIONS]` tries every game with several bots, 100,000 positions per game by
default.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial

from rexarium.bots import Bot, make_bot
from rexarium.games import AnyGame, all_games
from rexarium.kernel.game import Setup
from rexarium.kernel.state import State
from rexarium.testkit.information import check_bot
from rexarium.testkit.walk import at_random, begin, setups, walk

COMMAND = "./rex python -m rexarium.testkit.honesty"
POSITIONS = 100_000
WORDS = (
    "random",
    "greedy",
    "hatchling",
    "nestling",
    "search:12",
)  # higher levels only think longer in the same way
MakeBot = Callable[[AnyGame, Setup, int], Bot]


def positions(game: AnyGame) -> Iterator[tuple[Setup, State, int, int]]:
    """An endless stream of questions: every table of the game over and over, each time with a new deal."""
    seed = 0
    while True:
        for setup in setups(game).values():
            seed += 1
            match = begin(game, setup, seed)
            for ply in walk(match, seed, at_random):
                if not match.is_over:
                    yield setup, match.state(), match.waiting()[0], seed * 1000 + ply


def check_honesty(game: AnyGame, number: int, bots: list[MakeBot]) -> int:
    """Try this many positions, with the bots taking turns; returns how many of them offered a choice."""
    chosen = 0
    for place, (setup, state, seat, seed) in zip(range(number), positions(game), strict=False):
        make = bots[place % len(bots)]
        check_bot(game, state, seat, seed, partial(make, game, setup, seed), twins_tried=1)
        chosen += len(state.moves(seat)) > 1
    return chosen


def by_word(word: str) -> MakeBot:
    """A function that makes the bot with this name."""
    return lambda game, setup, seed: make_bot(word, game, setup.seats, seed)


def main(words: list[str]) -> None:
    """Try every game."""
    number = int(words[0]) if words else POSITIONS
    for game in all_games().values():
        chosen = check_honesty(game, number, [by_word(word) for word in WORDS])
        sys.stdout.write(f"{game.title}: {number} positions, {chosen} with a choice, no bot saw through\n")


if __name__ == "__main__":
    main(sys.argv[1:])
