"""Positions in the middle of games, as records that a table can be opened from: the same every time."""

import functools
from collections.abc import Iterator
from random import Random

from rexarium.games import find_game
from rexarium.kernel.chance import Chance
from rexarium.match import Match, say_record

MOST_GAMES = 400


@functools.cache
def asked(game_id: str, prompt: str, seats: int = 3, preset: str = "table", after: int = 0) -> str:
    """A game at random, up to where the first seat alone, or with others, is asked this after that many plies."""
    for seed in range(MOST_GAMES):
        for match in wander(game_id, seats, preset, seed):
            decision = match.decision(0)
            if match.ply >= after and decision is not None and decision.prompt == prompt:
                return say_record(match)
    raise LookupError(f"in no game of {game_id} is a first seat asked: {prompt}")


def late(game_id: str, left: int, seats: int = 2, preset: str = "table") -> str:
    """A game at random shortly before its end: the first seat made that many more moves in it."""
    moments = [
        match.ply
        for match in wander(game_id, seats, preset, 1)
        if match.decision(0) is not None and not match.chosen(0)
    ]
    goal = moments[-left]
    return next(say_record(match) for match in wander(game_id, seats, preset, 1) if match.ply >= goal)


def wander(game_id: str, seats: int, preset: str, seed: int) -> Iterator[Match]:
    """A game at random; where several are asked, all of them move between two looks."""
    game = find_game(game_id)
    match = Match.fresh(game, game.setup(seats, preset=preset), Chance.of(f"position {seed}"))
    dice = Random(seed)
    while not match.is_over:
        yield match
        for seat in match.waiting():
            decision = match.decision(seat)
            assert decision is not None
            match.submit(seat, dice.choice(decision.choices).move)
