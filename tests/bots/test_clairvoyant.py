"""The bot that sees everything: an arena lets it play, it is the stronger for it, and whoever seated it would be caught."""

from typing import Any

import pytest

from rexarium.arena.contest import GAUNTLET, blocks, make_contest, play_block
from rexarium.bots import ClairvoyantBot, make_bot, thought_of
from rexarium.games import AnyGame, find_game
from rexarium.kernel.decision import Decision
from rexarium.kernel.game import Setup
from rexarium.testkit import honesty
from tests.laws.registry import every_game


class Shown:
    """A clairvoyant at a table where somebody lets it see the truth, as only an arena may."""

    name = "shown"

    def __init__(self, game: AnyGame, setup: Setup, seed: int) -> None:
        bot = make_bot("clairvoyant:40", game, setup.seats, seed)
        assert isinstance(bot, ClairvoyantBot)
        self._bot = bot

    def choose(self, sight: Any, decision: Decision) -> int:
        truth = getattr(sight, "_sight", sight)
        return self._bot.choose_seeing(truth._Sight__state, decision)


@every_game
def test_the_law_of_honest_bots_catches_it(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="depends on what is hidden"):
        honesty.check_honesty(game, 400, [Shown])


@every_game
def test_it_plays_in_an_arena_by_the_same_seed_the_same(game: AnyGame) -> None:
    seats = game.official_seats[0]
    contest = make_contest(
        game, game.setup(seats), ["clairvoyant:8", "search:8"], deals=1, seed="seen", mode=GAUNTLET
    )
    one, other = (play_block(blocks(contest)[0]) for _ in range(2))
    assert one.won == other.won
    assert [game.plies for game in one.games] == [game.plies for game in other.games]
    assert [game.forfeit for game in one.games] == [None] * seats


def test_it_thinks_as_the_tyrant_does_but_for_what_it_sees() -> None:
    game = find_game("trex")
    tyrant, clairvoyant = thought_of("tyrant", game), make_bot("clairvoyant", game, 4, 1)
    assert isinstance(clairvoyant, ClairvoyantBot)
    assert clairvoyant.thought.simulations == tyrant.simulations
    assert clairvoyant.thought.horizon == tyrant.horizon
    assert clairvoyant.thought.is_clairvoyant > tyrant.is_clairvoyant


def test_to_see_everything_wins_more() -> None:
    game = find_game("cubosaurs")
    contest = make_contest(
        game, game.setup(2), ["clairvoyant:60", "tyrant:60"], deals=30, seed="seen", mode=GAUNTLET
    )
    assert sum(play_block(block).won for block in blocks(contest)) > 36  # of 60
