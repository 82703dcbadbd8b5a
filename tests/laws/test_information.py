"""Law 2, information, for every game, number of seats, edition and ruling, for every seat and a spectator."""

from functools import partial
from typing import Any

import pytest
from msgspec import structs

from rexarium.bots import make_bot
from rexarium.games import AnyGame
from rexarium.kernel.decision import Decision
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.game import Setup
from rexarium.testkit import honesty, information
from rexarium.testkit.walk import all_eyes, at_random, begin, drowsy, stroll
from tests.laws.registry import every_game, every_table


@every_table
def test_imagined_worlds_are_twins_of_the_truth_and_vary(game: AnyGame, setup: Setup) -> None:
    for match in stroll(game, setup, seed=21, step=20):
        if match.is_over:
            continue
        for eyes in all_eyes(setup):
            information.check_imagined(game, match.state(), eyes, seed=match.ply)


@pytest.mark.mutation
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


@every_game
def test_bots_do_not_depend_on_what_is_hidden(game: AnyGame) -> None:
    setup = game.setup(game.max_seats)
    for match in stroll(game, setup, seed=61, step=29):
        for seat in match.waiting():
            for word in honesty.WORDS:
                make = partial(make_bot, word, game, setup.seats, match.ply)
                information.check_bot(game, match.state(), seat, match.ply, make, twins_tried=2)


@every_game
def test_no_bot_sees_through_in_many_positions(game: AnyGame) -> None:
    """The long check is a command of its own, with a hundred thousand positions a game."""
    assert honesty.check_honesty(game, 1000, [honesty.by_word(word) for word in honesty.WORDS]) > 700


class Peeper:
    """A cheat that reaches behind its sight."""

    def __init__(self, seed: int) -> None:
        self.name = "peeper"
        self._seed = seed

    def choose(self, sight: Any, decision: Decision) -> int:
        world = sight.imagine(self._seed)
        truth = getattr(sight, "_sight", sight)
        hidden = sum(map(hash, map(str, truth._Sight__state.fields().values())))
        place = int(hidden + world.seats) % len(decision.choices)
        return decision.choices[place].move


@every_game
def test_a_planted_cheat_is_caught(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="depends on what is hidden"):
        honesty.check_honesty(game, 400, [lambda _game, _setup, seed: Peeper(seed)])


@every_game
def test_a_game_without_secrets_shows_all_seats_the_same(game: AnyGame) -> None:
    """The terminal does not hide the screen from one to the next in such a game."""
    differs = False
    for match in stroll(game, game.setup(game.max_seats), seed=5, step=7):
        state = match.state()
        sights = [
            (
                structs.asdict(game.view(state, seat)) | {"eyes": ""},
                game.memory(state, seat),
                game.odds(state, seat),
            )
            for seat in range(state.seats)
        ]
        differs |= any(sight != sights[0] for sight in sights)
    assert differs == game.has_secrets


@every_game
def test_hints_and_judgement_go_by_what_the_seat_knows(game: AnyGame) -> None:
    for match in stroll(game, game.setup(game.max_seats), seed=71, step=5):
        state = match.state()
        before = state.fields()
        for seat in match.waiting():
            for twin in information.twins(state, seat, match.ply, 2):
                for move in state.moves(seat):
                    text = game.hint(state, seat, move)
                    assert text.endswith("."), text
                    assert game.hint(twin, seat, move) == text
                    assert twin.appeal(seat, move) == state.appeal(seat, move)
        assert state.fields() == before, "judging has changed the state"
