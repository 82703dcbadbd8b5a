"""Law 2, information, for every game, number of seats, edition and ruling, for every seat and a spectator."""

from dataclasses import asdict
from functools import partial

import pytest

from rexarium.bots import RandomBot
from rexarium.games import AnyGame
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.game import Setup
from rexarium.testkit import information
from rexarium.testkit.walk import all_eyes, at_random, begin, drowsy, stroll
from tests.laws.registry import every_game, every_table


@every_table
def test_imagined_worlds_are_twins_of_the_truth_and_vary(game: AnyGame, setup: Setup) -> None:
    for match in stroll(game, setup, seed=21, step=20):
        if match.is_over:
            continue
        for eyes in all_eyes(setup):
            information.check_imagined(game, match.state(), eyes, seed=match.ply)


@every_table
def test_facts_tell_just_what_a_perfect_memory_keeps(game: AnyGame, setup: Setup) -> None:
    for eyes in all_eyes(setup):
        start = begin(game, setup, 31 + eyes).state()
        choose = drowsy if eyes % 2 else at_random
        assert information.check_facts(game, start, eyes, seed=eyes, choose=choose) > 9, (
            "hardly anything compared"
        )


@every_table
def test_imagined_worlds_follow_the_exact_odds(game: AnyGame, setup: Setup) -> None:
    eyes = (0, setup.seats - 1, SPECTATOR)
    for number, match in enumerate(stroll(game, setup, seed=41, step=60)):
        if not match.is_over:
            information.check_posterior(game, match.state(), eyes[number % 3], seed=number, worlds=600)


@every_table
def test_a_sight_shows_no_more_than_it_may(game: AnyGame, setup: Setup) -> None:
    for match in stroll(game, setup, seed=51, step=12):
        for seat in range(setup.seats):
            information.check_sight(game, match.state(), seat, seed=match.ply)


@pytest.mark.parametrize("bot", [RandomBot])
@every_table
def test_bots_do_not_depend_on_what_is_hidden(game: AnyGame, setup: Setup, bot: type[RandomBot]) -> None:
    for match in stroll(game, setup, seed=61, step=5):
        for seat in match.waiting():
            information.check_bot(game, match.state(), seat, match.ply, partial(bot, match.ply))


@every_game
def test_a_game_without_secrets_shows_all_seats_the_same(game: AnyGame) -> None:
    """The terminal does not hide the screen from one to the next in such a game."""
    differs = False
    for match in stroll(game, game.setup(game.max_seats), seed=5, step=7):
        state = match.state()
        sights = [
            (asdict(game.view(state, seat)) | {"eyes": ""}, game.memory(state, seat), game.odds(state, seat))
            for seat in range(state.seats)
        ]
        differs |= any(sight != sights[0] for sight in sights)
    assert differs == game.has_secrets
